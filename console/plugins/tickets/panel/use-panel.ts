import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { persisted, usePersisted } from '../../../shell/persisted.ts';
import { NARROW } from '../ticket/widths.ts';

const rememberedPanel = persisted<boolean>('tickets.panel', {
  read: (text) => text !== 'closed',
  write: (open) => (open ? 'open' : 'closed'),
});

export interface Panel {
  readonly open: boolean;
  /** There is no room beside the thread: it lies over it. */
  readonly over: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** Whether the contact is shown: remembered where it stands beside the thread, asked for each time where it covers it. */
export function usePanel(): Panel {
  // Known before the first paint: a panel that closes right after it opened would flash.
  const over = useMediaQuery(NARROW, { noSsr: true });
  const beside = usePersisted(rememberedPanel);
  const [above, setAbove] = useState(false);
  const set = (open: boolean) => {
    if (over) setAbove(open);
    else rememberedPanel.set(open);
  };
  const open = over ? above : beside;
  return { open, over, toggle: () => set(!open), close: () => set(false) };
}
