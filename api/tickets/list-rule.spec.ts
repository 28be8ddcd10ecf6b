import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { belongs, isSearch, type TicketFilter } from '../../console/plugins/tickets/live-cache/filter.ts';
import { filterQuery } from '../../console/plugins/tickets/live-cache/filter-query.ts';
import { applyTicketChange, flatten } from '../../console/plugins/tickets/live-cache/ticket-list.ts';
import type { TicketView } from '../../contract/ticket.ts';
import type { TicketStatus } from '../../domain/ticket/events.ts';
import { collections } from '../../projections/index.ts';
import type { ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { openSqliteReadStore } from '../../stores/read-store/sqlite/store.ts';
import { sessionOf } from '../auth/subject.ts';
import { createNames } from '../names/names.ts';
import { listTickets } from './list.ts';
import { listQuery } from './query.ts';
import { ticketViewOf } from './view.ts';

// The server's answer to a list against what the console, which holds every ticket, makes of it by itself: the same
// tickets in the same order, whoever looks and whatever they filter by.

const [q1, q2, q3] = [uuidv7(), uuidv7(), uuidv7()];
const [t1, t2, ana, bruno, c1, c2] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
let folder: string;
let store: ReadStore;
let position = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'list-rule-'));
  store = await openSqliteReadStore({ path: folder, collections });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const minute = (at: number) => new Date(Date.UTC(2026, 10, 22, 8, at)).toISOString();
const some = <T>(...values: readonly T[]) => fc.subarray([...values], { minLength: 0 });

const tickets = fc.array(
  fc.record({
    status: fc.constantFrom<TicketStatus>('pending', 'open', 'closed'),
    queueId: fc.constantFrom(q1, q2, q3, null),
    userId: fc.constantFrom(ana, bruno, null),
    contactId: fc.constantFrom(c1, c2),
    tagIds: some(t1, t2),
    unreadMessages: fc.nat(2),
    waits: fc.boolean(),
  }),
  { maxLength: 25 },
);
const viewers = fc.record({
  profile: fc.constantFrom('user', 'supervisor', 'admin'),
  queueIds: some(q1, q2),
  allTicket: fc.boolean(),
});
const filters: fc.Arbitrary<TicketFilter> = fc.record(
  {
    status: fc.constantFrom<TicketStatus>('pending', 'open', 'closed'),
    showAll: fc.boolean(),
    queueIds: some(q1, q2, null),
    tagIds: some(t1, t2),
    userIds: some(ana, bruno),
    unread: fc.constant(true as const),
    contactId: fc.constantFrom(c1, c2),
    order: fc.constant('waiting' as const),
  },
  { requiredKeys: ['showAll', 'queueIds'] },
);

it('a list is, of any tickets and for anybody, what the server answers and what the console makes of it', async () => {
  await fc.assert(
    fc.asyncProperty(tickets, viewers, filters, async (given, looking, filter) => {
      const companyId = uuidv7();
      const named = (id: string): StoredDocument => ({ id, companyId, position: ++position });
      const documents = given.map(
        ({ waits, ...fields }, at) =>
          ({
            ...{ ...named(uuidv7()), ...fields, protocol: String(at), connectionId: c1, isGroup: false },
            ...{ createdAt: minute(at), updatedAt: minute(59 - at), waitingSince: waits ? minute(at) : null },
          }) as Partial<TicketDocument> as TicketDocument,
      );
      const tags = [t1, t2].map((id) => ({ ...named(id), name: id, color: '#112233' }));
      await store.commit({
        ...{ projector: 'test', fence: 1, position: ++position, logId: 'log', notices: [] },
        documents: [
          ...documents.map((document) => ({ collection: 'tickets', document })),
          ...tags.map((document) => ({ collection: 'tags', document })),
        ],
      });
      const session = sessionOf(
        { ...named(ana), ...looking, super: false, name: 'Ana' } as never,
        'sid',
        undefined,
      );
      const names = createNames(store);
      const reader = store.forCompany(companyId);
      const query = Object.entries(filterQuery(filter)).filter(([, value]) => value !== undefined);
      const answer = await listTickets(
        { names, reader, session },
        listQuery.parse(Object.fromEntries(query)),
      );
      const answered = answer.tickets.map(({ ticket }) => ticket.id);

      const company = await names.company(companyId);
      const views = documents.map((one) => ticketViewOf(one, company, new Map()));
      const shown = views.filter((view) => belongs(filter, session, view)).map(({ id }) => id);
      expect(shown.toSorted()).toEqual(answered.toSorted());
      if (isSearch(filter)) return;
      const live = views.reduce(
        (list, view) => applyTicketChange(list, changeOf(view), filter, session) ?? list,
        { pages: [{ tickets: [] as TicketView[], hasMore: false }], pageParams: [1] as unknown[] },
      );
      expect(flatten(live).map(({ id }) => id)).toEqual(answered);
    }),
    { numRuns: 150 },
  );
}, 60_000);

const changeOf = (document: TicketView) => ({
  ...{ channel: 'ticket', action: 'update', id: document.id, document, position: document.position },
});
