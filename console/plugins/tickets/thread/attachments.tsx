import { Download, FileText, MapPin, Phone, PhoneMissed, Video, VideoOff } from 'lucide-react';
import type { MessageView } from '../../../../domain/views/index.ts';
import { useLocale, useT } from '../../../shell/i18n.ts';
import { fileKind, fileSize, phone } from '../model/media.ts';
import { clock } from '../model/wave.ts';
import { Avatar } from '../parts.tsx';

interface Props {
  readonly message: MessageView;
}

export const VideoBody = ({ message }: Props) => {
  const t = useT();
  const { mediaUrl, media } = message;
  if (mediaUrl === null) return <span className="tk-broken">{t('tickets.message.mediaError')}</span>;
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
};

export const DocumentBody = ({ message }: Props) => {
  const t = useT();
  const locale = useLocale();
  const { media, mediaUrl } = message;
  const name = media?.name ?? t('tickets.kind.application');
  const facts = media === null ? [] : [fileKind(media.name, media.mime), fileSize(media.size, locale)];
  return (
    <div className="tk-file">
      <span className="tk-ic">
        <FileText size={20} aria-hidden="true" />
      </span>
      <div className="tk-grow">
        <p className="tk-trunc">{name}</p>
        <small>{mediaUrl === null ? t('tickets.message.mediaError') : facts.join(' · ')}</small>
      </div>
      {mediaUrl === null ? null : (
        <a
          className="tk-ib"
          href={mediaUrl}
          download={media?.name ?? true}
          aria-label={t('tickets.message.download', { name })}
        >
          <Download size={18} aria-hidden="true" />
        </a>
      )}
    </div>
  );
};

export const LocationBody = ({ message }: Props) => {
  const t = useT();
  const location = message.extra?.location;
  if (location === undefined) return <>{message.body}</>;
  const point = `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`;
  // Only a link: no map is loaded from elsewhere, so no foreign host learns where a contact is.
  const href = `https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}#map=17/${location.latitude}/${location.longitude}`;
  return (
    <div className="tk-place">
      <div className="tk-place-map" aria-hidden="true">
        <MapPin size={28} />
      </div>
      <b>{location.name ?? t('tickets.message.location')}</b>
      <span className="tk-place-sub">{location.address ?? point}</span>
      <a href={href} target="_blank" rel="noopener noreferrer">
        {t('tickets.message.openMap')}
      </a>
    </div>
  );
};

/** Contact cards. The number is checked by the server when someone starts a conversation with it. */
export const ContactBody = ({
  message,
  onTalk,
}: Props & { readonly onTalk?: (contact: { name: string; number: string }) => void }) => {
  const t = useT();
  const contacts = message.extra?.contacts ?? [];
  if (contacts.length === 0) return <>{message.body}</>;
  return (
    <>
      {contacts.map((contact) => (
        <div className="tk-vcard" key={`${contact.name}-${contact.number ?? ''}`}>
          <div className="tk-line">
            <Avatar name={contact.name} size={40} />
            <div>
              <b>{contact.name}</b>
              <span className="tk-vcard-number">
                {contact.number === undefined ? '' : phone(contact.number)}
              </span>
            </div>
          </div>
          <div className="tk-acts">
            {contact.number === undefined ? (
              <span className="tk-invalid">{t('tickets.message.invalidCard')}</span>
            ) : (
              <button
                type="button"
                disabled={onTalk === undefined}
                onClick={() => onTalk?.({ name: contact.name, number: contact.number ?? '' })}
              >
                {t('tickets.message.talk')}
              </button>
            )}
          </div>
        </div>
      ))}
    </>
  );
};

export const CallBody = ({ message }: Props) => {
  const t = useT();
  const call = message.extra?.call;
  const missed = call?.missed ?? true;
  const video = call?.video ?? false;
  const Icon = missed ? (video ? VideoOff : PhoneMissed) : video ? Video : Phone;
  const key = missed
    ? video
      ? 'tickets.message.videoCallMissed'
      : 'tickets.message.callMissed'
    : video
      ? 'tickets.message.videoCall'
      : 'tickets.message.call';
  return (
    <span className={missed ? 'tk-call tk-call-missed' : 'tk-call'}>
      <Icon size={18} aria-hidden="true" />
      {t(key)}
      {call?.seconds === undefined ? null : ` · ${clock(call.seconds)}`}
    </span>
  );
};
