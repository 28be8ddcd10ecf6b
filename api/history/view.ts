import type { HistoryEventView } from '../../contract/history.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Names } from '../names/names.ts';
import { userRefOf } from '../names/refs.ts';
import { eventData } from './withheld.ts';

/** Returns events as a reader gets them: with the names of who did them, without what is withheld. */
export async function eventViews(
  names: Names,
  companyId: string,
  events: readonly RecordedEvent[],
  withheld: ReadonlySet<string>,
): Promise<HistoryEventView[]> {
  const contactIds = events.flatMap(({ metadata: { actor } }) =>
    actor.kind === 'contact' ? [actor.id] : [],
  );
  const company = await names.company(companyId);
  const contacts = await names.contacts(companyId, new Set(contactIds));
  const nameOf = ({ kind, id, name = '' }: RecordedEvent['metadata']['actor']): string => {
    if (kind === 'user') return company.get('users', id)?.name ?? name;
    return (kind === 'contact' ? contacts.get(id)?.name : undefined) ?? name;
  };
  const userNameOf = ({ userId }: { readonly userId?: unknown }) => {
    const user = typeof userId === 'string' ? userRefOf(company, userId) : null;
    return user && { userName: user.name };
  };
  return events.map((event) => ({
    revision: event.revision,
    position: event.position,
    type: event.type,
    at: event.metadata.at,
    actor: {
      kind: event.metadata.actor.kind,
      id: event.metadata.actor.id,
      name: nameOf(event.metadata.actor),
    },
    data: eventData(event, withheld),
    ...userNameOf(event.data as { readonly userId?: unknown }),
  }));
}
