import { useQueries, useQuery } from '@tanstack/react-query';
import { ChevronRight, Circle, CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { usualChannel } from '../../../channels/known.ts';
import { ownText } from '../../shell/channels.ts';
import { useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { dashboardQuery } from './data.ts';
import {
  conversationsOf,
  factQueries,
  isBeginning,
  putAway,
  putAwayNow,
  type Step,
  stepsOf,
} from './first-steps.ts';

/** Conversations of the last month; undefined until that is known. */
export const useConversations = (): number | undefined => {
  const { data } = useQuery(dashboardQuery({ days: 30 }));
  return data && conversationsOf(data.counters);
};

/** What a step is about: of the first connection, as the usual channel words it. */
const textOf = (t: ReturnType<typeof useT>, id: Step['id']): string =>
  (id === 'number' ? ownText(t, usualChannel.kind, 'first') : undefined) ?? t(`dashboard.first.${id}.text`);

/** What is left to do before the desk works, and the way to put that away; undefined when there is nothing to lead to. */
export const useFirstSteps = (
  conversations: number | undefined,
): { readonly steps: readonly Step[]; readonly hide: () => void } | undefined => {
  const { id } = useSession().user;
  const [hidden, setHidden] = useState(() => putAway(id));
  const enabled = !hidden && conversations !== undefined && isBeginning(conversations);
  const [{ data: connections }, { data: users }, { data: queues }, { data: quick }] = useQueries({
    queries: [
      { ...factQueries[0], enabled },
      { ...factQueries[1], enabled },
      { ...factQueries[2], enabled },
      { ...factQueries[3], enabled },
    ],
  });
  if (!enabled || !connections || !users || !queues || !quick) return undefined;
  const steps = stepsOf({
    ...{ connections, conversations, users: users.length, queues: queues.length },
    quickReplies: quick.records.length,
  });
  if (steps.every(({ done }) => done)) return undefined;
  const hide = () => {
    putAwayNow(id);
    setHidden(true);
  };
  return { steps, hide };
};

/** The way from an empty desk to one that works: each step leads to its place, and ticks itself off. */
export const FirstSteps = ({
  steps,
  hide,
}: {
  readonly steps: readonly Step[];
  readonly hide: () => void;
}) => {
  const t = useT();
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done)?.id;
  return (
    <section className="card db-first" aria-label={t('dashboard.first.title')}>
      <div className="card-h">
        <h2>{t('dashboard.first.title')}</h2>
        <span className="subtle" role="status">
          {t('dashboard.first.count', { done, all: steps.length })}
        </span>
        <IconButton label={t('dashboard.first.hide')} icon={X} onClick={hide} />
      </div>
      <ol>
        {steps.map((step) => {
          const Mark = step.done ? CircleCheck : Circle;
          return (
            <li key={step.id} className={step.done ? 'done' : undefined}>
              <Link to={step.to} aria-current={step.id === next ? 'step' : undefined}>
                <Mark className="i db-mark" size={20} aria-hidden="true" />
                <span className="grow">
                  <b>{t(`dashboard.first.${step.id}`)}</b>
                  {step.done ? <span className="vh"> {t('dashboard.first.done')}</span> : null}
                  <small>{textOf(t, step.id)}</small>
                </span>
                <ChevronRight className="i" size={18} aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
};
