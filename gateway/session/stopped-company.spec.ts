import { afterEach, beforeEach, expect, it } from 'vitest';
import { scriptedDriver } from '../../testing/driver.ts';
import { ana, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

const waiting = { timeout: 10_000 };
let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());
const work = (active: boolean) => test.desk.companies.update(system, { active });

it('a company that is switched off is served by no gateway, and again once it is switched on', async () => {
  const gateway = await test.startGateway();
  const sessions = () => gateway.status().sessions.length;
  await expect.poll(() => gateway.status().sessions[0]?.connected, waiting).toBe(true);
  await test.write('antes');
  const ticketId = await test.accepted();
  await test.settled();

  await work(false);
  await expect.poll(sessions, waiting).toBe(0);
  await test.write('durante');
  await test.desk.tickets.send(ana, { ticketId, body: 'não sai' });
  // Another process that starts meanwhile leaves it alone as well.
  const other = await test.startGateway();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([sessions(), other.status().sessions.length]).toEqual([0, 0]);
  expect((await test.messages()).map(({ body }) => body)).toEqual(['antes', 'não sai']);
  expect(await test.onPhone()).toEqual([]);

  await work(true);
  await expect.poll(() => sessions() + other.status().sessions.length, waiting).toBe(1);
  await test.settled();
  expect((await test.messages()).map(({ body }) => body).toSorted()).toEqual(['antes', 'durante', 'não sai']);
  expect(await test.onPhone()).toEqual(['não sai']);
});

it('its connections are not even opened, not for a moment, whatever is asked of them', async () => {
  await work(false);
  await test.projector.reached(await test.eventStore.head(), 10_000);
  const network = scriptedDriver();
  const gateway = await test.startGateway({ openDriver: network.openDriver });
  const other = { ...system, companyId: crypto.randomUUID() };
  await test.desk.companies.create(other, { name: 'Outra' });
  const opened: string[] = [];
  /** One of a company that works is open: what was asked before has been looked at. */
  const openAnother = async () => {
    const { connectionId } = await test.desk.connections.create(other, {
      name: `Outra ${opened.length}`,
      channel: 'simulator',
    });
    await test.desk.connections.requestSession(other, { connectionId, wanted: 'start' });
    opened.push(connectionId);
    await expect.poll(() => gateway.status().sessions.length, waiting).toBe(opened.length);
  };
  await openAnother();
  await test.desk.connections.requestSession(system, {
    connectionId: test.connectionId,
    wanted: 'restart',
  });
  await openAnother();
  expect(network.contexts.map((context) => context.connectionId)).toEqual(opened);
});
