import Dialog from '@mui/material/Dialog';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useT } from '../i18n.ts';
import { IconButton } from './icon-button.tsx';

interface Props {
  readonly title: string;
  /**
   * - `question`: a card before what it is about, on a phone too; left by its buttons.
   * - `page`: fills a phone's screen; a cross leaves it.
   */
  readonly look: 'question' | 'page';
  readonly open?: boolean;
  readonly onClose: () => void;
  /** Buttons, the deed last. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The shape of a dialog: its title, which names it, what it says, and its buttons. */
export const TitledDialog = ({ title, look, open = true, onClose, footer, children }: Props) => {
  const t = useT();
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { className: look === 'question' ? 'dialog confirm-dialog' : 'dialog' } }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {look === 'question' ? null : <IconButton label={t('shell.close')} icon={X} onClick={onClose} />}
      </header>
      <div className="body scroll">{children}</div>
      {footer === undefined ? null : <footer>{footer}</footer>}
    </Dialog>
  );
};
