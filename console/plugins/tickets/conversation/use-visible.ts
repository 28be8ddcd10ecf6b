import { useSyncExternalStore } from 'react';

function listen(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether anyone can see the page: what arrives in a hidden tab is not read. */
export const useVisible = (): boolean =>
  useSyncExternalStore(listen, () => document.visibilityState === 'visible');
