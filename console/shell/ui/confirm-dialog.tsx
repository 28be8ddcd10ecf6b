import Dialog from '@mui/material/Dialog';
import { useId, useState } from 'react';
import { useT } from '../i18n.ts';
import { notifyError } from '../notify.ts';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly text?: string;
  /** Name of the deed ('Excluir'). */
  readonly action?: string;
  /** What must be typed before the deed can be done. */
  readonly typed?: string;
  readonly onConfirm: () => Promise<unknown> | unknown;
  readonly onClose: () => void;
}

/** The one destructive dialog. It closes when the deed is done; a refusal is shown and keeps it open. */
export const ConfirmDialog = ({ open, title, text, action, typed, onConfirm, onClose }: Props) => {
  const t = useT();
  const id = useId();
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      setValue('');
      onClose();
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { className: 'dialog confirm-dialog' } }}
    >
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <div className="body" style={{ paddingTop: 0 }}>
        {text === undefined ? null : <p className="muted">{text}</p>}
        {typed === undefined ? null : (
          <label className="field">
            {t('shell.confirm.type', { text: typed })}
            <input
              className="in-t"
              value={value}
              onChange={(event) => setValue(event.target.value)}
              autoComplete="off"
            />
          </label>
        )}
      </div>
      <footer>
        <button type="button" className="btn btn-text" onClick={onClose}>
          {t('shell.cancel')}
        </button>
        <button
          type="button"
          className="btn btn-danger"
          disabled={busy || (typed !== undefined && value.trim() !== typed)}
          onClick={confirm}
        >
          {action ?? t('shell.delete')}
        </button>
      </footer>
    </Dialog>
  );
};
