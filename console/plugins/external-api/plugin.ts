import { CodeXml } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { applyWebhookChange, webhooksOffQuery } from './webhooks-off.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const withTexts = lateTexts('external-api', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = async (): Promise<Messages> => ({ 'external.menu': 'API' });
const webhooks = { plan: 'useExternalApi', rule: 'webhooks:manage' } as const;
const gate = { plan: 'useExternalApi', rule: 'tokens:manage' } as const;

/** What other systems need: how to send, and the tokens to do so. */
export const plugin = definePlugin({
  name: 'external-api',
  routes: [
    {
      path: '/messages-api/:tab?',
      ...gate,
      load: () => withTexts(import('./api-page.tsx').then((m) => ({ default: m.ApiPage }))),
    },
  ],
  menu: [
    {
      id: 'external-api',
      label: 'external.menu',
      to: '/messages-api',
      icon: CodeXml,
      order: 75,
      group: 'admin',
      ...gate,
    },
  ],
  slots: {
    'connection.details': [
      {
        id: 'connection-tokens',
        label: 'external.menu',
        ...gate,
        load: () =>
          withTexts(import('./connection-tokens.tsx').then((m) => ({ default: m.ConnectionTokens }))),
      },
    ],
    'dashboard.notice': [
      {
        id: 'webhooks-off',
        label: 'external.menu',
        ...webhooks,
        load: () =>
          withTexts(import('./webhooks-off-notice.tsx').then((m) => ({ default: m.WebhooksOffNotice }))),
      },
    ],
  },
  live: [
    {
      channel: 'webhook',
      ...webhooks,
      apply: (change, cache) =>
        void withTexts(Promise.resolve()).then(() => applyWebhookChange(change, cache)),
      resync: (cache) => void cache.invalidateQueries({ queryKey: webhooksOffQuery.queryKey }),
    },
    {
      channel: 'apiToken',
      ...gate,
      apply: (_change, cache) => void cache.invalidateQueries({ queryKey: ['apiTokens'] }),
      resync: (cache) => void cache.invalidateQueries({ queryKey: ['apiTokens'] }),
    },
  ],
  messages: { pt: title, en: title, es: title },
});
