import { queryOptions } from '@tanstack/react-query';
import type { ConnectionView } from '../../../contract/connection.ts';
import { api } from '../../shell/api.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { browserStorage } from '../../shell/storage.ts';
import type { Counters } from './data.ts';

/** What the first steps are judged by. */
export interface Facts {
  readonly connections: readonly Pick<ConnectionView, 'status' | 'number'>[];
  readonly conversations: number;
  readonly users: number;
  readonly queues: number;
  readonly quickReplies: number;
}
const places = {
  number: '/connections',
  message: '/tickets',
  colleague: '/users',
  queue: '/queues',
  quickReply: '/quick-messages',
} as const;
export interface Step {
  readonly id: keyof typeof places;
  readonly to: string;
  readonly done: boolean;
}

/** A desk with this many conversations in a month is at work: it is not taught how to begin. */
const atWork = 20;

/** Returns how many conversations the counters tell of. */
export const conversationsOf = ({ supportHappening, supportPending, supportFinished }: Counters): number =>
  supportHappening + supportPending + supportFinished;

export const isBeginning = (conversations: number): boolean => conversations < atWork;

/** Returns every step in the order it is best taken; what is there already is done. */
export const stepsOf = (facts: Facts): readonly Step[] => {
  const done: Record<Step['id'], boolean> = {
    // One that was paired once and is down is no first step: the menu warns of it.
    number: facts.connections.some(({ status, number }) => status === 'CONNECTED' || number !== ''),
    message: facts.conversations > 0,
    // Whoever looks is the first.
    colleague: facts.users > 1,
    queue: facts.queues > 0,
    quickReply: facts.quickReplies > 0,
  };
  return (Object.keys(places) as Step['id'][]).map((id) => ({ id, to: places[id], done: done[id] }));
};

/** Asked again while the list is looked at: a step ticks itself off. */
const ticking = { staleTime: 0, refetchInterval: 10_000 } as const;
const asked = <T>(name: string, path: string, query: Record<string, string | number> = {}) =>
  queryOptions({
    queryKey: ['firstSteps', name],
    queryFn: ({ signal }) => api<T>(path, { signal, query }),
    ...ticking,
  });
export const factQueries = [
  asked<Facts['connections']>('connections', '/whatsapp', { session: 0 }),
  asked<readonly unknown[]>('users', '/users/list'),
  queryOptions({ ...queuesQuery, ...ticking }),
  asked<{ readonly records: readonly unknown[] }>('quickReplies', '/quick-messages', { pageNumber: 1 }),
] as const;

const key = (userId: string) => `firstSteps.${userId}`;
/** Whether somebody has put the list away in this browser. */
export const putAway = (userId: string): boolean => browserStorage.getItem(key(userId)) === 'hidden';
export const putAwayNow = (userId: string): void => browserStorage.setItem(key(userId), 'hidden');
