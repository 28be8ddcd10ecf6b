import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { reloadRoles } from './live.ts';

/** The tab's own texts come with it. */
const withTexts = lateTexts('roles', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = (text: string) => async (): Promise<Messages> => ({ 'roles.title': text });

/** Roles of the company's own, beside the built-in ones. */
export const plugin = definePlugin({
  name: 'roles',
  slots: {
    'users.tab': [
      {
        id: 'users.roles',
        label: 'roles.title',
        order: 20,
        rule: 'users:manage',
        load: () => withTexts(import('./roles-tab.tsx').then((m) => ({ default: m.RolesTab }))),
      },
    ],
  },
  live: [
    {
      channel: 'role',
      rule: 'users:manage',
      apply: reloadRoles,
      resync: (cache) => reloadRoles(undefined, cache),
    },
    { channel: 'user', rule: 'users:manage', apply: reloadRoles, resync: () => undefined },
  ],
  messages: { pt: title('Papéis'), en: title('Roles'), es: title('Roles') },
});
