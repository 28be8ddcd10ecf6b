import {
  Draggable,
  type DraggableChildrenFn,
  Droppable,
  type DroppableProvided,
  type DroppableStateSnapshot,
} from '@hello-pangea/dnd';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useRef } from 'react';
import type { BoardCard } from '../../../contract/board.ts';
import { useT } from '../../shell/i18n.ts';
import { type Lane as LaneOfCards, laneColor } from './board.ts';
import { Card } from './card.tsx';
import { keepOffset, keptOffset } from './place.ts';

/** Of a card with the gap below it: all are of one height, so that thousands need no measuring. */
const slot = 140;

interface Shared {
  readonly lane: LaneOfCards;
  readonly isStill: boolean;
  readonly onMove: (card: BoardCard, anchor: HTMLElement) => void;
}

const Item = memo(
  ({
    card,
    index,
    top,
    isStill,
    onMove,
  }: Omit<Shared, 'lane'> & { readonly card: BoardCard; readonly index: number; readonly top: number }) => (
    <Draggable draggableId={card.id} index={index} isDragDisabled={isStill}>
      {(provided, snapshot) => (
        <Card card={card} onMove={onMove} provided={provided} snapshot={snapshot} top={top} />
      )}
    </Draggable>
  ),
);

/** Those in sight of a lane of any length. */
function Cards({
  lane,
  isStill,
  onMove,
  provided,
  snapshot,
  label,
}: Shared & {
  readonly provided: DroppableProvided;
  readonly snapshot: DroppableStateSnapshot;
  readonly label: string;
}) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const { cards } = lane;
  const rows = useVirtualizer({
    count: cards.length,
    getScrollElement: () => box.current,
    estimateSize: () => slot,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: 3,
    initialOffset: () => keptOffset(lane.id),
  });
  const { innerRef } = provided;
  const takeBox = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      innerRef(element);
    },
    [innerRef],
  );
  return (
    <div
      ref={takeBox}
      {...provided.droppableProps}
      className="kb-cards fill scroll"
      onScroll={(event) => keepOffset(lane.id, event.currentTarget.scrollTop)}
    >
      {cards.length === 0 && !snapshot.isDraggingOver ? (
        <p className="p-8-12 small subtle">{t('kanban.none')}</p>
      ) : null}
      <ul
        className="at"
        aria-label={label}
        hidden={cards.length === 0 && !snapshot.isDraggingOver}
        style={{ height: rows.getTotalSize() + (snapshot.isUsingPlaceholder ? slot : 0) }}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const card = cards[index];
          return card === undefined ? null : (
            <Item key={card.id} card={card} index={index} isStill={isStill} onMove={onMove} top={start} />
          );
        })}
      </ul>
    </div>
  );
}

interface Props extends Shared {
  readonly name: string;
  /** Its menu. */
  readonly children: ReactNode;
}

/** A lane: its name in its tag's colour, how many cards of how many, and the cards. */
export const Lane = ({ lane, name, isStill, onMove, children }: Props) => {
  const t = useT();
  const { id, tag, limit, cards } = lane;
  const isFull = limit !== undefined && cards.length > limit;
  const count = limit === undefined ? String(cards.length) : `${cards.length}/${limit}`;
  const renderClone: DraggableChildrenFn = (provided, snapshot, { source }) => {
    const card = cards[source.index];
    return card === undefined ? (
      <li ref={provided.innerRef} />
    ) : (
      <Card card={card} onMove={onMove} provided={provided} snapshot={snapshot} />
    );
  };
  return (
    <Droppable droppableId={id} mode="virtual" renderClone={renderClone}>
      {(provided, snapshot) => (
        <section
          className="kb-lane col at shrink-y clip r-lg"
          id={`lane-${id}`}
          aria-label={name}
          data-over={snapshot.isDraggingOver}
          style={laneColor(tag)}
        >
          <header className="row fixed">
            <span className="qd fixed" aria-hidden="true" />
            <h2 className="trunc small lh-18">{name}</h2>
            <span className={isFull ? 'count fixed small semibold t-danger' : 'count fixed small subtle'}>
              {count}
              {isFull ? <span className="vh"> {t('kanban.full')}</span> : null}
            </span>
            <span className="grow" />
            {children}
          </header>
          <Cards
            lane={lane}
            isStill={isStill}
            onMove={onMove}
            provided={provided}
            snapshot={snapshot}
            label={name}
          />
        </section>
      )}
    </Droppable>
  );
};
