import { useState } from 'react';
import { useT } from '../i18n.ts';
import { notifyError } from '../notify.ts';
import { TitledDialog } from './titled-dialog.tsx';

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
    <TitledDialog
      look="question"
      {...{ open, title, onClose }}
      footer={
        <>
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
        </>
      }
    >
      {text === undefined ? null : <p className="muted">{text}</p>}
      {typed === undefined ? null : (
        <label className="field">
          {t('shell.confirm.type', { text: typed })}
          <input
            className="in-t"
            // biome-ignore lint/a11y/noAutofocus: the one field of a dialog that was just asked for
            autoFocus
            value={value}
            onChange={(event) => setValue(event.target.value)}
            autoComplete="off"
          />
        </label>
      )}
    </TitledDialog>
  );
};
