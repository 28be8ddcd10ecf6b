import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { BoardCard } from '../../../contract/board.ts';
import { openLane } from '../../../contract/board-card.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { moveToLane } from './data.ts';
import { applyAnswer } from './live.ts';

/**
 * Returns where cards are on their way to, and what moves one: it stands there at once, and goes back where the server
 * refuses. Several moves of one card go out one after the other, so that the last one stays.
 */
export function useMoves() {
  const cache = useQueryClient();
  const session = useSession();
  const [moves, setMoves] = useState<ReadonlyMap<string, string>>(new Map());
  const lastMoves = useRef(new Map<string, { readonly lane: string; readonly done: Promise<unknown> }>());

  const settle = useCallback((id: string, lane: object) => {
    if (lastMoves.current.get(id) !== lane) return;
    lastMoves.current.delete(id);
    setMoves((held) => new Map([...held].filter(([other]) => other !== id)));
  }, []);

  const move = useCallback(
    ({ id }: BoardCard, lane: string) => {
      const send = async () => {
        try {
          applyAnswer(await moveToLane(id, lane === openLane ? null : lane), cache, session);
          notify.success(lane === openLane ? 'kanban.tagRemoved' : 'kanban.tagAdded');
        } catch (error) {
          notifyError(error);
        }
      };
      const before = lastMoves.current.get(id)?.done ?? Promise.resolve();
      const own = { lane, done: before.then(send) };
      lastMoves.current.set(id, own);
      setMoves((held) => new Map(held).set(id, lane));
      void own.done.then(() => settle(id, own));
    },
    [cache, session, settle],
  );
  return { moves, move };
}
