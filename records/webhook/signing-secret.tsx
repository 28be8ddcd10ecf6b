import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../console/shell/api.ts';
import { intlLocale, useLocale, useT } from '../../console/shell/i18n.ts';
import { notify, notifyError } from '../../console/shell/notify.ts';
import { ErrorState, SkeletonRows } from '../../console/shell/ui/states.tsx';
import { TitledDialog } from '../../console/shell/ui/titled-dialog.tsx';
import type { NewSecretView, SecretView } from '../../contract/webhook.ts';

const word = (key: string) => `records.webhook.secret.${key}` as const;

/** The secret itself: this once. */
function Shown({ secret }: { readonly secret: string }) {
  const t = useT();
  const copy = () =>
    navigator.clipboard.writeText(secret).then(() => notify.success(word('copied')), notifyError);
  return (
    <div className="wh-secret grid gap-12" role="alert">
      <p>{t(word('shown'))}</p>
      <div className="row">
        <OutlinedInput
          className="grow mono"
          readOnly
          size="small"
          value={secret}
          inputProps={{ 'aria-label': t(word('title')) }}
          onFocus={({ target }) => target.select()}
        />
        <Button
          variant="contained"
          startIcon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {t(word('copy'))}
        </Button>
      </div>
    </div>
  );
}

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** The secret that a webhook signs with: made anew, shown once; the one before signs on for a day, unless it is ended. */
export function SigningSecret({ id, name, onClose }: Props) {
  const t = useT();
  const language = intlLocale[useLocale()];
  const cache = useQueryClient();
  const path = `/webhooks/${encodeURIComponent(id)}/secret`;
  const queryKey = ['webhookSecret', id];
  const [madeSecret, setMade] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const heldSecret = useQuery({ queryKey, queryFn: ({ signal }) => api<SecretView>(path, { signal }) });
  const attempt = async (ask: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await ask();
      await cache.invalidateQueries({ queryKey });
      void cache.invalidateQueries({ queryKey: ['webhooks'] });
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const make = () =>
    attempt(async () => setMade((await api<NewSecretView>(path, { method: 'POST', body: {} })).secret));
  const end = () =>
    attempt(async () => {
      await api(`${path}/replaced`, { method: 'DELETE' });
      notify.success(word('ended'));
    });
  const { isSet = false, replacedUntil = null } = heldSecret.data ?? {};
  return (
    <TitledDialog
      look="page"
      title={t(word('of'), { name })}
      onClose={onClose}
      footer={
        <Button
          variant={madeSecret === undefined ? 'contained' : 'outlined'}
          aria-busy={isBusy}
          disabled={!heldSecret.data}
          startIcon={<KeyRound size={16} aria-hidden="true" />}
          onClick={() => void make()}
        >
          {t(word(isSet ? 'renew' : 'make'))}
        </Button>
      }
    >
      {heldSecret.isPending ? <SkeletonRows rows={2} /> : null}
      {heldSecret.error ? (
        <ErrorState error={heldSecret.error} retry={() => void heldSecret.refetch()} />
      ) : null}
      {heldSecret.data ? (
        <div className="wh-secret grid gap-12">
          {madeSecret === undefined ? (
            <p>{t(word(isSet ? 'set' : 'none'))}</p>
          ) : (
            <Shown secret={madeSecret} />
          )}
          {replacedUntil === null ? null : (
            <div className="row wrap">
              <p className="grow muted">
                {t(word('both'), { at: new Date(replacedUntil).toLocaleString(language) })}
              </p>
              <Button color="error" onClick={() => void end()}>
                {t(word('end'))}
              </Button>
            </div>
          )}
        </div>
      ) : null}
    </TitledDialog>
  );
}
