import type { z } from 'zod';
import { addressKey, normalizeAddress, storedAddress } from '../../contact/address.ts';
import type { contactEvents } from '../../contact/events.ts';
import { DomainError } from '../../errors.ts';
import { contactStream } from '../../streams.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import type { CommandRuntime } from '../runtime.ts';
import { otherOpen, ticketClaimOf } from '../tickets/runtime.ts';
import { createEnsure } from './ensure.ts';
import type { InboundContact, InboundContacts } from './inbound-contact.ts';
import { createInboundContacts } from './inbound-contact.ts';
import type { Merging } from './merging.ts';
import { createMerging } from './merging.ts';
import type { MergingDeps } from './merging-deps.ts';
import type { ContactRuntime } from './runtime.ts';
import { createContactRuntime, wasErasedSince } from './runtime.ts';
import type { Undo, Unmerging } from './unmerging.ts';
import { createUnmerging } from './unmerging.ts';

type Created = Omit<z.input<typeof contactEvents.ContactCreated>, 'contactId' | 'origin'>;

/** Returns the commands by which contacts end: erased, part of another one, deleted. */
function createEndings(
  runtime: CommandRuntime,
  { run, runs }: ContactRuntime,
  merging: Merging,
  unmerging: Unmerging,
) {
  return {
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
        readonly otherId: string;
        readonly keepsNameOf?: string | undefined;
        readonly connectionIds: readonly string[];
      },
    ): Promise<Outcome & { readonly into: string }> => {
      const { contactId, otherId: other, ...more } = merge;
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
     * They were two after all: each has its addresses, and the tickets that began with them, again. What was written since stays
     * where it stands. The tickets among `ticketIds` change hands before this returns; the rest is due work. Undone already: nothing.
     * @param undo.ticketIds those of the one that stays, that began with the other or in which something was written since
     * @throws ERR_NO_MERGE_FOUND, ERR_MERGE_TOO_OLD, ERR_MERGE_UNTOLD (by a version that kept less), ERR_MERGE_CONTINUED with details
     * {contactId, into} of the merge to be undone first, ERR_MERGE_MIXED with details {ticketId}, ERR_CONTACT_ERASED
     */
    undoMerge: (context: Context, undo: Undo): Promise<Outcome> => unmerging.undo(context, undo),
    /** Returns why a merge cannot be undone; undefined: it can. */
    whyMergeStays: (context: Context, undo: Undo): Promise<DomainError | undefined> =>
      unmerging.refusalOf(context, undo),
    /** Goes on with an undo that was begun: the contact is one of its own again. Nothing left to do: nothing. */
    restoreContact: (context: Context, { contactId }: { readonly contactId: string }) =>
      unmerging.restore(context, contactId),
    /** All of its tickets are its own again. */
    completeUnmerge: runs('CompleteUnmerge'),

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
}

/** What a campaign goes by before it writes to somebody. */
export interface ContactStanding {
  readonly name: string;
  /** They asked campaigns not to write to them. */
  readonly hasLeft: boolean;
  /** Contacts that are part of them. */
  readonly mergedIds: readonly string[];
}

/** Returns what is asked of contacts, by their own events. */
function createLookUps(
  { claims }: Pick<CommandRuntime, 'claims'>,
  { streams, claimOf }: ContactRuntime,
  { find }: InboundContacts,
) {
  /** Returns how a contact stands now; undefined: there is none any more. */
  async function standing(companyId: string, contactId: string): Promise<ContactStanding | undefined> {
    const { state } = await streams.refresh(contactStream(companyId, contactId));
    if (state.status !== 'active') return undefined;
    const { personal, leftCampaigns = false, merged: mergedIds } = state;
    return { name: personal.name, hasLeft: leftCampaigns, mergedIds };
  }

  return {
    standing,

    /** Returns those of these numbers whose contacts were erased since an instant: what was known before it says nothing of them any more. */
    erasedSince: async (
      companyId: string,
      numbers: readonly string[],
      since: string,
    ): Promise<ReadonlySet<string>> => {
      const erasedNumbers = new Set<string>();
      for (const number of numbers) {
        const { state: claim } = await claims.streams.refresh(claimOf(companyId, addressKey(number)));
        const owner = claim.owner && (await streams.refresh(contactStream(companyId, claim.owner))).state;
        const erasedAt = owner && owner.status === 'erased' ? (owner.erasedAt ?? '') : '';
        if (erasedAt >= since || wasErasedSince(claim, since)) erasedNumbers.add(number);
      }
      return erasedNumbers;
    },

    /** Returns what a contact is called now; '' where there is none any more. */
    nameOf: async (companyId: string, contactId: string): Promise<string> =>
      (await standing(companyId, contactId))?.name ?? '',

    /** Returns who has this number now, however it is written; undefined: nobody. `position`: what the read models must reach. */
    byNumber: async (
      companyId: string,
      number: string,
    ): Promise<{ readonly contactId: string; readonly position: number } | undefined> => {
      const known = await find(companyId, [addressKey(normalizeAddress(number))]);
      return known && { contactId: known.contactId, position: known.owner.position };
    },

    /** Returns who has an address, as it is stored, now; undefined: nobody. */
    ownerOf: async (companyId: string, address: string): Promise<string | undefined> =>
      (await find(companyId, [addressKey(address)]))?.contactId,
  };
}

/** Returns the commands of contacts. */
export function createContacts(runtime: CommandRuntime, tickets: MergingDeps['tickets']) {
  const contactRuntime = createContactRuntime(runtime);
  const { claimOf, streams, execute, run, runs, remembered } = contactRuntime;
  const mergingDeps: MergingDeps = {
    runtime,
    streams,
    execute,
    tickets,
    forget: () => remembered.clear(),
    holderOf: async (companyId, address) =>
      (await runtime.claims.holder(claimOf(companyId, addressKey(address))))?.id,
  };
  const merging = createMerging(mergingDeps);
  const inbound = createInboundContacts(runtime, claimOf, execute, merging);
  const { find } = inbound;
  const ensure = createEnsure(runtime, contactRuntime, inbound);
  /** Nothing of it is kept either: whoever writes a hundred thousand of them asks for none. */
  const unknownStart = (companyId: string, number: string) => ({
    start: 'nowhere' as const,
    seenClaims: new Map([[claimOf(companyId, addressKey(number)), runtime.claims.streams.emptyStream]]),
    keepsNew: false,
  });

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

    /**
     * @param contact.isUnknown nobody is thought to have this number, spelled as it is stored: it is written before
     * anything is read, which a mistake makes slower and no less right
     * @param contact.knownSince when who writes it came to know of them; default: now
     * @throws ERR_DUPLICATED_CONTACT with details {contactId}, ERR_CONTACT_ERASED: since then
     */
    create: (
      context: Context,
      {
        isUnknown = false,
        knownSince,
        ...contact
      }: Created & {
        readonly origin?: 'agent' | 'import';
        readonly isUnknown?: boolean;
        readonly knownSince?: string;
      },
    ): Promise<Outcome & { readonly contactId: string }> =>
      runtime.withDeadline((deadline) =>
        runtime.withNewId(context, 'contact', undefined, async (contactId, metadata) => {
          const data = { origin: 'agent' as const, ...contact, contactId };
          const command = { type: 'CreateContact', data, metadata } as const;
          const start = isUnknown ? unknownStart(context.companyId, contact.number) : {};
          const options = { ...start, knownSince };
          return { ...outcome(await execute(contactId, command, deadline, options)), contactId };
        }),
      ),

    update: runs('UpdateContact'),
    setPicture: runs('SetContactPicture'),
    /** No campaign writes to them any more. A second time: nothing. */
    leaveCampaigns: runs('LeaveCampaigns'),
    /** Campaigns may write to them again. @throws ERR_VALIDATION without a reason */
    joinCampaigns: runs('JoinCampaigns'),
    ...createLookUps(runtime, contactRuntime, inbound),
    ...createEndings(runtime, contactRuntime, merging, createUnmerging(mergingDeps)),
  };
}
