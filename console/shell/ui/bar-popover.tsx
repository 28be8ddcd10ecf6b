import Popover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import './bar-popover.css';

interface Props {
  readonly title: string;
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  /** What can be done with all that is in it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** What opens below a button of the top bar: a heading with an action, and what stands below it. */
export const BarPopover = ({ title, anchor, onClose, action, children }: Props) => (
  <Popover
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{ paper: { role: 'dialog', 'aria-label': title, className: 'bar-pop' } }}
  >
    <header className="row between fixed h-44 p-8-16 soft-b">
      <h2 className="body">{title}</h2>
      {action}
    </header>
    {children}
  </Popover>
);

/** On a button of the bar: there is something new. */
export const BarMark = ({ isUrgent = false }: { readonly isUrgent?: boolean }) => (
  <span className={`bar-mark qd round ${isUrgent ? 'c-err' : 'c-accent'}`} />
);
