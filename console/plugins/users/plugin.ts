import { UserCog, UserRound } from 'lucide-react';
import { definePlugin } from '../../shell/plugin.ts';
import { reloadSelf } from '../../shell/reload-self.ts';
import { applyUserChange, reloadUsers } from './data.ts';

/** The people of the company, for admins, and everybody's own profile. */
export const plugin = definePlugin({
  name: 'users',
  routes: [
    {
      path: '/users/:tab?',
      rule: 'users:manage',
      load: () => import('./users-frame.tsx').then((m) => ({ default: m.UsersFrame })),
    },
  ],
  menu: [
    {
      id: 'users',
      label: 'users.title',
      to: '/users',
      icon: UserCog,
      order: 40,
      group: 'admin',
      rule: 'users:manage',
    },
  ],
  slots: {
    'account.dialog': [
      {
        id: 'users.profile',
        label: 'shell.profile',
        icon: UserRound,
        order: 10,
        load: () => import('./profile-dialog.tsx').then((m) => ({ default: m.ProfileDialog })),
      },
    ],
  },
  // Rights that changed between the answer of the login and the first frame would be missed: asked for once more.
  live: [{ channel: 'user', apply: applyUserChange, resync: reloadUsers, ready: reloadSelf }],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
