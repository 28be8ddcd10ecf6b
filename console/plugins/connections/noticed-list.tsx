import Button from '@mui/material/Button';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';

interface Props<Item> {
  readonly items: readonly Item[];
  readonly icon: LucideIcon;
  readonly tone: 'info' | 'warn';
  /** How many there are, and what that means. */
  readonly said: string;
  readonly text: string;
  /** On the button that opens the list. */
  readonly show: string;
  readonly title: string;
  /** In the list once the last has gone. */
  readonly none: string;
  readonly row: (item: Item, close: () => void) => ReactNode;
}

/** A line while there is any, and the list of them behind its button; nothing while there is none. */
export const NoticedList = <Item extends { readonly id: string }>(props: Props<Item>) => {
  const { items, icon: Icon, tone, said, text, show, title, none, row } = props;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {items.length > 0 ? (
        <p className={`banner c-${tone} fixed mb-16 r-md`} role="status">
          <Icon size={18} aria-hidden="true" />
          <span className="grow">
            <b>{said}</b> {text}
          </span>
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {show}
          </Button>
        </p>
      ) : null}
      {open ? (
        <TitledDialog look="page" title={title} onClose={close}>
          <ul className="parted">
            {items.map((item) => (
              <li className="grid gap-4 start-x py-8" key={item.id}>
                {row(item, close)}
              </li>
            ))}
            {items.length === 0 ? <li className="grid gap-4 muted">{none}</li> : null}
          </ul>
        </TitledDialog>
      ) : null}
    </>
  );
};
