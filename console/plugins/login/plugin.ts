import { definePlugin } from '../../shell/plugin.ts';

export const plugin = definePlugin({
  name: 'login',
  routes: [
    {
      path: '/login',
      access: 'public',
      load: () => import('./login-page.tsx').then((m) => ({ default: m.LoginPage })),
    },
    {
      path: '/forgetpsw',
      access: 'public',
      load: () => import('./forgot-page.tsx').then((m) => ({ default: m.ForgotPage })),
    },
    {
      path: '/entrar/:token',
      access: 'public',
      load: () => import('./link-page.tsx').then((m) => ({ default: m.LinkPage })),
    },
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
