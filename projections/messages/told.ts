import type { CompanyReader } from '../ports/read-store.ts';
import type { MessageDocument } from './document.ts';

/** Returns what other systems are told, without what was deleted for everyone since: few people may read that, and no other system. */
export async function withoutDeleted<T extends { readonly data: Readonly<Record<string, unknown>> }>(
  reader: Pick<CompanyReader, 'getMany'>,
  events: readonly T[],
): Promise<T[]> {
  const said = events.filter(({ data }) => typeof data.body === 'string');
  if (said.length === 0) return [...events];
  const ids = [...new Set(said.map(({ data }) => data.id as string))];
  const messages = await reader.getMany<MessageDocument>('messages', ids);
  const deleted = new Set(messages.flatMap(({ id, isDeleted }) => (isDeleted ? id : [])));
  return events.map((event) => {
    const { media: _, ...data } = event.data;
    if (data.body === undefined || !deleted.has(data.id as string)) return event;
    return { ...event, data: { ...data, body: '', isDeleted: true } };
  });
}
