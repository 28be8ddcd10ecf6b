import { LRUCache } from 'lru-cache';
import { addressKey, isNumber, normalizeAddress, storedAddress } from '../contact/address.ts';
import type { ContactCommand, ContactState } from '../contact/contact.ts';
import { addressKeys, contactDecider } from '../contact/contact.ts';
import { agree } from '../contact/merge.ts';
import type { Context, Desk, MergedBefore } from '../desk.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { ClaimState } from '../kernel/claim-events.ts';
import { type Beforehand, createClaimingHandler } from '../kernel/claiming-handler.ts';
import type { Loaded } from '../kernel/event-streams.ts';
import type { Patience } from '../kernel/patience.ts';
import { endless } from '../kernel/patience.ts';
import { roughSize } from '../kernel/rough-size.ts';
import { contactStream } from '../kernel/streams.ts';
import type { Kit } from './kit.ts';
import { outcome } from './kit.ts';
import { createMerging } from './merging.ts';
import { otherOpen, ticketClaimOf } from './ticket-kit.ts';

interface Known {
  readonly contactId: string;
  readonly position: number;
  readonly revision: number;
  readonly merged?: MergedBefore;
}

/** Another process may delete a contact: what is remembered of an address is checked again after this long. */
const rememberMs = 10_000;

/** After these an address may be somebody else's. */
const forgets: ReadonlySet<string> = new Set([
  ...['DeleteContact', 'UpdateContact', 'EraseContact', 'MergeContact'],
]);

export const createContacts = (
  kit: Kit,
  tickets: Pick<Desk['tickets'], 'changeContact'>,
): Desk['contacts'] => {
  const streams = kit.streams(contactDecider, { weigh: (state) => roughSize(state) / 1_000 });
  const claimOf = (companyId: string, key: string) => kit.claimOf(companyId, 'contact-address', key);
  const held = (companyId: string, state: ContactState) =>
    addressKeys(state).map((key) => claimOf(companyId, key));
  kit.claims.register('contact', {
    streams,
    holds: held,
    lost: (state) => (state.status === 'absent' ? {} : state.lost),
  });
  const handle = createClaimingHandler(
    contactDecider,
    streams,
    kit.claims,
    (companyId, state) =>
      held(companyId, state).map((claim) => ({
        claim,
        code: 'ERR_DUPLICATED_CONTACT' as const,
        field: 'number',
        details: (contactId) => ({ contactId }),
      })),
    kit.handler,
  );
  const known = new LRUCache<string, Known>({
    // `max` would allocate for all of them at once.
    maxSize: 100_000,
    sizeCalculation: () => 1,
    ttl: rememberMs,
  });
  const forgetRewound = kit.forgetsRewound(() => known.clear());

  const execute = (
    context: Context,
    id: string,
    command: ContactCommand,
    patience: Patience,
    beforehand?: Beforehand,
  ) => handle(contactStream(context.companyId, id), id, command, patience, beforehand);
  const run = (context: Context, command: Pick<ContactCommand, 'type' | 'data'>) =>
    kit.patient(async (patience) => {
      const full = { ...command, metadata: kit.metadataOf(context) } as ContactCommand;
      const handled = await execute(context, full.data.contactId, full, patience);
      if (forgets.has(full.type)) known.clear();
      return outcome(handled);
    });

  const merging = createMerging({
    ...{ kit, streams, execute, tickets, forget: () => known.clear() },
    holderOf: async (companyId, address) =>
      (await kit.claims.holder(claimOf(companyId, addressKey(address))))?.id,
  });

  type Meeting = Parameters<Desk['contacts']['ensure']>[1];

  /**
   * Who has one of these addresses now; the first address that is somebody's decides.
   * @param seen is given the claims of those that are nobody's
   */
  const find = async (companyId: string, keys: readonly string[], seen?: Map<string, Loaded<ClaimState>>) => {
    for (const key of keys) {
      const name = claimOf(companyId, key);
      const { claim, holder } = await kit.claims.look(name);
      seen?.set(name, claim);
      if (holder !== undefined)
        return { contactId: holder.id, state: holder.owner.state as ContactState, ...holder };
      // Whose it was may be part of another by now, which has not taken the address yet.
      const into =
        claim.state.owner === null ? undefined : await merging.merged(companyId, claim.state.owner);
      if (into !== undefined) return { ...into, state: into.owner.state };
    }
    return undefined;
  };

  /** Two contacts whom the network calls by one number and one hidden id at once are one, unless more is known of them. */
  const mergeKnown = async (context: Context, contact: Meeting, addresses: readonly string[]) => {
    const lid = addresses.find((address) => address.endsWith('@lid'));
    const number = addresses.find(isNumber);
    if (lid === undefined || number === undefined || addresses.length !== 2) return false;
    const byLid = await find(context.companyId, [lid]);
    const byNumber = byLid && (await find(context.companyId, [addressKey(number)]));
    if (!byLid || !byNumber || byLid.contactId === byNumber.contactId) return false;
    if (!agree(byNumber.state, byLid.state, { number, lid })) return false;
    const { connectionId } = contact;
    await merging.merge(context, {
      contactIds: [byNumber.contactId, byLid.contactId],
      connectionIds: connectionId === undefined ? [] : [connectionId],
    });
    return true;
  };

  const mergedBefore = (state: ContactState): { merged?: MergedBefore } =>
    state.status === 'active' && state.merged.length > 0
      ? { merged: { contactIds: state.merged, at: state.mergedAt } }
      : {};

  const meet = async (
    context: Context,
    contact: Meeting,
    addresses: readonly string[],
  ): ReturnType<Desk['contacts']['ensure']> => {
    const { companyId } = context;
    const keys = [...new Set(addresses.map(addressKey))];
    const data = {
      addresses,
      name: contact.name,
      isGroup: contact.isGroup ?? false,
      origin: contact.origin ?? ('inbound' as const),
    };
    for (;;) {
      const claims = new Map<string, Loaded<ClaimState>>();
      const found = await find(companyId, keys, claims);
      if (found !== undefined) {
        const { contactId, owner } = found;
        const mine = new Set(addressKeys(found.state));
        const seen = {
          contactId,
          position: owner.position,
          revision: owner.revision,
          events: [],
          created: false,
          ...mergedBefore(found.state),
        };
        if (keys.every((key) => mine.has(key))) return seen;
        if (!data.isGroup && (await mergeKnown(context, contact, addresses))) continue;
        // What belongs to somebody else already stays there: merging them is for people to decide.
        const free: string[] = [];
        for (const address of addresses) {
          const key = addressKey(address);
          const holder = mine.has(key) ? found : await find(companyId, [key]);
          if (holder === undefined || holder.contactId === contactId) free.push(address);
        }
        const metadata = kit.metadataOf(context);
        try {
          const command: ContactCommand = {
            type: 'MeetContact',
            data: { ...data, contactId, addresses: free },
            metadata,
          };
          return { ...seen, ...outcome(await execute(context, contactId, command, endless)) };
        } catch (error) {
          if (isDomainError(error, 'ERR_DUPLICATED_CONTACT') || isDomainError(error, 'ERR_NO_CONTACT_FOUND'))
            continue;
          throw error;
        }
      }
      try {
        return await kit.withNewId(context, 'contact', undefined, async (contactId, metadata) => {
          const command: ContactCommand = { type: 'MeetContact', data: { ...data, contactId }, metadata };
          // An id derived from a command's may be there already: the command is repeated.
          const beforehand = { newStream: context.commandId === undefined, claims };
          const handled = await execute(context, contactId, command, endless, beforehand);
          return { ...outcome(handled), contactId, created: handled.events.length > 0 };
        });
      } catch (error) {
        // Somebody else met the same contact at this moment.
        if (!isDomainError(error, 'ERR_DUPLICATED_CONTACT')) throw error;
      }
    }
  };

  const contacts: Desk['contacts'] = {
    nameGroup: async (context, { number, name, formerName }) => {
      const found = await find(context.companyId, [addressKey(storedAddress(number, true))]);
      if (found?.state.status !== 'active' || !found.state.isGroup) return;
      const { contactId, state } = found;
      if (state.personal.name !== number && state.personal.name !== formerName) return;
      await run(context, { type: 'NameGroup', data: { contactId, name } });
    },
    recognise: async (context, { numbers, connectionId }) => {
      const keys = numbers.map((number) => addressKey(storedAddress(number)));
      if ((await find(context.companyId, keys)) === undefined) return;
      const origin = 'inbound';
      await contacts.ensure(context, { numbers, name: '', origin, ...(connectionId && { connectionId }) });
    },
    ensure: async (context, contact) => {
      forgetRewound();
      const raw = `${context.companyId}\n${contact.numbers.join('\n')}`;
      const seen = known.get(raw);
      if (seen !== undefined && seen.contactId === contact.gone) known.delete(raw);
      else if (seen !== undefined) return { ...seen, events: [], created: false };
      const isGroup = contact.isGroup ?? false;
      const addresses = [...new Set(contact.numbers.map((number) => storedAddress(number, isGroup)))].filter(
        (address) => address !== '',
      );
      if (addresses.length === 0)
        throw new DomainError('ERR_WAPP_INVALID_CONTACT', 'no address', { errors: { number: 'required' } });
      // Messages of one unknown contact come in bursts: the first meets it, the others wait.
      const key = `meet ${context.companyId} ${addressKey(addresses[0]!)}`;
      return kit.serial(key, async () => {
        const again = known.get(raw);
        if (again !== undefined) return { ...again, events: [], created: false };
        const met = await meet(context, contact, addresses);
        const { contactId, position, revision, merged } = met;
        known.set(raw, { contactId, position, revision, ...(merged && { merged }) });
        return met;
      });
    },
    create: (context, contact) =>
      kit.patient((patience) =>
        kit.withNewId(context, 'contact', undefined, async (contactId, metadata) => {
          const data = { origin: 'agent' as const, ...contact, contactId };
          const command: ContactCommand = { type: 'CreateContact', data, metadata };
          return { ...outcome(await execute(context, contactId, command, patience)), contactId };
        }),
      ),
    update: (context, data) => run(context, { type: 'UpdateContact', data }),
    setPicture: (context, data) => run(context, { type: 'SetContactPicture', data }),
    byNumber: async (companyId, number) => {
      const found = await find(companyId, [addressKey(normalizeAddress(number))]);
      return found && { contactId: found.contactId, position: found.owner.position };
    },
    erase: async (context, { contactId }) => {
      if (kit.contactKeys === undefined) throw new DomainError('ERR_UNAVAILABLE', 'no keys of contacts here');
      const erased = await run(context, { type: 'EraseContact', data: { contactId } });
      // A death before this is made good by whoever finishes the erasure.
      await kit.contactKeys.close(context.companyId, contactId);
      return erased;
    },
    merge: (context, { contactId, other, keepsNameOf, connectionIds }) =>
      merging.merge(context, {
        contactIds: [contactId, other],
        connectionIds,
        ...(keepsNameOf !== undefined && { keepsNameOf }),
      }),
    finishMerge: (context, { contactId, connectionIds }) =>
      merging.finish(context, contactId, connectionIds ?? []),
    completeMerge: (context, data) => run(context, { type: 'CompleteMerge', data }),
    completeErasure: (context, data) => run(context, { type: 'CompleteErasure', data }),
    delete: async (context, { contactId, connectionIds }) => {
      for (const connectionId of connectionIds) {
        const claim = ticketClaimOf(kit, context.companyId, connectionId, contactId);
        const holder = await kit.claims.holder(claim);
        if (holder !== undefined) throw otherOpen(holder.owner);
      }
      return run(context, { type: 'DeleteContact', data: { contactId } });
    },
  };
  return contacts;
};
