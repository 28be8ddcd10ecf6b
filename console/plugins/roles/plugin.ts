import { addMessages, type Locale, type Messages } from '../../shell/i18n.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { reloadRoles } from './live.ts';

/** The tab's own texts come with it. */
const own: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};
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
        load: async () => {
          const [{ RolesTab }] = await Promise.all([
            import('./roles-tab.tsx'),
            addMessages('roles', async (locale) => (await own[locale]()).messages),
          ]);
          return { default: RolesTab };
        },
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
