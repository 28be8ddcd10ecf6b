import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SettingKey } from '../../domain/company/settings.ts';
import { doingOf } from '../../messaging/contact-doing.ts';
import { tellPresence } from '../../messaging/uploads.ts';
import { scriptedDriver } from '../../testing/driver.ts';
import {
  ana,
  companyId,
  customer,
  startTestGateway,
  system,
  type TestGateway,
} from '../../testing/gateway.ts';
import type { Driver } from '../driver/driver.ts';

const patience = { timeout: 10_000, interval: 20 };

let here: TestGateway;
let driver: ReturnType<typeof scriptedDriver>;
const network = {
  read: vi.fn<NonNullable<Driver['read']>>(),
  typing: vi.fn<NonNullable<Driver['typing']>>(),
  watch: vi.fn<NonNullable<Driver['watch']>>(),
  online: vi.fn<NonNullable<Driver['online']>>(),
};
beforeEach(async () => {
  for (const one of Object.values(network)) one.mockReset().mockResolvedValue(undefined);
  here = await startTestGateway();
  driver = scriptedDriver(network);
  await here.startGateway({ openDriver: driver.openDriver });
  await expect.poll(() => driver.counts.connects, patience).toBe(1);
});
afterEach(() => here.close());

const says = (externalId: string) =>
  driver.tell({
    type: 'message',
    message: {
      externalId,
      addresses: [customer],
      name: 'Marina',
      isGroup: false,
      fromMe: false,
      body: externalId,
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
    },
  });
const setting = async (key: SettingKey, value: 'enabled' | 'disabled') => {
  await here.desk.companies.setSetting(system, { key, value });
  // Settings are heard in the order in which they were made.
  const calls = driver.contexts[0]?.takesCalls?.() ? 'disabled' : 'enabled';
  await here.desk.companies.setSetting(system, { key: 'call', value: calls });
  await expect.poll(() => driver.contexts[0]?.takesCalls?.(), patience).toBe(calls === 'enabled');
};
const told = () =>
  network.read.mock.calls.map(([{ messages }]) => messages.map(({ externalId }) => externalId).sort());
/** An agent's browser says where it is. */
const sits = async (ticketId: string, typing: boolean) => {
  await here.state.set(`presence/${companyId}/${ticketId}/ana`, { id: 'ana', name: 'Ana', typing });
  await tellPresence(here.state, { companyId, ticketId, by: `api-${Math.random()}` });
};

describe('that messages were read', () => {
  it('is told when an agent has seen them, together, and each once', async () => {
    for (const id of ['m1', 'm2']) await says(id);
    const ticketId = await here.accepted();
    await here.desk.tickets.markRead(ana, { ticketId });
    await expect.poll(told, patience).toEqual([['m1', 'm2']]);
    expect(network.read.mock.calls[0]?.[0]).toMatchObject({ to: customer, isGroup: false });
    await says('m3');
    await here.desk.tickets.markRead(ana, { ticketId });
    await expect.poll(told, patience).toEqual([['m1', 'm2'], ['m3']]);
  });

  it('is told when an agent answers', async () => {
    await says('m1');
    const ticketId = await here.accepted();
    await here.desk.tickets.send(ana, { ticketId, body: 'já vai' });
    await expect.poll(told, patience).toEqual([['m1']]);
  });

  it('is not told of what was closed or left unseen, nor where the company does not want it', async () => {
    await says('m1');
    const ticketId = await here.accepted();
    await here.desk.tickets.resolve(ana, { ticketId });
    await setting('readReceipts', 'disabled');
    await says('m2');
    await here.projector.reached(await here.eventStore.head(), 5_000);
    const other = (await here.tickets()).find(({ status }) => status === 'pending');
    await here.desk.tickets.markRead(ana, { ticketId: other!.id });
    // Longer than what is seen together is gathered for.
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(told()).toEqual([]);
    await setting('readReceipts', 'enabled');
    await says('m3');
    await here.desk.tickets.markRead(ana, { ticketId: other!.id });
    await expect.poll(() => told().length, patience).toBe(1);
    expect(told().flat()).not.toContain('m1');
  });
});

describe('what a contact does', () => {
  it('is seen at the ticket that is open, and passes', async () => {
    await says('m1');
    const ticketId = await here.accepted();
    const does = (doing: 'typing' | 'recording' | undefined) =>
      driver.tell({ type: 'presence', addresses: [customer], doing });
    await does('typing');
    expect(await doingOf(here.state, companyId, ticketId)).toBe('typing');
    await does('recording');
    expect(await doingOf(here.state, companyId, ticketId)).toBe('recording');
    await does(undefined);
    expect(await doingOf(here.state, companyId, ticketId)).toBeUndefined();
  });
  it('of who has no open ticket is nobody’s to see', async () => {
    await driver.tell({ type: 'presence', addresses: ['5511900000000'], doing: 'typing' });
    expect(await here.state.list('contact-doing/')).toEqual([]);
  });
});

describe('what an agent does', () => {
  it('is shown to the contact while they type, no more often than needed, and its end', async () => {
    await says('m1');
    const ticketId = await here.accepted();
    await here.projector.reached(await here.eventStore.head(), 5_000);
    await sits(ticketId, true);
    await expect
      .poll(() => network.typing.mock.calls, patience)
      .toEqual([[{ to: customer, isGroup: false }, 'text']]);
    await sits(ticketId, true);
    await sits(ticketId, false);
    await expect
      .poll(() => network.typing.mock.calls.map(([, kind]) => kind), patience)
      .toEqual(['text', 'none']);
  });
  it('is not shown where the company does not want it, nor on a ticket that waits', async () => {
    await setting('typingToContacts', 'disabled');
    await says('m1');
    const ticketId = await here.accepted();
    await here.projector.reached(await here.eventStore.head(), 5_000);
    await sits(ticketId, true);
    await setting('onlineStatus', 'enabled');
    await sits(ticketId, true);
    await expect.poll(() => network.watch.mock.calls.length, patience).toBe(1);
    expect(network.typing).not.toHaveBeenCalled();
  });
  it('makes the number online where the company wants it, from then on and until then', async () => {
    await setting('onlineStatus', 'enabled');
    await expect.poll(() => network.online.mock.calls, patience).toEqual([[true]]);
    await setting('onlineStatus', 'disabled');
    await expect.poll(() => network.online.mock.calls, patience).toEqual([[true], [false]]);
  });
});
