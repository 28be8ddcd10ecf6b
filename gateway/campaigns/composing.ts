import { longestText } from '../../channels/known.ts';
import type { CampaignSettings } from '../../domain/campaign/settings.ts';
import { defaultTimeZone } from '../../domain/company/events.ts';
import { DomainError } from '../../domain/errors.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import { cutText } from '../../domain/text/clean.ts';
import { preparedTicketOf } from '../../domain/ticket/campaigns.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { kindOfFile } from '../../domain/ticket/kind.ts';
import { protocolOf } from '../../domain/ticket/protocol.ts';
import { expandTemplate, firstNameOf, isBuiltIn, tellsTime } from '../../domain/ticket/template.ts';
import type { CampaignDocument } from '../../projections/campaigns/document.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { CampaignsDeps } from './deps.ts';

/** A list of files as it is stored: see the record `fileList`. */
type FileList = StoredDocument & {
  readonly options: readonly {
    readonly id: string;
    readonly name: string;
    readonly path: string | null;
    readonly file: string | null;
  }[];
};

/**
 * Returns a text with the company's own variables in it; those of the product are left for who is written to. Braces are
 * looked at from one to the next, so that a row of blanks is read once, and nothing is filled in beyond the longest
 * message: ten thousand variables of four thousand letters would be fifty megabytes for each recipient.
 */
function withOwn(text: string, variables: CampaignSettings['variables']): string {
  const values = new Map(variables.map(({ key, value }) => [key.toLowerCase(), value]));
  let room = longestText;
  const filled = text.replace(/\{\{([^{}]*)\}\}/gu, (typed, written: string) => {
    const name = written.trim();
    const value = isBuiltIn(name) ? undefined : values.get(name.toLowerCase());
    if (value === undefined) return typed;
    const given = value.slice(0, room);
    room -= given.length;
    return given;
  });
  return cutText(filled, longestText);
}

/** Whom a text is for. */
export interface Addressee {
  readonly shippingId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly name: string;
}

/** Returns what makes the messages of a campaign for one recipient. */
export function createComposing({ desk, readStore, media, now }: CampaignsDeps) {
  /** The number of the ticket that is open, or that an answer opens. */
  async function protocolFor(companyId: string, { shippingId, ...whom }: Addressee): Promise<string> {
    const openId = await desk.tickets.openOf(companyId, whom);
    const ticket = openId && (await readStore.forCompany(companyId).get<TicketDocument>('tickets', openId));
    return ticket ? ticket.protocol : protocolOf(preparedTicketOf(shippingId), now().toISOString());
  }

  async function bodyOf(companyId: string, text: string, settings: CampaignSettings, to: Addressee) {
    const ownText = withOwn(text, settings.variables);
    if (!ownText.includes('{{')) return ownText;
    const company = tellsTime(ownText)
      ? await readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId)
      : undefined;
    const body = expandTemplate(ownText, {
      firstName: firstNameOf(to.name),
      name: to.name,
      agent: '',
      protocol: /\{\{\s*protocol/iu.test(ownText) ? await protocolFor(companyId, to) : '',
      at: now().toISOString(),
      timeZone: company?.timeZone ?? defaultTimeZone,
      locale: 'pt',
    });
    return cutText(body, longestText);
  }

  /** Files of the campaign's list that are there: each a message of its own. @throws ERR_NOT_FOUND: without its list nobody is sent half of it */
  async function filesOf({ companyId, fileListId }: CampaignDocument, shippingId: string) {
    if (fileListId === null) return [];
    const list = await readStore.forCompany(companyId).get<FileList>('fileLists', fileListId);
    if (list === undefined) throw new DomainError('ERR_NOT_FOUND');
    const messages = [];
    for (const { id, name, path, file } of list.options) {
      const stored = path === null ? undefined : await media.stat(companyId, path);
      if (!stored && name.trim() === '') continue;
      const carriedFile: Media | undefined = stored && {
        id: stored.id,
        name: file ?? stored.name,
        mime: stored.mime,
        size: stored.size,
      };
      messages.push({
        messageId: deriveId(shippingId, 'file', id),
        body: name,
        mediaType: carriedFile ? kindOfFile(carriedFile.mime) : ('chat' as const),
        ...(carriedFile && { media: carriedFile }),
      });
    }
    return messages;
  }

  return async function compose(
    campaign: CampaignDocument,
    kind: 'question' | 'message',
    variant: number,
    settings: CampaignSettings,
    to: Addressee,
  ) {
    const { companyId, messages, confirmationMessages } = campaign;
    // Each message has a question of its own; where that is empty, the first there is.
    const isSaid = (one: string) => one.trim() !== '';
    const question = () => [confirmationMessages[variant] ?? '', ...confirmationMessages].find(isSaid) ?? '';
    const text = kind === 'question' ? question() : (messages[variant] ?? '');
    const body = await bodyOf(companyId, text, settings, to);
    const carried = kind === 'message' ? campaign.media : null;
    const first = {
      messageId: deriveId(to.shippingId, kind),
      body,
      mediaType: carried ? kindOfFile(carried.mime) : ('chat' as const),
      ...(carried && { media: carried }),
    };
    return kind === 'question' ? [first] : [first, ...(await filesOf(campaign, to.shippingId))];
  };
}

/** Returns which of five texts the nth recipient gets: those that stand there are dealt in turn. */
export function variantOf(texts: readonly string[], dealt: number): number {
  const standing = texts.flatMap((text, index) => (text.trim() === '' ? [] : [index]));
  return standing.length === 0 ? 0 : standing[dealt % standing.length]!;
}
