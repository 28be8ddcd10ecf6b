import {
  CalendarDays,
  CircleAlert,
  CircleQuestionMark,
  Eye,
  ListChecks,
  type LucideIcon,
  Megaphone,
  Sticker as StickerIcon,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import type { MessageExtra } from '../../../../domain/ticket/extra.ts';
import { useT } from '../../../shell/i18n.ts';
import { kindWord } from '../ticket/kinds.ts';
import { useTimes } from '../ticket/use-times.ts';
import { Broken } from './broken.tsx';
import { tallyReactions } from './reaction-groups.ts';
import './kinds.css';

interface Props {
  readonly message: MessageView;
}

function Label({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <span className="tk-kind tk-dim row gap-4 caption lh-18 semibold">
      <Icon size={14} strokeWidth={1.9} aria-hidden="true" />
      {children}
    </span>
  );
}

/** Returns the host and no more: what stands behind it in an address is the advertiser's own. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);

function Ad({ ad }: { readonly ad: NonNullable<MessageExtra['ad']> }) {
  const t = useT();
  const { title, text, url } = ad;
  return (
    <div className="tk-card col body lh-20 max-full r-sm p-8-12">
      <Label icon={Megaphone}>{t('tickets.message.ad')}</Label>
      {title === undefined ? null : <b>{title}</b>}
      {text === undefined ? null : <span className="tk-clamp tk-dim small lh-18 clip">{text}</span>}
      {url === undefined ? null : (
        <a
          className="tk-felt at self-start small lh-20 semibold t-accent"
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {hostOf(url)}
        </a>
      )}
    </div>
  );
}

function EventCard({ event }: { readonly event: NonNullable<MessageExtra['event']> }) {
  const t = useT();
  const times = useTimes();
  const { name, startsAt, endsAt, place, canceled } = event;
  const at = (instant: string) => `${times.date(instant)}, ${times.time(instant)}`;
  const sameDay =
    startsAt !== undefined && endsAt !== undefined && times.date(startsAt) === times.date(endsAt);
  const until = endsAt === undefined ? '' : ` – ${sameDay ? times.time(endsAt) : at(endsAt)}`;
  return (
    <div className="tk-card col body lh-20 max-full r-sm p-8-12">
      <Label icon={CalendarDays}>
        {t(canceled ? 'tickets.message.eventCanceled' : 'tickets.kind.event')}
      </Label>
      <b>{canceled ? <s>{name}</s> : name}</b>
      {startsAt === undefined ? null : (
        <span className="tk-clamp tk-dim small lh-18 clip">
          <time dateTime={startsAt}>{`${at(startsAt)}${until}`}</time>
        </span>
      )}
      {place === undefined ? null : <span className="tk-clamp tk-dim small lh-18 clip">{place}</span>}
    </div>
  );
}

function Said({ icon: Icon, text }: { readonly icon: LucideIcon; readonly text: string }) {
  return (
    <i className="tk-said tk-dim flex gap-8">
      <Icon className="mt-2" size={16} aria-hidden="true" />
      <span>{text}</span>
    </i>
  );
}

/** What stands above a message's file and text: where it came from, what kind it is, its title. */
export function KindAbove({ message: { extra } }: Props) {
  const t = useT();
  if (extra === null) return null;
  const { ad, viewOnce, interactive, poll, invite, event, unreadable, unknown } = extra;
  return (
    <>
      {ad === undefined ? null : <Ad ad={ad} />}
      {viewOnce === undefined ? null : <Label icon={Eye}>{t('tickets.kind.viewOnce')}</Label>}
      {viewOnce?.onPhone ? <Said icon={Eye} text={t('tickets.message.viewOnceOnPhone')} /> : null}
      {poll === undefined ? null : <Label icon={ListChecks}>{t('tickets.kind.poll')}</Label>}
      {interactive?.title === undefined ? null : <b className="block">{interactive.title}</b>}
      {invite === undefined ? null : (
        <div className="tk-card col body lh-20 max-full r-sm p-8-12">
          <Label icon={UsersRound}>{t('tickets.kind.invite')}</Label>
          <b>{invite.group}</b>
        </div>
      )}
      {event === undefined ? null : <EventCard event={event} />}
      {unreadable === undefined ? null : (
        <Said
          icon={CircleAlert}
          text={t(
            unreadable.cause === 'onPhone'
              ? 'tickets.message.unreadableOnPhone'
              : 'tickets.message.unreadable',
          )}
        />
      )}
      {unknown === undefined ? null : (
        <>
          <Label icon={CircleQuestionMark}>{kindWord('unknown', unknown.kind, t)}</Label>
          <Said icon={CircleQuestionMark} text={t('tickets.message.unknown')} />
        </>
      )}
    </>
  );
}

function Poll({ message }: Props) {
  const t = useT();
  const { extra, votes, contact } = message;
  if (!extra?.poll) return null;
  const { options, choices } = extra.poll;
  const nameOf = ({ fromMe, participant }: MessageView['votes'][number]) =>
    fromMe ? t('tickets.message.reaction.phone') : (participant?.name ?? contact?.name ?? '');
  return (
    <div className="max-full" style={{ width: 300 }}>
      <small className="tk-dim small lh-18">
        {t(choices === 1 ? 'tickets.message.poll.one' : 'tickets.message.poll.many')}
      </small>
      <ul className="col gap-8 mt-4 mb-8">
        {tallyReactions(options, votes).map(({ option, by, share }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may say the same, and their places never change
          <li className="grid gap-4 body lh-20" style={{ gridTemplateColumns: '1fr auto' }} key={place}>
            <span className="narrow">{option}</span>
            <span className="tk-dim num">
              {by.length}
              <span className="vh"> {t('tickets.message.poll.votes', { smart_count: by.length })}</span>
            </span>
            <span className="meter wide whole" aria-hidden="true">
              <i style={{ width: `${share * 100}%` }} />
            </span>
            {by.length === 0 ? null : (
              <small className="tk-dim small lh-18 anywhere whole">{by.map(nameOf).join(', ')}</small>
            )}
          </li>
        ))}
      </ul>
      {votes.length === 0 ? (
        <small className="tk-dim small lh-18">{t('tickets.message.poll.none')}</small>
      ) : null}
    </div>
  );
}

/** What stands below a message's text: a footer, what its buttons say, a poll's options with their votes. */
export function KindBelow({ message }: Props) {
  const t = useT();
  const shownInteractive = message.extra?.interactive;
  return (
    <>
      <Poll message={message} />
      {shownInteractive?.footer === undefined ? null : (
        <small className="tk-dim small lh-18 block mt-2">{shownInteractive.footer}</small>
      )}
      {!shownInteractive || shownInteractive.buttons.length === 0 ? null : (
        <ul className="tk-buttons col gap-4" aria-label={t('tickets.message.buttons')}>
          {shownInteractive.buttons.map((text, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may say the same, and their places never change
            <li className="body lh-20 centered r-sm" key={place}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Drawn as it is on a phone, without a bubble; one that only the app can draw is said. */
export function StickerBody({ message, author }: Props & { readonly author: string }) {
  const t = useT();
  const [broken, setBroken] = useState(false);
  const { media, mediaUrl, mediaError } = message;
  if (broken || (mediaUrl === null && mediaError !== null)) return <Broken message={message} />;
  if (mediaUrl === null) return <Label icon={StickerIcon}>{t('tickets.kind.sticker')}</Label>;
  const { width = 512, height = 512 } = media ?? {};
  return (
    <img
      className="block max-full"
      src={mediaUrl}
      alt={t('tickets.message.stickerOf', { name: author })}
      style={{ aspectRatio: `${width} / ${height}`, width: 160, maxHeight: 160, objectFit: 'contain' }}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
