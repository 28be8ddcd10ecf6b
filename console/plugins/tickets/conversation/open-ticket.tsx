import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../shell/api.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { ErrorState } from '../../../shell/ui/states.tsx';
import { isOwnChange } from '../live-cache/own-changes.ts';
import { useAnnounce } from '../presence/use-presence.ts';
import { Conversation } from './conversation.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useTicket } from './use-conversation.ts';

/** The ticket of the address: its conversation, or why there is none. What may not be seen leads back to the list. */
export function OpenTicket({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const t = useT();
  const { data, error, isPlaceholderData, refetch } = useTicket(id);
  const seen = useRef(false);
  if (data !== undefined && !isPlaceholderData) seen.current = true;
  const lostError =
    error instanceof ApiError && (error.status === 403 || error.status === 404) ? error : undefined;
  useEffect(() => {
    if (lostError === undefined) return;
    // It was on the screen and a colleague moved it out of sight: that is no refusal.
    if (lostError.status === 404) notify.error('tickets.error.notFound', { code: lostError.code });
    else if (!seen.current) notify.error('tickets.error.forbidden', { code: lostError.code });
    else if (!isOwnChange(id)) notify.info('tickets.moved.gone', { code: `moved-${id}` });
    void navigate({ pathname: '/tickets', search }, { replace: true });
  }, [lostError, id, search, navigate]);
  useAnnounce(data?.id);
  if (data !== undefined) return <Conversation key={data.id} ticket={data} />;
  if (error !== null && lostError === undefined)
    return (
      <section className="tk-thread middle grow bg-page">
        <ErrorState error={error} title={t('tickets.error.thread')} retry={() => void refetch()} />
      </section>
    );
  return (
    <section className="tk-thread col grow at bg-page shrink-y" aria-busy="true">
      <div className="tk-th-head tk-head row fixed late bg-1 line-b">
        <span className="sk round" style={{ width: 36, height: 36 }} />
        <span className="sk" style={{ width: 180, height: 14 }} />
      </div>
      <ThreadSkeleton />
    </section>
  );
}
