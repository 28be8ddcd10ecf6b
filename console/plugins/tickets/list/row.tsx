import Button from '@mui/material/Button';
import { PlugZap, UsersRound } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useConnectionDown } from '../../../shell/connections.ts';
import { useT } from '../../../shell/i18n.ts';
import { TagChip } from '../../../shell/ui/chips.tsx';
import { Marked } from '../../../shell/ui/marked.tsx';
import { messageParam } from '../conversation/use-highlighted-message.ts';
import { chipsOf, FieldChips } from '../fields/field-chips.tsx';
import { RowPresence } from '../presence/presence.tsx';
import { usePresent } from '../presence/use-presence.ts';
import { BotChip } from '../ticket/bot-chip.tsx';
import { Age, Avatar, QueueName } from '../ticket/parts.tsx';
import { useTimes } from '../ticket/use-times.ts';
import { Match, Preview } from './preview.tsx';
import { tagsBeside } from './row-tags.ts';
import './row.css';

interface Props {
  readonly ticket: TicketView;
  /** Its conversation is the one on the screen. */
  readonly current: boolean;
  /** The one row of the list that the Tab key reaches. */
  readonly reachable: boolean;
  readonly search: string;
  /** The list's query, which the conversation's address keeps. */
  readonly place: string;
  /** Whose ticket it is is worth saying: the list shows other people's too. */
  readonly withUser: boolean;
  /** The list has no room for more than the beginning of a message. */
  readonly condensed: boolean;
  readonly onMain: (ticket: TicketView) => void;
}

/** A group, or a connection that is down: what makes this conversation unlike the others. */
const Badge = ({ ticket }: { readonly ticket: TicketView }) => {
  const t = useT();
  const down = useConnectionDown(ticket.status === 'closed' ? undefined : ticket.connection?.id);
  if (!down && !ticket.isGroup) return null;
  const text = t(down ? 'tickets.row.disconnected' : 'tickets.row.group');
  const Icon = down ? PlugZap : UsersRound;
  return (
    <span className={down ? 'tk-badge tk-down middle round' : 'tk-badge middle round'} title={text}>
      <Icon size={10} strokeWidth={2.25} aria-hidden="true" />
      <span className="vh">{text}</span>
    </span>
  );
};

/** Returns what the conversation opens at: what a search in messages found. */
const placeOf = ({ match }: TicketView, place: string): string =>
  match === undefined ? place : `${place === '' ? '?' : `${place}&`}${messageParam}=${match.id}`;

/** How long somebody waits while it matters; afterwards only when it ended. */
const When = ({ ticket }: { readonly ticket: TicketView }) => {
  const times = useTimes();
  if (ticket.status !== 'closed')
    return <Age at={(ticket.status === 'pending' ? ticket.waitingSince : null) ?? ticket.updatedAt} />;
  const at = ticket.closedAt ?? ticket.updatedAt;
  const today = times.day(at) === times.day(new Date().toISOString());
  return (
    <time className="tk-age caption lh-16 subtle nowrap fixed" dateTime={at}>
      {today ? times.time(at) : times.shortDate(at)}
    </time>
  );
};

function Unread({ count }: { readonly count: number }) {
  const t = useT();
  return (
    <span className="tk-pip pip lh-18 centered at">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="vh">{t('tickets.row.unread', { smart_count: count })}</span>
    </span>
  );
}

/** As many tags as there is room for, and how many more there are. */
function Tags({ tags, shown }: { readonly tags: TicketView['tags']; readonly shown: number }) {
  const hiddenTags = tags.slice(shown);
  return (
    <>
      {tags.slice(0, shown).map((tag) => (
        <TagChip key={tag.id} name={tag.name} color={tag.color} />
      ))}
      {hiddenTags.length > 0 ? (
        <span className="lh-16 badge" title={hiddenTags.map((tag) => tag.name).join(', ')}>
          +{hiddenTags.length}
        </span>
      ) : null}
    </>
  );
}

/**
 * One ticket of a list, 64 px high (76 on a phone). Its main control takes the focus: the link to the conversation, or
 * 'Accept' where there is no conversation to open yet (spec: a pending ticket is not clickable).
 */
export const Row = memo((props: Props) => {
  const { ticket, current, reachable, search, place, withUser, condensed, onMain } = props;
  const t = useT();
  const pending = ticket.status === 'pending';
  const unread = ticket.unreadMessages > 0;
  const tabIndex = reachable ? 0 : -1;
  const about = `tk-about-${ticket.id}`;
  const watched = usePresent(ticket.id).length > 0;
  const chips = chipsOf(ticket);
  const tagsShown = tagsBeside({
    pending,
    withUser: withUser && ticket.user !== null,
    watched,
    chips: chips.length + (ticket.chatbot ? 1 : 0),
  });
  const weight = unread ? 'semibold' : 'medium';
  const name = <Marked text={ticket.contact.name} search={search} />;
  const classes = [
    'tk-t pick at',
    pending && 'tk-pend',
    unread && 'tk-unread',
    ticket.status === 'closed' && 'tk-shut',
  ];
  return (
    <div className={classes.filter(Boolean).join(' ')} aria-current={current ? 'true' : undefined}>
      <span className="tk-t-av at block">
        <Avatar name={ticket.contact.name} id={ticket.contactId} src={ticket.contact.profilePicUrl} />
        <Badge ticket={ticket} />
      </span>
      <div className="tk-t-b grid narrow">
        <div className="tk-t-1 narrow row lh-18">
          {pending ? (
            <span className={`tk-t-n body ${weight} trunc grow`}>{name}</span>
          ) : (
            <Link
              className={`tk-t-n body ${weight} trunc grow tk-stretch`}
              data-main=""
              tabIndex={tabIndex}
              aria-describedby={about}
              to={`/tickets/${ticket.id}${placeOf(ticket, place)}`}
            >
              {name}
            </Link>
          )}
          <When ticket={ticket} />
        </div>
        <div className="tk-t-2 narrow row lh-18" id={about}>
          {ticket.match === undefined ? (
            <Preview preview={ticket.preview} search={search} short={condensed} />
          ) : (
            <Match match={ticket.match} search={search} />
          )}
          {unread ? <Unread count={ticket.unreadMessages} /> : null}
        </div>
        <div className="tk-t-3 narrow caption lh-16 subtle row gap-6">
          <QueueName queue={ticket.queue} />
          {ticket.connection === null ? null : (
            <span className="tk-sepd trunc tk-t-conn">{ticket.connection.name}</span>
          )}
          {withUser && ticket.user !== null ? (
            <span className="tk-sepd trunc fixed" style={{ maxWidth: 96 }}>
              {ticket.user.name}
            </span>
          ) : null}
          <span className="flex gap-4 fixed aside">
            <RowPresence ticketId={ticket.id} />
            <BotChip ticket={ticket} />
            <FieldChips chips={chips} />
            <Tags tags={ticket.tags} shown={tagsShown} />
          </span>
        </div>
      </div>
      {pending ? (
        <Button
          variant="outlined"
          className="at self-center"
          data-main=""
          tabIndex={tabIndex}
          aria-label={`${t('tickets.action.accept')}: ${ticket.contact.name}`}
          aria-describedby={about}
          onClick={() => onMain(ticket)}
        >
          {t('tickets.action.accept')}
        </Button>
      ) : null}
    </div>
  );
});
