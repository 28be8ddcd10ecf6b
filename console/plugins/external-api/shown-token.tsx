import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Copy, KeyRound } from 'lucide-react';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';

/** The token itself: this once. */
export function ShownToken({
  name,
  secret,
  onKept,
}: {
  readonly name: string;
  readonly secret: string;
  readonly onKept: () => void;
}) {
  const t = useT();
  const copy = () =>
    navigator.clipboard.writeText(secret).then(() => notify.success('external.copied'), notifyError);
  return (
    <div className="flex gap-12 t-warning mb-16 p-16 r-lg bg-warning" role="alert">
      <KeyRound size={18} aria-hidden="true" />
      <div className="grow">
        <strong>{t('external.shown', { name })}</strong>
        <p>{t('external.hashed')}</p>
        <div className="row wrap mt-8">
          <OutlinedInput
            className="grow mono bg-1 phone-line"
            readOnly
            value={secret}
            inputProps={{ 'aria-label': t('external.token') }}
            onFocus={({ target }) => target.select()}
          />
          <Button variant="contained" onClick={() => void copy()}>
            <Copy size={16} aria-hidden="true" />
            {t('external.copy')}
          </Button>
          <Button onClick={onKept}>{t('external.kept')}</Button>
        </div>
      </div>
    </div>
  );
}
