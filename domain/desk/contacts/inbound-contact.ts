import { addressKey, isHidden, isNumber } from '../../contact/address.ts';
import type { ContactCommand, ContactState } from '../../contact/contact.ts';
import { addressKeys } from '../../contact/contact.ts';
import { agree } from '../../contact/merge.ts';
import { isDomainError } from '../../errors.ts';
import type { ClaimState } from '../../kernel/claim-events.ts';
import { noDeadline } from '../../kernel/deadline.ts';
import type { Loaded } from '../../kernel/event-streams.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import type { CommandRuntime } from '../runtime.ts';
import type { ContactExecute } from './execute.ts';
import type { MergedBefore } from './merged-before.ts';
import type { Merging } from './merging.ts';

type RegisterData = Extract<ContactCommand, { type: 'RegisterInboundContact' }>['data'];

/** A contact as the messaging app names it. */
export interface InboundContact
  extends Pick<RegisterData, 'name'>,
    Partial<Pick<RegisterData, 'isGroup' | 'origin'>> {
  readonly numbers: readonly string[];
  /** Not this one: it was refused as erased or merged a moment ago, and may be remembered here still. */
  readonly gone?: string | undefined;
  /** Where it wrote: should it turn out to be two contacts, their open tickets there are joined before this returns. */
  readonly connectionId?: string | undefined;
}

export type EnsuredContact = Outcome & {
  readonly contactId: string;
  readonly created: boolean;
  readonly merged?: MergedBefore;
  /** Of one that others are part of: the one through whose address it was found. */
  readonly via?: string;
};

/** Returns the contacts that this one took in, and those it was part of: what it wrote then has that one's ids. */
const mergedBefore = (state: ContactState): { merged?: MergedBefore } => {
  if (state.status !== 'active') return {};
  const contactIds = [...state.merged, ...(state.partOf ?? [])];
  return contactIds.length > 0 ? { merged: { contactIds, at: state.mergedAt } } : {};
};

type ClaimOf = (companyId: string, addressKey: string) => string;

/**
 * Returns what finds who has one of some addresses now; the first address that is somebody's decides.
 * `unclaimed` is given the claims of those that are nobody's
 */
function createFind(runtime: CommandRuntime, claimOf: ClaimOf, merging: Merging) {
  return async (companyId: string, keys: readonly string[], unclaimed?: Map<string, Loaded<ClaimState>>) => {
    for (const key of keys) {
      const name = claimOf(companyId, key);
      const { claim, holder } = await runtime.claims.look(name);
      unclaimed?.set(name, claim);
      if (holder !== undefined)
        return { contactId: holder.id, state: holder.owner.state as ContactState, ...holder };
      // Whose it was may be part of another by now, or a contact of its own again, which has not taken the address yet.
      const into =
        claim.state.owner === null ? undefined : await merging.goesOn(companyId, claim.state.owner, key);
      if (into !== undefined) return { ...into, state: into.owner.state };
    }
    return undefined;
  };
}
type FoundContact = NonNullable<Awaited<ReturnType<ReturnType<typeof createFind>>>>;

/** Returns how the contact of an address is found, or made where there is none. */
export function createInboundContacts(
  runtime: CommandRuntime,
  claimOf: ClaimOf,
  execute: ContactExecute,
  merging: Merging,
) {
  const find = createFind(runtime, claimOf, merging);

  /** Two contacts whom the network calls by one number and one hidden id at once are one, unless more is known of them. */
  const mergeKnown = async (
    context: Context,
    { connectionId }: InboundContact,
    addresses: readonly string[],
  ) => {
    const hidden = addresses.find(isHidden);
    const number = addresses.find(isNumber);
    if (hidden === undefined || number === undefined || addresses.length !== 2) return false;
    const byHidden = await find(context.companyId, [hidden]);
    const byNumber = byHidden && (await find(context.companyId, [addressKey(number)]));
    if (!byHidden || !byNumber || byHidden.contactId === byNumber.contactId) return false;
    if (!agree(byNumber, byHidden, { number, hidden })) return false;
    await merging.merge(context, {
      contactIds: [byNumber.contactId, byHidden.contactId],
      connectionIds: connectionId === undefined ? [] : [connectionId],
    });
    return true;
  };

  /** Returns the addresses that the contact may take: what belongs to somebody else stays there, for people to decide. */
  const freeFor = async (companyId: string, contact: FoundContact, addresses: readonly string[]) => {
    const own = new Set(addressKeys(contact.state));
    const free: string[] = [];
    for (const address of addresses) {
      const key = addressKey(address);
      const holder = own.has(key) ? contact : await find(companyId, [key]);
      if (holder === undefined || holder.contactId === contact.contactId) free.push(address);
    }
    return free;
  };

  const findOrCreate = async (
    context: Context,
    contact: InboundContact,
    addresses: readonly string[],
  ): Promise<EnsuredContact> => {
    const { companyId } = context;
    const { name, isGroup = false, origin = 'inbound' } = contact;
    const keys = [...new Set(addresses.map(addressKey))];
    const register = (
      contactId: string,
      own: readonly string[],
      metadata: ContactCommand['metadata'],
      via?: string,
    ) =>
      ({
        type: 'RegisterInboundContact',
        data: { contactId, addresses: own, name, isGroup, origin, via },
        metadata,
      }) as const;
    // Not `lookingAgain`: an attempt is made again also after its own merge, and which failures say that somebody else was
    // faster depends on what it found.
    for (;;) {
      const unclaimedKeys = new Map<string, Loaded<ClaimState>>();
      const knownContact = await find(companyId, keys, unclaimedKeys);
      try {
        if (knownContact === undefined)
          return await runtime.withNewId(context, 'contact', undefined, async (contactId, metadata) => {
            // An id derived from a command's may be there already: the command is repeated.
            const start = context.commandId === undefined ? 'nowhere' : 'store';
            const command = register(contactId, addresses, metadata);
            const handled = await execute(contactId, command, noDeadline, {
              start,
              seenClaims: unclaimedKeys,
            });
            return { ...outcome(handled), contactId, created: handled.events.length > 0 };
          });
        const { contactId, owner, state } = knownContact;
        const via = await merging.partBehind(companyId, knownContact, addresses);
        const ensured = { contactId, created: false, ...mergedBefore(state), ...(via && { via }) };
        const own = new Set(addressKeys(state));
        if (keys.every((key) => own.has(key)))
          return { ...outcome({ loaded: owner, events: [] }), ...ensured };
        if (!isGroup && (await mergeKnown(context, contact, addresses))) continue;
        const free = await freeFor(companyId, knownContact, addresses);
        const command = register(contactId, free, runtime.metadataOf(context), via);
        return { ...outcome(await execute(contactId, command, noDeadline)), ...ensured };
      } catch (error) {
        // Somebody else registered or merged the same contact at this moment.
        const gone = knownContact !== undefined && isDomainError(error, 'ERR_NO_CONTACT_FOUND');
        if (!gone && !isDomainError(error, 'ERR_DUPLICATED_CONTACT')) throw error;
      }
    }
  };

  return { find, findOrCreate };
}

export type InboundContacts = ReturnType<typeof createInboundContacts>;
