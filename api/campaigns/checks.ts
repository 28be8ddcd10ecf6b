import { channelOf } from '../../channels/known.ts';
import type { CampaignContent } from '../../domain/campaign/campaign.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { goneReferences } from '../../projections/campaigns/gone-references.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import { checkFile } from '../messages/channel-rules.ts';
import type { CompanyNames } from '../names/names.ts';

/** What a form names newly must be of the company. @throws ERR_VALIDATION */
export async function checkNamed(
  reader: CompanyReader,
  content: CampaignContent,
  before: CampaignContent,
): Promise<void> {
  const news = Object.entries(content).filter(
    ([field, value]) => value !== before[field as keyof typeof before],
  );
  const gone = await goneReferences(reader, Object.fromEntries(news));
  if (gone.length === 0) return;
  const errors = Object.fromEntries(gone.map((field) => [field, 'invalid']));
  throw new DomainError('ERR_VALIDATION', 'not of the company', { errors });
}

/** What the connection's channel does not carry is refused before the start. @throws ERR_VALIDATION, ERR_TOO_LARGE */
export function checkCarried(
  names: CompanyNames,
  { connectionId, messages, confirmationMessages }: CampaignContent,
  media: Media | null = null,
): void {
  if (connectionId === null) return;
  const mostLetters = channelOf(names.get('connections', connectionId)?.channel)?.limits.text;
  const tooLong = (prefix: string, texts: readonly string[]) =>
    texts.flatMap((text, index) =>
      mostLetters !== undefined && text.length > mostLetters ? [[`${prefix}${index + 1}`, 'tooLong']] : [],
    );
  const errors = Object.fromEntries([
    ...tooLong('message', messages),
    ...tooLong('confirmationMessage', confirmationMessages),
  ]) as Record<string, string>;
  if (Object.keys(errors).length > 0)
    throw new DomainError('ERR_VALIDATION', `more than ${mostLetters} characters`, {
      errors,
      details: { most: mostLetters },
    });
  if (media) checkFile(names, connectionId, media);
}
