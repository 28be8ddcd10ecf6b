import { type BinaryNode, proto, type WAMessage } from 'baileys';
import type { DriverEvent } from '../../../gateway/driver/driver.ts';
import { addressBookOf } from './address-book.ts';
import { addressesOf, isGroup } from './addresses.ts';
import type { createGroups } from './groups.ts';
import type { createIdentify } from './identify.ts';
import type { Listeners } from './listeners.ts';
import { limitOfCap } from './network-limits.ts';

const { Status } = proto.WebMessageInfo;
const doings = { composing: 'typing', recording: 'recording' } as const;

/** Whether the network says it by itself, not in answer to us. */
export const isNews = ({ tag, attrs }: Partial<BinaryNode>): boolean =>
  tag === 'message' ||
  tag === 'receipt' ||
  tag === 'call' ||
  (tag === 'notification' && attrs?.offline === undefined);

/** Returns what listens to news that are no messages: receipts, the address book, groups, who types, who is who. */
export function newsListeners(deps: {
  readonly tell: (event: DriverEvent) => void;
  readonly groups: Pick<ReturnType<typeof createGroups>, 'learn' | 'change' | 'members'>;
  readonly identify: Pick<ReturnType<typeof createIdentify>, 'numberOf'>;
  /** Whether a message is on its way to the network at this moment: who sends it says what became of it. */
  readonly isBeingSent: (externalId: string) => boolean;
}): Listeners {
  const { tell, groups, identify, isBeingSent } = deps;

  /** Edits and deletions are read where they come in, as messages: what Baileys makes of them no longer says who made them. */
  function update(key: WAMessage['key'], { status: ack, messageStubParameters }: Partial<WAMessage>): void {
    const code = messageStubParameters?.[0];
    // 1 is 'pending': it says nothing that we did not know.
    if (key.id && key.fromMe && ack && ack >= Status.SERVER_ACK)
      tell({ type: 'receipt', externalIds: [key.id], ack });
    if (key.id && key.fromMe && ack === Status.ERROR && !isBeingSent(key.id))
      tell({ type: 'refused', externalId: key.id, ...(code && { code }) });
  }

  const book = (contacts: Parameters<typeof addressBookOf>[0]) => {
    const entries = addressBookOf(contacts);
    if (entries.length > 0) tell({ type: 'addressBook', entries });
  };

  return {
    'message-capping.update': (cap) => tell(limitOfCap(cap)),
    'messages.update': (updates) => {
      for (const { key, update: change } of updates) update(key, change);
    },
    'messaging-history.set': ({ contacts }) => book(contacts),
    'contacts.upsert': book,
    'contacts.update': book,
    'groups.upsert': (some) => {
      for (const group of some) void groups.learn(group);
    },
    'groups.update': (some) => {
      for (const group of some) void groups.change(group);
    },
    'group-participants.update': ({ id, participants, action }) => {
      void groups.members(id, participants, action);
    },
    'presence.update': ({ id, presences }) => {
      // In a group nobody is told who of them it is.
      const [said] = Object.values(presences);
      if (isGroup(id) || !said) return;
      const addresses = addressesOf(id);
      const now = doings[said.lastKnownPresence as keyof typeof doings];
      void identify.numberOf(id).then((number) => {
        tell({ type: 'presence', addresses: number ? addressesOf(number, id) : addresses, doing: now });
      });
    },
    'lid-mapping.update': ({ lid, pn }) => {
      const addresses = addressesOf(pn, lid);
      if (addresses.length === 2) tell({ type: 'identity', addresses });
    },
    'message-receipt.update': (receipts) => {
      for (const { key, receipt } of receipts)
        if (key.fromMe && key.id)
          tell({
            type: 'receipt',
            externalIds: [key.id],
            ack: receipt.readTimestamp ? Status.READ : Status.DELIVERY_ACK,
          });
    },
  };
}
