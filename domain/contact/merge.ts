import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import { addressKey, isHidden } from './address.ts';
import type { ContactEvent } from './events.ts';
import { profileKey, timesAfter } from './profile-key.ts';
import type { ActiveContact, Apart, ContactState, MergedContact } from './state.ts';

export type MergeCommand =
  /** `into`: the one that stays. */
  | Command<
      'MergeContact',
      { readonly contactId: string; readonly into: string; readonly keepsName: boolean }
    >
  /** What `merged` (its state) was becomes part of this contact. */
  | Command<
      'AbsorbContact',
      { readonly contactId: string; readonly from: string; readonly merged: MergedContact }
    >
  | Command<'CompleteMerge', Extract<ContactEvent, { type: 'ContactMergeCompleted' }>['data']>;

type Of<T extends MergeCommand['type']> = Extract<MergeCommand, { type: T }>['data'];

const noContact = () => new DomainError('ERR_NO_CONTACT_FOUND');

export const merge = (
  { contactId, into, keepsName }: Of<'MergeContact'>,
  state: ContactState,
): ContactEvent[] => {
  // Whatever it was merged into: who asks looks there.
  if (state.status === 'merged') return [];
  if (state.status !== 'active') throw noContact();
  // Always the younger into the older: two that are merged into each other at one moment would leave nobody.
  if (state.isGroup || into >= contactId)
    throw new DomainError('ERR_VALIDATION', 'these cannot be merged', { errors: { contactId: 'invalid' } });
  return [{ type: 'ContactMerged', data: { contactId, into, keepsName, toldApart: true } }];
};

/** Returns how the contact that this one went into let it go again; undefined: it did not, or that was of an earlier merge. */
export const releaseOf = (
  into: ContactState,
  contactId: string,
  { merges = 1 }: MergedContact,
): Apart | undefined => {
  const release = 'apart' in into ? into.apart?.[contactId] : undefined;
  return release !== undefined && release.merge >= merges ? release : undefined;
};

/** Returns what is known of both: what either alone has, and where they differ what the named one says. */
export const joinPersonal = (
  ownFacts: Pick<ActiveContact, 'personal'>,
  otherFacts: Pick<MergedContact, 'personal' | 'keepsName'>,
): ActiveContact['personal'] => {
  const [first, second] = otherFacts.keepsName
    ? [otherFacts.personal, ownFacts.personal]
    : [ownFacts.personal, otherFacts.personal];
  const known = new Set(ownFacts.personal.extraInfo.map(({ name, value }) => `${name}\n${value}`));
  const ids = new Set(ownFacts.personal.extraInfo.map(({ id }) => id));
  const more = otherFacts.personal.extraInfo.filter(({ name, value }) => !known.has(`${name}\n${value}`));
  return {
    name: first.name || second.name,
    number: first.number || second.number,
    email: first.email || second.email,
    extraInfo: [
      ...ownFacts.personal.extraInfo,
      ...more.map((info) => (ids.has(info.id) ? { ...info, id: `${info.id}-${ids.size}` } : info)),
    ].slice(0, 50),
  };
};

const differ = (a: ActiveContact['personal'], b: ActiveContact['personal']): boolean =>
  a.name !== b.name ||
  a.number !== b.number ||
  a.email !== b.email ||
  a.extraInfo.length !== b.extraInfo.length;

export const absorb = (
  { contactId, from, merged: mergedContact }: Of<'AbsorbContact'>,
  state: ContactState,
): ContactEvent[] => {
  if (state.status !== 'active') throw noContact();
  // Undone while whoever brings it was on the way.
  if (releaseOf(state, from, mergedContact) !== undefined) return [];
  const has = new Set(state.merged);
  const contactIds = [from, ...mergedContact.merged].filter((id) => !has.has(id));
  if (contactIds.length === 0) return [];
  const events: ContactEvent[] = [{ type: 'ContactAbsorbed', data: { contactId, contactIds } }];
  const key = profileKey(contactId, { merged: contactIds, times: timesAfter(state) });
  const personal = joinPersonal(state, mergedContact);
  if (differ(personal, state.personal))
    events.push({ type: 'ContactUpdated', data: { contactId, ...key, ...personal } });
  const known = new Set([personal.number, ...state.aliases].map(addressKey));
  for (const alias of [state.personal.number, mergedContact.personal.number, ...mergedContact.aliases])
    if (alias !== '' && !known.has(addressKey(alias))) {
      known.add(addressKey(alias));
      events.push({ type: 'ContactAliasAdded', data: { contactId, ...key, alias } });
    }
  if (mergedContact.leftCampaigns && !state.leftCampaigns)
    events.push({ type: 'ContactLeftCampaigns', data: { contactId } });
  if (state.pictureId === null && mergedContact.pictureId !== null)
    events.push({ type: 'ContactPictureChanged', data: { contactId, mediaId: mergedContact.pictureId } });
  return events;
};

export const completeMerge = (data: Of<'CompleteMerge'>, state: ContactState): ContactEvent[] => {
  // Erased meanwhile: nothing of it is left anywhere. Undone: nothing of it is anywhere else.
  if (state.status === 'erased' || (state.status === 'active' && state.merges !== undefined)) return [];
  if (state.status !== 'merged') throw noContact();
  return state.completed ? [] : [{ type: 'ContactMergeCompleted', data }];
};

/**
 * Returns whether two contacts may be taken for one because the messaging network uses this number and this hidden id for one
 * person: nothing else that is known of them speaks against it. A number goes to another person in time; whoever has
 * it now is then neither. Nor whoever people said are two.
 */
export const agree = (
  byNumber: Known,
  byHidden: Known,
  { number, hidden }: { readonly number: string; readonly hidden: string },
): boolean => {
  if (byNumber.state.status !== 'active' || byHidden.state.status !== 'active') return false;
  if (areTwo(byNumber, byHidden)) return false;
  return addressesAgree(byNumber.state, byHidden.state, { number, hidden });
};

interface Known {
  readonly contactId: string;
  readonly state: ContactState;
}

/** Returns whether people took them, or who is part of them, apart once. */
const areTwo = (one: Known, other: Known): boolean => {
  const says = ({ state }: Known, { contactId, state: of }: Known) =>
    state.status === 'active' &&
    of.status === 'active' &&
    [contactId, ...of.merged].some((id) => state.apart?.[id] !== undefined);
  return says(one, other) || says(other, one);
};

const addressesAgree = (
  byNumber: ActiveContact,
  byHidden: ActiveContact,
  { number, hidden }: { readonly number: string; readonly hidden: string },
): boolean => {
  if (byNumber.isGroup || byHidden.isGroup) return false;
  const addresses = (state: ActiveContact) => [state.personal.number, ...state.aliases].filter(Boolean);
  return (
    addresses(byNumber).every((address) => !isHidden(address) || address === hidden) &&
    addresses(byHidden).every((address) => isHidden(address) || addressKey(address) === addressKey(number))
  );
};

/** Returns whether the first of two is the one whose name is better known: written by people, or with a number. */
export const isBetterNamed = (one: ActiveContact, other: ActiveContact): boolean => {
  const worth = ({ origin, personal }: ActiveContact) =>
    (origin === 'inbound' ? 0 : 2) + (personal.number === '' ? 0 : 1);
  return worth(one) > worth(other);
};
