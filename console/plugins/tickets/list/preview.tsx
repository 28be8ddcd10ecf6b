import {
  CalendarDays,
  CircleAlert,
  CircleQuestionMark,
  ContactRound,
  Eye,
  FileText,
  Image,
  LayoutList,
  ListChecks,
  MapPin,
  MessageSquareText,
  Mic,
  Phone,
  Sticker,
  UsersRound,
  Video,
} from 'lucide-react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { Marked } from '../../../shell/ui/marked.tsx';
import { deliveryOf, Ticks } from '../message/ticks.tsx';
import { withoutSignature } from '../ticket/signature.ts';
import { condense, previewLine } from './preview-text.ts';
import '../ticket/inline.css';

const icons = {
  image: Image,
  audio: Mic,
  video: Video,
  application: FileText,
  locationMessage: MapPin,
  contactMessage: ContactRound,
  vcard: ContactRound,
  call_log: Phone,
  sticker: Sticker,
  viewOnce: Eye,
  poll: ListChecks,
  interactive: LayoutList,
  invite: UsersRound,
  event: CalendarDays,
  unreadable: CircleAlert,
  unknown: CircleQuestionMark,
  liveLocation: MapPin,
} as const;

/** The last message in one line: how far an own one has come, what kind it is, what it says. */
export function Preview({
  preview,
  search = '',
  short = false,
}: {
  readonly preview: TicketView['preview'];
  readonly search?: string;
  /** Of a condensed list. */
  readonly short?: boolean;
}) {
  const t = useT();
  const { media, text, ack, failed } = previewLine(preview, t);
  const Icon = media === undefined ? undefined : icons[media];
  const whole = failed ? `${t('tickets.row.failed')}${text}` : text;
  return (
    // Dots at the end of what is said: on the left, where it is written from right to left.
    <span
      className={failed ? 'tk-t-m small trunc grow t-danger' : 'tk-t-m small trunc grow muted'}
      dir="auto"
    >
      {ack === undefined ? null : <Ticks delivery={failed ? 'failed' : deliveryOf(ack)} />}
      {Icon === undefined ? null : <Icon className="tk-i" size={14} strokeWidth={1.75} aria-hidden="true" />}
      {ack === undefined || failed ? null : <span className="vh">{t('tickets.row.you')}</span>}
      <Marked text={short ? condense(whole) : whole} search={search} />
    </span>
  );
}

/** What a search in messages found, instead of the last message. */
export function Match({
  match,
  search,
}: {
  readonly match: NonNullable<TicketView['match']>;
  readonly search: string;
}) {
  const t = useT();
  return (
    <span className="tk-t-m small trunc grow muted" dir="auto">
      <MessageSquareText className="tk-i" size={14} strokeWidth={1.75} aria-hidden="true" />
      {match.fromMe ? t('tickets.row.you') : null}
      <Marked text={withoutSignature(match.body)} search={search} />
    </span>
  );
}
