import {
  Building2,
  CirclePlay,
  ContactRound,
  FileText,
  KeyRound,
  ListTree,
  type LucideIcon,
  MessagesSquare,
  MonitorX,
  Plug,
  Settings,
  Tags,
  UserCog,
  Wallet,
  Zap,
} from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  company: Building2,
  connection: Plug,
  contact: ContactRound,
  help: CirclePlay,
  invoice: Wallet,
  plan: Wallet,
  queue: ListTree,
  queueOption: ListTree,
  quickMessage: Zap,
  role: UserCog,
  security: KeyRound,
  session: MonitorX,
  setting: Settings,
  tag: Tags,
  ticket: MessagesSquare,
  user: UserCog,
};

/** Beside words that say the same. */
export const KindIcon = ({ kind }: { readonly kind: string }) => {
  const Icon = icons[kind] ?? FileText;
  return <Icon size={16} aria-hidden="true" className="au-icon wide-only subtle" />;
};
