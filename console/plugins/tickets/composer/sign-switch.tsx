import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { store } from '../../../shell/storage.ts';

interface Props {
  readonly sign: boolean;
  readonly onSign: (sign: boolean) => void;
}

/** Whether messages begin with the agent's name; kept as `signOption`. */
export function SignSwitch({ sign, onSign }: Props) {
  const t = useT();
  const id = useId();
  return (
    <label className="inline gap-8 small lh-18 muted press phone-h-40" htmlFor={id}>
      {t('tickets.composer.sign')}
      <Switch
        id={id}
        checked={sign}
        onChange={(event) => {
          onSign(event.target.checked);
          store('signOption', String(event.target.checked));
        }}
      />
    </label>
  );
}
