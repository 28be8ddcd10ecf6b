import Button from '@mui/material/Button';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { useNow } from '../../../shell/use-now.ts';
import { Bubble } from '../message/bubble.tsx';
import type { MessageActions } from '../message/message-menu.tsx';
import { Pictures } from '../message/pictures.tsx';
import { useTimes } from '../ticket/use-times.ts';
import { firstUnread, threadItems } from './grouping.ts';
import { type ThreadEntry, type ThreadLine, threadEntries } from './thread-entries.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import './thread.css';

/** What comes before the first message that is loaded. */
export interface OlderPages {
  readonly load: () => void;
  readonly loading?: boolean;
  /** It did not come: it is asked for again by hand only, not by every movement. */
  readonly failed?: boolean;
}

export interface ThreadProps {
  readonly thread: string;
  readonly contact: string;
  readonly messages: readonly MessageView[];
  readonly lines?: readonly ThreadLine[];
  /** Unread messages when the conversation was opened: the divider stands above the first of them. */
  readonly unread?: number;
  /** Pages before the first message there is; absent: it is the conversation's first. */
  readonly older?: OlderPages | undefined;
  readonly actions?: MessageActions;
  readonly below?: (message: MessageView) => ReactNode;
  /** Id of the message, or key of the line, that is pointed out. */
  readonly marked?: string;
  readonly onAtBottom?: (atBottom: boolean) => void;
}

function Day({ at }: { readonly at: string }) {
  const t = useT();
  const times = useTimes();
  const now = useNow();
  const today = times.day(new Date(now).toISOString());
  const yesterday = times.day(new Date(now - 86_400_000).toISOString());
  const day = times.day(at);
  const text =
    day === today
      ? t('tickets.thread.today')
      : day === yesterday
        ? t('tickets.thread.yesterday')
        : times.longDay(at, now);
  return (
    <h3 className="tk-day row gap-12 caption lh-16 muted my-12">
      <time dateTime={day} data-date={times.date(at)}>
        {text}
      </time>
    </h3>
  );
}

/** What stands above the first message: that older ones come, did not come, or that there are none. */
function ThreadTop({ older, empty, bare }: Top) {
  const t = useT();
  if (older?.loading)
    return <p className="caption subtle centered p-8">{t('tickets.thread.loadingOlder')}</p>;
  if (older?.failed)
    return (
      <p className="caption subtle centered p-8" role="alert">
        {t('tickets.error.older')}{' '}
        <Button variant="link" onClick={older.load}>
          {t('tickets.failed.retry')}
        </Button>
      </p>
    );
  if (older !== undefined || !bare) return null;
  return (
    <p className="caption subtle centered p-8">
      {t(empty ? 'tickets.thread.empty' : 'tickets.thread.start')}
    </p>
  );
}
interface Top {
  readonly older: OlderPages | undefined;
  /** There is no message. */
  readonly empty: boolean;
  /** No line tells how it began. */
  readonly bare: boolean;
}

const none: readonly ThreadLine[] = [];

type EntriesProps = Pick<ThreadProps, 'contact' | 'actions' | 'below' | 'marked'> & {
  readonly entries: readonly ThreadEntry[];
};

/** Days, lines and bubbles one below the other. Those with a `data-key` keep the reader's place. */
function Entries({ entries, ...shared }: EntriesProps) {
  const { contact, actions, below, marked } = shared;
  const t = useT();
  const times = useTimes();
  return entries.map((entry) => {
    const { key } = entry;
    // No anchor: an older page of the same day puts another separator in this one's place.
    if (entry.kind === 'day') return <Day key={key} at={entry.at} />;
    if (entry.kind === 'unread')
      return (
        <p
          key={key}
          data-key={key}
          className="tk-unread-line row gap-12 caption lh-16 semibold t-accent my-12"
        >
          <span>{t('tickets.thread.unread', { smart_count: entry.count })}</span>
        </p>
      );
    const place = { 'data-key': key, 'data-marked': marked === key ? '' : undefined };
    if (entry.kind === 'message')
      return (
        <div key={key} {...place}>
          {/* Of a thousand bubbles hardly one has a line above: the others are drawn without asking. */}
          {entry.above.length === 0 ? null : <Entries entries={entry.above} {...shared} />}
          <Bubble
            message={entry.message}
            same={entry.same}
            contact={contact}
            actions={actions}
            below={below?.(entry.message)}
          />
        </div>
      );
    const { line } = entry;
    return line.block ? (
      <div key={key} {...place}>
        {line.text}
      </div>
    ) : (
      <p
        key={key}
        className="tk-sys mt-8 mb-8 row gap-6 caption lh-16 subtle centered self-center center-x"
        {...place}
      >
        <span>
          {line.text} · {times.time(line.at)}
        </span>
      </p>
    );
  });
}

/** Returns what the thread shows from top to bottom; whoever has `answered` has read what the unread line was about. */
function useEntries({ messages, lines = none, unread = 0, older }: ThreadProps, answered: boolean) {
  const times = useTimes();
  const hasOlder = older !== undefined;
  const firstId = useMemo(
    () => (unread > 0 && !answered ? firstUnread(messages, unread) : undefined),
    [messages, unread, answered],
  );
  const heads = useRef(new Set<string>());
  return useMemo(() => {
    const [first] = messages;
    // Only grows: whoever was first once keeps its shape when others come before it.
    if (hasOlder && first !== undefined) heads.current.add(first.id);
    const divider = firstId === undefined ? undefined : { firstId, count: unread };
    const items = threadItems(messages, times.day, divider, heads.current);
    return threadEntries(items, lines, {
      dayOf: times.day,
      since: hasOlder ? first?.createdAt : undefined,
    });
  }, [messages, lines, times, firstId, unread, hasOlder]);
}

/**
 * Whether something was sent here. Who has just sent or noted something is taken to the end: a colleague's moves
 * nobody's place.
 */
function useOwnInSight({ messages, lines = none }: ThreadProps, toBottom: () => void): boolean {
  const [answered, setAnswered] = useState(false);
  const message = messages.at(-1);
  const messageId = useRef(message?.id);
  useLayoutEffect(() => {
    if (message !== undefined && message.id !== messageId.current && message.fromMe && message.ack === 0) {
      setAnswered(true);
      toBottom();
    }
    messageId.current = message?.id;
  }, [message, toBottom]);
  const line = lines.at(-1);
  const lineKey = useRef(line?.key);
  useLayoutEffect(() => {
    if (line?.own && line.key !== lineKey.current) toBottom();
    lineKey.current = line?.key;
  }, [line, toBottom]);
  return answered;
}

/** The conversation itself: the same in the present, in a peek and at a revision of the past. */
export function Thread(props: ThreadProps) {
  const { messages, contact, thread, lines = none, older, onAtBottom } = props;
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const loadOlder = () => {
    if (older?.loading !== true && older?.failed !== true) older?.load();
  };
  const { onScroll, toBottom, atBottom } = useThreadScroll({ box, content, thread, onNearTop: loadOlder });
  const entries = useEntries(props, useOwnInSight(props, toBottom));

  useEffect(() => onAtBottom?.(atBottom), [atBottom, onAtBottom]);
  // A thread that does not fill its box never scrolls: the older page is asked for at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: re-checked whenever what is shown changes
  useEffect(() => {
    const element = box.current;
    if (element !== null && element.scrollHeight <= element.clientHeight) loadOlder();
  }, [messages, older !== undefined, older?.loading]);

  return (
    <div className="tk-msgs-wrap col fill at">
      <div
        className="tk-msgs col fill scroll at"
        ref={box}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('tickets.thread.label', { name: contact })}
        role="log"
        aria-live="polite"
        aria-relevant="additions"
      >
        <div className="tk-in col full" ref={content}>
          {older === undefined ? null : <p className="tk-print-only">{t('tickets.print.older')}</p>}
          <ThreadTop
            older={older}
            empty={messages.length === 0}
            bare={lines.length === 0 || messages.length === 0}
          />
          <Pictures messages={messages} contact={contact} onFirst={loadOlder}>
            <Entries
              entries={entries}
              contact={contact}
              actions={props.actions}
              below={props.below}
              marked={props.marked}
            />
          </Pictures>
        </div>
      </div>
      {atBottom ? null : (
        <button
          type="button"
          className="tk-jump middle round bg-raised boxed"
          onClick={toBottom}
          aria-label={t('tickets.thread.bottom')}
        >
          <ChevronDown size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
