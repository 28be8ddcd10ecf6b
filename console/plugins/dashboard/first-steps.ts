import { queryOptions } from '@tanstack/react-query';
import type { ConnectionView } from '../../../contract/connection.ts';
import type { UserView } from '../../../contract/user.ts';
import { api } from '../../shell/api.ts';
import { type Persisted, persisted } from '../../shell/persisted.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { tabStorage } from '../../shell/storage.ts';
import type { Counters } from './data.ts';

type Connection = Pick<ConnectionView, 'id' | 'channel' | 'name' | 'status' | 'number'>;

/** What the first steps are judged by. */
export interface Facts {
  readonly connections: readonly Connection[];
  readonly queues: readonly { readonly name: string }[];
  readonly users: readonly Pick<UserView, 'id' | 'name' | 'invitedAt'>[];
  /** Which hours count: the company's, each queue's, or none. */
  readonly scheduleType: string;
  readonly counters: Pick<Counters, 'supportHappening' | 'supportPending' | 'supportFinished'>;
}
/** Where each step is taken, and how many minutes it takes. */
const steps = {
  number: { to: '/connections', minutes: 3 },
  queue: { to: '/queues', minutes: 2 },
  colleague: { to: '/users', minutes: 1 },
  hours: { to: '/settings', minutes: 1 },
  answer: { to: '/tickets', minutes: 4 },
} as const;
export interface Step {
  readonly id: keyof typeof steps;
  readonly to: string;
  readonly minutes: number;
  readonly done: boolean;
}

/** A desk with this many conversations in a month is at work: it is not taught how to begin. */
const atWork = 20;

/** Returns how many conversations the counters tell of. */
export const conversationsOf = ({
  supportHappening,
  supportPending,
  supportFinished,
}: Facts['counters']): number => supportHappening + supportPending + supportFinished;

export const isBeginning = (conversations: number): boolean => conversations < atWork;

/** Returns the connection that customers reach us by: one that was paired once and is down is no first step, the menu warns of it. */
export const pairedConnection = ({ connections }: Pick<Facts, 'connections'>): Connection | undefined =>
  connections.find(({ status, number }) => status === 'CONNECTED' || number !== '');

/** Returns every step in the order it is best taken; what is there already is done. */
export const stepsOf = (facts: Facts): readonly Step[] => {
  const { queues, users, scheduleType, counters } = facts;
  const doneSteps: Record<Step['id'], boolean> = {
    number: pairedConnection(facts) !== undefined,
    queue: queues.length > 0,
    // Whoever looks is the first.
    colleague: users.length > 1,
    hours: scheduleType !== 'disabled',
    // Somebody has taken one on, whether or not it is closed by now.
    answer: counters.supportHappening + counters.supportFinished > 0,
  };
  return (Object.keys(steps) as Step['id'][]).map((id) => ({ id, ...steps[id], done: doneSteps[id] }));
};

/** Returns a number as people here write it; one of elsewhere with its digits alone. */
export const writtenNumber = (digits: string): string => {
  const [, area, head, tail] = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits) ?? [];
  return area === undefined ? (digits === '' ? '' : `+${digits}`) : `+55 ${area} ${head}-${tail}`;
};

/** Returns what a colleague is called until they say it themselves: the first part of their address. */
export const nameFrom = (email: string): string => {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter((word) => /\p{L}/u.test(word));
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return name.length < 2 ? email.slice(0, 50) : name.slice(0, 50);
};

/** Asked again while the list is looked at: a step ticks itself off. */
const ticking = { staleTime: 0, refetchInterval: 10_000 } as const;
const key = 'firstSteps';
export const factsKey = [key] as const;
const queryOf = <T>(name: string, path: string, query: Record<string, string | number> = {}) =>
  queryOptions({
    queryKey: [key, name],
    queryFn: ({ signal }) => api<T>(path, { signal, query }),
    ...ticking,
  });
export const factQueries = [
  queryOf<Facts['connections']>('connections', '/whatsapp', { session: 0 }),
  queryOf<Facts['users']>('users', '/users/list'),
  queryOptions({ ...queuesQuery, ...ticking }),
  queryOf<readonly { readonly key: string; readonly value: string }[]>('settings', '/settings'),
] as const;

/** Whether somebody has put the list away in this browser, or has no more use for it. */
export const putAwayOf = (userId: string): Persisted<boolean> =>
  persisted<boolean>(`${key}.${userId}`, {
    read: (text) => text !== null,
    write: (isAway) => (isAway ? 'hidden' : null),
  });

const begunKey = (userId: string) => `${key}.begun.${userId}`;
/** Returns whether a desk that has nothing yet is to begin beside its conversations: the first time in this tab. */
export const beginsAtDesk = (userId: string): boolean => {
  if (tabStorage.getItem(begunKey(userId)) !== null) return false;
  tabStorage.setItem(begunKey(userId), '1');
  return true;
};
