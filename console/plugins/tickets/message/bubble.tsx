import { Ban, Plug } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { useAuthor } from '../conversation/use-author.ts';
import { failureText } from '../ticket/failure.ts';
import { splitSignature } from '../ticket/signature.ts';
import { useTimes } from '../ticket/use-times.ts';
import { TOUCH } from '../ticket/widths.ts';
import { FileFailure } from './awaited-file.tsx';
import { MessageBody } from './body.tsx';
import { HeldNote } from './held-note.tsx';
import { type MessageActions, MessageMenu } from './message-menu.tsx';
import { Quote } from './quote.tsx';
import { Reactions } from './reactions.tsx';
import { type Delivery, deliveryOf, Ticks } from './ticks.tsx';
import { Uploaded } from './uploaded.tsx';
import '../ticket/inline.css';
import './bubble.css';

export interface BubbleProps {
  readonly message: MessageView;
  /** Joined to the bubble above: same author, shortly before. */
  readonly same: boolean;
  readonly contact: string;
  readonly actions?: MessageActions;
  /** What the timeline says below a bubble. */
  readonly below?: ReactNode;
}

function Deleted({ message }: { readonly message: MessageView }) {
  const t = useT();
  // It never left: 'deleted' would read as if the customer had seen it.
  const unsent = message.fromMe && message.failure !== null && message.failure.code !== 'UNKNOWN_OUTCOME';
  const colleague = message.deletedBy !== null && message.deletedBy.id !== message.userId;
  const mark = unsent
    ? t('tickets.message.discardedMark')
    : colleague
      ? t('tickets.message.deletedBy', { name: message.deletedBy?.name })
      : t(message.fromMe ? 'tickets.message.deletedMark' : 'tickets.message.deletedByContact');
  return (
    <span className="tk-deleted body subtle">
      <Ban className="tk-i" size={15} aria-hidden="true" />
      {message.body === '' ? (
        unsent ? (
          t('tickets.message.discarded')
        ) : (
          `${t('tickets.message.deleted')}${colleague ? ` · ${mark}` : ''}`
        )
      ) : (
        <>
          <s>{splitSignature(message.body).text}</s> · {mark}
        </>
      )}
    </span>
  );
}

function Edited({
  message,
  onVersions,
}: {
  readonly message: MessageView;
  readonly onVersions: MessageActions['onVersions'];
}) {
  const t = useT();
  if (!message.isEdited || message.isDeleted) return null;
  // In the name of whoever did it: above it stands whose message it was.
  const colleague = message.editedBy !== null && message.editedBy.id !== message.userId;
  const text = colleague
    ? t('tickets.message.editedBy', { name: message.editedBy?.name })
    : t('tickets.message.edited');
  return (
    <>
      {onVersions === undefined ? (
        text
      ) : (
        <button
          type="button"
          className="tk-dotted"
          aria-haspopup="dialog"
          aria-label={`${text}: ${t('tickets.message.versions')}`}
          onClick={(event) => onVersions(message, event.currentTarget)}
        >
          {text}
        </button>
      )}
      {' · '}
    </>
  );
}

/** Returns what a bubble's shape goes by: a sticker has none, other kinds that of the file they carry. */
const bubbleKind = ({ mediaType, mediaUrl, extra }: MessageView): string =>
  extra?.sticker && mediaUrl !== null ? 'sticker' : mediaType;

/** What stands in the bubble: the text and what the message carries, or why there is nothing. */
function Content({
  message,
  author,
  actions,
}: Pick<BubbleProps, 'message' | 'actions'> & { readonly author: string }) {
  const t = useT();
  if (message.isErased) return <em className="muted">{t('tickets.message.erased')}</em>;
  if (message.isDeleted) return <Deleted message={message} />;
  return <MessageBody message={message} author={author} cards={actions} />;
}

/** When it was written, whether it was edited, and how far it has come. */
function Meta({
  message,
  actions,
  delivery,
}: Pick<BubbleProps, 'message' | 'actions'> & { readonly delivery: Delivery }) {
  const times = useTimes();
  return (
    <span
      className={
        delivery === 'failed'
          ? 'tk-meta inline gap-4 caption lh-18 nowrap num semibold t-danger'
          : 'tk-meta inline gap-4 caption lh-18 nowrap num tk-dim'
      }
    >
      <Edited message={message} onVersions={actions?.onVersions} />
      <time dateTime={message.createdAt} title={times.date(message.createdAt)}>
        {times.time(message.createdAt)}
      </time>
      {message.fromMe && message.media !== null && delivery === 'pending' ? (
        <Uploaded message={message} />
      ) : null}
      {message.fromMe && !message.isDeleted ? <Ticks delivery={delivery} /> : null}
    </span>
  );
}

/** Why a message did not leave, or a change of it was not made, and what may be done about it. */
function Failures({
  message,
  actions,
  failed,
}: Pick<BubbleProps, 'message' | 'actions'> & { readonly failed: boolean }) {
  const t = useT();
  const { failure, changeFailure } = message;
  return (
    <>
      {failure === null || !failed ? null : (
        <div className="tk-fail end caption lh-16 t-danger row gap-12 wrap mt-4" role="status">
          <span className="inline gap-8">
            <Plug size={14} aria-hidden="true" />
            {t('tickets.failed', { reason: failureText(t, failure) })}
          </span>
          {actions?.onRetry === undefined ? null : (
            <button
              className="tag tag-lg c-err at tk-felt"
              type="button"
              onClick={() => actions.onRetry?.(message)}
            >
              {t('tickets.failed.retry')}
            </button>
          )}
          {actions?.onDiscard === undefined ? null : (
            <button
              type="button"
              className="tag tag-lg muted at tk-felt"
              onClick={() => actions.onDiscard?.(message)}
            >
              {t('tickets.failed.discard')}
            </button>
          )}
        </div>
      )}
      <FileFailure message={message} onFetchFile={actions?.onFetchFile} />
      {message.held === undefined ? null : <HeldNote message={message} />}
      {changeFailure === null ? null : (
        <div className="tk-fail end caption lh-16 t-danger row wrap mt-4" role="status">
          <span className="inline gap-8">
            <Plug size={14} aria-hidden="true" />
            {t(`tickets.failed.${changeFailure.change}`, { reason: failureText(t, changeFailure) })}
          </span>
        </div>
      )}
    </>
  );
}

/** One message of the thread, in the present or at a revision of the past. */
export const Bubble = memo(function Bubble({ message, same, contact, actions, below }: BubbleProps) {
  const t = useT();
  const times = useTimes();
  const author = useAuthor()(message, contact);
  const heading = message.fromMe
    ? same
      ? undefined
      : (splitSignature(message.body).name ?? author)
    : message.participant !== null && !same
      ? author
      : undefined;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // A finger has no hover: a tap on the bubble, or a long press, opens its menu.
  const onTouch = (event: MouseEvent<HTMLElement>) => {
    if (!matchMedia(TOUCH).matches) return;
    if (event.target instanceof Element && event.target.closest('a, button, input, video')) return;
    event.preventDefault();
    setAnchor(event.currentTarget);
  };
  const gone = message.isDeleted || message.isErased;
  const menuActions = gone ? undefined : actions;
  // Discarded, it is a deleted message like the others: there is nothing left to be sent again.
  const failed = !gone && message.failure !== null;
  const classes = [
    'tk-m flex gap-8 at max-full',
    message.fromMe && 'tk-out end',
    same && 'tk-same',
    failed && 'tk-failed',
  ];
  return (
    <>
      <article
        className={classes.filter(Boolean).join(' ')}
        data-message={message.id}
        aria-label={t('tickets.message.from', { name: author, time: times.time(message.createdAt) })}
      >
        {menuActions === undefined ? null : (
          <MessageMenu
            message={message}
            contact={contact}
            actions={menuActions}
            anchor={anchor}
            onAnchor={setAnchor}
          />
        )}
        <div
          className="tk-b narrow anywhere at message r-lg"
          data-kind={message.isDeleted ? undefined : bubbleKind(message)}
          data-author={author}
          {...(menuActions !== undefined && { onClick: onTouch, onContextMenu: onTouch })}
        >
          {heading === undefined ? null : (
            <span className="tk-sign block small lh-18 semibold t-accent">{heading}</span>
          )}
          {message.quotedMsg === null || message.isDeleted ? null : (
            <Quote quoted={message.quotedMsg} contact={contact} />
          )}
          <Content message={message} author={author} actions={actions} />
          <Meta
            message={message}
            actions={menuActions}
            delivery={failed ? 'failed' : deliveryOf(message.ack)}
          />
          {gone ? null : <Reactions message={message} contact={contact} onReact={menuActions?.onReact} />}
        </div>
      </article>
      <Failures message={message} actions={actions} failed={failed} />
      {below}
    </>
  );
});
