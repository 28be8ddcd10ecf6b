import type { ContactCommand } from '../../contact/contact.ts';
import type { ActiveContact, MergedContact } from '../../contact/state.ts';
import { DomainError, isDomainError } from '../../errors.ts';
import { noDeadline } from '../../kernel/deadline.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import { lookingAgain, OutrunError } from '../looking-again.ts';
import type { MergingDeps } from './merging-deps.ts';
import { createRestoring } from './restoring.ts';

/** How long a merge may be undone, in days. */
export const undoDays = 30;
const dayMs = 86_400_000;

/** A merge that is to be undone. */
export interface Undo {
  readonly contactId: string;
  /** The contact that it is part of. */
  readonly from: string;
  /** Tickets of `from` in which something may have been written since. */
  readonly ticketIds: readonly string[];
}

interface Both {
  readonly merged: MergedContact;
  readonly into: ActiveContact;
  /** The contact, and all that is part of `from` only by it. */
  readonly contactIds: readonly string[];
}

const refusal = (code: ConstructorParameters<typeof DomainError>[0], text: string, details?: object) =>
  new DomainError(code, text, { errors: { otherId: code }, ...(details && { details: { ...details } }) });

/** Returns what tells whether a merge may be undone. */
function createChecks(deps: MergingDeps) {
  const { load, follow, restore } = createRestoring(deps);

  /** Returns both as they stand; undefined: it is undone, or was. @throws where it cannot be */
  const loadBoth = async (companyId: string, contactId: string, from: string): Promise<Both | undefined> => {
    const { state: mergedState } = await load(companyId, contactId);
    if (mergedState.status === 'active' && mergedState.partOf?.includes(from)) return undefined;
    if (mergedState.status === 'erased') throw new DomainError('ERR_CONTACT_ERASED');
    if (mergedState.status !== 'merged') throw refusal('ERR_NO_MERGE_FOUND', 'it is part of no contact');
    if ((await restore({ companyId, actor: { kind: 'system', id: 'merges' } }, contactId)) !== undefined)
      return undefined;
    const { state: into } = await load(companyId, from);
    if (mergedState.into !== from) {
      const within = (await follow(companyId, contactId)).contactId === from;
      if (!within) throw refusal('ERR_NO_MERGE_FOUND', 'it is not part of that contact');
      throw refusal('ERR_MERGE_CONTINUED', 'a later merge comes first', {
        contactId: mergedState.into,
        into: from,
      });
    }
    if (into.status === 'merged')
      throw refusal('ERR_MERGE_CONTINUED', 'a later merge comes first', { contactId: from, into: into.into });
    if (into.status === 'erased') throw new DomainError('ERR_CONTACT_ERASED');
    if (into.status !== 'active') throw new DomainError('ERR_NO_CONTACT_FOUND');
    const contactIds = new Set([contactId, ...mergedState.merged]);
    // One that came by this contact, and was taken in before it.
    for (const id of into.merged) {
      const { state } = await load(companyId, id);
      if (state.status === 'merged' && contactIds.has(state.into)) contactIds.add(id);
    }
    return { merged: mergedState, into, contactIds: [...contactIds] };
  };

  /** @throws where nobody could tell the two apart any more */
  const check = async (
    companyId: string,
    at: string,
    { merged: { at: mergedAt, toldApart }, contactIds }: Both,
    ticketIds: readonly string[],
  ): Promise<void> => {
    if (!toldApart) throw refusal('ERR_MERGE_UNTOLD', 'its messages do not say from which address they came');
    if (Date.parse(at) - Date.parse(mergedAt) > undoDays * dayMs)
      throw refusal('ERR_MERGE_TOO_OLD', `it was merged more than ${undoDays} days ago`, { mergedAt });
    const theirs = new Set(contactIds);
    for (const ticketId of ticketIds) {
      const writers = await deps.tickets.writersOf(companyId, ticketId);
      if (writers?.strangers.some((id) => theirs.has(id) !== theirs.has(writers.homeId)))
        throw refusal('ERR_MERGE_MIXED', 'both wrote in one ticket since', { ticketId });
    }
  };

  return { loadBoth, check };
}

/**
 * Returns how a merge of two contacts is undone, in steps that can each be done again:
 *
 * 1. The one that stayed lets the other go, with its addresses, and says that they are two: from here on it is undone.
 * 2. The other is a contact of its own again and claims its addresses. Whoever looks for one of them in between does this first.
 * 3. The tickets that began with an address of the other are its own again.
 *
 * A death between any two of them is finished by whoever finds it begun (`gateway/jobs/merges.ts`).
 */
export function createUnmerging(deps: MergingDeps) {
  const { runtime, execute, tickets } = deps;
  const { load, follow, restore } = createRestoring(deps);
  const { loadBoth, check } = createChecks(deps);

  /** Gives back the tickets among these that began with an address of the contact. */
  const giveBack = async (
    context: Context,
    { contactId, from, ticketIds }: Undo,
    contactIds: readonly string[],
  ): Promise<number> => {
    let position = 0;
    for (const ticketId of ticketIds) {
      const writers = await tickets.writersOf(context.companyId, ticketId);
      if (writers?.contactId !== from || !contactIds.includes(writers.homeId)) continue;
      const moved = await tickets.changeContact(context, { ticketId, contactId, undone: true });
      position = Math.max(position, moved.position);
    }
    return position;
  };

  const undo = (context: Context, { contactId, from, ticketIds }: Undo): Promise<Outcome> =>
    lookingAgain(async () => {
      const { companyId } = context;
      const pair = await loadBoth(companyId, contactId, from);
      if (pair === undefined) {
        const { owner } = await follow(companyId, contactId);
        const merged = owner.state.status === 'active' ? owner.state.merged : [];
        const position = await giveBack(context, { contactId, from, ticketIds }, [contactId, ...merged]);
        const done = outcome({ loaded: owner, events: [] });
        return { ...done, position: Math.max(done.position, position) };
      }
      const metadata = runtime.metadataOf(context);
      await check(companyId, metadata.at, pair, ticketIds);
      const { merged, contactIds } = pair;
      const data = { contactId: from, from: contactId, contactIds, merged };
      const command: ContactCommand = { type: 'ReleaseContact', data, metadata };
      try {
        await execute(from, command, noDeadline);
      } catch (error) {
        // It was merged, deleted or erased at this very moment.
        throw isDomainError(error, 'ERR_NO_CONTACT_FOUND') ? new OutrunError() : error;
      }
      deps.forget();
      const restored = await restore(context, contactId);
      const position = await giveBack(context, { contactId, from, ticketIds }, contactIds);
      const done = restored ?? outcome({ loaded: await load(companyId, contactId), events: [] });
      return { ...done, position: Math.max(done.position, position) };
    });

  return {
    undo,
    /** Returns why a merge cannot be undone; undefined: it can. */
    async refusalOf(
      context: Context,
      { contactId, from, ticketIds }: Undo,
    ): Promise<DomainError | undefined> {
      try {
        const found = await loadBoth(context.companyId, contactId, from);
        if (found === undefined) return refusal('ERR_NO_MERGE_FOUND', 'it is part of no contact');
        await check(context.companyId, runtime.metadataOf(context).at, found, ticketIds);
        return undefined;
      } catch (error) {
        if (error instanceof DomainError) return error;
        throw error;
      }
    },
    /** Takes the second step of an undo that was begun. */
    restore,
  };
}

export type Unmerging = ReturnType<typeof createUnmerging>;
