import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageExtra } from '../../domain/ticket/extra.ts';
import { scriptedDriver } from '../../testing/driver.ts';
import { ana, customer, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

type Outcome = NonNullable<NonNullable<MessageExtra['call']>['outcome']>;
const patience = { timeout: 10_000, interval: 20 };

let here: TestGateway;
let driver: ReturnType<typeof scriptedDriver>;
const flaky = { fails: false };
beforeEach(async () => {
  here = await startTestGateway();
  driver = scriptedDriver({
    send: async (message) => {
      if (flaky.fails) throw new Error('the link broke');
      driver.sends.push(message);
    },
  });
  await here.startGateway({ openDriver: driver.openDriver });
  await expect.poll(() => driver.contexts.length, patience).toBe(1);
});
afterEach(() => here.close());

let count = 0;
const message = (more: object) =>
  driver.tell({
    type: 'message',
    message: {
      externalId: `E${++count}`,
      addresses: [customer],
      name: 'Marina',
      isGroup: false,
      fromMe: false,
      body: '',
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
      ...more,
    },
  });
const call = (outcome: Outcome) =>
  message({
    mediaType: 'call_log',
    extra: { call: { missed: outcome === 'missed' || outcome === 'cancelled', video: false, outcome } },
  });
const settled = async () => here.projector.reached(await here.eventStore.head(), 5_000);
const outcomes = async () => {
  await settled();
  return (await here.messages()).map(({ extra }) => extra?.call?.outcome);
};

describe('a call', () => {
  it.each(['missed', 'cancelled'] as const)(
    'that was %s opens a ticket: somebody has to call back',
    async (how) => {
      await call(how);
      expect(await outcomes()).toEqual([how]);
      expect(await here.tickets()).toMatchObject([{ status: 'pending', unreadMessages: 1 }]);
    },
  );
  it.each(['rejected', 'answered', 'refused'] as const)(
    'that was %s opens none, and makes no contact',
    async (how) => {
      await call(how);
      expect(await outcomes()).toEqual([]);
      expect(await here.contacts()).toEqual([]);
    },
  );
  it.each(['rejected', 'answered', 'refused'] as const)(
    'that was %s stands in the conversation that is open',
    async (how) => {
      await message({ body: 'posso ligar?' });
      await call(how);
      expect((await outcomes()).slice(0, 2)).toEqual([undefined, how]);
    },
  );
});

describe('who calls a number that takes no calls', () => {
  const text = 'Só por escrito, por favor.';
  const told = () => driver.sends.filter(({ body }) => body === text).length;
  beforeEach(async () => {
    await here.desk.companies.setSetting(system, { key: 'callTemplate', value: text });
    await here.desk.companies.setSetting(system, { key: 'call', value: 'disabled' });
    await expect.poll(() => driver.contexts[0]?.takesCalls?.(), patience).toBe(false);
  });

  it('is told to write, once however often they call, and it opens no ticket', async () => {
    await call('refused');
    await call('refused');
    expect(told()).toBe(1);
    expect(driver.sends[0]).toMatchObject({ to: customer, body: text });
    await settled();
    expect(await here.tickets()).toEqual([]);
  });
  it('is told at the next call where the network took nothing at this one', async () => {
    flaky.fails = true;
    await call('refused');
    expect(told()).toBe(0);
    flaky.fails = false;
    await call('refused');
    await call('refused');
    expect(told()).toBe(1);
  });
  it('is told in the conversation that is open, where it stays to be read', async () => {
    await message({ body: 'posso ligar?' });
    await settled();
    const [ticket] = await here.tickets();
    await here.desk.tickets.accept(ana, { ticketId: ticket!.id, userId: 'ana' });
    await call('refused');
    await expect.poll(told, patience).toBe(1);
    await settled();
    expect((await here.messages()).at(-1)).toMatchObject({ body: text, automatic: 'call' });
  });
  it('is told nothing where the company has no words for it', async () => {
    await here.desk.companies.setSetting(system, { key: 'callTemplate', value: '' });
    // Settings are heard in the order in which they were made.
    await here.desk.companies.setSetting(system, { key: 'CheckMsgIsGroup', value: 'enabled' });
    await expect.poll(() => driver.contexts[0]?.takesGroups?.(), patience).toBe(false);
    await call('refused');
    expect(driver.sends).toEqual([]);
  });
});
