import type { Messages } from '../../../shell/i18n.ts';

export const messages: Messages = {
  'login.title': 'Ingresar',
  'login.subtitle': 'Use el correo de su empresa.',
  'login.email': 'Correo',
  'login.password': 'Contraseña',
  'login.show': 'Mostrar contraseña',
  'login.hide': 'Ocultar contraseña',
  'login.submit': 'Ingresar',
  'login.busy': 'Ingresando…',
  'login.hero.title': 'Toda la atención en un solo mostrador.',
  'login.hero.text':
    'Conversaciones, colas e historial de la empresa en un mismo lugar, con un responsable para cada cliente.',
  'login.link.busy': 'Ingresando con el enlace…',
  'login.link.used': 'Este enlace ya fue usado o venció.',
  'login.link.toLogin': 'Ingresar con contraseña',
};
