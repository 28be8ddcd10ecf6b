import { useEffect, useRef } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { notify, notifyError } from '../../../shell/notify.ts';
import type { QuickMessage } from './quick-replies.ts';
import { quickFile } from './use-quick-messages.ts';

/** `waitingText`: what was sent while files were on their way. */
interface Late {
  readonly count: number;
  readonly waitingText?: string | undefined;
}

/** What is on its way where, for the life of the page: who comes back to a ticket finds that its file is still awaited. */
const lateStore = createStore<ReadonlyMap<string, Late>>(() => new Map());
const nothing: Late = { count: 0 };

/**
 * Returns what fetches the files of quick replies. While one is on its way (`areComing`) what is sent waits (`waitFor` a
 * text), for the text would go without it; one that does not come, or is not taken, ends the wait, and says so.
 * @param key whose they are, in which ticket
 * @param attach returns how many it took
 */
export function useLateFiles(key: string, attach: (files: readonly File[]) => number) {
  const { count, waitingText } = useStore(lateStore, (late) => late.get(key) ?? nothing);
  const change = (by: (now: Late) => Late) => {
    const late = lateStore.getState();
    lateStore.setState(new Map(late).set(key, by(late.get(key) ?? nothing)), true);
  };
  const waitFor = (text: string | undefined) => change((now) => ({ ...now, waitingText: text }));
  return {
    areComing: count > 0,
    waitingText,
    waitFor,
    fetchOf: (message: QuickMessage): void => {
      change((now) => ({ ...now, count: now.count + 1 }));
      quickFile(message)
        .then((file) => {
          if (file !== undefined && attach([file]) === 0) waitFor(undefined);
        })
        .catch((error: unknown) => {
          waitFor(undefined);
          notifyError(error);
        })
        // Once it is drawn: what waits for it goes at once, and would take its picture away before the browser has read it.
        .finally(() => setTimeout(() => change((now) => ({ ...now, count: now.count - 1 }))));
    },
  };
}

export type LateFiles = ReturnType<typeof useLateFiles>;

interface Written {
  readonly text: string;
  /** A new message; not an edit. */
  readonly isNew: boolean;
  readonly send: () => void;
}

/**
 * Returns whether what is written waits for a file. It goes by itself when the file has come, as it was sent: typed on, or
 * with an earlier message in its place, nothing goes until it is sent again; who leaves the field meanwhile is told.
 */
export function useLateSend(lateFiles: LateFiles, { text, isNew, send }: Written): boolean {
  const { areComing, waitingText, waitFor } = lateFiles;
  const isWaiting = isNew && waitingText === text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a file that has come, or what is written, changes it
  useEffect(() => {
    if (waitingText === undefined || (isWaiting && areComing)) return;
    waitFor(undefined);
    if (isWaiting) send();
  }, [waitingText, isWaiting, areComing]);
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      if (!isWaiting) return;
      waitFor(undefined);
      notify.info('tickets.composer.notSent');
    };
  });
  useEffect(() => () => leave.current(), []);
  return isWaiting;
}
