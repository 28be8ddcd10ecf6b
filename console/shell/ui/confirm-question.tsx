import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n.ts';
import { notifyError } from '../notify.ts';
import { TitledDialog } from './titled-dialog.tsx';

export interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  readonly text?: string;
  /** Name of the deed ('Excluir'). */
  readonly action?: string;
  /** Nothing is lost by it: it is done in the colour of any other deed. */
  readonly harmless?: boolean;
  /** What must be typed before the deed can be done. */
  readonly typed?: string;
  /** More to be read or chosen, below the text. */
  readonly children?: ReactNode;
  readonly onConfirm: () => Promise<unknown> | unknown;
  readonly onClose: () => void;
}

/** The one dialog that asks first, mostly before something is lost. It closes when the deed is done; a refusal is shown and keeps it open. */
export const ConfirmQuestion = (props: ConfirmProps) => {
  const { open, title, text, action, harmless, typed, children, onConfirm, onClose } = props;
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
      open={open}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button
            size="large"
            variant="contained"
            color={harmless ? 'primary' : 'error'}
            disabled={busy || (typed !== undefined && value.trim() !== typed)}
            onClick={confirm}
          >
            {action ?? t('shell.delete')}
          </Button>
        </>
      }
    >
      {text === undefined ? null : <p className={children ? 'muted mb-12' : 'muted'}>{text}</p>}
      {children}
      {typed === undefined ? null : (
        <TextField
          label={t('shell.confirm.type', { text: typed })}
          autoFocus
          value={value}
          onChange={(event) => setValue(event.target.value)}
          autoComplete="off"
        />
      )}
    </TitledDialog>
  );
};
