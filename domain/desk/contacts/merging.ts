import { addressKey } from '../../contact/address.ts';
import type { ContactCommand, ContactState } from '../../contact/contact.ts';
import { addressKeys } from '../../contact/contact.ts';
import { isBetterNamed } from '../../contact/merge.ts';
import type { ActiveContact, MergedContact } from '../../contact/state.ts';
import { partBehind } from '../../contact/unmerge.ts';
import { DomainError, isDomainError } from '../../errors.ts';
import { noDeadline } from '../../kernel/deadline.ts';
import type { Loaded } from '../../kernel/event-streams.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import { lookingAgain, OutrunError } from '../looking-again.ts';
import { ticketClaimOf } from '../tickets/runtime.ts';
import type { MergingDeps } from './merging-deps.ts';
import type { Restoring } from './restoring.ts';
import { createRestoring, isAddressTaken } from './restoring.ts';

/** Returns it without the addresses that somebody else was given meanwhile: they are theirs. */
async function withoutTaken(
  holderOf: MergingDeps['holderOf'],
  companyId: string,
  state: MergedContact,
  into: string,
): Promise<MergedContact> {
  const isFree = async (address: string) => {
    const holder = address === '' ? into : await holderOf(companyId, address);
    return holder === undefined || holder === into;
  };
  const { number } = state.personal;
  const aliases: string[] = [];
  for (const alias of state.aliases) if (await isFree(alias)) aliases.push(alias);
  return {
    ...state,
    aliases,
    personal: { ...state.personal, number: (await isFree(number)) ? number : '' },
  };
}

/** Returns what tells whose an address is where contacts are part of others, or were. */
function createWhose({ follow, load }: Pick<Restoring, 'follow' | 'load'>) {
  /**
   * Returns where an address goes on that was this contact's and is not any more: in the contact that it is part of now, or in one
   * that it let go. Undefined: nowhere.
   */
  const goesOn = async (
    companyId: string,
    contactId: string,
    key: string,
  ): Promise<{ contactId: string; owner: Loaded<ActiveContact> } | undefined> => {
    const lastContact = await follow(companyId, contactId);
    const { state } = lastContact.owner;
    for (const [id, { addresses }] of 'apart' in state ? Object.entries(state.apart ?? {}) : []) {
      if (!addresses.some((address) => addressKey(address) === key)) continue;
      const back = await follow(companyId, id);
      if (addressKeys(back.owner.state).includes(key))
        return back as { contactId: string; owner: Loaded<ActiveContact> };
    }
    if (state.status !== 'active') return undefined;
    if (lastContact.contactId === contactId && !addressKeys(state).includes(key)) return undefined;
    return lastContact as { contactId: string; owner: Loaded<ActiveContact> };
  };

  /** Returns the part of a contact through whose address something came; undefined: nobody is part of it. */
  const partOf = async (
    companyId: string,
    { contactId, state }: { readonly contactId: string; readonly state: ContactState },
    addresses: readonly string[],
  ): Promise<string | undefined> => {
    if (state.status !== 'active' || state.merged.length === 0) return undefined;
    const parts = new Map<string, ContactState>();
    for (const id of state.merged) parts.set(id, (await load(companyId, id)).state);
    return partBehind(contactId, state, parts, addresses);
  };

  return { goesOn, partBehind: partOf };
}

/**
 * Returns how two contacts who are the same person become one, in steps that can each be done again:
 *
 * 1. The younger says that it goes on in the older: whoever looks for its addresses finds that one from now on.
 * 2. The older takes in what the younger was, and claims its addresses.
 * 3. The tickets change hands.
 *
 * A death between any two of them is finished by whoever finds the merge begun.
 */
export function createMerging(deps: MergingDeps) {
  const { runtime, execute, tickets, holderOf, forget } = deps;
  const restoring = createRestoring(deps);
  const { follow, load } = restoring;

  /** Finishes what was begun with this contact, as far as these connections go. Returns where it goes on. */
  const finish = (
    context: Context,
    contactId: string,
    connectionIds: readonly string[],
  ): Promise<Outcome & { readonly into: string }> =>
    lookingAgain(async () => {
      const { companyId } = context;
      const last = await follow(companyId, contactId);
      const into = last.contactId;
      const from = await load(companyId, contactId);
      if (from.state.status !== 'merged') throw new DomainError('ERR_NO_CONTACT_FOUND');
      let lastOutcome: Outcome = outcome({ loaded: last.owner, events: [] });
      try {
        const data = {
          contactId: into,
          from: contactId,
          merged: await withoutTaken(holderOf, companyId, from.state, into),
        };
        const metadata = runtime.metadataOf(context);
        lastOutcome = outcome(await execute(into, { type: 'AbsorbContact', data, metadata }, noDeadline));
      } catch (error) {
        if (!isDomainError(error, 'ERR_NO_CONTACT_FOUND')) throw error;
        if ((await follow(companyId, contactId)).contactId !== into) throw new OutrunError();
      }
      for (const connectionId of connectionIds) {
        const claim = ticketClaimOf(runtime, companyId, connectionId, contactId);
        const holder = await runtime.claims.holder(claim);
        if (!holder) continue;
        const { position } = await tickets.changeContact(context, { ticketId: holder.id, contactId: into });
        lastOutcome = { ...lastOutcome, position: Math.max(lastOutcome.position, position) };
      }
      return { ...lastOutcome, into };
    }, isAddressTaken);

  const merge = async (
    context: Context,
    {
      contactIds: [one, other],
      connectionIds,
      keepsNameOf,
    }: {
      readonly contactIds: readonly [string, string];
      readonly connectionIds: readonly string[];
      readonly keepsNameOf?: string | undefined;
    },
  ) => {
    const { companyId } = context;
    const [into, contactId] = one < other ? [one, other] : [other, one];
    const [older, younger] = await Promise.all([load(companyId, into), load(companyId, contactId)]);
    if (older.state.status !== 'active') throw new DomainError('ERR_NO_CONTACT_FOUND');
    if (older.state.isGroup)
      throw new DomainError('ERR_VALIDATION', 'a group is nobody', { errors: { contactId: 'invalid' } });
    const keepsName =
      keepsNameOf === undefined
        ? younger.state.status === 'active' && isBetterNamed(younger.state, older.state)
        : keepsNameOf === contactId;
    const command: ContactCommand = {
      type: 'MergeContact',
      data: { contactId, into, keepsName },
      metadata: runtime.metadataOf(context),
    };
    await execute(contactId, command, noDeadline);
    forget();
    return finish(context, contactId, connectionIds);
  };

  return { ...createWhose(restoring), merge, finish };
}

export type Merging = ReturnType<typeof createMerging>;
