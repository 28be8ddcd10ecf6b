import { useState } from 'react';
import { notifyError } from '../../../shell/notify.ts';
import type { QuickMessage } from './quick-replies.ts';
import { quickFile } from './use-quick-messages.ts';

/**
 * Returns what fetches the files of quick replies. While one is on its way (`areComing`) what is sent waits (`wait`), for
 * the text would go without it; one that does not come ends the wait, and says so.
 */
export function useLateFiles(attach: (files: readonly File[]) => void) {
  const [count, setCount] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  return {
    areComing: count > 0,
    isWaiting,
    wait: setWaiting,
    fetchOf: (message: QuickMessage): void => {
      setCount((now) => now + 1);
      quickFile(message)
        .then((file) => {
          if (file !== undefined) attach([file]);
        })
        .catch((error: unknown) => {
          setWaiting(false);
          notifyError(error);
        })
        .finally(() => setCount((now) => now - 1));
    },
  };
}

export type LateFiles = ReturnType<typeof useLateFiles>;
