import Button from '@mui/material/Button';
import { Check, CornerDownLeft, SendHorizontal } from 'lucide-react';
import { useT } from '../../../shell/i18n.ts';
import { keepFocus } from './writer-tools.tsx';

interface Props {
  readonly editing: boolean;
  readonly disabled: boolean;
  readonly onSend: () => void;
}

export function SendButton({ editing, disabled, onSend }: Props) {
  const t = useT();
  const label = t(editing ? 'tickets.composer.save' : 'tickets.composer.send');
  return (
    <Button
      variant="contained"
      className="tk-send"
      aria-label={label}
      aria-disabled={disabled}
      // Left, the field would close the suggestions of which one is to be taken.
      onMouseDown={keepFocus}
      onClick={onSend}
    >
      <span className="wide-only">{label}</span>
      {editing ? (
        <Check size={16} aria-hidden="true" />
      ) : (
        <>
          <CornerDownLeft size={16} className="wide-only" aria-hidden="true" />
          <SendHorizontal size={20} className="phone-only" aria-hidden="true" />
        </>
      )}
    </Button>
  );
}
