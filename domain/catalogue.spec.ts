import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createInMemoryEventStore } from '../testing/in-memory/event-store.ts';
import { apiTokenDecider } from './api-token/api-token.ts';
import { campaignDecider } from './campaign/campaign.ts';
import { campaignSettingsDecider } from './campaign/settings.ts';
import { shippingDecider } from './campaign/shipping.ts';
import { eventSchemas, parseEvent, UnreadableEventError, upcast, withSchemas } from './catalogue.ts';
import { chatDecider } from './chat/chat.ts';
import { chatMessageDecider, chatReadingDecider } from './chat/chat-message.ts';
import { companyDecider } from './company/company.ts';
import { connectionDecider } from './connection/connection.ts';
import { personalTypes } from './contact/codec.ts';
import { contactDecider } from './contact/contact.ts';
import { contactListDecider } from './contact-list/contact-list.ts';
import { contactListItemsDecider } from './contact-list/items.ts';
import { invoiceDecider } from './invoice/invoice.ts';
import { claimFold } from './kernel/claim-events.ts';
import type { Decider } from './kernel/decider.ts';
import type { DomainEvent, RecordedEvent } from './kernel/event.ts';
import { InvalidEventError } from './kernel/event-store.ts';
import { streamCategory } from './kernel/stream-names.ts';
import { records } from './records/index.ts';
import { recordDecider } from './records/record-aggregate.ts';
import { scheduleDecider } from './schedule/schedule.ts';
import { ticketEvents } from './ticket/events.ts';
import { ticketDecider } from './ticket/ticket.ts';
import { userDecider } from './user/user.ts';

// One golden file for every version of an event ever written: what is stored stays readable for ever. Never edit one.

const root = join(import.meta.dirname, '..');
const files = globSync('{domain,records}/**/golden/*.golden.json', { cwd: root });
const golden = new Map(
  files.map((file) => {
    const event = JSON.parse(readFileSync(join(root, file), 'utf8')) as RecordedEvent;
    return [event.type, event] as const;
  }),
);

type Fold = Pick<Decider<object, never, DomainEvent>, 'initial' | 'evolve'>;
const folds = new Map<string, Fold>(
  Object.entries({
    ticket: ticketDecider,
    contact: contactDecider,
    user: userDecider,
    company: companyDecider,
    connection: connectionDecider,
    invoice: invoiceDecider,
    schedule: scheduleDecider,
    apiToken: apiTokenDecider,
    campaign: campaignDecider,
    campaignSettings: campaignSettingsDecider,
    shipping: shippingDecider,
    contactList: contactListDecider,
    contactListItems: contactListItemsDecider,
    chat: chatDecider,
    chatMessage: chatMessageDecider,
    chatReading: chatReadingDecider,
    claim: claimFold,
    // Nobody decides on it.
    chain: { initial: {}, evolve: (_state: object, { data }: DomainEvent) => data as object },
    ...Object.fromEntries(records.map((record) => [record.name, recordDecider(record)])),
  }).map(([category, fold]) => [category, fold as unknown as Fold]),
);
const begins: Record<string, string> = {
  ticket: 'TicketOpened',
  contact: 'ContactCreated',
  user: 'UserCreated',
  company: 'CompanyCreated',
  connection: 'ConnectionCreated',
  invoice: 'InvoiceIssued',
  schedule: 'ScheduleCreated',
  apiToken: 'ApiTokenCreated',
  campaign: 'CampaignCreated',
  campaignSettings: 'CampaignSettingsChanged',
  shipping: 'CampaignRecipientLeftOut',
  contactList: 'ContactListCreated',
  contactListItems: 'ContactListItemsAdded',
  chat: 'ChatCreated',
  chatMessage: 'ChatMessageSent',
  chatReading: 'ChatRead',
  chain: 'LogSealed',
  ...Object.fromEntries(records.map(({ name, event }) => [name, `${event}Created`])),
};

/** Returns what an event of a record is given for fields that came after it was written: their defaults. */
function laterFields(type: string, { data }: RecordedEvent): Record<string, unknown> {
  const record = records.find(({ event }) => type === `${event}Created` || type === `${event}Updated`);
  const defaults = Object.entries(record?.fields ?? {}).flatMap(([name, field]) =>
    field.default === undefined || field.computed !== undefined || field.secret || name in (data as object)
      ? []
      : [[name, field.default] as const],
  );
  return Object.fromEntries(defaults);
}

describe('golden events', () => {
  test('there is one for every type, and none of a forgotten type', () => {
    expect([...golden.keys()].sort()).toEqual(Object.keys(eventSchemas).sort());
  });

  test.each([...golden])('%s is still read as it was written', (type, event) => {
    const data = { ...laterFields(type, event), ...(event.data as object) };
    expect(parseEvent(event)).toEqual({ ...event, data });
  });

  test.each([...golden])('%s still folds', (type, event) => {
    const category = streamCategory(event.stream);
    const { initial, evolve } = folds.get(category)!;
    const first = golden.get(begins[category] ?? type)!;
    const at = event.metadata.at;
    const begun = evolve(initial, first, at);
    expect(begun).not.toEqual(initial);
    const after = type === first.type ? begun : evolve(begun, event, at);
    expect(after).toBeTypeOf('object');
  });
});

describe('reading', () => {
  const opened = golden.get('TicketOpened')!;
  test('fills in what older events lack', () => {
    const { isGroup: _, ...data } = opened.data as Record<string, unknown>;
    expect(parseEvent({ ...opened, data }).data).toMatchObject({ isGroup: false });
  });
  test.each(records.map((record) => [record.name, record] as const))(
    'an event of a record that was written before it had a field has its default: %s',
    (_name, { event, fields }) => {
      const created = golden.get(`${event}Created`)!;
      const whole = created.data as Record<string, unknown>;
      for (const [name, field] of Object.entries(fields)) {
        if (field.default === undefined || field.computed !== undefined || field.secret) continue;
        const { [name]: _, ...data } = whole;
        const later = laterFields(created.type, { ...created, data });
        expect(later).toHaveProperty(name, field.default);
        expect(parseEvent({ ...created, data }).data).toEqual({ ...later, ...data });
      }
    },
  );
  test('passes a type of a newer build on, unchanged', () => {
    const unknown = { ...opened, type: 'TicketSnoozed', data: { until: 'x' } };
    expect(parseEvent(unknown)).toBe(unknown);
    const inherited = { ...opened, type: 'constructor' };
    expect(parseEvent(inherited)).toBe(inherited);
  });
  test('stops at an event that its schema does not accept', () => {
    expect(() => parseEvent({ ...opened, data: { ticketId: 7 } })).toThrow(UnreadableEventError);
  });
  test('an event of a contact that can no longer be decrypted folds to what ContactErased writes', () => {
    const created = golden.get('ContactCreated')!;
    const { contactId } = created.data as { contactId: string };
    const stored = { ...created, data: { contactId, isGroup: false, origin: 'inbound', sealed: '1AAAA' } };
    const sealed = parseEvent(stored, () => 'erased');
    expect(sealed).toMatchObject({ type: 'ContactCreated', erased: true, data: { name: '', number: '' } });
    const erased = contactDecider.evolve(contactDecider.initial, golden.get('ContactErased') as never, '');
    // But when: only the event of the erasure says that.
    const { erasedAt, ...same } = erased as typeof erased & { readonly erasedAt?: string };
    expect(erasedAt).toBe('');
    expect(contactDecider.evolve(contactDecider.initial, sealed as never, '')).toEqual(same);
  });
  test('an event whose key is missing is unreadable, and not taken for erased', () => {
    const created = golden.get('ContactCreated')!;
    const stored = { ...created, data: { contactId: 'k1', sealed: '1AAAA' } };
    expect(() => parseEvent(stored)).toThrow('the key of contact k1 is missing');
  });
  test('every event with personal data names its contact', () => {
    for (const type of personalTypes) {
      const data = golden.get(type)?.data as { contactId?: string; keyId?: string };
      expect(data.contactId ?? data.keyId, type).toBeTypeOf('string');
    }
  });
  // What is new stands in a field of its own beside them, which an older build leaves out.
  test('an assistant is done for reasons that every earlier build reads, too', () => {
    const known = ['asked', 'chosen', 'failed', 'limit', 'gone'];
    expect(ticketEvents.AssistantHandedOver.shape.reason.options).toEqual(known);
    const { data, ...event } = golden.get('AssistantHandedOver') as RecordedEvent<string, object>;
    const stored = { ...event, data: { ...data, reason: 'loop' } };
    expect(parseEvent(stored).data).toEqual({ ...data, reason: 'limit', cause: 'loop' });
  });
  test('brings older shapes up to date, step by step', () => {
    const table = {
      said: ({ data }: DomainEvent) => ({ type: 'said.v2', data: { words: [data] } }),
      'said.v2': ({ data }: DomainEvent) => ({ type: 'said.v3', data: { ...(data as object), loud: false } }),
    };
    expect(upcast({ type: 'said', data: 'oi' }, table)).toEqual({
      type: 'said.v3',
      data: { words: ['oi'], loud: false },
    });
  });
  test('a wrapped store parses whatever it reads, and is wrapped once', async () => {
    const store = withSchemas(createInMemoryEventStore());
    expect(withSchemas(store)).toBe(store);
    const { isGroup: _, ...data } = opened.data as Record<string, unknown>;
    const { id, type, metadata } = opened;
    await store.append(opened.stream, -1, [{ id, type, data, metadata }]);
    const [read] = await store.read(opened.stream);
    const [all] = await store.readAll({ after: 0, limit: 1 });
    const stop = new AbortController();
    for await (const [live] of store.subscribe({ after: 0, signal: stop.signal })) {
      for (const event of [read, all, live]) expect(event?.data).toMatchObject({ isGroup: false });
      stop.abort();
    }
    expect.assertions(4);
  });
  test('an event its schema refuses: its stream is refused, the whole log goes on with it marked', async () => {
    const log = createInMemoryEventStore();
    const store = withSchemas(log);
    const { id, type, metadata, data } = opened;
    const damaged = { id: 'damaged', type, metadata, data: { ticketId: 7 } };
    await log.append(opened.stream, -1, [damaged]);
    await store.append('ticket-c1_other', -1, [{ id, type, metadata, data }]);
    await expect(store.read(opened.stream)).rejects.toThrow(UnreadableEventError);
    const [first, second] = await store.readAll({ after: 0, limit: 2 });
    expect(first).toMatchObject({ id: 'damaged', unreadable: expect.stringContaining('ticketId') });
    expect(second).not.toHaveProperty('unreadable');
  });
});

describe('writing', () => {
  const { id, type, metadata, data, stream } = golden.get('MessageReceived') as RecordedEvent<string, object>;
  const at = (latitude: number) => ({
    id,
    type,
    metadata,
    data: { ...data, extra: { location: { latitude, longitude: 0 } } },
  });
  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %s, which JSON would make null, and names type and field but no value',
    async (latitude) => {
      const log = createInMemoryEventStore();
      const refused = withSchemas(log).append(stream, -1, [at(latitude)]);
      await expect(refused).rejects.toThrow(InvalidEventError);
      await expect(refused).rejects.toMatchObject({ type, field: 'extra.location.latitude' });
      expect(await log.head()).toBe(0);
    },
  );
  test('stores what will be read: defaults filled in, unknown fields left out', async () => {
    const log = createInMemoryEventStore();
    const { mediaType: _, ...older } = data as Record<string, unknown>;
    await withSchemas(log).append(stream, -1, [{ id, type, metadata, data: { ...older, typo: 1 } }]);
    const [stored] = await log.read(stream);
    expect(stored?.data).toMatchObject({ mediaType: 'chat' });
    expect(stored?.data).not.toHaveProperty('typo');
  });
  test('takes a type of a newer build as it is', async () => {
    const log = createInMemoryEventStore();
    await withSchemas(log).append(stream, -1, [{ id, metadata, type: 'TicketSnoozed', data: { n: 1 } }]);
    expect((await log.read(stream))[0]?.data).toEqual({ n: 1 });
  });
});
