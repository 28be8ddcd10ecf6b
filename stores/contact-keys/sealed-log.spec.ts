import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEvent, withSchemas } from '../../domain/catalogue.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { FoundKey } from '../../domain/ports/contact-keys.ts';
import { asAgent, asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { spawnEventStoreDbDouble } from '../../testing/eventstoredb/process.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { openEventStoreDb } from '../event-store/eventstoredb/store.ts';
import { openSqliteEventStore } from '../event-store/sqlite/store.ts';
import { contactKey } from './box.ts';
import { createContactKeys } from './contact-keys.ts';

const secretKey = 'a secret of at least thirty-two characters';

describe('golden boxes', () => {
  // What was once sealed opens for ever: never edit one. The key is the test's.
  const key = contactKey(Buffer.alloc(32, 7));
  const files = globSync('golden/*.sealed.json', { cwd: import.meta.dirname });
  test.each(files)('%s opens as it was written', (file) => {
    const { stored, opened } = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as {
      stored: RecordedEvent;
      opened: object;
    };
    expect(parseEvent(stored, () => key).data).toEqual(opened);
    expect(parseEvent(stored, () => 'erased')).toMatchObject({ erased: true });
    const data = { ...(stored.data as object), sealed: '5AAAA' };
    expect(() => parseEvent({ ...stored, data }, () => key)).toThrow('does not know (version 5)');
  });
  test('there are some, of each version', () => {
    const text = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join();
    for (const version of ['1', '2', '3', '4']) expect(text).toContain(`"sealed": "${version}`);
  });
});

const secrets = [
  'Maria Titular',
  '5511944440010',
  'meu CPF e 987.654.321-00',
  'recibo-maria.pdf',
  'Rua das Flores',
  'Vizinho João',
  '5511922220000',
  'prefere boleto',
  'maria@example.com',
  'texto corrigido',
];

/** A conversation with something personal in every place where there can be. */
const converse = async (store: EventStore, state = createInMemoryStateStore()) => {
  const keys = createContactKeys({ state, secretKey });
  const desk = testDesk(store, 'a', { contactKeys: keys });
  const { contactId } = await desk.contacts.ensure(asGateway, {
    numbers: ['5511944440010', '777@lid'],
    name: 'Maria Titular',
  });
  await desk.contacts.update(asAgent(), {
    ...{ contactId, name: 'Maria Titular', number: '5511944440010', email: 'maria@example.com' },
    extraInfo: [{ id: 'x', name: 'Endereço', value: 'Rua das Flores' }],
  });
  const contact = { ...asGateway, actor: { kind: 'contact', id: contactId, name: 'Maria Titular' } } as const;
  const { ticketId, messageId } = await desk.tickets.receive(
    contact,
    inbound('m1', {
      contactId,
      body: 'meu CPF e 987.654.321-00',
      mediaType: 'application',
      media: { id: 'file-1', name: 'recibo-maria.pdf', mime: 'application/pdf', size: 10 },
      extra: { location: { latitude: -23.5, longitude: -46.6, address: 'Rua das Flores' } },
      participant: { name: 'Vizinho João', number: '5511922220000' },
    }),
  );
  await desk.tickets.accept(asAgent(), { ticketId, userId: 'ana' });
  const sent = await desk.tickets.send(asAgent(), { ticketId, body: 'Olá Maria Titular' });
  await desk.tickets.edit(asAgent(), { ...sent, ticketId, body: 'texto corrigido' });
  await desk.tickets.edit(asGateway, { ticketId, messageId, body: 'texto corrigido', byContact: true });
  await desk.tickets.addNote(asAgent(), { ticketId, note: 'prefere boleto' });
  return { desk, keys, state, contactId, ticketId, messageId };
};

const engines = {
  'the SQLite event store': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sealed-'));
    return {
      open: () => openSqliteEventStore({ path: join(folder, 'events.sqlite') }),
      dispose: () => rm(folder, { recursive: true }),
    };
  },
  'the EventStoreDB event store, on a double of the server,': async () => {
    const double = await spawnEventStoreDbDouble();
    return { open: () => openEventStoreDb({ url: double.url }), dispose: double.stop };
  },
};

describe.each(Object.entries(engines))('%s', (_name, start) => {
  let engine: Awaited<ReturnType<typeof start>>;
  let log: EventStore;
  let there: Awaited<ReturnType<typeof converse>>;
  beforeAll(async () => {
    engine = await start();
    log = await engine.open();
    there = await converse(log);
  });
  afterAll(async () => {
    await log.close();
    await engine.dispose();
  });

  test('holds nothing by which a person could be known', async () => {
    const stored = JSON.stringify(await everyEvent(log));
    for (const secret of secrets) expect(stored).not.toContain(secret);
    for (const clear of ['file-1', there.contactId, there.ticketId]) expect(stored).toContain(clear);
  });
  test('gives a process with the keys everything back', async () => {
    const reopened = await engine.open();
    const keys = createContactKeys({ state: there.state, secretKey });
    const events = await everyEvent(withSchemas(reopened, keys));
    await reopened.close();
    const text = JSON.stringify(events);
    for (const secret of secrets) expect(text).toContain(secret);
    expect(events.filter(({ unreadable }) => unreadable)).toEqual([]);
    expect(text).not.toContain('sealed');
  });
  test('is marked unreadable, not erased, to a process that lost the keys', async () => {
    const keys = createContactKeys({ state: createInMemoryStateStore(), secretKey });
    const events = await everyEvent(withSchemas(log, keys));
    const sealed = events.filter(({ type }) => type === 'MessageReceived' || type === 'ContactCreated');
    for (const { unreadable } of sealed) expect(unreadable).toContain('is missing');
    expect(events.filter(({ erased }) => erased)).toEqual([]);
  });
  test('takes the same append twice, though each try seals it anew', async () => {
    const keys = createContactKeys({ state: there.state, secretKey });
    const store = withSchemas(log, keys);
    const [first] = (await store.read(`contact-c1_${there.contactId}`)) as [RecordedEvent];
    const { id, type, metadata, data } = first;
    const event = { id: `${id.slice(0, -4)}beef`, type, metadata, data };
    const one = await store.append('contact-c1_twice', -1, [event]);
    const two = await store.append('contact-c1_twice', -1, [event]);
    expect(two.revision).toBe(one.revision);
    expect([one.events[0]?.data, two.events[0]?.data]).toEqual([data, data]);
  });
});

test('who wants a few types of a long log opens no box of the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-'));
  const log = await openSqliteEventStore({ path: join(folder, 'events.sqlite') });
  const state = createInMemoryStateStore();
  await converse(withSchemas(log, createContactKeys({ state, secretKey })), state);
  const keys = createContactKeys({ state, secretKey });
  const asked: string[] = [];
  const find = async (companyId: string, contactId: string) => {
    asked.push(contactId);
    return keys.find(companyId, contactId);
  };
  // As of an adapter that gives all of them, and of one that passes over what is not wanted.
  const all: Pick<EventStore, 'subscribe'> = {
    subscribe: ({ types: _, ...options }) => log.subscribe(options),
  };
  for (const store of [log, { ...log, ...all }]) {
    const later = await log.append('plan-c1_p', (await log.read('plan-c1_p')).length - 1, [
      {
        ...{ id: crypto.randomUUID(), type: 'PlanUpdated', data: { id: 'p' } },
        metadata: {
          ...{ companyId: 'c1', actor: { kind: 'system', id: 't' }, commandId: crypto.randomUUID() },
          ...{ correlationId: crypto.randomUUID(), at: '2026-01-01T00:00:00.000Z' },
        },
      },
    ]);
    const ending = new AbortController();
    const types = new Set(['PlanUpdated']);
    const own = withSchemas(store, { ...keys, known: () => undefined, find });
    const seen: RecordedEvent[] = [];
    for await (const events of own.subscribe({ after: 0, types, signal: ending.signal })) {
      seen.push(...events);
      if (seen.at(-1)!.position === later.position) ending.abort();
    }
    expect(seen.at(-1)).toMatchObject({ type: 'PlanUpdated', data: { id: 'p' } });
    expect(asked).toEqual([]);
  }
  await log.close();
  await rm(folder, { recursive: true });
});

test('who writes and follows the log reads what everybody reads, and opens no box of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-'));
  const log = await openSqliteEventStore({ path: join(folder, 'events.sqlite') });
  const state = createInMemoryStateStore();
  const keys = createContactKeys({ state, secretKey });
  const opened: string[] = [];
  const watched = (key: FoundKey): FoundKey =>
    typeof key === 'string'
      ? key
      : {
          seal: key.seal,
          open(box, place) {
            opened.push(place);
            return key.open(box, place);
          },
        };
  const own = withSchemas(log, {
    ...keys,
    known: (...of) => {
      const key = keys.known(...of);
      return key && watched(key);
    },
    find: async (...of) => watched(await keys.find(...of)),
  });
  const ending = new AbortController();
  const followed: RecordedEvent[] = [];
  const follow = async () => {
    for await (const events of own.subscribe({ after: 0, signal: ending.signal })) followed.push(...events);
  };
  const following = follow();
  await converse(own, state);
  const another = withSchemas(log, createContactKeys({ state, secretKey }));
  const all = await everyEvent(another);
  await expect.poll(() => followed.length).toBe(all.length);
  expect(followed).toStrictEqual(all);
  // A ticket's are read anew where a command needs what was said long ago.
  const ofContact = () => opened.filter((place) => place.startsWith('contact-'));
  expect(ofContact()).toEqual([]);
  // What another process has written is in no box of ours.
  const sealed = all.find(({ type }) => type === 'ContactCreated')!;
  const { type, metadata, data } = sealed;
  await another.append('contact-c1_other', -1, [{ id: crypto.randomUUID(), type, metadata, data }]);
  await expect.poll(() => followed.at(-1)?.data).toEqual(data);
  expect(ofContact()).toHaveLength(1);
  ending.abort();
  await following;
  await log.close();
  await rm(folder, { recursive: true });
});

test('a log from before is read as it is, and goes on sealed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-'));
  const log = await openSqliteEventStore({ path: join(folder, 'events.sqlite') });
  const plain = testDesk(log);
  const { contactId } = await plain.contacts.ensure(asGateway, { numbers: ['5511944440010'], name: 'Maria' });
  await plain.tickets.receive(asGateway, inbound('old', { contactId, body: 'in the clear' }));
  const keys = createContactKeys({ state: createInMemoryStateStore(), secretKey });
  const desk = testDesk(log, 'b', { contactKeys: keys });
  const found = await desk.contacts.ensure(asGateway, { numbers: ['5511944440010'], name: 'Maria' });
  expect(found.contactId).toBe(contactId);
  await desk.tickets.receive(asGateway, inbound('new', { contactId, body: 'sealed by now' }));
  const bodies = (await everyEvent(withSchemas(log, keys))).flatMap(({ type, data }) =>
    type === 'MessageReceived' ? [(data as { body: string }).body] : [],
  );
  expect(bodies).toEqual(['in the clear', 'sealed by now']);
  expect(JSON.stringify(await everyEvent(log))).not.toContain('sealed by now');
  await log.close();
  await rm(folder, { recursive: true });
});
