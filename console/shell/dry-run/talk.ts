import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  type BotSetup,
  composeScript,
  type SetUpConnection,
  type When,
} from '../../../domain/bot/compose.ts';
import { tryOut, wayTo } from '../../../domain/bot/dry-run.ts';
import type { BotScript } from '../../../domain/bot/script.ts';
import type { Media } from '../../../domain/ticket/events.ts';
import { ApiError, api } from '../api.ts';
import { companyHoursQuery } from '../company-hours.ts';
import { addMessages } from '../i18n.ts';
import type { Locale } from '../locale.ts';
import { useSession } from '../session.tsx';

const ownTexts = {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};
/** Resolves when the texts of the phone are there. */
export const dryRunTexts = () =>
  addMessages('dryRun', (locale: Locale) => ownTexts[locale]().then(({ messages }) => messages));

/** A file of the draft, stored or only chosen. */
export interface TriedFile extends Media {
  readonly url: string;
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\.(png|jpe?g|gif|webp|avif|svg)$/i, 'image/*'],
  [/\.(mp4|webm|mov|3gp)$/i, 'video/*'],
  [/\.(mp3|ogg|oga|opus|m4a|wav|aac)$/i, 'audio/*'],
];

/** Returns a stored file as far as its record tells of it: its kind by its name. */
export function storedFile(id: string, name: unknown, url: unknown): TriedFile {
  const called = typeof name === 'string' ? name : '';
  const mime = kinds.find(([pattern]) => pattern.test(called))?.[1] ?? 'application/octet-stream';
  return { id, name: called, mime, size: 0, url: typeof url === 'string' ? url : '' };
}

export const whens = ['now', 'open', 'closed'] as const;
export type TriedWhen = (typeof whens)[number];
const whenOf = (when: TriedWhen): When => (when === 'now' ? new Date() : when === 'open');

/** What is tried out: the draft of a connection, of its queues, and of their options. */
export interface Tried {
  readonly connection: SetUpConnection;
  readonly queues: BotSetup['queues'];
  readonly options: BotSetup['options'];
  readonly files: ReadonlyMap<string, TriedFile>;
}

/** Returns the company's settings, as the bot reads them. */
export const useBotSettings = (): Readonly<Record<string, string>> => {
  const { settings } = useSession().user.company;
  return useMemo(() => Object.fromEntries(settings.map(({ key, value }) => [key, value])), [settings]);
};

/** Returns where the prompts and integrations of queues are asked for, each once. */
const answerersOf = (queues: BotSetup['queues']): readonly string[] => [
  ...new Set(
    queues.flatMap(({ promptId, integrationId }) => [
      ...(promptId ? [`/prompt/${promptId}`] : []),
      ...(integrationId ? [`/queueIntegration/${integrationId}`] : []),
    ]),
  ),
];

/** Returns queues without the prompts and integrations that were deleted: to customers their menu is shown then. */
function usePresent(queues: BotSetup['queues']): BotSetup['queues'] {
  const paths = answerersOf(queues);
  const asked = useQueries({
    queries: paths.map((path) => ({
      queryKey: ['dryRun', path],
      queryFn: ({ signal }: { signal: AbortSignal }) => api<object>(path, { signal }),
      retry: false,
      staleTime: 0,
    })),
  });
  const gone = new Set(
    paths.filter((_, index) => {
      const { error } = asked[index]!;
      return error instanceof ApiError && error.status === 404;
    }),
  );
  const present = (path: string, id: string | null | undefined) =>
    id && !gone.has(`${path}/${id}`) ? id : null;
  return queues.map((queue) => ({
    ...queue,
    promptId: present('/prompt', queue.promptId),
    integrationId: present('/queueIntegration', queue.integrationId),
  }));
}

/** Returns the script of a draft at a time of one's choice, for a customer that nobody is. */
function useScript(tried: Tried, when: TriedWhen): BotScript {
  const { id: companyId, timeZone } = useSession().user.company;
  const settings = useBotSettings();
  const company = useQuery({
    ...companyHoursQuery(companyId),
    enabled: settings.scheduleType === 'company',
  });
  const { schedules = [] } = company.data ?? {};
  const queues = usePresent(tried.queues);
  const values = {
    name: 'Marina Alves',
    firstName: 'Marina',
    agent: '',
    protocol: '20261234',
    at: new Date().toISOString(),
    locale: 'pt',
    timeZone,
  };
  const setup = { ...tried, queues, settings, timeZone, schedules };
  return { ...composeScript(setup, tried.connection, whenOf(when)), values };
}

/** Returns a talk with the draft as it stands: whatever is changed in it, the talk is what it would be now. */
export function useTalk(tried: Tried) {
  const [when, setWhen] = useState<TriedWhen>('now');
  const [written, setWritten] = useState<readonly string[]>([]);
  const script = useScript(tried, when);
  // The first word is the customer's, and the same every time.
  const talk = tryOut(script, ['Oi', ...written]);
  return {
    talk,
    written,
    when,
    setWhen,
    write: (body: string) => setWritten((before) => [...before, body]),
    again: () => setWritten([]),
    /** Walks to an option as a customer would. */
    walkTo: (optionId: string) => {
      const way = wayTo(script, optionId);
      if (way) setWritten(way);
    },
  };
}
export type Talk = ReturnType<typeof useTalk>;

/** Returns the options that were seen since the screen was opened. */
export function useSeen({ talk }: Pick<Talk, 'talk'>): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const now = talk.steps.flatMap(({ choice, say }) =>
    choice?.optionId && say.length > 0 ? [choice.optionId] : [],
  );
  const news = now.filter((id) => !seen.has(id)).join(' ');
  useEffect(() => {
    if (news !== '') setSeen((before) => new Set([...before, ...news.split(' ')]));
  }, [news]);
  return seen;
}
