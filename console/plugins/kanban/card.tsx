import type { DraggableProvided, DraggableStateSnapshot } from '@hello-pangea/dnd';
import Button from '@mui/material/Button';
import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { BoardCard } from '../../../contract/board.ts';
import { useT } from '../../shell/i18n.ts';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { QueueName } from '../../shell/ui/chips.tsx';
import { phone } from '../contacts/offers/phone.ts';
import { Age, previewLine } from '../tickets/offers/card.ts';
import { noteOpened, takeOpened } from './place.ts';

/** The name of the queue beside them is to be read whole. */
const tight = { minWidth: 0, paddingInline: 6 };

interface Props {
  readonly card: BoardCard;
  readonly onMove: (card: BoardCard, anchor: HTMLElement) => void;
}

/** Whether a click leads on in this tab; others leave the board where it is. */
const opensHere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);

/** What a card says. It is drawn anew only when its ticket changes, not while it is carried. */
const Content = memo(({ card, onMove }: Props) => {
  const t = useT();
  const { search } = useLocation();
  const { contact, queue, preview, waitingSince, updatedAt } = card;
  const { text, ack } = previewLine(preview, t);
  return (
    <>
      <div className="row gap-10 narrow">
        <Avatar name={contact.name} id={contact.id} size={28} src={contact.profilePicUrl} />
        <div className="grow">
          <p className="trunc body lh-18 medium">{contact.name}</p>
          <p className="flex gap-8 between caption subtle num lh-16">
            <span className="trunc">{contact.number === '' ? '' : phone(contact.number)}</span>
            <Age at={waitingSince ?? updatedAt} />
          </p>
        </div>
      </div>
      <p className="kb-said fixed small muted anywhere mt-8 clip lh-18">
        {ack === undefined ? null : `${t('kanban.you')} `}
        {text}
      </p>
      <div className="kb-foot row caption">
        {queue === null ? <span className="grow" /> : <QueueName name={queue.name} color={queue.color} />}
        <Button
          size="small"
          style={tight}
          aria-haspopup="menu"
          aria-label={t('kanban.moveOf', { name: contact.name })}
          onClick={(event) => onMove(card, event.currentTarget)}
        >
          {t('kanban.move')}
        </Button>
        <Button
          size="small"
          style={tight}
          component={Link}
          to={`/tickets/${card.uuid}`}
          state={{ from: 'kanban', search }}
          onClick={(event) => {
            if (opensHere(event)) noteOpened(card.id);
          }}
          aria-label={t('kanban.seeOf', { name: contact.name })}
        >
          {t('kanban.see')}
        </Button>
      </div>
    </>
  );
});

interface Carried extends Props {
  readonly provided: DraggableProvided;
  readonly snapshot: DraggableStateSnapshot;
  /** In its lane; absent: it is carried, and stands where it is carried to. */
  readonly top?: number;
}

/** A card, as it stands in its lane or is carried. */
export const Card = ({ card, onMove, provided, snapshot, top }: Carried) => {
  const { style } = provided.draggableProps;
  const { role: _, ...handle } = provided.dragHandleProps ?? {};
  const body = useRef<HTMLDivElement>(null);
  // The way back from its ticket ends where it began.
  useEffect(() => {
    if (takeOpened(card.id)) body.current?.focus({ preventScroll: true });
  }, [card.id]);
  return (
    <li
      ref={provided.innerRef}
      {...provided.draggableProps}
      className="kb-card block"
      data-carried={snapshot.isDragging && !snapshot.isDropAnimating}
      style={top === undefined ? style : { ...style, top }}
    >
      {/* Buttons lie in it, so it is none itself. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        {...handle}
        ref={body}
        role="group"
        aria-label={card.contact.name}
        data-card={card.id}
        className="kb-body card col r-md ink"
      >
        <Content card={card} onMove={onMove} />
      </div>
    </li>
  );
};
