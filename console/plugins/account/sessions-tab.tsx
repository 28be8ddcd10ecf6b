import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../../../contract/session.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { dayTime, momentOf } from '../../shell/moment.ts';
import { notify } from '../../shell/notify.ts';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { endOthers, endSession, reloadSessions, sessionsQuery } from './sessions-data.ts';

const columns = ['person', 'device', 'address', 'since', 'seen'] as const;

const Row = ({ session, onEnd }: { readonly session: SessionView; readonly onEnd: () => void }) => {
  const t = useT();
  const language = intlLocale[useLocale()];
  const { user, browser, system, address, since, lastSeen, online, current, mayEnd } = session;
  return (
    <tr>
      <td>
        <Avatar name={user.name} id={user.id} size={28} />
        <b>{user.name}</b>
      </td>
      <td data-label={t('account.sessions.device')}>
        {browser || t('account.sessions.unknown')}
        <small className="muted">{system}</small>
      </td>
      <td data-label={t('account.sessions.address')}>{address}</td>
      <td data-label={t('account.sessions.since')}>{dayTime(since, language)}</td>
      <td data-label={t('account.sessions.seen')}>
        {online ? t('account.sessions.now') : momentOf(lastSeen, language)}
      </td>
      <td className="deeds">
        {current ? (
          <span className="tag c-accent">{t('account.sessions.current')}</span>
        ) : mayEnd ? (
          <Button
            variant="outlined"
            onClick={onEnd}
            aria-label={t('account.sessions.endOf', { name: user.name })}
          >
            {t('account.sessions.end')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
};

type Ending = SessionView | 'others';

/** 'Sessões' of the users' page: who is signed in, and the end of it. */
export const SessionsTab = () => {
  const t = useT();
  const cache = useQueryClient();
  const list = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Ending>();
  const sessions = list.data ?? [];
  const hasOthers = sessions.some(({ current, mayEnd }) => mayEnd && !current);
  const end = async () => {
    if (ending === 'others') await endOthers();
    else if (ending) await endSession(ending.id);
    reloadSessions(cache);
    notify.success('account.sessions.ended');
  };
  return (
    <div className="card fixed scrolls">
      <header className="row between wrap p-12-16 caption">
        <h2 className="body">{t('account.sessions.open')}</h2>
        {list.data ? (
          <span className="muted">{t('account.sessions.count', { smart_count: sessions.length })}</span>
        ) : null}
      </header>
      {list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {list.isPending ? <SkeletonRows rows={4} /> : null}
      {sessions.length > 0 ? (
        <CardTable below={900} className="nowrap">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`account.sessions.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className="vh">{t('account.sessions.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <Row key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </tbody>
        </CardTable>
      ) : null}
      <footer className="row between wrap p-12-16 caption">
        <span className="muted">{t('account.sessions.one')}</span>
        {hasOthers ? (
          <Button color="error" onClick={() => setEnding('others')}>
            {t('account.sessions.endOthers')}
          </Button>
        ) : null}
      </footer>
      {ending ? (
        <ConfirmDialog
          open
          title={
            ending === 'others'
              ? t('account.sessions.endOthers.title')
              : t('account.sessions.end.title', { name: ending.user.name })
          }
          text={t('account.sessions.end.text')}
          action={t('account.sessions.end')}
          onClose={() => setEnding(undefined)}
          onConfirm={end}
        />
      ) : null}
    </div>
  );
};
