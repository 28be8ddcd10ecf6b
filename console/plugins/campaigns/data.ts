import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  CampaignPage,
  CampaignReport,
  CampaignTotals,
  CampaignWaiting,
  CampaignView as OnTheWire,
  ShippingPage,
  ShippingView,
} from '../../../contract/campaign.ts';
import type { ContactListView } from '../../../contract/contact-list.ts';
import type { OffWire } from '../../../contract/wire.ts';
import type { CampaignSettings } from '../../../domain/campaign/settings.ts';
import { api } from '../../shell/api.ts';
import { fileAt } from '../../shell/file-at.ts';
import { changesOf } from '../../shell/form/changes.ts';

// Every call of the pages; nothing else in this plugin names an address.

export type CampaignStatus = OnTheWire['status'];
export type { CampaignReport, CampaignTotals, ShippingView };
/** By themselves: the contract's own would bring its schemas along. */
export const shippingStates: readonly ShippingView['state'][] = [
  ...(['sending', 'asked', 'confirmed', 'delivered', 'failed', 'leftOut'] as const),
];

interface Named {
  readonly id: string;
  readonly name: string;
}
export type Variant = 1 | 2 | 3 | 4 | 5;
export const variants: readonly Variant[] = [1, 2, 3, 4, 5];

/** A campaign; its times are the company's wall. */
export type CampaignView = OffWire<OnTheWire>;

/** Whether anything of it can have gone out. */
export const hasBegun = ({ status }: Pick<CampaignView, 'status'>): boolean =>
  status !== 'INATIVA' && status !== 'PROGRAMADA';

/** One that goes out, or waits to. */
export type RunningCampaign = CampaignView & CampaignWaiting;

export const keys = { all: ['campaigns'] as const, settings: ['campaigns', 'settings'] as const };
const path = (id: string) => `/campaigns/${encodeURIComponent(id)}`;

/** What a list of campaigns is narrowed to; '' narrows nothing. */
export interface Sought {
  readonly searchParam: string;
  readonly status: string;
  readonly whatsappId: string;
}
export const statuses: readonly CampaignStatus[] = [
  ...(['EM_ANDAMENTO', 'PROGRAMADA', 'INATIVA', 'CANCELADA', 'FINALIZADA'] as const),
];
const waitMs = 60_000;
export const campaignsQuery = ({ searchParam, ...filters }: Sought) =>
  infiniteQueryOptions({
    queryKey: [...keys.all, 'list', searchParam, filters],
    queryFn: ({ pageParam, signal }) =>
      api<CampaignPage>('/campaigns', {
        query: {
          searchParam,
          pageNumber: pageParam,
          ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
    placeholderData: (before) => before,
    // Nothing tells that quiet hours began.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.running ? waitMs : false),
  });
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => api<CampaignView>(path(id), { signal }),
  });
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.all, 'report', id],
    queryFn: ({ signal }) => api<CampaignReport>(`${path(id)}/report`, { signal }),
    refetchInterval: ({ state }) => (state.data?.waiting ? waitMs : false),
  });
export const shippingsQuery = (id: string, state: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.all, 'shippings', id, state],
    queryFn: ({ pageParam, signal }) =>
      api<ShippingPage>(`${path(id)}/shippings`, {
        query: { ...(pageParam > 0 && { after: pageParam }), ...(state !== '' && { state }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.hasMore ? last.records.at(-1)?.order : undefined),
    placeholderData: (before) => before,
  });

const namedQuery = <T extends Named>(key: string, address: string, listOf: (answer: never) => readonly T[]) =>
  queryOptions({
    queryKey: [...keys.all, key],
    queryFn: async ({ signal }) => listOf((await api(address, { signal })) as never),
  });
/** Whom a campaign may go to, and the files it may carry. */
export const contactListsQuery = namedQuery(
  'lists',
  '/contact-lists/list',
  (lists: readonly ContactListView[]) => lists,
);
export const tagsQuery = namedQuery('tags', '/tags/list', (tags: readonly Named[]) => tags);
export const filesQuery = namedQuery('files', '/files', ({ files }: { files: readonly Named[] }) => files);

export const saveCampaign = (id: string | undefined, body: object) =>
  id === undefined
    ? api<CampaignView>('/campaigns', { method: 'POST', body })
    : api<CampaignView>(path(id), { method: 'PUT', body });
export const deleteCampaign = (id: string) => api(path(id), { method: 'DELETE' });
export const runCampaign = (id: string, deed: 'start' | 'cancel' | 'restart') =>
  api(`${path(id)}/${deed}`, { method: 'POST' });
export function uploadFile(id: string, file: File) {
  const form = new FormData();
  form.append('file', file);
  return api(`${path(id)}/media-upload`, { method: 'POST', form });
}
export const dropFile = (id: string) => api(`${path(id)}/media-upload`, { method: 'DELETE' });
export const csvOf = (id: string) => fileAt(`${path(id)}/report.csv`);

export type Settings = CampaignSettings;
/** What holds before anything is saved. */
export const defaultSettings: Settings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  leavingWords: ['SAIR', 'PARAR', 'STOP'],
};
const plainValue = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};
type Listed = readonly { readonly key: string; readonly value: unknown }[];
const settingsOf = (rows: Listed): Settings => ({
  ...defaultSettings,
  ...Object.fromEntries(rows.map(({ key, value }) => [key, plainValue(value)])),
});
const readSettings = async (signal?: AbortSignal): Promise<Settings> =>
  settingsOf(await api<Listed>('/campaign-settings', signal && { signal }));
export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }): Promise<Settings> => readSettings(signal),
});

/** Returns a list as it stands now, with what was added to it here and without what was taken out. */
function mergedList<T>(mine: readonly T[], before: readonly T[], now: readonly T[]): T[] {
  const has = (list: readonly T[], one: T) =>
    list.some((other) => JSON.stringify(other) === JSON.stringify(one));
  const kept = now.filter((one) => has(mine, one) || !has(before, one));
  return [...kept, ...mine.filter((one) => !has(before, one) && !has(now, one))];
}

/**
 * Resolves with the settings as they are once what differs from what the form was opened with is saved: all else may
 * have been changed meanwhile.
 */
export async function saveSettings(mine: Settings, before: Settings): Promise<Settings> {
  const changes: { -readonly [K in keyof Settings]?: Settings[K] } = changesOf(mine, before);
  if (changes.variables || changes.leavingWords) {
    const now = await readSettings();
    if (changes.variables) changes.variables = mergedList(mine.variables, before.variables, now.variables);
    if (changes.leavingWords)
      changes.leavingWords = mergedList(mine.leavingWords, before.leavingWords, now.leavingWords);
  }
  const body = { settings: changes };
  return settingsOf(await api<Listed>('/campaign-settings', { method: 'POST', body }));
}

/** Returns a time of the company, `YYYY-MM-DD HH:mm:ss`, as people write it, dd/MM/yyyy HH:mm. */
export const writtenTime = (wall: string): string =>
  `${wall.slice(0, 10).split('-').reverse().join('/')} ${wall.slice(11, 16)}`;

/** Returns a message as one contact would read it. */
export const previewOf = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{\s*([\w-]+)\s*\}\}/gu, (whole, name: string) => values[name] ?? whole);

/** Returns the words of a line, between commas. */
export const wordsOf = (line: string): string[] =>
  line
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
