/** One message of a thread, whatever its kind: bubble, files, quote, reactions, ticks, and what can be done with it. */

import IconButton from '@mui/material/IconButton';
import { Download, FileText, MapPin, Phone, PhoneMissed, PhoneOff, Video, VideoOff } from 'lucide-react';
import { useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { useLocale, useT } from '../../../shell/i18n.ts';
import { phone } from '../../contacts/offers/phone.ts';
import { Avatar } from '../ticket/parts.tsx';
import { Broken } from './broken.tsx';
import { fileKind, fileSize } from './media.ts';
import type { MessageActions } from './message-menu.tsx';
import { useNumberCheck } from './use-number-check.ts';
import { clock } from './wave.ts';

interface Props {
  readonly message: MessageView;
}

export function VideoBody({ message }: Props) {
  const t = useT();
  const { mediaUrl, media } = message;
  if (mediaUrl === null) return <Broken message={message} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: videos of contacts have no captions
    <video
      className="tk-video"
      src={mediaUrl}
      controls
      preload="metadata"
      aria-label={media?.name ?? t('tickets.kind.video')}
      style={{ aspectRatio: `${media?.width ?? 16} / ${media?.height ?? 9}` }}
    />
  );
}

export function DocumentBody({ message }: Props) {
  const t = useT();
  const locale = useLocale();
  const { media, mediaUrl } = message;
  if (mediaUrl === null && message.mediaError !== null) return <Broken message={message} />;
  const name = media?.name ?? t('tickets.kind.application');
  const facts = media === null ? [] : [fileKind(media.name, media.mime), fileSize(media.size, locale)];
  return (
    <div className="tk-file row gap-12 p-8 r-md">
      <span className="tk-ic middle fixed t-accent">
        <FileText size={20} aria-hidden="true" />
      </span>
      <div className="grow">
        <p className="body lh-18 medium trunc">{name}</p>
        <small className="lh-16 tk-dim">
          {mediaUrl === null ? t('tickets.message.mediaError') : facts.filter(Boolean).join(' · ')}
        </small>
      </div>
      {mediaUrl === null ? null : (
        <IconButton
          component="a"
          href={mediaUrl}
          download={media?.name ?? true}
          aria-label={t('tickets.message.download', { name })}
        >
          <Download size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

export function LocationBody({ message }: Props) {
  const t = useT();
  const location = message.extra?.location;
  if (location === undefined) return <>{message.body}</>;
  const point = `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`;
  // Only a link: no map is loaded from elsewhere, so no foreign host learns where a contact is.
  const href = `https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}#map=17/${location.latitude}/${location.longitude}`;
  return (
    <div className="tk-place col lh-20 max-full" style={{ width: 292 }}>
      <div className="tk-place-map middle r-md" aria-hidden="true">
        <MapPin size={28} />
      </div>
      <b>{location.name ?? t(location.live ? 'tickets.kind.liveLocation' : 'tickets.message.location')}</b>
      <span className="tk-dim small lh-18">{location.address ?? point}</span>
      <a
        className="tk-felt at self-start small semibold t-accent mt-2"
        href={href}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('tickets.message.openMap')}
      </a>
    </div>
  );
}

type CardActions = Pick<MessageActions, 'onTalk' | 'onSave'>;
interface CardProps {
  readonly contact: { readonly name: string; readonly number?: string | undefined };
  readonly actions: CardActions;
}

function Card({ contact: { name, number }, actions: { onTalk, onSave } }: CardProps) {
  const t = useT();
  const known = useNumberCheck(number);
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const outside = number === undefined || known === false || refused;
  const offeredDeeds = [
    { label: 'tickets.message.talk', run: onTalk },
    { label: 'tickets.message.saveContact', run: onSave },
  ].filter(({ run }) => run !== undefined);
  const act = async (run: CardActions['onTalk']) => {
    if (number === undefined || busy) return;
    setBusy(true);
    setRefused((await run?.({ name, number })) === 'outside');
    setBusy(false);
  };
  return (
    <div className="tk-vcard">
      <div className="tk-line row gap-12">
        <Avatar name={name} size={40} />
        <div className="col">
          <b>{name}</b>
          <span className="tk-dim small lh-18">{number === undefined ? '' : phone(number)}</span>
        </div>
      </div>
      {outside ? (
        <p className="caption lh-16 semibold t-danger mb-8">{t('tickets.message.invalidCard')}</p>
      ) : null}
      {offeredDeeds.length === 0 ? null : (
        <div className="tk-acts flex line-t">
          {offeredDeeds.map(({ label, run }) => (
            <button
              className={`grow h-40 small semibold centered ${outside ? 'subtle' : 't-accent'}`}
              key={label}
              type="button"
              disabled={outside}
              aria-busy={busy}
              onClick={() => void act(run)}
            >
              {t(label)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Contact cards. The server is asked about each number; nobody talks to one that is not on the network. */
export function ContactBody({
  message,
  actions = {},
}: Props & { readonly actions?: CardActions | undefined }) {
  const contacts = message.extra?.contacts ?? [];
  if (contacts.length === 0) return <>{message.body}</>;
  return (
    <>
      {contacts.map((contact) => (
        <Card key={`${contact.name}-${contact.number ?? ''}`} contact={contact} actions={actions} />
      ))}
    </>
  );
}

/** As it ended; of those recorded before that was known, whether it was missed. */
const callKeys = {
  missed: 'callMissed',
  cancelled: 'callCancelled',
  rejected: 'callRejected',
  answered: 'callAnswered',
  refused: 'callRefused',
} as const;

export function CallBody({ message }: Props) {
  const t = useT();
  const call = message.extra?.call;
  const missed = call?.missed ?? true;
  const video = call?.video ?? false;
  const ended = call?.outcome ?? (missed ? 'missed' : undefined);
  const taken = ended === undefined || ended === 'answered';
  const Icon = taken ? (video ? Video : Phone) : video ? VideoOff : missed ? PhoneMissed : PhoneOff;
  const key = ended === undefined ? 'call' : callKeys[ended];
  return (
    <span className={missed ? 'inline gap-8 t-danger' : 'inline gap-8'}>
      <Icon size={18} aria-hidden="true" />
      {t(`tickets.message.${video ? `video${key.charAt(0).toUpperCase()}${key.slice(1)}` : key}`)}
      {call?.seconds === undefined ? null : ` · ${clock(call.seconds)}`}
    </span>
  );
}
