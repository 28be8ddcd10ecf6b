import type { Messages } from '../../../shell/locale.ts';

export const messages: Messages = {
  'helps.title': 'Help',
  'helps.edit': 'Edit videos',
  'helps.none': 'No videos yet',
  'helps.noneText': 'Videos that explain the system are shown here.',
  'helps.play': 'Watch: %{title}',
  'helps.seen': 'seen',
};
