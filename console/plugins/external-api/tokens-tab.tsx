import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { momentOf } from '../../shell/moment.ts';
import { notify } from '../../shell/notify.ts';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useNow } from '../../shell/use-now.ts';
import { revokeToken, type Token, tokensQuery } from './data.ts';
import { ShownToken } from './shown-token.tsx';
import { TokenDialog } from './token-dialog.tsx';

/** Until when it is good, and how near that is. */
function Expiry({ expiresAt }: Pick<Token, 'expiresAt'>) {
  const t = useT();
  const locale = useLocale();
  const now = useNow();
  if (expiresAt === null) return t('external.never');
  const day = new Date(expiresAt).toLocaleDateString(intlLocale[locale]);
  return Date.parse(expiresAt) <= now ? (
    <span className="t-danger">{t('external.expired', { day })}</span>
  ) : (
    day
  );
}

function Row({ token, onRevoke }: { readonly token: Token; readonly onRevoke: () => void }) {
  const t = useT();
  const locale = useLocale();
  const { name, ending, scopes, connection, connectionId, lastUsedAt } = token;
  return (
    <tr>
      <th scope="row">
        {name}
        {connection ? <small className="muted"> · {connection.name}</small> : null}
        {connectionId !== null && !connection ? (
          <small className="t-danger"> · {t('external.connectionGone')}</small>
        ) : null}
      </th>
      <td data-label={t('external.token')}>
        <span className="mono">blc_••••{ending}</span>
      </td>
      <td data-label={t('external.may')}>
        <span className="flex gap-4 wrap">
          {scopes.map((scope) => (
            <Chip key={scope} size="small" label={scope} />
          ))}
        </span>
      </td>
      <td data-label={t('external.lastUse')}>
        {lastUsedAt === null ? t('external.unused') : momentOf(lastUsedAt, intlLocale[locale])}
      </td>
      <td data-label={t('external.expires')}>
        <Expiry expiresAt={token.expiresAt} />
      </td>
      <td className="deeds">
        <IconButton icon={Trash2} label={t('external.revoke', { name })} onClick={onRevoke} />
      </td>
    </tr>
  );
}

interface Props {
  readonly isNew: boolean;
  readonly onNew: (isNew: boolean) => void;
}

/** The company's tokens: made, shown once, taken back. */
export function TokensTab({ isNew, onNew }: Props) {
  const t = useT();
  const cache = useQueryClient();
  const list = useQuery(tokensQuery);
  const [shown, setShown] = useState<{ name: string; secret: string }>();
  const [revoking, setRevoking] = useState<Token>();
  const tokens = list.data?.tokens ?? [];
  const revoke = async ({ id }: Token) => {
    await revokeToken(id);
    await cache.invalidateQueries({ queryKey: tokensQuery.queryKey });
    notify.success('external.revoked');
  };
  return (
    <>
      {shown ? <ShownToken {...shown} onKept={() => setShown(undefined)} /> : null}
      <div className="card scrolls">
        {list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
        {list.isPending ? <SkeletonRows rows={4} /> : null}
        {list.data && tokens.length === 0 ? (
          <EmptyState
            title={t('external.none')}
            text={t('external.none.text')}
            action={
              <Button variant="contained" onClick={() => onNew(true)}>
                {t('external.new')}
              </Button>
            }
          />
        ) : null}
        {tokens.length > 0 ? (
          <CardTable below={599}>
            <thead>
              <tr>
                <th scope="col">{t('external.name')}</th>
                <th scope="col">{t('external.token')}</th>
                <th scope="col">{t('external.may')}</th>
                <th scope="col">{t('external.lastUse')}</th>
                <th scope="col">{t('external.expires')}</th>
                <th scope="col">
                  <span className="vh">{t('external.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tokens.map((token) => (
                <Row key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </tbody>
          </CardTable>
        ) : null}
      </div>
      {isNew ? (
        <TokenDialog
          onMade={(made) => {
            onNew(false);
            setShown(made);
          }}
          onClose={() => onNew(false)}
        />
      ) : null}
      {revoking ? (
        <ConfirmDialog
          open
          title={t('external.revokeTitle', { name: revoking.name })}
          text={t('external.revokeText')}
          action={t('external.revokeDo')}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        />
      ) : null}
    </>
  );
}
