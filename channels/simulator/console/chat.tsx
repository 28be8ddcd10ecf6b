import { Ban, FileText } from 'lucide-react';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { intlLocale, useLocale, useT } from '../../../console/shell/i18n.ts';
import { useSession } from '../../../console/shell/session.tsx';
import type { ShownMessage } from '../shown-message.ts';
import { type Marking, Poll, Reactions } from './marks.tsx';

/** *bold* as messaging apps write it; nothing else is needed to read a signature. */
const Text = ({ text }: { readonly text: string }) =>
  text.split(/\*([^*\n]+)\*/u).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move
    index % 2 === 1 ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>,
  );

const Attachment = ({ message }: { readonly message: ShownMessage }) => {
  const t = useT();
  const { media, mediaUrl, mediaType } = message;
  if (media === null || mediaUrl === null) return null;
  if (mediaType === 'image') return <img className="ph-pic" src={mediaUrl} alt={media.name} />;
  if (mediaType === 'audio')
    return (
      // biome-ignore lint/a11y/useMediaCaption: voice messages have no captions
      <audio
        className="ph-audio block max-full"
        src={mediaUrl}
        controls
        preload="metadata"
        aria-label={media.name}
      />
    );
  if (mediaType === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: videos of people have no captions
      <video className="ph-pic" src={mediaUrl} controls preload="metadata" aria-label={media.name} />
    );
  return (
    <a
      className="tp-file row medium p-8 r-md mb-8"
      href={mediaUrl}
      download={media.name}
      aria-label={t('testPhone.open', { name: media.name })}
    >
      <FileText size={18} aria-hidden="true" />
      <span className="trunc">{media.name}</span>
    </a>
  );
};

const Bubble = ({
  message,
  time,
  marking,
}: {
  readonly message: ShownMessage;
  readonly time: string;
  readonly marking: Marking;
}) => {
  const t = useT();
  const isNew = message.fromBusiness && message.ack < 4;
  return (
    <li
      className={message.fromBusiness ? 'tp-line flex gap-4' : 'tp-line flex gap-4 tp-own ph-own'}
      data-id={message.id}
      data-unread={isNew ? '' : undefined}
    >
      <div className="ph-b narrow body lh-20 anywhere">
        <span className="vh">
          {t(message.fromBusiness ? 'testPhone.fromBusiness' : 'testPhone.fromCustomer')}
        </span>
        {message.deleted ? (
          <em className="inline gap-6 subtle">
            <Ban size={14} aria-hidden="true" />
            {t('testPhone.deleted')}
          </em>
        ) : (
          <>
            <Attachment message={message} />
            <Text text={message.extra?.call ? t('testPhone.call') : message.body} />
            <Poll message={message} {...marking} />
          </>
        )}
        <span className="tp-meta inline gap-4 lh-16 num badge">
          {message.edited && !message.deleted ? `${t('testPhone.edited')} · ` : ''}
          <time dateTime={message.at}>{time}</time>
          {isNew ? (
            <i className="round bg-accent" style={{ width: 8, height: 8 }} title={t('testPhone.unread')} />
          ) : null}
        </span>
      </div>
      {message.deleted ? null : <Reactions message={message} {...marking} />}
    </li>
  );
};

const NEAR_END_PX = 60;

/** The customer's own messages at the right, the company's at the left; it opens and stays at its end. */
export const Chat = ({
  messages,
  waiting,
  marking,
}: {
  readonly messages: readonly ShownMessage[];
  readonly waiting: boolean;
  readonly marking: Marking;
}) => {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useSession().user.company;
  const box = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  const count = messages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls, when its reader was at the end
  useLayoutEffect(() => {
    if (box.current !== null && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [count]);
  const format = new Intl.DateTimeFormat(intlLocale[locale], {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  if (count === 0)
    return (
      <p className="tp-none middle grow scroll p-16 small lh-18 muted centered">
        {waiting ? '' : t('testPhone.empty')}
      </p>
    );
  return (
    <ol
      className="ph-chat col gap-4 fill scroll"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={t('testPhone.chat')}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {messages.map((message) => (
        <Bubble
          key={message.id}
          message={message}
          time={format.format(new Date(message.at))}
          marking={marking}
        />
      ))}
    </ol>
  );
};
