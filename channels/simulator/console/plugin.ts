import { definePlugin } from '../../../console/shell/plugin.ts';

// Only where the other side is a pretend phone: a person's own chat is nobody else's to write.
const match = ({ ticket }: { ticket: { connection: { channel: string } | null } }) =>
  ticket.connection?.channel === 'simulator';

const entry = { label: 'testPhone.title', rule: 'channel-tools:use', match } as const;

/** A pretend phone beside the conversation, for whoever tries the desk out: what is written on it the customer says. */
export const plugin = definePlugin({
  name: 'test-phone',
  slots: {
    'firstSteps.answer': [
      {
        id: 'test-phone-first',
        label: 'testPhone.title',
        rule: 'channel-tools:use',
        match: ({ connection }) => connection.channel === 'simulator',
        load: () => import('./first-customer.tsx').then((m) => ({ default: m.FirstCustomer })),
      },
    ],
    'ticket.action': [
      {
        ...entry,
        id: 'test-phone-toggle',
        load: () => import('./toggle.tsx').then((m) => ({ default: m.Toggle })),
      },
    ],
    'ticket.dock': [
      { ...entry, id: 'test-phone', load: () => import('./dock.tsx').then((m) => ({ default: m.Dock })) },
    ],
  },
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
