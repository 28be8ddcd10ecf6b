import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { scriptedDriver } from '../../testing/driver.ts';
import { customer, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import type { DriverMessage } from '../driver/driver.ts';
import { personKeys } from './persons.ts';

const lid = '99887766@lid';
const patience = { timeout: 10_000, interval: 20 };

describe('the keys of persons', () => {
  it('are one for all addresses that were seen together', () => {
    const keyOf = personKeys();
    expect(keyOf([lid])).toEqual({ key: lid });
    expect(keyOf([customer, lid])).toEqual({ key: lid });
    expect(keyOf([customer])).toEqual({ key: lid });
    expect(keyOf(['5511911112222'])).toEqual({ key: '5511911112222' });
  });
  it('name the other key when two are found to be one, once', () => {
    const keyOf = personKeys();
    keyOf([customer]);
    keyOf([lid]);
    expect(keyOf([customer, lid])).toEqual({ key: customer, before: lid });
    expect(keyOf([lid])).toEqual({ key: customer });
  });
  it('are none of no addresses', () => {
    expect(personKeys()([])).toBeUndefined();
  });
});

describe('what one person writes from two addresses', () => {
  let here: TestGateway;
  beforeEach(async () => {
    here = await startTestGateway();
  });
  afterEach(() => here.close());

  const message = (externalId: string, ...addresses: readonly string[]): DriverMessage => ({
    externalId,
    addresses,
    name: 'Marina',
    isGroup: false,
    fromMe: false,
    body: externalId,
    mediaType: 'chat',
    sentAt: new Date().toISOString(),
  });

  it('stands in the order in which it was written, also when the first of it is slow', async () => {
    const driver = scriptedDriver();
    let held = Promise.resolve();
    const eventStore: EventStore = {
      ...here.eventStore,
      append: async (...args) => {
        await held;
        return here.eventStore.append(...args);
      },
    };
    await here.startGateway({ openDriver: driver.openDriver, eventStore });
    await expect.poll(() => driver.contexts.length, patience).toBe(1);
    await driver.tell({ type: 'message', message: message('0', customer) });
    await driver.tell({ type: 'message', message: message('1', lid) });
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const told = [
      driver.tell({ type: 'message', message: message('2', lid) }),
      driver.tell({ type: 'message', message: message('3', customer, lid) }),
      driver.tell({ type: 'message', message: message('4', customer) }),
      driver.tell({ type: 'message', message: message('5', lid) }),
    ];
    release();
    await Promise.all(told);
    await here.projector.reached(await here.eventStore.head(), 5_000);
    const bodies = (await here.messages()).map(({ body }) => body);
    expect(bodies).toEqual(['0', '1', '2', '3', '4', '5']);
    const open = (await here.tickets()).filter(({ status }) => status !== 'closed');
    expect(open).toHaveLength(1);
    expect((await here.contacts()).filter(({ deletedAt }) => deletedAt === null)).toHaveLength(1);
  });

  it('is one person’s as soon as the network says so, before anything more is written', async () => {
    const driver = scriptedDriver();
    await here.startGateway({ openDriver: driver.openDriver });
    await expect.poll(() => driver.contexts.length, patience).toBe(1);
    await driver.tell({ type: 'message', message: message('0', customer) });
    await driver.tell({ type: 'message', message: message('1', lid) });
    await driver.tell({ type: 'identity', addresses: [customer, lid] });
    await driver.tell({ type: 'identity', addresses: ['5511900000000', '1@lid'] });
    await here.projector.reached(await here.eventStore.head(), 5_000);
    const contacts = (await here.contacts()).filter(({ deletedAt }) => deletedAt === null);
    expect(contacts).toMatchObject([{ number: customer, aliases: [lid] }]);
  });
});
