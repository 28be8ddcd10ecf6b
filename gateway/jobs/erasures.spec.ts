import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Desk } from '../../domain/desk/desk.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { matches } from '../../domain/where.ts';
import { keepGroup } from '../../messaging/groups.ts';
import { park } from '../../messaging/parked.ts';
import { keepPhoneBook } from '../../messaging/phone-book.ts';
import type { ErasureDocument } from '../../projections/contacts/erasure-document.ts';
import type { Query } from '../../projections/ports/read-store.ts';
import {
  ana,
  companyId,
  customer,
  startTestGateway,
  system,
  type TestGateway,
} from '../../testing/gateway.ts';
import { sorted } from '../../testing/in-memory/sorted.ts';
import { pollKey } from '../secrets/poll-secrets.ts';
import { createDueWork } from './due-work.ts';
import { createErasures } from './erasures.ts';

const log = pino({ level: 'silent' });
const personal = /Marina|5511955500142|segredo/;

let here: TestGateway;
let files: Set<string>;
const media = {
  delete: async (_company: string, id: string) => void files.delete(id),
} as unknown as MediaStore;
const patience = { timeout: 10_000, interval: 20 };

beforeEach(async () => {
  files = new Set(['picture', 'file-1', 'file-2', 'shared']);
  here = await startTestGateway({ media, rememberedMs: 200 });
});
afterEach(() => here.close());

/** Two tickets, files, a draft, and something in every place where what is known of a contact may lie. */
const known = async () => {
  const { desk, state, connectionId } = here;
  const { contactId } = await desk.contacts.ensure(system, { numbers: [customer], name: 'Marina' });
  await desk.contacts.setPicture(system, { contactId, mediaId: 'picture' });
  const write = (externalId: string, more = {}) =>
    desk.tickets.receive(system, {
      ...{ connectionId, queueId: null, contactId, externalId, fromMe: false, body: 'segredo' },
      ...{ mediaType: 'chat', sentAt: new Date().toISOString(), ...more },
    });
  const { ticketId } = await write('m1', {
    media: { id: 'file-1', name: 'Marina.pdf', mime: 'a/b', size: 1 },
  });
  await write('m2', { media: { id: 'shared', name: 'catálogo.pdf', mime: 'a/b', size: 1 } });
  await write('m3', { body: '', extra: { unreadable: { cause: 'undecryptable' } } });
  await write('m3', { media: { id: 'file-2', name: 'Marina.jpg', mime: 'a/b', size: 1 } });
  await write('m4', { extra: { poll: { options: ['segredo'], choices: 1 } } });
  await desk.tickets.react(system, {
    ...{ ticketId, messageId: (await write('m1')).messageId, emoji: '❤️', fromMe: false, byContact: true },
    participant: { name: 'Marina', number: customer },
  });
  await state.set(pollKey(connectionId, 'm4'), { sealed: 'of Marina' });
  await state.set(pollKey(connectionId, 'of somebody else'), { sealed: 'stays' });
  const other = await desk.contacts.ensure(system, { numbers: ['5511955500999'], name: 'Outro' });
  await desk.tickets.receive(system, {
    ...{
      connectionId,
      queueId: null,
      contactId: other.contactId,
      externalId: 'o1',
      fromMe: false,
      body: 'x',
    },
    ...{ mediaType: 'application', sentAt: new Date().toISOString() },
    media: { id: 'shared', name: 'catálogo.pdf', mime: 'a/b', size: 1 },
  });
  await desk.tickets.accept(ana, { ticketId, userId: 'ana' });
  await desk.tickets.addNote(ana, { ticketId, note: 'segredo' });
  await keepPhoneBook(state, connectionId, [{ number: customer, name: 'Marina' }]);
  await keepGroup(state, connectionId, {
    ...{ address: '120363025246125486', name: 'Turma', at: 0 },
    members: [{ addresses: [customer], admin: false }],
  });
  await state.set(`number-check/answer/${companyId}/${customer}`, { exists: true });
  await state.set(`draft/${companyId}/ana/${ticketId}`, { body: 'segredo' });
  await state.set(`draft-note/${companyId}/ana/${ticketId}`, { body: 'segredo' });
  await state.set(`snapshot/${companyId}/ticket-${companyId}_${ticketId}`, { contactId, box: 'segredo' });
  await state.set('idempotency/abc', {
    hash: 'h',
    answer: { status: 200, body: `{"ticketId":"${ticketId}","body":"segredo"}` },
  });
  await state.set(`contact-import/rows/${companyId}/job/0`, [
    { row: 2, name: 'Marina', number: customer, email: '' },
  ]);
  await state.set(`contact-import/errors/${companyId}/job/000000`, [
    { row: 3, field: 'number', code: 'repeated', value: customer },
  ]);
  await park(state, companyId, {
    ...{
      connectionId,
      kind: 'message',
      externalId: 'p1',
      addresses: [customer],
      name: 'Marina',
      body: 'segredo',
    },
    ...{ reason: 'refused', detail: '', at: new Date().toISOString(), what: {} },
  });
  await here.projector.reached(await here.eventStore.head(), 5_000);
  return { contactId, ticketId };
};
const erasure = () => here.reader.find<ErasureDocument>('erasures', {});
const completed = () =>
  expect.poll(async () => (await erasure())[0]?.completedAt ?? null, patience).not.toBeNull();
const traces = async () =>
  JSON.stringify((await here.state.list('')).filter(({ key }) => !key.startsWith('phone/')));

/** Each operation on a store that finishing an erasure makes, counted; at one of them the process dies. */
const dying = (at: number) => {
  let operations = 0;
  const dead = new Error('died');
  const step = () => {
    operations += 1;
    if (operations >= at) throw dead;
  };
  const watch = <T extends object>(store: T): T =>
    new Proxy(store, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        return typeof value !== 'function'
          ? value
          : (...args: unknown[]) => {
              step();
              return (value as (...all: unknown[]) => unknown).apply(target, args);
            };
      },
    });
  return { watch, operations: () => operations };
};
const finisher = (state: StateStore, watch: <T extends object>(store: T) => T) =>
  createErasures({
    desk: {
      contacts: watch(here.desk.contacts),
      tickets: watch(here.desk.tickets),
      schedules: watch(here.desk.schedules),
      contactLists: watch(here.desk.contactLists),
    },
    eventStore: watch(here.eventStore),
    readStore: here.readStore,
    ...{ state: watch(state), media: watch(media), contactKeys: watch(here.contactKeys!) },
    ...{ reached: here.projector.reached, log, everyMs: 60_000 },
  });

describe('erasing a contact', () => {
  test('takes what lies about them anywhere, and says so in the end', async () => {
    const { contactId } = await known();
    expect(await traces()).toMatch(personal);
    await here.startGateway();
    await here.desk.contacts.erase(ana, { contactId });
    await completed();
    expect(await traces()).not.toMatch(personal);
    expect(files).toEqual(new Set(['shared']));
    expect(await here.state.list('poll/')).toMatchObject([{ value: { sealed: 'stays' } }]);
    expect(await here.contactKeys!.find(companyId, contactId)).toBe('erased');
    const { notices } = await here.readStore.changes(companyId, 0, 10_000);
    expect(JSON.stringify(notices)).not.toMatch(personal);
    const documents = [await here.contacts(), await here.tickets(), await here.messages()];
    expect(
      JSON.stringify(documents.flat().filter((one) => JSON.stringify(one).includes(contactId))),
    ).not.toMatch(personal);
    expect(await erasure()).toMatchObject([
      {
        ...{ contactId, by: { kind: 'user', id: 'ana' }, sealedSince: expect.any(String) },
        taken: { tickets: 1, messages: 4, notes: 1, files: 3, entries: 11 },
      },
    ]);
  });

  test('takes what was written by their number while it went on, however often who writes it was faster', async () => {
    const { contactId } = await known();
    await here.desk.contacts.erase(ana, { contactId });
    await here.projector.reached(await here.eventStore.head(), 5_000);
    const job = `contact-import/job/${companyId}/job`;
    const errors = [{ row: 3, field: 'number', code: 'repeated', value: customer }];
    await here.state.set(job, { done: 0, errors });
    // The import counts its chunk between reading and writing of whoever takes the traces.
    let faster = 2;
    const state = new Proxy(here.state, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        if (name !== 'set') return value.bind(target) as unknown;
        return async (...args: Parameters<StateStore['set']>) => {
          if (args[0] === job && faster-- > 0) await target.set(job, { done: 1, errors });
          return target.set(...args);
        };
      },
    });
    const finishing = finisher(state, (store) => store);
    await finishing.round(new AbortController().signal);
    expect(faster).toBeLessThan(0);
    expect(await traces()).not.toMatch(personal);
    await here.state.set(`contact-import/errors/${companyId}/job/c000000`, errors);
    const body = JSON.stringify({ total: 1, errors });
    await here.state.set('idempotency/upload', { hash: 'h', answer: { status: 200, body } });
    await expect
      .poll(async () => {
        await finishing.round(new AbortController().signal);
        return (await erasure())[0]?.completedAt ?? null;
      }, patience)
      .not.toBeNull();
    expect(await traces()).not.toMatch(personal);
    expect(await here.contactKeys!.find(companyId, contactId)).toBe('erased');
  });

  test('the same number that writes again is a new contact', async () => {
    const { contactId } = await known();
    await here.startGateway();
    await here.desk.contacts.erase(ana, { contactId });
    await completed();
    await here.write('oi de novo', { id: 'again' });
    await expect
      .poll(async () => (await here.contacts()).filter(({ number }) => number === customer), patience)
      .toHaveLength(1);
    const [fresh] = (await here.contacts()).filter(({ number }) => number === customer);
    expect(fresh?.id).not.toBe(contactId);
  });

  test('a death before any one operation leaves nothing that the next round does not finish', async () => {
    const { contactId } = await known();
    await here.desk.contacts.erase(ana, { contactId });
    await here.projector.reached(await here.eventStore.head(), 5_000);
    for (let at = 1; ; at += 3) {
      const { watch, operations } = dying(at);
      const stop = new AbortController();
      const running = createDueWork(
        {
          ...{ state: here.state, holderId: `h${at}`, leaseMs: 5_000, log, signal: stop.signal },
          reached: here.projector.reached,
        },
        [finisher(here.state, watch)],
      ).run();
      await expect
        .poll(async () => operations() >= at || (await erasure())[0]?.completedAt != null, patience)
        .toBe(true);
      stop.abort();
      await running;
      if ((await erasure())[0]?.completedAt != null) break;
    }
    expect(await traces()).not.toMatch(personal);
    expect(files).toEqual(new Set(['shared']));
    expect(await here.contactKeys!.find(companyId, contactId)).toBe('erased');
    expect(JSON.stringify(await here.messages())).not.toMatch(personal);
  });

  test('a key that a backup brought back is destroyed again', async () => {
    const { contactId } = await known();
    const name = `contact-key/${companyId}/${contactId}`;
    const before = (await here.state.get(name))!.value;
    await here.startGateway();
    await here.desk.contacts.erase(ana, { contactId });
    await completed();
    await here.state.set(name, before);
    here.contactKeys!.forget(companyId, contactId);
    // Looked at when a gateway starts, and every hour.
    await here.startGateway();
    await expect
      .poll(async () => {
        here.contactKeys!.forget(companyId, contactId);
        return here.contactKeys!.find(companyId, contactId);
      }, patience)
      .toBe('erased');
  });
});

/** One round in which a collection is `find`'s. */
const roundWith = (collection: string, find: (query: Query) => unknown, desk: Desk = here.desk) => {
  const forCompany: typeof here.readStore.forCompany = (company) => {
    const reader = here.readStore.forCompany(company);
    const own: typeof reader.find = async (asked, query) =>
      asked === collection ? (find(query) as never) : reader.find(asked, query);
    return new Proxy(reader, { get: (target, name) => (name === 'find' ? own : Reflect.get(target, name)) });
  };
  const { eventStore, readStore, state, projector, contactKeys } = here;
  const ownStore = new Proxy(readStore, {
    get: (target, name) => (name === 'forCompany' ? forCompany : Reflect.get(target, name)),
  });
  return createErasures({
    ...{ desk, eventStore, readStore: ownStore, state, media, contactKeys: contactKeys! },
    ...{ reached: projector.reached, log, everyMs: 60_000 },
  }).round(new AbortController().signal);
};

/** Their number stands in a list, and a message from it is set aside, as of this moment. */
const heardOf = async (listId: string, externalId: string) => {
  const items = [{ itemId: externalId, name: 'Alguém', number: customer, email: '' }];
  await here.desk.contactLists.add(system, { listId, items });
  await park(here.state, companyId, {
    ...{ connectionId: here.connectionId, kind: 'message', externalId, addresses: [customer], name: '' },
    ...{ body: '', reason: 'refused', detail: '', at: new Date().toISOString(), what: {} },
  });
};
const heard = async () => {
  await here.projector.reached(await here.eventStore.head(), 5_000);
  const parked = await here.state.list<{ externalId: string }>(`parked/inbound/${companyId}/`);
  const items = await here.reader.find('contactListItems', {});
  return [items.map(({ id }) => id), parked.map(({ value }) => value.externalId)];
};
const nextInstant = async () => {
  const now = Date.now();
  await expect.poll(() => Date.now() > now).toBe(true);
};

test.each([
  ['erased', async (contactId: string) => here.desk.contacts.erase(ana, { contactId })],
  [
    'deleted first',
    async (contactId: string) => here.desk.contacts.delete(ana, { contactId, connectionIds: [] }),
  ],
  [
    'another number’s',
    async (contactId: string) => here.desk.contacts.update(ana, { contactId, number: '5511955500777' }),
  ],
])(
  'what came of a number since somebody else has it stays with them, and what was there before goes: %s',
  async (_how, letGo) => {
    const { contactId } = await known();
    const lists = [];
    for (const name of ['Antes', 'Depois'])
      lists.push((await here.desk.contactLists.create(system, { name })).listId);
    await heardOf(lists[0]!, 'before');
    await nextInstant();
    await letGo(contactId);
    await nextInstant();
    await here.desk.contacts.ensure(system, { numbers: [customer], name: 'Outra pessoa' });
    await heardOf(lists[1]!, 'after');
    await nextInstant();
    await here.desk.contacts.erase(ana, { contactId });
    await here.projector.reached(await here.eventStore.head(), 5_000);
    const job = finisher(here.state, (store) => store);
    await expect
      .poll(async () => {
        await job.round(new AbortController().signal);
        return (await erasure())[0]?.completedAt ?? null;
      }, patience)
      .not.toBeNull();
    expect(await heard()).toEqual([['after'], ['after']]);
  },
);

test('a file that one of many campaigns still shows stays', async () => {
  const { contactId } = await known();
  await here.desk.contacts.erase(ana, { contactId });
  await here.projector.reached(await here.eventStore.head(), 5_000);
  const campaigns = Array.from({ length: 5_001 }, (_, at) => ({
    ...{ id: String(at).padStart(4, '0'), companyId, position: at, media: { id: `m${at}` } },
  }));
  campaigns.at(-1)!.media.id = 'file-1';
  await roundWith('campaigns', ({ where, sort, skip = 0, limit = campaigns.length }) =>
    sorted(
      campaigns.filter((campaign) => matches(campaign, where)),
      sort,
    ).slice(skip, skip + limit),
  );
  expect(files).toEqual(new Set(['file-1', 'shared']));
});

test('of many tickets none is passed over that changes, or stands behind one that does, while they are read', async () => {
  const { contactId } = await known();
  await here.desk.contacts.erase(ana, { contactId });
  await here.projector.reached(await here.eventStore.head(), 5_000);
  const number = (at: number) => String(at).padStart(4, '0');
  const tickets = Array.from({ length: 1_203 }, (_, at) => ({
    ...{ id: number(at), companyId, position: at, contactId, updatedAt: number(at) },
  }));
  let reads = 0;
  const erased = new Set<string>();
  const erase: Desk['tickets']['erase'] = async (_context, { ticketId }) => {
    erased.add(ticketId);
    return { events: [], position: 0 } as never;
  };
  const desk = { ...here.desk, tickets: { ...here.desk.tickets, erase } };
  const find = ({ where, sort, skip = 0, limit = tickets.length }: Query) => {
    const found = sorted(
      tickets.filter((ticket) => matches(ticket, where)).map((ticket) => ({ ...ticket })),
      sort,
    ).slice(skip, skip + limit);
    tickets[reads]!.updatedAt = number(2_000 + reads);
    reads += 1;
    return found;
  };
  await roundWith('tickets', find, desk);
  expect(erased).toEqual(new Set(tickets.map(({ id }) => id)));
});
