import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { isSameDay } from 'date-fns/isSameDay';
import { subDays } from 'date-fns/subDays';
import { Fragment, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChatMessageView, ChatView } from '../../../contract/chat.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { LinkedText } from '../../shell/ui/linked-text.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { Composer } from './composer.tsx';
import { ticketsQuery } from './data.ts';
import { useTyping } from './live.ts';
import { partsOf } from './mention.ts';
import { type Unsent, useRead, useThread, useThreadScroll } from './use-thread.ts';

/** A ticket that is mentioned: opened where it is in reach. */
function Mention({ protocol }: { readonly protocol: string }) {
  const t = useT();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const open = async () => {
    const { tickets } = await cache.fetchQuery(ticketsQuery(`#${protocol}`)).catch(() => ({ tickets: [] }));
    const ticket = tickets.find((one) => one.protocol === protocol);
    if (ticket) await navigate(`/tickets/${ticket.id}`);
    else notify.error('chats.noTicket', { values: { protocol: `#${protocol}` } });
  };
  return (
    <button
      type="button"
      className="semibold t-accent num underlined"
      aria-label={t('chats.open', { protocol: `#${protocol}` })}
      onClick={() => void open()}
    >
      #{protocol}
    </button>
  );
}

/** A message's text; the same part at the same place is the same part. */
const Text = ({ message }: { readonly message: string }) => (
  <span className="narrow anywhere pre">
    {partsOf(message).map((part, index) =>
      'text' in part ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which does not change
        <LinkedText key={index} text={part.text} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which does not change
        <Mention key={index} protocol={part.protocol} />
      ),
    )}
  </span>
);

interface BubbleProps {
  readonly message: ChatMessageView;
  /** The one above is by the same person, of the same day. */
  readonly isNext: boolean;
}

function Bubble({ message, isNext }: BubbleProps) {
  const t = useT();
  const locale = useLocale();
  const { user } = useSession();
  const { sender, senderId, createdAt } = message;
  const isOwn = senderId === user.id;
  const name = sender?.name ?? t('chats.gone');
  const time = new Date(createdAt).toLocaleTimeString(intlLocale[locale], {
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <li className={`ch-msg flex gap-8${isOwn ? ' ch-own' : ''}${isNext ? ' ch-next' : ''}`}>
      {isOwn ? null : isNext ? (
        <span className="fixed" style={{ width: 28 }} />
      ) : (
        <Avatar name={name} id={senderId} size={28} />
      )}
      <div className="ch-bubble flex wrap narrow p-8-12 boxed r-lg bg-1">
        {isOwn || isNext ? (
          <span className="vh">{isOwn ? t('chats.you') : name}: </span>
        ) : (
          <strong className="small" style={{ flexBasis: '100%' }}>
            {name}
          </strong>
        )}
        <Text message={message.message} />
        <time dateTime={createdAt} className="num aside caption muted">
          {time}
        </time>
      </div>
    </li>
  );
}

interface UnsentProps {
  readonly one: Unsent;
  readonly onAgain: () => void;
  readonly onDrop: () => void;
}

const UnsentBubble = ({ one, onAgain, onDrop }: UnsentProps) => {
  const t = useT();
  return (
    <li className="ch-msg ch-own flex gap-8">
      <div className="ch-bubble flex wrap narrow p-8-12 boxed r-lg bg-1" style={{ opacity: 0.85 }}>
        <span className="narrow anywhere pre">{one.message}</span>
        {one.isFailed ? (
          <span className="row small t-danger" style={{ flexBasis: '100%' }} role="alert">
            {t('chats.failed')}
            <Button size="small" onClick={onAgain}>
              {t('chats.again')}
            </Button>
            <Button size="small" onClick={onDrop}>
              {t('chats.drop')}
            </Button>
          </span>
        ) : (
          <span className="subtle">{t('chats.sending')}</span>
        )}
      </div>
    </li>
  );
};

/** Returns a day as people say it. */
function useDay(): (iso: string) => string {
  const t = useT();
  const locale = useLocale();
  return (iso) => {
    const day = new Date(iso);
    if (isSameDay(day, new Date())) return t('chats.today');
    if (isSameDay(day, subDays(new Date(), 1))) return t('chats.yesterday');
    return day.toLocaleDateString(intlLocale[locale], { weekday: 'long', day: 'numeric', month: 'long' });
  };
}

const isNextOf = (message: ChatMessageView, above: ChatMessageView | undefined): boolean =>
  above?.senderId === message.senderId && isSameDay(new Date(above.createdAt), new Date(message.createdAt));

/** What was said in a chat, and what is about to be. */
export function Thread({ chat }: { readonly chat: ChatView }) {
  const t = useT();
  const { user } = useSession();
  const dayOf = useDay();
  const typing = useTyping(chat.id);
  const { thread, fetchOlder, messages, unsent, send, drop } = useThread(chat);
  useRead(chat);
  // As it was when the chat was opened: it does not move while one reads.
  const [unreads] = useState(() => chat.users.find(({ userId }) => userId === user.id)?.unreads ?? 0);
  const [newFrom, setNewFrom] = useState<string>();
  if (newFrom === undefined && unreads > 0 && messages.length > 0)
    setNewFrom(messages[Math.max(0, messages.length - unreads)]!.id);
  // Who answers has read what the line was about.
  const isAnswered = messages
    .slice(messages.findIndex(({ id }) => id === newFrom))
    .some(({ senderId }) => senderId === user.id);
  const lineAt = isAnswered ? undefined : newFrom;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = thread;
  const { box, onScroll, toEnd } = useThreadScroll(
    messages[0]?.id,
    unsent.at(-1)?.id ?? messages.at(-1)?.id,
    () => {
      if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchOlder();
    },
  );
  return (
    <>
      <div
        ref={box}
        className="ch-thread col fill scroll p-16"
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('chats.messages', { title: chat.title })}
      >
        {thread.isPending ? <SkeletonRows rows={5} /> : null}
        {thread.isError && !thread.data ? (
          <ErrorState error={thread.error} retry={() => void thread.refetch()} />
        ) : null}
        {hasNextPage ? (
          <Button size="small" className="ch-wide block full" onClick={() => void fetchOlder()}>
            {t(isFetchNextPageError ? 'shell.error.retry' : 'chats.older')}
          </Button>
        ) : null}
        {thread.data && messages.length + unsent.length === 0 ? (
          <p className="ch-wide full subtle centered">{t('chats.empty')}</p>
        ) : null}
        <ol className="ch-messages ch-wide full col gap-8">
          {messages.map((message, index) => {
            const above = messages[index - 1];
            const isNewDay = !above || !isSameDay(new Date(above.createdAt), new Date(message.createdAt));
            return (
              <Fragment key={message.id}>
                {isNewDay ? (
                  <li className="ch-day row gap-12 small p-8 muted">
                    <span>{dayOf(message.createdAt)}</span>
                  </li>
                ) : null}
                {message.id === lineAt ? (
                  <li className="ch-day row gap-12 small p-8 t-accent ch-new semibold">
                    <span>{t('chats.new.line', { smart_count: unreads })}</span>
                  </li>
                ) : null}
                <Bubble
                  message={message}
                  isNext={!isNewDay && message.id !== lineAt && isNextOf(message, above)}
                />
              </Fragment>
            );
          })}
          {unsent.map((one) => (
            <UnsentBubble
              key={one.id}
              one={one}
              onAgain={() => void send(one.id, one.message)}
              onDrop={() => drop(one.id)}
            />
          ))}
        </ol>
      </div>
      <p className="ch-wide full px-16 small t-accent" style={{ minHeight: 20 }} aria-live="polite">
        {typing.length > 0
          ? t('chats.typing', { names: typing.join(', '), smart_count: typing.length })
          : null}
      </p>
      <Composer
        chatId={chat.id}
        onSend={(text) => {
          toEnd();
          void send(crypto.randomUUID(), text);
        }}
      />
    </>
  );
}
