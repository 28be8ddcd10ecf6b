import { subMonths } from 'date-fns/subMonths';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';
import { createCompanySettings } from '../log/company-settings.ts';
import { createRetention, type RetentionDeps } from './retention.ts';

const dayMs = 24 * 3_600_000;
let world: TestGateway;
let now: number;
let written = 0;
beforeEach(async () => {
  world = await startTestGateway({ rememberedMs: 100 });
  now = Date.now();
});
afterEach(() => world.close());

const wants = (value: string) => world.desk.companies.setSetting(system, { key: 'retentionMonths', value });
/** A round, so many days after the last one. */
const round = async (days: number, more: Partial<RetentionDeps> = {}) => {
  now += days * dayMs;
  await world.projector.reached(await world.eventStore.head(), 10_000);
  const settings = createCompanySettings();
  await settings.load(world.readStore);
  const { desk, eventStore, readStore, state, projector } = world;
  await createRetention({
    ...{ desk, eventStore, readStore, state, settings, reached: projector.reached, everyMs: dayMs },
    log: pino({ level: 'silent' }),
    now: () => new Date(now),
    ...more,
  }).round(new AbortController().signal);
  await projector.reached(await eventStore.head(), 10_000);
};
const at = (months: number) => ({ ...system, at: subMonths(now, months).toISOString() });
/** Somebody who was met so many months ago, and wrote last so many months ago; the ticket is closed or not. */
const somebody = async (name: string, met: number, wrote?: number, closed = true): Promise<string> => {
  written += 1;
  const { contactId } = await world.desk.contacts.ensure(at(met), {
    ...{ numbers: [`551195550${1_000 + written}`], name },
  });
  if (wrote === undefined) return contactId;
  const { ticketId } = await world.desk.tickets.receive(at(wrote), {
    ...{ connectionId: world.connectionId, queueId: null, contactId, externalId: `E${written}` },
    ...{ fromMe: false, body: 'Oi', mediaType: 'chat', sentAt: at(wrote).at },
  });
  if (closed) {
    await world.desk.tickets.accept(at(wrote), { ticketId, userId: 'ana' });
    await world.desk.tickets.resolve(at(wrote), { ticketId });
  }
  return contactId;
};
const left = async () =>
  (await world.reader.find<ContactDocument>('contacts', {}))
    .filter(({ erasedAt }) => erasedAt === undefined)
    .map(({ name }) => name)
    .sort();

test('who was in touch last longer ago than the company keeps people is erased, by the system; nobody else is', async () => {
  await somebody('gone', 20, 14);
  await somebody('never wrote', 20);
  await somebody('wrote lately', 20, 3);
  await somebody('still waits', 20, 14, false);
  await somebody('new', 3);
  const changed = await somebody('changed lately', 20, 14);
  await world.desk.contacts.update(at(2), {
    ...{ contactId: changed, name: 'changed lately', number: '5511955509999', email: '', extraInfo: [] },
  });
  await wants('12');
  await round(0);
  await round(8);
  expect(await left()).toEqual(['changed lately', 'new', 'still waits', 'wrote lately']);
  const erasures = await world.reader.find('erasures', {});
  expect(erasures).toHaveLength(2);
  expect(erasures).toMatchObject([{ by: { kind: 'system', id: 'retention' } }, {}]);
});

test('nobody is erased before the setting has stood for a week, nor once it was taken back or made shorter', async () => {
  await somebody('gone', 40, 36);
  await wants('24');
  await round(0);
  await round(6);
  await wants('0');
  await round(2);
  await wants('24');
  await round(1);
  await round(6);
  await wants('6');
  await round(2);
  await round(6);
  expect(await left()).toEqual(['gone']);
  await round(1);
  expect(await left()).toEqual([]);
});

test('without the setting nobody is ever erased', async () => {
  await somebody('gone', 200, 190);
  for (let at = 0; at < 3; at++) await round(30);
  expect(await left()).toEqual(['gone']);
});

test('while the lists are behind nobody is: they may not know who has just written', async () => {
  await somebody('gone', 40, 36);
  await wants('12');
  await round(0);
  await round(8, { reached: async () => false });
  expect(await left()).toEqual(['gone']);
});

test('a refusal of one keeps nobody else', async () => {
  const refused = await somebody('refused', 40, 36);
  await somebody('gone', 40, 36);
  await wants('12');
  await round(0);
  const desk: RetentionDeps['desk'] = {
    contacts: {
      ...world.desk.contacts,
      erase: async (context, contact) => {
        if (contact.contactId === refused) throw new Error('not now');
        return world.desk.contacts.erase(context, contact);
      },
    },
  };
  await round(8, { desk });
  expect(await left()).toEqual(['refused']);
});

test('who writes, or is changed, while those before them are erased stays', async () => {
  const people = [await somebody('first', 40, 36), await somebody('second', 40, 36)];
  const changed = await somebody('changed', 40, 36);
  await wants('12');
  await round(0);
  let isFirst = true;
  const desk: RetentionDeps['desk'] = {
    contacts: {
      ...world.desk.contacts,
      erase: async (context, contact) => {
        const done = await world.desk.contacts.erase(context, contact);
        if (!isFirst) return done;
        isFirst = false;
        for (const contactId of people.filter((one) => one !== contact.contactId))
          await world.desk.tickets.receive(system, {
            ...{ connectionId: world.connectionId, queueId: null, contactId, externalId: `N${contactId}` },
            ...{ fromMe: false, body: 'Ainda aí?', mediaType: 'chat', sentAt: new Date().toISOString() },
          });
        if (changed !== contact.contactId)
          await world.desk.contacts.update(system, {
            ...{ contactId: changed, name: 'changed', number: '5511955509998', email: '', extraInfo: [] },
          });
        return done;
      },
    },
  };
  await round(8, { desk });
  expect(await left()).toHaveLength(2);
});
