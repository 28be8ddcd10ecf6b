import {
  DragDropContext,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { BoardCard } from '../../../contract/board.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { useSession } from '../../shell/session.tsx';
import { ChipButton } from '../../shell/ui/chips.tsx';
import { FilterMenu } from '../../shell/ui/filter-menu.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useAddress } from '../../shell/use-address.ts';
import {
  dealCards,
  type Lane as LaneOfCards,
  laneColor,
  lanesInOrder,
  shiftLane,
  withLimits,
} from './board.ts';
import { cardsQuery, lanesQuery } from './data.ts';
import { Lane } from './lane.tsx';
import { LaneMenu } from './lane-menu.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { MoveMenu } from './move-menu.tsx';
import { forgetOpened, keepOffset, keptOffset } from './place.ts';
import { relayTouches } from './touch-relay.ts';
import { useArrangement } from './use-arrangement.ts';
import { useMoves } from './use-moves.ts';
import './kanban.css';

/** One column, targets of a finger: cards are not carried there, they are sent. */
const phoneWidth = '(max-width: 599px)';

/** Returns the lanes with their cards as the screen shows them: while a card is carried nothing else moves. */
function useLanes(queueId: string) {
  const { subject } = useSession();
  const cards = useQuery(cardsQuery(subject.queueIds));
  const tags = useQuery(lanesQuery);
  const { arrangement, isPending, arrange } = useArrangement();
  const { moves, move } = useMoves();
  const [isCarrying, setCarrying] = useState(false);
  const now = useMemo(
    () =>
      cards.data === undefined || tags.data === undefined || isPending
        ? undefined
        : dealCards(lanesInOrder(tags.data, arrangement), cards.data.cards.values(), moves, queueId),
    [cards.data, tags.data, isPending, arrangement, moves, queueId],
  );
  const before = useRef(now);
  if (!isCarrying) before.current = now;
  return {
    lanes: before.current,
    /** Whether it still stands: somebody may take one away while a card is carried there. */
    stands: (laneId: string) => now?.some(({ id }) => id === laneId) === true,
    hasMore: cards.data?.hasMore ?? false,
    error: cards.data && tags.data ? null : (cards.error ?? tags.error),
    retry: () => {
      void cards.refetch();
      void tags.refetch();
    },
    arrangement,
    arrange,
    move,
    setCarrying,
  };
}

type Board = ReturnType<typeof useLanes>;
type Named = LaneOfCards & { readonly name: string };

/** Returns what carrying a card does, and says to who does not see it. */
function useCarrying(lanes: readonly Named[], { move, setCarrying, stands }: Board) {
  const t = useT();
  const nameOf = (id: string | undefined) => lanes.find((lane) => lane.id === id)?.name ?? '';
  const cardOf = ({ source }: DragStart) =>
    lanes.find((lane) => lane.id === source.droppableId)?.cards[source.index];
  const say = ({ announce }: ResponderProvided, key: string, start: DragStart, laneId?: string) =>
    announce(t(`kanban.drag.${key}`, { name: cardOf(start)?.contact.name ?? '', lane: nameOf(laneId) }));
  return {
    onDragStart: (start: DragStart, provided: ResponderProvided) => {
      setCarrying(true);
      say(provided, 'lift', start, start.source.droppableId);
    },
    onDragUpdate: (update: DragUpdate, provided: ResponderProvided) =>
      say(provided, update.destination ? 'over' : 'nowhere', update, update.destination?.droppableId),
    onDragEnd: (result: DropResult, provided: ResponderProvided) => {
      setCarrying(false);
      const to = result.reason === 'DROP' ? result.destination?.droppableId : undefined;
      const card = cardOf(result);
      const isGone = to !== undefined && !stands(to);
      if (isGone) notify.error('kanban.laneGone', { values: { lane: nameOf(to) } });
      if (to !== undefined && !isGone && to !== result.source.droppableId && card !== undefined) {
        move(card, to);
        say(provided, 'drop', result, to);
      } else say(provided, 'cancel', result, result.source.droppableId);
    },
  };
}

/** After a card was sent the focus goes with it, if it is in sight. */
const follow = (id: string): void => {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus(),
  );
};

/** Returns what calls `task` off, which runs when a frame has passed: what is drawn now stands then. */
const onceDrawn = (task: () => void) => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(task);
  });
  return () => cancelAnimationFrame(frame);
};

const Lanes = ({ lanes, board }: { readonly lanes: readonly Named[]; readonly board: Board }) => {
  const t = useT();
  const { can } = useSession();
  const isPhone = useMediaQuery(phoneWidth);
  const { arrangement, arrange, move } = board;
  const [sent, setSent] = useState<{ readonly card: BoardCard; readonly anchor: HTMLElement }>();
  const [limiting, setLimiting] = useState<Named>();
  const onMove = useCallback((card: BoardCard, anchor: HTMLElement) => setSent({ card, anchor }), []);
  const from = lanes.find(({ cards }) => cards.some(({ id }) => id === sent?.card.id));
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollLeft = keptOffset('board');
  }, []);
  // A card that is not on the board any more must not draw the focus when it comes again.
  useEffect(() => onceDrawn(forgetOpened), []);
  return (
    <DragDropContext {...useCarrying(lanes, board)} dragHandleUsageInstructions={t('kanban.drag.usage')}>
      <div
        ref={box}
        className="kb-board flex gap-12 fill scrolls"
        onTouchStart={isPhone ? undefined : relayTouches}
        onScroll={({ currentTarget }) => keepOffset('board', currentTarget.scrollLeft)}
      >
        {lanes.map((lane, at) => (
          <Lane key={lane.id} lane={lane} name={lane.name} isStill={isPhone} onMove={onMove}>
            <LaneMenu
              name={lane.name}
              isFirst={at === 0}
              isLast={at === lanes.length - 1}
              onShift={(by) => arrange({ ...arrangement, order: shiftLane(lanes, lane.id, by) })}
              onLimit={() => setLimiting(lane)}
            />
          </Lane>
        ))}
        {lanes.length > 1 ? null : (
          <div className="kb-hint middle r-lg">
            <EmptyState
              title={t('kanban.noLanes')}
              text={t('kanban.noLanes.text')}
              action={can('tags:kanban') ? <NewLane /> : undefined}
            />
          </div>
        )}
      </div>
      {sent === undefined || from === undefined ? null : (
        <MoveMenu
          who={sent.card.contact.name}
          lanes={lanes}
          from={from.id}
          anchor={isPhone ? undefined : sent.anchor}
          onClose={() => setSent(undefined)}
          onMove={(laneId) => {
            setSent(undefined);
            move(sent.card, laneId);
            follow(sent.card.id);
          }}
        />
      )}
      {limiting === undefined ? null : (
        <LimitDialog
          name={limiting.name}
          limit={limiting.limit}
          onClose={() => setLimiting(undefined)}
          onSave={(limit) => arrange(withLimits(arrangement, limiting.id, limit))}
        />
      )}
    </DragDropContext>
  );
};

const NewLane = () => {
  const t = useT();
  return (
    <Button variant="outlined" component={Link} to="/tags/create" startIcon={<Plus size={16} />}>
      {t('kanban.newLane')}
    </Button>
  );
};

/** On a phone one lane fills the screen: these lead to the others. */
const LaneNav = ({ lanes }: { readonly lanes: readonly Named[] }) => {
  const t = useT();
  return (
    <nav className="kb-nav phone-only flex gap-6 fixed" aria-label={t('kanban.lanes')}>
      {lanes.map(({ id, name, tag, cards }) => (
        <ChipButton
          key={id}
          onClick={() =>
            document.getElementById(`lane-${id}`)?.scrollIntoView({ inline: 'center', block: 'nearest' })
          }
        >
          <span className="qd fixed" style={laneColor(tag)} aria-hidden="true" />
          {name} <b>{cards.length}</b>
        </ChipButton>
      ))}
    </nav>
  );
};

/** /kanban: tickets of one's own queues in the lanes of their tags. */
export const BoardPage = () => {
  const t = useT();
  const { can, subject, scope, user } = useSession();
  const [params, keep] = useAddress();
  const queueId = params.get('queue') ?? '';
  const board = useLanes(queueId);
  const servesAll = scope.queueIds === 'all' && subject.queueIds.length === 0;
  const everyQueue = useQuery({ ...queuesQuery, enabled: servesAll });
  const queues = servesAll ? (everyQueue.data ?? []) : user.queues;
  const lanes = board.lanes?.map((lane) => ({ ...lane, name: lane.tag?.name ?? t('kanban.open') }));
  const count = lanes?.reduce((sum, { cards }) => sum + cards.length, 0);
  const servesNone = !servesAll && subject.queueIds.length === 0;
  return (
    <section className="page kb-page">
      <PageHeader title={t('kanban.title')} count={count}>
        {queues.length < 2 ? null : (
          <FilterMenu
            label={t('kanban.queues')}
            all={t(servesAll ? 'kanban.queues.all' : 'kanban.queues.own')}
            chosen={queueId}
            options={queues.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(queue) => keep({ queue })}
          />
        )}
        {can('tags:kanban') ? <NewLane /> : null}
      </PageHeader>
      {board.error === null ? null : (
        <div className="card">
          <ErrorState error={board.error} retry={board.retry} />
        </div>
      )}
      {lanes === undefined && board.error === null ? <SkeletonRows rows={6} height={116} /> : null}
      {board.hasMore ? <p className="muted">{t('kanban.more', { count: count ?? 0 })}</p> : null}
      {lanes === undefined ? null : servesNone ? (
        <EmptyState title={t('kanban.noQueues')} text={t('kanban.noQueues.text')} />
      ) : (
        <>
          <LaneNav lanes={lanes} />
          <Lanes lanes={lanes} board={board} />
        </>
      )}
    </section>
  );
};
