import { useEffect, useRef, useState } from 'react';
import { notify, notifyError } from '../../../shell/notify.ts';
import type { QuickMessage } from './quick-replies.ts';
import { quickFile } from './use-quick-messages.ts';

/**
 * Returns what fetches the files of quick replies. While one is on its way (`areComing`) what is sent waits (`waitFor` a
 * text), for the text would go without it; one that does not come, or is not taken, ends the wait, and says so. `attach`
 * returns how many it took.
 */
export function useLateFiles(attach: (files: readonly File[]) => number) {
  const [count, setCount] = useState(0);
  const [waitingText, setWaitingText] = useState<string>();
  return {
    areComing: count > 0,
    waitingText,
    waitFor: setWaitingText,
    fetchOf: (message: QuickMessage): void => {
      setCount((now) => now + 1);
      quickFile(message)
        .then((file) => {
          if (file !== undefined && attach([file]) === 0) setWaitingText(undefined);
        })
        .catch((error: unknown) => {
          setWaitingText(undefined);
          notifyError(error);
        })
        .finally(() => setCount((now) => now - 1));
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
