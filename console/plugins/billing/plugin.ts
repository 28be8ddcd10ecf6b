import { Wallet } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { applyPaymentChange, reloadInvoices } from './live.ts';

/** The pages' own texts come with them: the first load has the menu's alone. */
const withTexts = lateTexts('billing', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = (text: string) => async (): Promise<Messages> => ({ 'billing.title': text });

/** What the company is asked to pay, and how it pays. */
export const plugin = definePlugin({
  name: 'billing',
  routes: [
    {
      path: '/financeiro',
      rule: 'billing:manage',
      load: () => withTexts(import('./billing-page.tsx').then((m) => ({ default: m.BillingPage }))),
    },
    {
      path: '/subscription',
      rule: 'billing:manage',
      load: () => withTexts(import('./subscription-page.tsx').then((m) => ({ default: m.SubscriptionPage }))),
    },
    // Whoever's company has ended has no session, and is let in here alone.
    {
      path: '/faturas',
      access: 'public',
      load: () => withTexts(import('./payer-page.tsx').then((m) => ({ default: m.PayerPage }))),
    },
  ],
  menu: [
    {
      id: 'billing',
      label: 'billing.title',
      to: '/financeiro',
      icon: Wallet,
      order: 88,
      group: 'admin',
      rule: 'billing:manage',
    },
  ],
  live: [{ channel: 'payment', apply: applyPaymentChange, resync: reloadInvoices }],
  messages: { pt: title('Financeiro'), en: title('Billing'), es: title('Finanzas') },
});
