import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../console/shell/api.ts';
import { useT } from '../../../console/shell/i18n.ts';
import { notify, notifyError } from '../../../console/shell/notify.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import type { LookUpAnswer, VersionInUse } from '../client-version.ts';

interface Props {
  readonly connection: ConnectionView;
}
const path = '/channels/whatsapp/version';
const queryKey = ['whatsapp-version'];

/** Looks a newer version up, says what came of it, and lets the connection try again with what was found. */
export const LookUp = ({ connection }: Props) => {
  const t = useT();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [foundVersion, setFound] = useState<LookUpAnswer>();
  const look = async () => {
    setBusy(true);
    try {
      const answer = await api<LookUpAnswer>(path, {
        method: 'POST',
        body: { connectionId: connection.id },
      });
      setFound(answer);
      // The connection tries again at once: its row no longer has this button, nor what stands beside it.
      if (answer.outcome === 'newer')
        notify.success('whatsapp.version.newer', { values: { version: answer.version } });
      cache.setQueryData<VersionInUse>(queryKey, { version: answer.version, source: answer.source });
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-4 row wrap">
      <Button
        size="small"
        variant="outlined"
        aria-disabled={busy}
        aria-label={`${t('whatsapp.version.lookUp')}: ${connection.name}`}
        onClick={busy ? undefined : () => void look()}
      >
        {t('whatsapp.version.lookUp')}
      </Button>
      <small className="hint" role="status">
        {foundVersion === undefined
          ? null
          : t(`whatsapp.version.${foundVersion.outcome}`, { version: foundVersion.version })}
      </small>
    </div>
  );
};

/** Which version this installation says it is, where it comes from, and the way to a newer one. */
export const Version = ({ connection }: Props) => {
  const t = useT();
  const { data } = useQuery({ queryKey, queryFn: () => api<VersionInUse>(path), staleTime: 0 });
  return (
    <div className="field">
      <span className="label">{t('whatsapp.version')}</span>
      {data === undefined ? null : (
        <p className="hint">{t(`whatsapp.version.from.${data.source}`, { version: data.version })}</p>
      )}
      <LookUp connection={connection} />
    </div>
  );
};
