import {
  type FieldFilters,
  filteredFields,
  filtersBy,
  isFiltered,
} from '../../../../domain/ticket/fields/derive.ts';
import type { TicketFilter } from '../live-cache/filter.ts';

export const tabs = ['open', 'closed', 'search'] as const;
export type Tab = (typeof tabs)[number];
export const subTabs = ['assigned', 'pending'] as const;
export type SubTab = (typeof subTabs)[number];

/** Where the list stands, as its address says it. */
export interface ListLocation extends Required<FieldFilters> {
  readonly tab: Tab;
  /** Half of the open tab. */
  readonly half: SubTab;
  readonly text: string;
  /** The text is looked for in messages, not in contacts. */
  readonly inMessages: boolean;
  readonly userIds: readonly string[];
}

const one = <T extends string>(names: readonly T[], value: string | null): T | undefined =>
  names.find((name) => name === value);
const ids = (value: string | null): readonly string[] => (value ?? '').split(',').filter(Boolean);

/**
 * Returns what an address says: `?tab=search&q=maria&in=messages&tags=a,b&users=c`, `?tab=closed`, `?half=assigned`;
 * what is not said is the usual.
 */
export const readLocation = (params: URLSearchParams, usualHalf: SubTab = 'pending'): ListLocation => ({
  tab: one(tabs, params.get('tab')) ?? 'open',
  half: one(subTabs, params.get('half')) ?? usualHalf,
  text: params.get('q') ?? '',
  inMessages: params.get('in') === 'messages',
  ...filtersBy((filter, values) =>
    ids(params.get(filter)).filter((value) => values === undefined || values.includes(value)),
  ),
  userIds: ids(params.get('users')),
});

/** Returns the query of an address, with its '?'. A search is written only while it is shown: the other tabs have none. */
export const writeLocation = (place: ListLocation): string => {
  const params = new URLSearchParams();
  params.set('tab', place.tab);
  if (place.tab === 'open') params.set('half', place.half);
  if (place.tab === 'search') {
    if (place.text !== '') params.set('q', place.text);
    if (place.inMessages) params.set('in', 'messages');
    for (const { name, filter } of filteredFields)
      if (place[name].length > 0) params.set(filter, place[name].join(','));
    if (place.userIds.length > 0) params.set('users', place.userIds.join(','));
  }
  return `?${params}`;
};

/** Returns whether a search looks for something beside its words. */
export function limitsSearch(place: ListLocation): boolean {
  return isFiltered(place) || place.userIds.length > 0;
}

type Base = Pick<TicketFilter, 'showAll' | 'queueIds'>;

/** Returns what the list asks for; undefined while a search has nothing to look for. */
export const filterOf = (place: ListLocation, base: Base): TicketFilter | undefined => {
  if (place.tab === 'open') return { ...base, status: place.half === 'assigned' ? 'open' : 'pending' };
  if (place.tab === 'closed') return { ...base, status: 'closed' };
  const search = place.text.trim().toLowerCase();
  if (search === '' && !limitsSearch(place)) return undefined;
  return {
    ...base,
    ...(search === '' ? {} : { search, ...(place.inMessages ? { inMessages: true } : {}) }),
    ...Object.fromEntries(
      filteredFields.flatMap(({ name }) => (place[name].length === 0 ? [] : [[name, place[name]]])),
    ),
    ...(place.userIds.length === 0 ? {} : { userIds: place.userIds }),
  };
};
