import { type HeldView, heldPage } from '../../contract/message.ts';
import type { OutboxDocument } from '../../projections/outbox/document.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'names'>;

const mostShown = 100;
/** Of one connection: those that wait stand behind what is on its way, which is little. */
const mostRead = 500;

/** What waits its turn on the connections: see `domain/connection/pace.ts`. */
export function heldRoutes({ app, names }: Needs): void {
  app.get(
    '/api/held',
    {
      config: { rule: 'connections-page:actionButtons' },
      schema: {
        tags: ['connections'],
        summary: 'Messages that wait their turn on a connection, the next to go first.',
        response: { 200: heldPage },
      },
    },
    async ({ session, read }) => {
      const company = await names.company(session.companyId);
      const heldMessages: (OutboxDocument & Required<Pick<OutboxDocument, 'held'>>)[] = [];
      for (const { id } of company.all('connections'))
        for (const waiting of await read.find<OutboxDocument>('outbox', {
          where: { connectionId: id },
          sort: ['order'],
          limit: mostRead,
        }))
          if (waiting.held && waiting.work.includes('send'))
            heldMessages.push({ ...waiting, held: waiting.held });
      const nextMessages = heldMessages
        .toSorted((a, b) => (a.held.until < b.held.until ? -1 : 1))
        .slice(0, mostShown);
      const contacts = await names.contacts(
        session.companyId,
        nextMessages.map(({ contactId }) => contactId),
      );
      const view = ({
        id,
        ticketId,
        contactId,
        connectionId,
        held,
      }: (typeof nextMessages)[number]): HeldView => ({
        id,
        ticketId,
        ...held,
        contact: { id: contactId, name: contacts.get(contactId)?.name ?? '' },
        connection: { id: connectionId, name: company.get('connections', connectionId)?.name ?? '' },
      });
      return { held: nextMessages.map(view), hasMore: heldMessages.length > mostShown };
    },
  );
}
