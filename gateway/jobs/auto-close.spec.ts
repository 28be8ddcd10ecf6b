import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Context } from '../../domain/desk/desk.ts';
import { ana, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const often = { config: { autoCloseEveryMs: 40 } };

let test: TestGateway;
let written = 0;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

/** A ticket whose contact wrote so many hours ago; accepted at once, or not. */
const ticket = async (hours: number, accept = true): Promise<string> => {
  written += 1;
  const at = ago(hours);
  const contact: Context = { ...system, at };
  const { contactId } = await test.desk.contacts.ensure(contact, {
    numbers: [`55119550${String(10_000 + written)}`],
    name: `Contato ${written}`,
  });
  const { ticketId } = await test.desk.tickets.receive(contact, {
    ...{ connectionId: test.connectionId, queueId: null, contactId, externalId: `E${written}` },
    ...{ fromMe: false, body: 'Oi', mediaType: 'chat', sentAt: at },
  });
  if (accept) await test.desk.tickets.accept({ ...ana, at }, { ticketId, userId: 'ana' });
  return ticketId;
};
const statuses = async () =>
  Object.fromEntries((await test.tickets()).map(({ id, status }) => [id, status] as const));
const closings = async () => {
  const types: string[] = [];
  for await (const batch of test.eventStore.subscribe({
    after: 0,
    batch: 100,
    signal: AbortSignal.timeout(300),
  }))
    for (const { type, data } of batch)
      if (type === 'TicketResolved') types.push((data as { reason: string }).reason);
  return types;
};

it('closes what was quiet for a day, and neither fresh tickets nor those that wait for an agent', async () => {
  const quiet = await ticket(25);
  const fresh = await ticket(23);
  const waiting = await ticket(50, false);
  await test.startGateway(often);
  await expect.poll(statuses).toEqual({ [quiet]: 'closed', [fresh]: 'open', [waiting]: 'pending' });
});

it('an answer written before the round, which the lists do not know of yet, keeps it open', async () => {
  const ticketId = await ticket(25);
  const other = await ticket(26);
  await test.desk.tickets.send(ana, { ticketId, body: 'Ainda está aí?' });
  await test.startGateway(often);
  await expect.poll(statuses).toEqual({ [ticketId]: 'open', [other]: 'closed' });
});

/** Until that many rounds have ended. */
const rounds = async (wanted: number) => {
  const seen = new Set<number>();
  await expect
    .poll(async () => {
      const entry = await test.state.get('round/auto-close');
      if (entry) seen.add(entry.version);
      return seen.size;
    })
    .toBeGreaterThan(wanted);
};

it('follows the company’s hours; 0 switches it off', async () => {
  const hours = (value: string) => test.desk.companies.setSetting(system, { key: 'autoCloseHours', value });
  const ticketId = await ticket(30);
  await hours('0');
  await test.startGateway(often);
  await rounds(2);
  expect(await statuses()).toEqual({ [ticketId]: 'open' });
  await hours('31');
  await rounds(2);
  expect(await statuses()).toEqual({ [ticketId]: 'open' });
  await hours('29');
  await expect.poll(statuses).toEqual({ [ticketId]: 'closed' });
});

it('two gateways, one of which dies, close each of 450 tickets once', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 450; i++) ids.push(await ticket(48));
  const first = await test.startGateway(often);
  await test.startGateway(often);
  await expect.poll(async () => Object.values(await statuses()).includes('closed')).toBe(true);
  await first.stop();
  await expect
    .poll(async () => Object.values(await statuses()).filter((status) => status === 'closed').length, {
      timeout: 10_000,
    })
    .toBe(ids.length);
  expect(await closings()).toEqual(ids.map(() => 'auto'));
});
