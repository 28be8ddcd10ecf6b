import Button from '@mui/material/Button';
import Switch from '@mui/material/Switch';
import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { Link } from 'react-router';
import { useT } from '../../../shell/i18n.ts';
import { notifyError } from '../../../shell/notify.ts';
import { useUnreadTitle } from '../../../shell/page-title.ts';
import { useSession } from '../../../shell/session.tsx';
import { BarPopover } from '../../../shell/ui/bar-popover.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { EmptyState } from '../../../shell/ui/states.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';
import { switchSound, useVolume } from '../../../shell/volume.ts';
import { Preview } from '../list/preview.tsx';
import { useTicketList } from '../list/use-lists.ts';
import { keys } from '../live-cache/keys.ts';
import { countTickets, markRead } from '../ticket/calls.ts';
import { Avatar } from '../ticket/parts.tsx';
import { useTimes } from '../ticket/use-times.ts';
import { useArrivals } from './use-arrivals.ts';

const unreadFilter = { showAll: false, queueIds: [], unread: true } as const;
const nearEndPx = 100;

/** Returns how many tickets have something unread: those loaded, or the server's count where there are more. */
function useUnread(loaded: number, more: boolean): number {
  const { data } = useQuery({
    queryKey: keys.counts(unreadFilter),
    queryFn: ({ signal }) => countTickets(unreadFilter, signal),
    enabled: more,
    refetchInterval: 15_000,
  });
  return more ? Math.max(loaded, data?.unread ?? 0) : loaded;
}

/** The hour of today's, the day of what is older: an hour of yesterday reads as one of today. */
function Told({ at }: { readonly at: string }) {
  const times = useTimes();
  const today = times.day(at) === times.day(new Date().toISOString());
  return (
    <time className="caption subtle" dateTime={at}>
      {today ? times.time(at) : times.shortDate(at)}
    </time>
  );
}

/** New messages of one's own tickets and of those that wait: counted, rung for, and one press away. */
export function Bell() {
  const t = useT();
  const { user } = useSession();
  const sound = useVolume();
  const { tickets, isSuccess, hasNextPage, isFetchingNextPage, fetchNextPage } = useTicketList(unreadFilter);
  const { close, button, popup } = usePopup('dialog');
  useArrivals(tickets, isSuccess);
  const many = useUnread(tickets.length, hasNextPage);
  useUnreadTitle(many);
  const own = tickets.filter((ticket) => ticket.userId === user.id);
  return (
    <>
      <IconButton
        label={many === 0 ? t('tickets.bell') : t('tickets.bell.count', { smart_count: many })}
        icon={BellIcon}
        {...button}
        onClick={(event) => {
          button.onClick(event);
          // Browsers only ask after a press, and this is the one that shows an interest.
          if (typeof Notification !== 'undefined' && Notification.permission === 'default')
            void Notification.requestPermission();
        }}
      >
        {many === 0 ? null : (
          <span className="pip fixed lh-18 centered" aria-hidden="true">
            {many > 9 ? '9+' : many}
          </span>
        )}
      </IconButton>
      <BarPopover
        title={t('tickets.bell')}
        anchor={popup.anchorEl}
        onClose={close}
        action={
          own.length === 0 ? null : (
            <Button
              size="small"
              onClick={() => {
                for (const ticket of own) markRead(ticket.id).catch(notifyError);
              }}
            >
              {t('tickets.bell.readAll')}
            </Button>
          )
        }
      >
        {many === 0 ? (
          <EmptyState title={t('tickets.bell.none')} text={t('tickets.bell.noneText')} />
        ) : (
          <ul
            className="scroll tk-bell"
            onScroll={({ currentTarget: list }) => {
              const rest = list.scrollHeight - list.scrollTop - list.clientHeight;
              if (rest < nearEndPx && hasNextPage && !isFetchingNextPage) void fetchNextPage();
            }}
          >
            {tickets.map((ticket) => (
              <li key={ticket.id}>
                <Link className="pick row gap-12 p-8-12" to={`/tickets/${ticket.id}`} onClick={close}>
                  <Avatar
                    name={ticket.contact.name}
                    id={ticket.contactId}
                    size={36}
                    src={ticket.contact.profilePicUrl}
                  />
                  <span className="grid grow small lh-18 muted">
                    <b className="ink trunc">{ticket.contact.name}</b>
                    {ticket.handed !== null && ticket.userId === user.id ? (
                      <span className="trunc">
                        {t('tickets.handed.short', {
                          by: ticket.handed.user?.name ?? t('tickets.handed.someone'),
                        })}
                      </span>
                    ) : (
                      <Preview preview={ticket.preview} />
                    )}
                  </span>
                  <Told at={ticket.handed?.at ?? ticket.preview?.at ?? ticket.updatedAt} />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
        <label className="row between fixed small muted h-44 px-16 soft-t press">
          {t('tickets.bell.sound')}
          <Switch checked={sound > 0} onChange={(event) => switchSound(event.target.checked)} />
        </label>
      </BarPopover>
    </>
  );
}
