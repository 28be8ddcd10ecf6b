import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { Bubble } from '../message/bubble.tsx';
import type { MessageActions } from '../message/message-menu.tsx';
import { Pictures } from '../message/pictures.tsx';
import { useNow } from '../ticket/use-now.ts';
import { useTimes } from '../ticket/use-times.ts';
import { firstUnread, threadItems } from './grouping.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

/** A line between bubbles: what happened to the ticket then. It stands before the first message after `at`. */
export interface ThreadLine {
  readonly key: string;
  readonly at: string;
  readonly text: ReactNode;
  /** A part of its own (a private note): it has its time itself. */
  readonly block?: boolean;
  /** Written by who looks at it, just now. */
  readonly own?: boolean;
}

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
    <h3 className="tk-day">
      <time dateTime={day} data-date={times.date(at)}>
        {text}
      </time>
    </h3>
  );
}

/** What stands above the first message: that older ones come, did not come, or that there are none. */
function ThreadTop({ older, empty, bare }: Top) {
  const t = useT();
  if (older?.loading) return <p className="tk-older">{t('tickets.thread.loadingOlder')}</p>;
  if (older?.failed)
    return (
      <p className="tk-older" role="alert">
        {t('tickets.error.older')}{' '}
        <button type="button" className="btn btn-link" onClick={older.load}>
          {t('tickets.failed.retry')}
        </button>
      </p>
    );
  if (older !== undefined || !bare) return null;
  return <p className="tk-older">{t(empty ? 'tickets.thread.empty' : 'tickets.thread.start')}</p>;
}
interface Top {
  readonly older: OlderPages | undefined;
  /** There is no message. */
  readonly empty: boolean;
  /** No line tells how it began. */
  readonly bare: boolean;
}

const none: readonly ThreadLine[] = [];

/** The conversation itself: the same in the present, in a peek and at a revision of the past. */
export function Thread(props: ThreadProps) {
  const { messages, contact, thread, lines = none, unread = 0, older, onAtBottom } = props;
  const hasOlder = older !== undefined;
  const t = useT();
  const times = useTimes();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const loadOlder = () => {
    if (older?.loading !== true && older?.failed !== true) older?.load();
  };
  const { onScroll, toBottom, atBottom } = useThreadScroll({ box, content, thread, onNearTop: loadOlder });

  // Who has answered has read what the line was about.
  const [answered, setAnswered] = useState(false);
  const firstId = useMemo(
    () => (unread > 0 && !answered ? firstUnread(messages, unread) : undefined),
    [messages, unread, answered],
  );
  const heads = useRef(new Set<string>());
  const items = useMemo(() => {
    // Only grows: whoever was first once keeps its shape when others come before it.
    if (hasOlder && messages[0] !== undefined) heads.current.add(messages[0].id);
    const divider = firstId === undefined ? undefined : { firstId, count: unread };
    return threadItems(messages, times.day, divider, heads.current);
  }, [messages, times, firstId, unread, hasOlder]);

  useEffect(() => onAtBottom?.(atBottom), [atBottom, onAtBottom]);
  // A thread that does not fill its box never scrolls: the older page is asked for at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: re-checked whenever what is shown changes
  useEffect(() => {
    const element = box.current;
    if (element !== null && element.scrollHeight <= element.clientHeight) loadOlder();
  }, [messages, hasOlder, older?.loading]);

  const last = messages.at(-1);
  const seen = useRef(last?.id);
  useLayoutEffect(() => {
    if (last !== undefined && last.id !== seen.current && last.fromMe && last.ack === 0) {
      setAnswered(true);
      toBottom();
    }
    seen.current = last?.id;
  }, [last, toBottom]);

  // Who has just noted something sees it; a colleague's note moves nobody's place.
  const lastLine = lines.at(-1);
  const told = useRef(lastLine?.key);
  useLayoutEffect(() => {
    if (lastLine?.own && lastLine.key !== told.current) toBottom();
    told.current = lastLine?.key;
  }, [lastLine, toBottom]);

  let line = 0;
  let day: string | undefined;
  /** Lines up to `at`, or up to the first of `newDay`; each below the day it happened on. */
  const before = (at: string | undefined, newDay?: string): ReactNode[] => {
    const found: ReactNode[] = [];
    for (; line < lines.length; line += 1) {
      const next = lines[line];
      if (next === undefined || (at !== undefined && next.at > at)) break;
      // Older than what is loaded: it belongs to a page that is not here yet.
      if (hasOlder && messages[0] !== undefined && next.at < messages[0].createdAt) continue;
      const nextDay = times.day(next.at);
      if (nextDay === newDay) break;
      if (nextDay !== day) found.push(<Day key={`day-${next.key}`} at={next.at} />);
      day = nextDay;
      if (next.block) {
        found.push(
          <div key={next.key} data-key={next.key} data-marked={props.marked === next.key ? '' : undefined}>
            {next.text}
          </div>,
        );
        continue;
      }
      found.push(
        <p
          className="tk-sys"
          key={next.key}
          data-key={next.key}
          data-marked={props.marked === next.key ? '' : undefined}
        >
          <span>
            {next.text} · {times.time(next.at)}
          </span>
        </p>,
      );
    }
    return found;
  };

  return (
    <div className="tk-msgs-wrap">
      <div
        className="tk-msgs tk-scroll"
        ref={box}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('tickets.thread.label', { name: contact })}
        role="log"
        aria-live="polite"
        aria-relevant="additions"
      >
        <div className="tk-in" ref={content}>
          {hasOlder ? <p className="tk-print-only">{t('tickets.print.older')}</p> : null}
          <ThreadTop
            older={older}
            empty={messages.length === 0}
            bare={lines.length === 0 || messages.length === 0}
          />
          <Pictures messages={messages} contact={contact} onFirst={loadOlder}>
            {items.map((item) => {
              if (item.kind === 'day') {
                const itsDay = times.day(item.at);
                const earlier = before(item.at, itsDay);
                day = itsDay;
                return (
                  <Fragment key={item.key}>
                    {earlier}
                    {/* No anchor: an older page of the same day puts another separator in this one's place. */}
                    <Day at={item.at} />
                  </Fragment>
                );
              }
              if (item.kind === 'unread')
                return (
                  <p key={item.key} data-key={item.key} className="tk-unread-line">
                    <span>{t('tickets.thread.unread', { smart_count: item.count })}</span>
                  </p>
                );
              const { message } = item;
              const above = before(message.createdAt);
              return (
                <div
                  key={item.key}
                  data-key={item.key}
                  data-marked={props.marked === message.id ? '' : undefined}
                >
                  {above}
                  <Bubble
                    message={message}
                    same={item.same && above.length === 0}
                    contact={contact}
                    actions={props.actions}
                    below={props.below?.(message)}
                  />
                </div>
              );
            })}
          </Pictures>
          {before(undefined)}
        </div>
      </div>
      {atBottom ? null : (
        <button type="button" className="tk-jump" onClick={toBottom} aria-label={t('tickets.thread.bottom')}>
          <ChevronDown size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
