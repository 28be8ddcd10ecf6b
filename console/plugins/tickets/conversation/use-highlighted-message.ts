import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { MessageView } from '../../../../contract/message.ts';
import { notify } from '../../../shell/notify.ts';
import { jumpTo } from './jump.ts';

/** The part of an address that names a message: `?message=<id>`. */
export const messageParam = 'message';

interface Pages {
  readonly messages: readonly MessageView[];
  readonly isSuccess: boolean;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchTowards: (messageId: string) => void;
}

/**
 * Brings the message that the address asks for into sight, loading older pages until it is there. The reader's place
 * is kept meanwhile; once found it is marked and forgotten, so that nothing jumps again by itself.
 */
export function useHighlightedMessage(section: RefObject<HTMLElement | null>, pages: Pages): void {
  const [params, setParams] = useSearchParams();
  const wantedId = params.get(messageParam);
  const done = useRef<string>(undefined);
  const { messages, isSuccess, hasNextPage, isFetching, isFetchNextPageError, fetchTowards } = pages;
  const there = wantedId !== null && messages.some(({ id }) => id === wantedId);
  useEffect(() => {
    if (wantedId === null || !isSuccess || done.current === wantedId) return;
    const finish = () => {
      done.current = wantedId;
      setParams(
        (held) => {
          const rest = new URLSearchParams(held);
          rest.delete(messageParam);
          return rest;
        },
        { replace: true },
      );
    };
    if (there) {
      // Once what was loaded last has been laid out.
      const frame = requestAnimationFrame(() => {
        const log = section.current?.querySelector('[role=log] > *');
        if (log && jumpTo(log, wantedId)) finish();
      });
      return () => cancelAnimationFrame(frame);
    }
    // It may be in the answer that is on its way.
    if (isFetching) return;
    if (hasNextPage && !isFetchNextPageError) fetchTowards(wantedId);
    else {
      notify.info('tickets.message.soughtGone');
      finish();
    }
  }, [
    wantedId,
    there,
    isSuccess,
    hasNextPage,
    isFetching,
    isFetchNextPageError,
    fetchTowards,
    setParams,
    section,
  ]);
}
