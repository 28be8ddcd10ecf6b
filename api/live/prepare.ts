import type { GatewayView } from '../../contract/connection.ts';
import { toWire } from '../../contract/wire.ts';
import { can, type Rights } from '../../domain/access/policy.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { type QrCode, readQrCode } from '../../messaging/pairing.ts';
import type { AuditDocument } from '../../projections/audit/document.ts';
import type { ChatDocument, ChatMessageDocument } from '../../projections/chats/document.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { InvoiceDocument } from '../../projections/invoices/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { NoteDocument } from '../../projections/notes/document.ts';
import type { Notice, ReadStore } from '../../projections/ports/read-store.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { auditViewOf } from '../audit/view.ts';
import { invoiceViewOf } from '../billing/view.ts';
import { chatMessageViewOf, chatViewOf } from '../chats/view.ts';
import { companyViewOf } from '../companies/view.ts';
import { connectionViewOf } from '../connections/view.ts';
import { contactViewOf } from '../contacts/view.ts';
import { messageViewOf } from '../messages/view.ts';
import { quotedBy, unreadIn } from '../messages/views.ts';
import type { Names } from '../names/names.ts';
import { noteViewOf } from '../notes/view.ts';
import { carriedBy, recordNames, recordViewOf } from '../records/live-view.ts';
import { visibleSettings } from '../settings/view.ts';
import { ticketViewOf } from '../tickets/view.ts';
import { userViewOf } from '../users/view.ts';
import { changeJson, coalesce, type Item, rememberedBy } from './item.ts';
import { narrowerOf, type Told } from './narrow.ts';
import type { Serving } from './serving.ts';
import type { Brief, Card, ToldCards } from './told-cards.ts';

/** Channels of the feed that browsers may follow, beside those of records. */
export const plainChannels = [
  'ticket',
  'contact',
  'user',
  'auth',
  'whatsapp',
  'whatsappSession',
  'presence',
  'company',
  'audit',
  'session',
  'payment',
  'schedule',
  'apiToken',
  'campaign',
  'ContactList',
  'ContactListItem',
  'chat',
  'chatMessage',
] as const;

export const suffixOf = (companyId: string, channel: string): string | undefined => {
  const prefix = `company-${companyId}-`;
  return channel.startsWith(prefix) ? channel.slice(prefix.length) : undefined;
};

const documents = <T>(notices: readonly Notice[], companyId: string, suffix: string): T[] =>
  notices
    .filter((notice) => notice.document !== undefined && suffixOf(companyId, notice.channel) === suffix)
    .map((notice) => notice.document as T);

/** Returns the company as its own people see it. */
function ownCompanyOf(
  { id, name, dueDate, timeZone, flags, settings }: CompanyDocument,
  ofPlatform: Parameters<typeof visibleSettings>[1],
  viewer: Parameters<typeof visibleSettings>[2],
) {
  return { id, name, dueDate, timeZone, flags, settings: visibleSettings(settings, ofPlatform, viewer) };
}

type ViewOf = (notice: Notice, suffix: string, rights: Rights) => unknown;

/** Returns a change as it is told on one of its channels; what it shows is made when somebody is to get it. */
function itemOf(
  notice: ReturnType<typeof coalesce>[number],
  suffix: string,
  { channel, action }: Told,
  view: ViewOf,
  toldCards?: ToldCards,
): Item {
  const { companyId, id, position, seq, room, before, steps, after } = notice;
  // Tickets and contacts look the same to everyone who may see them.
  const isForAll = suffix === 'ticket' || suffix === 'contact';
  const isGone = action === 'delete' || notice.document === undefined;
  const documentFor = rememberedBy((viewer: Rights) => (isGone ? undefined : view(notice, suffix, viewer)));
  const jsonFor = rememberedBy((viewer: Rights) => {
    const document = documentFor(viewer, isForAll);
    const shown = document !== undefined && { document };
    return changeJson({ channel, action, id, position, ...shown, ...carriedBy(suffix, id, document) });
  });
  let toldBrief: { readonly brief: Brief | undefined } | undefined;
  return {
    seq,
    companyId,
    channel,
    action,
    id,
    room,
    before,
    steps,
    after,
    json: (viewer) => jsonFor(viewer, isForAll),
    ...(toldCards !== undefined &&
      suffix === 'ticket' &&
      !isGone && {
        brief(viewer: Rights, newest: number) {
          const change = { companyId, seq, channel: suffix, action, id, position, after };
          toldBrief ??= { brief: toldCards.tell(change, documentFor(viewer, true) as Card, newest) };
          return toldBrief.brief;
        },
      }),
    gone: changeJson({ channel, action: 'delete', id, position, ...carriedBy(suffix, id) }),
  };
}

/** Returns a batch made ready: names are joined once, whatever the number of subscribers; each view is made when somebody is to get it. */
export async function prepareItems(
  deps: { names: Names; readStore: ReadStore; state: StateStore; serving: Pick<Serving, 'of'> },
  companyId: string,
  notices: readonly Notice[],
  toldCards?: ToldCards,
): Promise<Item[]> {
  const keptNotices = coalesce(notices).filter((notice) => suffixOf(companyId, notice.channel) !== 'auth');
  const reader = deps.readStore.forCompany(companyId);
  const tickets = documents<TicketDocument>(keptNotices, companyId, 'ticket');
  const messages = documents<MessageDocument>(keptNotices, companyId, 'appMessage');
  const quotedMessages =
    messages.length > 0 ? await quotedBy(reader, messages) : new Map<string, MessageDocument>();
  const unreadFrom = await unreadIn(reader, messages, tickets);
  const contactIds = new Set(
    [...tickets, ...messages, ...quotedMessages.values()].map(({ contactId }) => contactId),
  );
  const [names, contacts] = await Promise.all([
    deps.names.company(companyId),
    deps.names.contacts(companyId, contactIds),
  ]);
  const ofPlatform = await deps.names.platformSettings();
  const qrCodes = new Map<string, QrCode>();
  const gateways = new Map<string, GatewayView>();
  for (const suffix of ['whatsapp', 'whatsappSession'])
    for (const connection of documents<ConnectionDocument>(keptNotices, companyId, suffix)) {
      const { id, status } = connection;
      if (gateways.has(id)) continue;
      gateways.set(id, await deps.serving.of(connection));
      const code = status === 'qrcode' ? await readQrCode(deps.state, id) : undefined;
      if (code) qrCodes.set(id, code);
    }

  function view(notice: Notice, suffix: string, { profile, grant }: Rights): unknown {
    const viewer = { profile, grant, super: false, userId: '' };
    switch (suffix) {
      case 'ticket':
        return toWire(ticketViewOf(notice.document as TicketDocument, names, contacts));
      case 'appMessage': {
        const seeDeleted = can(viewer, 'messages:seeDeleted');
        const around = { names, contacts, quotedMessages, unreadFrom, seeDeleted };
        return messageViewOf(notice.document as MessageDocument, around);
      }
      case 'ticketNote':
        return noteViewOf(notice.document as NoteDocument, names);
      case 'contact':
        return contactViewOf(notice.document as ContactDocument);
      case 'user':
        return toWire(userViewOf(notice.document as UserDocument, names, viewer));
      case 'whatsapp':
      case 'whatsappSession': {
        const connection = notice.document as ConnectionDocument;
        const gateway = gateways.get(connection.id) ?? { alive: true, seenAt: null };
        return connectionViewOf(connection, names, viewer, qrCodes.get(connection.id), gateway);
      }
      case 'companies':
        return companyViewOf(notice.document as CompanyDocument, ofPlatform, { super: true });
      case 'company':
        return ownCompanyOf(notice.document as CompanyDocument, ofPlatform, viewer);
      case 'payment':
        return invoiceViewOf(notice.document as InvoiceDocument, names.get('companies', companyId)?.timeZone);
      case 'chat':
        return chatViewOf(notice.document as ChatDocument, names);
      case 'chatMessage':
        return chatMessageViewOf(notice.document as ChatMessageDocument, names);
      case 'audit':
        return auditViewOf(notice.document as AuditDocument);
      default:
        return recordNames.has(suffix) ? recordViewOf(suffix, notice.document as RecordDocument) : undefined;
    }
  }

  return keptNotices.flatMap((notice) => {
    const suffix = suffixOf(companyId, notice.channel) ?? '';
    return [notice, ...narrowerOf(companyId, suffix, notice)].map((told) =>
      itemOf(notice, suffix, told, view, toldCards),
    );
  });
}
