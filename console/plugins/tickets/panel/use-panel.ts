import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { NARROW } from '../styles/widths.ts';

const KEY = 'tickets.panel';

const remembered = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'closed';
  } catch {
    return true; // storage refused: the panel begins open
  }
};
const remember = (open: boolean): void => {
  try {
    localStorage.setItem(KEY, open ? 'open' : 'closed');
  } catch {
    // As long as the page, then.
  }
};

export interface Panel {
  readonly open: boolean;
  /** There is no room beside the thread: it lies over it. */
  readonly over: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** Whether the contact is shown: remembered where it stands beside the thread, asked for each time where it covers it. */
export const usePanel = (): Panel => {
  // Known before the first paint: a panel that closes right after it opened would flash.
  const over = useMediaQuery(NARROW, { noSsr: true });
  const [beside, setBeside] = useState(remembered);
  const [above, setAbove] = useState(false);
  const set = (open: boolean) => {
    if (over) setAbove(open);
    else {
      setBeside(open);
      remember(open);
    }
  };
  const open = over ? above : beside;
  return { open, over, toggle: () => set(!open), close: () => set(false) };
};
