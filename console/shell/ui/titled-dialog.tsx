import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FormTheme } from '../form/form-theme.tsx';
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
    <FormTheme>
      <Dialog
        open={open}
        onClose={onClose}
        aria-labelledby={id}
        {...(look === 'question' && { slotProps: { paper: { className: 'confirm-dialog' } } })}
      >
        <DialogTitle component="header">
          <h2 id={id}>{title}</h2>
          {look === 'question' ? null : <IconButton label={t('shell.close')} icon={X} onClick={onClose} />}
        </DialogTitle>
        <DialogContent>{children}</DialogContent>
        {footer === undefined ? null : <DialogActions disableSpacing>{footer}</DialogActions>}
      </Dialog>
    </FormTheme>
  );
};
