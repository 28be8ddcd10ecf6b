import { definePlugin } from '../../shell/plugin.ts';

/** The pages before one is signed in: login, sign-up, a forgotten password, and where mailed links lead. */
export const plugin = definePlugin({
  name: 'login',
  uses: ['account'],
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
    {
      path: '/signup',
      access: 'public',
      load: () => import('./signup-page.tsx').then((m) => ({ default: m.SignUpPage })),
    },
    // Whoever follows a letter may be signed in as somebody else.
    {
      path: '/convite/:token',
      access: 'anyone',
      load: () => import('./invite-page.tsx').then((m) => ({ default: m.InvitePage })),
    },
    {
      path: '/faturas/:token',
      access: 'anyone',
      load: () => import('./billing-link-page.tsx').then((m) => ({ default: m.BillingLinkPage })),
    },
    {
      path: '/confirmar/:token',
      access: 'anyone',
      load: () => import('./confirm-page.tsx').then((m) => ({ default: m.ConfirmPage })),
    },
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
