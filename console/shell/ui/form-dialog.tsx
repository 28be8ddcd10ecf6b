import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { useT } from '../i18n.ts';
import { IconButton } from './icon-button.tsx';
import { useFocusRefused } from './use-focus-refused.ts';
import './form-dialog.css';

interface Props {
  readonly title: string;
  /** Name of the deed, on the one contained button. */
  readonly submit: string;
  readonly busy: boolean;
  /** Nothing is left to be cancelled: the deed's button is the only way on. */
  readonly done?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Room for long texts. */
  readonly wide?: boolean;
  /** Stands left of the buttons. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A form in a dialog: title, fields, one deed. On a phone it fills the screen. */
export const FormDialog = ({
  title,
  submit,
  busy,
  done = false,
  wide = false,
  onSubmit,
  onClose,
  aside,
  children,
}: Props) => {
  const t = useT();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const sent = useFocusRefused(form, busy);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A form in a portal: React would hand the event on to a form around the component that opened the dialog.
    event.stopPropagation();
    // Enter in a field submits as well: a second time would be a second command.
    if (busy) return;
    sent();
    onSubmit();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { className: wide ? 'dialog form-dialog form-wide' : 'dialog form-dialog' } }}
    >
      <form ref={form} onSubmit={send} noValidate className="form-dialog-form">
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton label={t('shell.close')} icon={X} onClick={onClose} />
        </header>
        <div className="body scroll">{children}</div>
        <footer>
          {aside === undefined ? null : <div className="grow">{aside}</div>}
          {done ? null : <Button onClick={onClose}>{t('shell.cancel')}</Button>}
          <Button type="submit" variant="contained" aria-disabled={busy} aria-busy={busy}>
            {submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
