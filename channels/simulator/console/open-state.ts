import { useSyncExternalStore } from 'react';

const KEY = 'testPhone.open';
/** On a phone the test phone covers the thread: it is asked for each time, never remembered. */
const PHONE = '(max-width: 599px)';

const readRemembered = (): boolean => {
  try {
    return localStorage.getItem(KEY) === '1' && !matchMedia(PHONE).matches;
  } catch {
    return false; // storage refused: it begins closed
  }
};

let open: boolean | undefined;
const listeners = new Set<() => void>();
const isOpen = (): boolean => {
  open ??= readRemembered();
  return open;
};

/** One answer for the button in the header and the dock beside the thread, for every ticket. */
export const setPhoneOpen = (next: boolean): void => {
  open = next;
  try {
    if (!matchMedia(PHONE).matches) localStorage.setItem(KEY, next ? '1' : '0');
  } catch {
    // As long as the page, then.
  }
  for (const listener of listeners) listener();
};

export const usePhoneOpen = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isOpen);
