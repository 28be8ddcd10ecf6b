import { type MouseEvent, useState } from 'react';

/**
 * Returns what lies beside the button that opens it: `button` is spread on that button, `popup` on a Menu or Popover.
 * @param kind what opens, as it is said to who does not see it
 */
export const usePopup = (kind: 'menu' | 'dialog') => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const isOpen = anchor !== null;
  return {
    isOpen,
    close,
    button: {
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
    },
    popup: { open: isOpen, anchorEl: anchor, onClose: close },
  } as const;
};
