import type { Messages } from '../../../shell/i18n.ts';

export const messages: Messages = {
  'login.title': 'Entrar',
  'login.subtitle': 'Use o e-mail da sua empresa.',
  'login.email': 'E-mail',
  'login.password': 'Senha',
  'login.show': 'Mostrar senha',
  'login.hide': 'Ocultar senha',
  'login.submit': 'Entrar',
  'login.busy': 'Entrando…',
  'login.hero.title': 'Todo o atendimento em um só balcão.',
  'login.hero.text':
    'Conversas, filas e histórico da empresa no mesmo lugar, com um responsável para cada cliente.',
  'login.link.busy': 'Entrando com o link…',
  'login.link.used': 'Este link já foi usado ou venceu.',
  'login.link.toLogin': 'Entrar com senha',
};
