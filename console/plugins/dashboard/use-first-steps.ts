import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePersisted } from '../../shell/persisted.ts';
import { useSession } from '../../shell/session.tsx';
import { dashboardQuery } from './data.ts';
import {
  conversationsOf,
  type Facts,
  factQueries,
  isBeginning,
  putAwayOf,
  type Step,
  stepsOf,
} from './first-steps.ts';

/**
 * Returns the counters of the last month; undefined until they are known. `options`: whether they are asked for, and
 * how often again.
 */
export const useCounters = (options: { enabled?: boolean; refetchInterval?: number } = {}) => {
  const { data } = useQuery({ ...dashboardQuery({ days: 30 }), ...options });
  return data?.counters;
};

export interface FirstStepsNow {
  readonly steps: readonly Step[];
  readonly facts: Facts;
}

/**
 * Returns what is left to do before the desk works; undefined when there is nothing to lead to, or it was put away.
 */
export const useFirstSteps = (): FirstStepsNow | undefined => {
  const { user, can } = useSession();
  const isAway = usePersisted(putAwayOf(user.id));
  const mayLead = can('dashboard:view') && !isAway;
  // The last step ticks itself off too.
  const counters = useCounters({ enabled: mayLead, refetchInterval: 10_000 });
  const isWorking = counters !== undefined && !isBeginning(conversationsOf(counters));
  const enabled = mayLead && counters !== undefined && !isWorking;
  const [{ data: connections }, { data: users }, { data: queues }, { data: settings }] = useQueries({
    queries: [
      { ...factQueries[0], enabled },
      { ...factQueries[1], enabled },
      { ...factQueries[2], enabled },
      { ...factQueries[3], enabled },
    ],
  });
  const isKnown = connections && users && queues && settings;
  const facts: Facts | undefined =
    enabled && isKnown
      ? {
          connections,
          users,
          queues,
          counters,
          scheduleType: settings.find(({ key }) => key === 'scheduleType')?.value ?? 'disabled',
        }
      : undefined;
  const steps = facts && stepsOf(facts);
  const isOver = isWorking || steps?.every(({ done }) => done) === true;
  // Asked for once in a browser: a desk at work has no use for it any more.
  useEffect(() => {
    if (mayLead && isOver) putAwayOf(user.id).set(true);
  }, [mayLead, isOver, user.id]);
  return facts && steps && !isOver ? { steps, facts } : undefined;
};
