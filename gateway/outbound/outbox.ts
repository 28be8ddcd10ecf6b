import type { OutboxDocument } from '../../projections/outbox/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';

const page = 500;

/** Returns what is to be done on a connection by the read models, oldest first, page by page; the last page may be empty. @param ask repeats a question that failed */
export async function* outboxPages(
  reader: Pick<CompanyReader, 'find'>,
  connectionId: string,
  ask: <T>(question: () => Promise<T>) => Promise<T> = (question) => question(),
): AsyncGenerator<readonly OutboxDocument[]> {
  for (let after = 0; ; ) {
    const from = after;
    const some = await ask(() =>
      reader.find<OutboxDocument>('outbox', {
        where: { connectionId, order: { gt: from } },
        sort: ['order'],
        limit: page,
      }),
    );
    yield some;
    if (some.length < page) return;
    after = some.at(-1)?.order ?? after;
  }
}
