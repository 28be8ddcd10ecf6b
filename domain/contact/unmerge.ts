import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import { addressKey } from './address.ts';
import type { ContactEvent } from './events.ts';
import { joinPersonal, releaseOf } from './merge.ts';
import { profileKey } from './profile-key.ts';
import type { ActiveContact, Before, ContactState, MergedContact, Personal } from './state.ts';

export type UnmergeCommand =
  /** `merged` (the state of `from`) is a contact of its own again; `contactIds`: it, and all that came with it. */
  | Command<
      'ReleaseContact',
      {
        readonly contactId: string;
        readonly from: string;
        readonly contactIds: readonly string[];
        readonly merged: MergedContact;
      }
    >
  /** `merge`: the one that is undone; `leaves`: whether campaigns write to it no more. */
  | Command<
      'UnmergeContact',
      Extract<ContactEvent, { type: 'ContactUnmerged' }>['data'] & {
        readonly merge: number;
        readonly leaves: boolean;
      }
    >
  | Command<'CompleteUnmerge', Extract<ContactEvent, { type: 'ContactUnmergeCompleted' }>['data']>;

type Of<T extends UnmergeCommand['type']> = Extract<UnmergeCommand, { type: T }>['data'];
type Addressed = Pick<ActiveContact, 'personal' | 'aliases'>;

const noContact = () => new DomainError('ERR_NO_CONTACT_FOUND');

/** Returns every address of a contact, whatever became of it. */
export const addressesOf = ({ personal, aliases }: Addressed): readonly string[] => [
  ...new Set([personal.number, ...aliases].filter((address) => address !== '')),
];

/** Returns the part of a contact through whose address something came: of several the one that came in last; itself where it is nobody else's. */
export const partBehind = (
  contactId: string,
  state: ActiveContact,
  parts: ReadonlyMap<string, ContactState>,
  addresses: readonly string[],
): string => {
  const keys = new Set(addresses.map(addressKey));
  // Ids grow: who was merged into a part has that one's addresses in it, and the greater id.
  for (const id of [...parts.keys()].sort().reverse()) {
    const part = parts.get(id)!;
    if (part.status === 'merged' && addressesOf(part).some((address) => keys.has(addressKey(address))))
      return id;
  }
  const named = Object.entries(state.via ?? {}).find(([address]) => keys.has(addressKey(address)));
  return named?.[1] ?? contactId;
};

/** Returns the addresses that go with those who are let go: theirs, and what the network named together with one of theirs. */
const releaseParts = (
  state: ActiveContact,
  contactIds: readonly string[],
  merged: MergedContact,
  before: Before | undefined,
): readonly string[] => {
  const theirs = new Set(addressesOf(merged).map(addressKey));
  const own = new Set((before ? addressesOf(before) : []).map(addressKey));
  return addressesOf(state).filter((address) => {
    const key = addressKey(address);
    const via = state.via?.[address];
    return !own.has(key) && (theirs.has(key) || (via !== undefined && contactIds.includes(via)));
  });
};

/** Returns what is known of the one that stays: what the merge brought goes, what was written since remains. */
const personalWithout = (
  { personal }: ActiveContact,
  gone: ReadonlySet<string>,
  merged: MergedContact,
  before: Before | undefined,
): Personal => {
  const number = gone.has(addressKey(personal.number)) ? (before?.personal.number ?? '') : personal.number;
  if (before === undefined) return { ...personal, number };
  const together = joinPersonal(before, merged);
  const brought = new Set(
    together.extraInfo.slice(before.personal.extraInfo.length).map((info) => JSON.stringify(info)),
  );
  return {
    name: personal.name === together.name ? before.personal.name : personal.name,
    number,
    email: personal.email === together.email ? before.personal.email : personal.email,
    extraInfo: personal.extraInfo.filter((info) => !brought.has(JSON.stringify(info))),
  };
};

export const release = (
  { contactId, from, contactIds, merged: mergedContact }: Of<'ReleaseContact'>,
  state: ContactState,
): ContactEvent[] => {
  if (state.status !== 'active') throw noContact();
  if (releaseOf(state, from, mergedContact) !== undefined) return [];
  const before = state.taken?.[from];
  const addresses = releaseParts(state, contactIds, mergedContact, before);
  const hasLeftCampaigns =
    state.leftCampaigns === true && mergedContact.leftCampaigns !== true && before?.leftCampaigns === false;
  const theirPicture =
    mergedContact.pictureId !== null && before?.pictureId === null ? mergedContact.pictureId : undefined;
  const events: ContactEvent[] = [
    {
      type: 'ContactReleased',
      data: {
        contactId,
        keyId: from,
        releasedId: from,
        contactIds: [...contactIds],
        merge: mergedContact.merges ?? 1,
        addresses: [...addresses],
        leftCampaigns: hasLeftCampaigns,
        ...(theirPicture !== undefined && { pictureId: theirPicture }),
      },
    },
  ];
  // Also where nothing of it came in yet but others are part of this one: every key of before is destroyed.
  if (state.merged.length > 0) {
    const gone = new Set(addresses.map(addressKey));
    const remainder = {
      merged: state.merged.filter((id) => !contactIds.includes(id)),
      times: (state.times ?? 0) + 1,
    };
    const personal = personalWithout(state, gone, mergedContact, before);
    const aliases = state.aliases.filter((alias) => !gone.has(addressKey(alias)));
    const via = Object.fromEntries(
      Object.entries(state.via ?? {}).filter(([alias]) => aliases.includes(alias)),
    );
    // All of it: what was said of both goes with its key.
    const data = { contactId, ...profileKey(contactId, remainder), ...personal, aliases, via };
    events.push({ type: 'ContactUpdated', data });
  }
  if (theirPicture !== undefined && state.pictureId === theirPicture)
    events.push({ type: 'ContactPictureChanged', data: { contactId, mediaId: null } });
  return events;
};

export const unmerge = (
  { merge, leaves, ...data }: Of<'UnmergeContact'>,
  state: ContactState,
): ContactEvent[] => {
  const { contactId } = data;
  // Erased meanwhile, or there already.
  if (state.status !== 'merged' || state.into !== data.from || (state.merges ?? 1) !== merge) return [];
  return [
    { type: 'ContactUnmerged', data },
    ...(leaves && !state.leftCampaigns
      ? [{ type: 'ContactLeftCampaigns' as const, data: { contactId } }]
      : []),
  ];
};

export const completeUnmerge = (data: Of<'CompleteUnmerge'>, state: ContactState): ContactEvent[] =>
  state.status === 'active' && state.unmerging ? [{ type: 'ContactUnmergeCompleted', data }] : [];
