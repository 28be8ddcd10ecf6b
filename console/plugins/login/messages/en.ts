import type { Messages } from '../../../shell/i18n.ts';

export const messages: Messages = {
  'login.title': 'Log in',
  'login.subtitle': 'Use your company e-mail.',
  'login.email': 'E-mail',
  'login.password': 'Password',
  'login.show': 'Show password',
  'login.hide': 'Hide password',
  'login.submit': 'Log in',
  'login.busy': 'Logging in…',
  'login.hero.title': 'All your customer service at one counter.',
  'login.hero.text':
    'Conversations, queues and history of the company in one place, with one person in charge of each customer.',
  'login.link.busy': 'Logging in with the link…',
  'login.link.used': 'This link was used or has expired.',
  'login.link.toLogin': 'Log in with a password',
};
