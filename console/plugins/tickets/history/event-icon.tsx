import {
  ArrowRightLeft,
  Ban,
  Bot,
  CheckCheck,
  CircleAlert,
  CircleCheck,
  CircleDot,
  Eye,
  FileDown,
  FileText,
  Image,
  Inbox,
  ListChecks,
  Lock,
  type LucideIcon,
  MailOpen,
  MapPin,
  Megaphone,
  MessageCircle,
  Mic,
  Pencil,
  Phone,
  Replace,
  RotateCcw,
  ScanEye,
  SendHorizontal,
  SlidersHorizontal,
  SmilePlus,
  Star,
  Tag,
  Trash2,
  Undo2,
  UserRound,
  Video,
} from 'lucide-react';
import type { HistoryEventView } from '../../../../contract/history.ts';
import type { EventIcon } from './sentences.ts';

const icons: Readonly<Record<EventIcon, LucideIcon>> = {
  opened: Inbox,
  accepted: UserRound,
  returned: Undo2,
  transferred: ArrowRightLeft,
  resolved: CircleCheck,
  reopened: RotateCcw,
  tags: Tag,
  field: SlidersHorizontal,
  read: Eye,
  markedUnread: MailOpen,
  rated: Star,
  integration: Bot,
  bot: Bot,
  peeked: ScanEye,
  deleted: Ban,
  received: MessageCircle,
  file: FileDown,
  sent: SendHorizontal,
  acknowledged: CheckCheck,
  edited: Pencil,
  failed: CircleAlert,
  retried: RotateCcw,
  settled: CheckCheck,
  replaced: Replace,
  reacted: SmilePlus,
  voted: ListChecks,
  note: Lock,
  campaign: Megaphone,
  noteDeleted: Trash2,
  other: CircleDot,
};

const kinds: Readonly<Record<string, LucideIcon>> = {
  image: Image,
  audio: Mic,
  video: Video,
  application: FileText,
  locationMessage: MapPin,
  contactMessage: UserRound,
  vcard: UserRound,
  call_log: Phone,
};

/** The picture of an event: a message with a file shows what kind of file. */
export function EventPicture({
  event,
  icon,
}: {
  readonly event: HistoryEventView;
  readonly icon: EventIcon;
}) {
  const kind =
    icon === 'received' || icon === 'sent' || icon === 'file'
      ? kinds[String(event.data.mediaType)]
      : undefined;
  const Icon = event.type === 'TicketDeleted' ? Trash2 : (kind ?? icons[icon]);
  return (
    <span className="tk-d at middle round bg-1">
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}
