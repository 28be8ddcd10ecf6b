import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BoardArrangement } from '../../../contract/board.ts';
import { notifyError } from '../../shell/notify.ts';
import { arrangementQuery, saveArrangement } from './data.ts';

const usual: BoardArrangement = { order: [], limits: {} };

/** Returns how the person has the board, and what keeps it otherwise. */
export function useArrangement() {
  const cache = useQueryClient();
  const { data = usual, isPending } = useQuery(arrangementQuery);
  const arrange = (next: BoardArrangement) => {
    cache.setQueryData(arrangementQuery.queryKey, next);
    saveArrangement(next).catch((error: unknown) => {
      notifyError(error);
      void cache.invalidateQueries({ queryKey: arrangementQuery.queryKey });
    });
  };
  return { arrangement: data, isPending, arrange };
}
