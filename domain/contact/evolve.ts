import type { ContactEvent } from './events.ts';
import { timesAfter } from './profile-key.ts';
import type { ActiveContact, ContactState, MergedContact } from './state.ts';

type Released = Extract<ContactEvent, { type: 'ContactReleased' }>['data'];
type WithApart = Pick<ActiveContact, 'apart'>;

/** Returns whom it let go, who outlives it: they may not be contacts of their own yet. */
const apartOf = (state: ContactState): WithApart =>
  'apart' in state && state.apart !== undefined ? { apart: state.apart } : {};

const releasing = (state: ContactState, released: Released): WithApart => {
  const { releasedId, merge, addresses, leftCampaigns } = released;
  return { apart: { ...apartOf(state).apart, [releasedId]: { merge, addresses, leftCampaigns } } };
};

const evolveActive = (
  state: ActiveContact,
  event: Exclude<
    ContactEvent,
    { type: 'ContactCreated' | 'ContactErased' | 'ContactErasureCompleted' | 'ClaimLost' }
  >,
  at: string,
): ContactState => {
  switch (event.type) {
    case 'ContactUpdated': {
      const { contactId: _, keyId: __, aliases, via, ...personal } = event.data;
      return { ...state, personal, ...(aliases && { aliases, via: via ?? {} }) };
    }
    case 'ContactAliasAdded': {
      const { alias, via } = event.data;
      const aliases = [...state.aliases, alias];
      return { ...state, aliases, ...(via !== undefined && { via: { ...state.via, [alias]: via } }) };
    }
    case 'ContactPictureChanged':
      return { ...state, pictureId: event.data.mediaId };
    case 'ContactAbsorbed': {
      const { contactIds } = event.data;
      const { personal, aliases, pictureId, leftCampaigns = false, taken } = state;
      const before = { personal, aliases, pictureId, leftCampaigns };
      return {
        ...state,
        merged: [...state.merged, ...contactIds],
        mergedAt: at,
        times: timesAfter(state),
        ...(contactIds[0] !== undefined && { taken: { ...taken, [contactIds[0]]: before } }),
      };
    }
    case 'ContactMerged': {
      const { into, keepsName, toldApart = false } = event.data;
      const { unmerging: _, ...rest } = state;
      const merges = (state.merges ?? 0) + 1;
      return { ...rest, status: 'merged', into, keepsName, toldApart, merges, completed: false, at };
    }
    case 'ContactReleased': {
      const { releasedId, contactIds } = event.data;
      const { [releasedId]: _, ...taken } = state.taken ?? {};
      return {
        ...state,
        merged: state.merged.filter((id) => !contactIds.includes(id)),
        taken,
        times: (state.times ?? 0) + 1,
        ...releasing(state, event.data),
      };
    }
    case 'ContactLeftCampaigns':
      return { ...state, leftCampaigns: true };
    case 'ContactJoinedCampaigns':
      return { ...state, leftCampaigns: false };
    case 'ContactUnmergeCompleted': {
      const { unmerging: _, ...rest } = state;
      return rest;
    }
    case 'ContactMergeCompleted':
    case 'ContactUnmerged':
      return state;
    case 'ContactDeleted':
      return { status: 'deleted', lost: state.lost, ...apartOf(state) };
    default:
      event satisfies never;
      return state;
  }
};

const evolveMerged = (state: MergedContact, event: ContactEvent, at: string): ContactState => {
  if (event.type === 'ContactMergeCompleted') return { ...state, completed: true };
  if (event.type !== 'ContactUnmerged') return state;
  const { from, number, aliases } = event.data;
  const { into: _, keepsName: __, completed: ___, toldApart: ____, at: _____, ...facts } = state;
  return {
    ...facts,
    status: 'active',
    personal: { ...facts.personal, number },
    aliases,
    mergedAt: at,
    partOf: [...new Set([...(facts.partOf ?? []), from])],
    apart: { ...facts.apart, [from]: { merge: 0, addresses: [], leftCampaigns: false } },
    unmerging: true,
  };
};

type Opened = ContactEvent & { readonly erased?: true };
/** Returns since when a contact is erased, for who writes of it by what they knew before. */
const erasedAtOf = (state: ContactState, event: ContactEvent, at: string) => {
  const known = state.status === 'erased' ? state.erasedAt : undefined;
  const erasedAt = known ?? (event.type === 'ContactErased' ? at : undefined);
  return erasedAt === undefined ? {} : { erasedAt };
};

/** Returns whether the key is gone that would open it: it then says what ContactErased says, also where that event is missing. */
const isErased = (event: Opened): boolean => event.erased === true && !isUnsaid(event);

/** Returns whether an event of a contact was sealed under another key than its own, which is gone: nothing was said, and it goes on. */
export const isUnsaid = (event: Opened): boolean =>
  event.erased === true && 'keyId' in event.data && event.data.keyId !== undefined;

export const evolveContact = (state: ContactState, event: ContactEvent, at: string): ContactState => {
  const lostClaims = state.status === 'absent' ? {} : state.lost;
  if (event.type === 'ClaimLost') {
    const more = { ...lostClaims, [event.data.claim]: event.data.claimRevision };
    return state.status === 'absent' ? { status: 'void', lost: more } : { ...state, lost: more };
  }
  if (event.type === 'ContactErased' || isErased(event)) {
    const apart = event.type === 'ContactReleased' ? releasing(state, event.data) : apartOf(state);
    return {
      status: 'erased',
      lost: lostClaims,
      completed: state.status === 'erased' && state.completed,
      ...erasedAtOf(state, event, at),
      ...apart,
    };
  }
  if (event.type === 'ContactErasureCompleted')
    return {
      status: 'erased',
      lost: lostClaims,
      completed: true,
      ...erasedAtOf(state, event, at),
      ...apartOf(state),
    };
  if (event.type === 'ContactCreated') {
    if (state.status !== 'absent') return state;
    const { name, number, email, extraInfo: info, isGroup, origin } = event.data;
    const personal = { name, number, email, extraInfo: info };
    const rest = { isGroup, origin, aliases: [], pictureId: null, merged: [], mergedAt: '' };
    return { status: 'active', lost: lostClaims, personal, ...rest };
  }
  // Whom it let go is known without where they are found.
  if (isUnsaid(event) && event.type !== 'ContactReleased') return state;
  if (state.status === 'merged') return evolveMerged(state, event, at);
  return state.status === 'active' ? evolveActive(state, event, at) : state;
};
