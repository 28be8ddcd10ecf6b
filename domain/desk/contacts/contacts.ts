import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { addressKey, normalizeAddress, storedAddress } from '../../contact/address.ts';
import type { ContactCommand, ContactState } from '../../contact/contact.ts';
import { addressKeys, contactDecider } from '../../contact/contact.ts';
import type { contactEvents } from '../../contact/events.ts';
import { DomainError } from '../../errors.ts';
import { roughSize } from '../../kernel/rough-size.ts';
import { contactStream } from '../../streams.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import type { CommandRuntime } from '../runtime.ts';
import { otherOpen, ticketClaimOf } from '../tickets/runtime.ts';
import type { Tickets } from '../tickets/tickets.ts';
import type { UniqueValue } from '../unique-values.ts';
import { reserveNew } from '../unique-values.ts';
import type { ContactExecute } from './execute.ts';
import type { EnsuredContact, InboundContact } from './inbound-contact.ts';
import { createInboundContacts } from './inbound-contact.ts';
import { createMerging } from './merging.ts';

type CommandOf<T extends ContactCommand['type']> = Extract<ContactCommand, { type: T }>;
type Created = Omit<z.input<typeof contactEvents.ContactCreated>, 'contactId' | 'origin'>;

/** Another process may delete a contact: what is remembered of an address is checked again after this long. */
const rememberMs = 10_000;

/** After these an address may be somebody else's. */
const freesAddresses: ReadonlySet<ContactCommand['type']> = new Set<ContactCommand['type']>([
  'DeleteContact',
  'UpdateContact',
  'EraseContact',
  'MergeContact',
]);

/** Returns the commands of contacts. */
export const createContacts = (runtime: CommandRuntime, tickets: Pick<Tickets, 'changeContact'>) => {
  const claimOf = (companyId: string, key: string) => runtime.claimOf(companyId, 'contact-address', key);
  const addressClaims = (companyId: string, state: ContactState) =>
    addressKeys(state).map((key) => claimOf(companyId, key));
  const { streams, handle } = runtime.aggregate(contactDecider, {
    weigh: (state) => roughSize(state) / 1_000,
    holds: addressClaims,
  });
  const uniqueAddresses =
    (companyId: string) =>
    (state: ContactState): readonly UniqueValue[] =>
      addressClaims(companyId, state).map((claim) => ({
        claim,
        code: 'ERR_DUPLICATED_CONTACT',
        field: 'number',
        details: (contactId) => ({ contactId }),
      }));

  const remembered = new LRUCache<string, Omit<EnsuredContact, 'events' | 'created'>>({
    // `max` would allocate for all of them at once.
    maxSize: 100_000,
    sizeCalculation: () => 1,
    ttl: rememberMs,
  });
  const forgetRewound = runtime.forgetsRewound(() => remembered.clear());

  const execute: ContactExecute = (contactId, command, deadline, start = 'store', seen = undefined) => {
    const { companyId } = command.metadata;
    return handle(contactStream(companyId, contactId), command, deadline, {
      start,
      reservations: reserveNew(contactId, uniqueAddresses(companyId), seen),
    });
  };
  const run = (context: Context, command: Pick<ContactCommand, 'type' | 'data'>): Promise<Outcome> =>
    runtime.withDeadline(async (deadline) => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as ContactCommand;
      const handled = await execute(full.data.contactId, full, deadline);
      if (freesAddresses.has(full.type)) remembered.clear();
      return outcome(handled);
    });
  const runs =
    <T extends ContactCommand['type']>(type: T) =>
    (context: Context, data: CommandOf<T>['data']): Promise<Outcome> =>
      run(context, { type, data } as unknown as CommandOf<T>);

  const merging = createMerging({
    runtime,
    streams,
    execute,
    tickets,
    forget: () => remembered.clear(),
    holderOf: async (companyId, address) =>
      (await runtime.claims.holder(claimOf(companyId, addressKey(address))))?.id,
  });
  const { find, findOrCreate } = createInboundContacts(runtime, claimOf, execute, merging);

  /**
   * Returns the contact that has this number (with or without the Brazilian ninth digit) or hidden id, created if there is
   * none. Cached: the hot path of every inbound message.
   */
  const ensure = async (context: Context, contact: InboundContact): Promise<EnsuredContact> => {
    forgetRewound();
    const cacheKey = `${context.companyId}\n${contact.numbers.join('\n')}`;
    const cached = remembered.get(cacheKey);
    if (cached !== undefined && cached.contactId === contact.gone) remembered.delete(cacheKey);
    else if (cached !== undefined) return { ...cached, events: [], created: false };
    const isGroup = contact.isGroup ?? false;
    const addresses = [...new Set(contact.numbers.map((number) => storedAddress(number, isGroup)))].filter(
      (address) => address !== '',
    );
    if (addresses.length === 0)
      throw new DomainError('ERR_WAPP_INVALID_CONTACT', 'no address', { errors: { number: 'required' } });
    // Messages of one unknown contact come in bursts: the first registers it, the others wait.
    return runtime.serial(`register ${context.companyId} ${addressKey(addresses[0]!)}`, async () => {
      const again = remembered.get(cacheKey);
      if (again !== undefined) return { ...again, events: [], created: false };
      const ensured = await findOrCreate(context, contact, addresses);
      const { contactId, position, revision, merged } = ensured;
      remembered.set(cacheKey, { contactId, position, revision, ...(merged && { merged }) });
      return ensured;
    });
  };

  return {
    ensure,

    /** What the messaging app calls a group. `formerName`: what it called it before; a name that people gave it stays. Nobody knows it: nothing. */
    nameGroup: async (
      context: Context,
      group: { readonly number: string; readonly name: string; readonly formerName?: string | undefined },
    ): Promise<void> => {
      const { number, name, formerName } = group;
      const known = await find(context.companyId, [addressKey(storedAddress(number, true))]);
      if (known?.state.status !== 'active' || !known.state.isGroup) return;
      const { contactId, state } = known;
      if (state.personal.name !== number && state.personal.name !== formerName) return;
      await run(context, { type: 'NameGroup', data: { contactId, name } });
    },

    /** Addresses of one person: whoever is known by one of them is known by all, two who are known by one each are merged. */
    recognise: async (
      context: Context,
      { numbers, connectionId }: Pick<InboundContact, 'numbers' | 'connectionId'>,
    ): Promise<void> => {
      const keys = numbers.map((number) => addressKey(storedAddress(number)));
      if ((await find(context.companyId, keys)) === undefined) return;
      await ensure(context, { numbers, name: '', origin: 'inbound', connectionId });
    },

    /** @throws ERR_DUPLICATED_CONTACT with details {contactId} */
    create: (
      context: Context,
      contact: Created & { readonly origin?: 'agent' | 'import' },
    ): Promise<Outcome & { readonly contactId: string }> =>
      runtime.withDeadline((deadline) =>
        runtime.withNewId(context, 'contact', undefined, async (contactId, metadata) => {
          const data = { origin: 'agent' as const, ...contact, contactId };
          const command = { type: 'CreateContact', data, metadata } as const;
          return { ...outcome(await execute(contactId, command, deadline)), contactId };
        }),
      ),

    update: runs('UpdateContact'),
    setPicture: runs('SetContactPicture'),

    /** Returns who has this number now, however it is written; undefined: nobody. `position`: what the read models must reach. */
    byNumber: async (
      companyId: string,
      number: string,
    ): Promise<{ readonly contactId: string; readonly position: number } | undefined> => {
      const known = await find(companyId, [addressKey(normalizeAddress(number))]);
      return known && { contactId: known.contactId, position: known.owner.position };
    },

    /**
     * All that says who they are or what was said with them is to go: from now on nothing more is written of them; the
     * rest is due work. A second time: nothing. Whoever writes from that number again is new.
     */
    erase: async (context: Context, { contactId }: { readonly contactId: string }): Promise<Outcome> => {
      if (runtime.contactKeys === undefined)
        throw new DomainError('ERR_UNAVAILABLE', 'no keys of contacts here');
      const erased = await run(context, { type: 'EraseContact', data: { contactId } });
      // A death before this is made good by whoever finishes the erasure.
      await runtime.contactKeys.close(context.companyId, contactId);
      return erased;
    },
    /** Everything of it has gone. */
    completeErasure: runs('CompleteErasure'),

    /**
     * They are one person: the younger goes on in the older. Returns which one stays. The open tickets of
     * `connectionIds` are joined before this returns; the rest is due work.
     * @param merge.keepsNameOf whose name stands where they differ; default: the one that people wrote
     * @throws ERR_NO_CONTACT_FOUND, ERR_VALIDATION (a group, the same one)
     */
    merge: (
      context: Context,
      merge: {
        readonly contactId: string;
        readonly other: string;
        readonly keepsNameOf?: string | undefined;
        readonly connectionIds: readonly string[];
      },
    ): Promise<Outcome & { readonly into: string }> => {
      const { contactId, other, ...more } = merge;
      return merging.merge(context, { ...more, contactIds: [contactId, other] });
    },
    /** Goes on with a merge that was begun. Nothing left to do: nothing. */
    finishMerge: (
      context: Context,
      merge: { readonly contactId: string; readonly connectionIds?: readonly string[] | undefined },
    ): Promise<Outcome & { readonly into: string }> =>
      merging.finish(context, merge.contactId, merge.connectionIds ?? []),
    /** Nothing of it is left outside. */
    completeMerge: runs('CompleteMerge'),

    /**
     * Its closed tickets stay. `connectionIds`: where it may have an open or pending one, which must be closed first.
     * @throws ERR_OTHER_OPEN_TICKET with details {ticketId, userId, queueId}
     */
    delete: async (
      context: Context,
      contact: { readonly contactId: string; readonly connectionIds: readonly string[] },
    ): Promise<Outcome> => {
      const { contactId, connectionIds } = contact;
      for (const connectionId of connectionIds) {
        const claim = ticketClaimOf(runtime, context.companyId, connectionId, contactId);
        const holder = await runtime.claims.holder(claim);
        if (holder !== undefined) throw otherOpen(holder.owner);
      }
      return run(context, { type: 'DeleteContact', data: { contactId } });
    },
  };
};
