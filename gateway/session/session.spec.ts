import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import { type ScriptedDriver, scriptedDriver } from '../../testing/driver.ts';
import { ana, customer, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';
import { type CloseCause, type Driver, DriverError } from '../driver/driver.ts';
import { handledRequests } from './session-requests.ts';

let test: TestGateway;
let network: ScriptedDriver;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

// A lease that a busy machine cannot lose.
const startGateway = () => test.startGateway({ openDriver: network.openDriver, config: { leaseMs: 5_000 } });
const started = async (over: Partial<Driver> = {}) => {
  network = scriptedDriver(over);
  const gateway = await startGateway();
  await expect.poll(() => gateway.status().sessions[0]?.connected).toBe(true);
  return gateway;
};
const closed = (cause: CloseCause, detail?: string) =>
  network.tell({ type: 'status', status: 'closed', cause, ...(detail && { detail }) });
const connection = async () =>
  (await test.reader.find<StoredDocument & { status: string; reason: string | null }>('connections', {}))[0];
const written = (id: string, body: string, fromMe = false) => ({
  externalId: id,
  addresses: [customer],
  name: fromMe ? '' : 'Marina',
  isGroup: false,
  fromMe,
  body,
  mediaType: 'chat' as const,
  sentAt: new Date().toISOString(),
});

describe('an end of the link', () => {
  it('that may pass is followed by another try', async () => {
    await started();
    await closed('lost');
    await expect.poll(() => network.counts.connects).toBe(2);
    await closed('lost');
    await expect.poll(() => network.counts.connects).toBe(3);
  });

  it('that the network asks for is followed by another link at once, and is no news', async () => {
    await started();
    await expect.poll(async () => (await connection())?.status).toBe('CONNECTED');
    const before = await test.eventStore.head();
    await closed('restart');
    await expect.poll(() => network.counts.connects).toBe(2);
    await wait(100);
    expect(await test.eventStore.head()).toBe(before);
  });

  it.each<[CloseCause, number, string]>([
    ['lost', 60_000, 'few'],
    ['restart', 60_000, 'few'],
    ['lost', 0, 'many'],
  ])(
    'right after each opening (%s) is followed by ever later tries, one of a link that stood for long by an early one',
    async (cause, reconnectSoundMs, logins) => {
      network = scriptedDriver({
        connect: async () => {
          await network.tell({ type: 'status', status: 'connected', number: '5511999990000' });
          await closed(cause);
        },
      });
      const config = { leaseMs: 20_000, reconnectFirstMs: 40, reconnectCapMs: 5_000, reconnectSoundMs };
      await test.startGateway({ openDriver: network.openDriver, config });
      await wait(1_500);
      // 40, 80, 160, 320, 640 milliseconds, each of them half as long at least.
      expect(network.counts.connects < 10 ? 'few' : 'many').toBe(logins);
    },
  );

  it.each<CloseCause>(['logged-out', 'replaced', 'unpaired', 'banned'])(
    'for good (%s) stays: neither this gateway nor the next one tries again, until somebody asks',
    async (cause) => {
      const gateway = await started();
      await closed(cause);
      await expect.poll(async () => (await connection())?.status).toMatch(/DISCONNECTED|TIMEOUT/);
      // Several times the longest pause between two tries of this test.
      await wait(300);
      expect(network.counts.connects).toBe(1);
      await gateway.stop();
      await startGateway();
      await wait(300);
      expect(network.counts.connects, 'after a restart').toBe(1);
      await test.desk.connections.requestSession(system, {
        connectionId: test.connectionId,
        wanted: 'start',
      });
      await expect.poll(() => network.counts.connects).toBe(2);
    },
  );
});

describe('an end that another owner of the number may have caused', () => {
  it('changes nothing: the number stays on for whoever serves it now, and after the next start', async () => {
    let hangs = false;
    const state: StateStore = {
      ...test.state,
      set: async (...given) => {
        if (hangs && given[0].startsWith('lease/')) throw new Error('the store does not answer');
        return (await test.state.set(...given)) as never;
      },
    };
    const old = scriptedDriver();
    const config = { leaseMs: 600 };
    const first = await test.startGateway({ state, openDriver: old.openDriver, config });
    await expect.poll(() => first.status().sessions[0]?.connected).toBe(true);
    hangs = true;
    network = scriptedDriver();
    const second = await test.startGateway({ openDriver: network.openDriver, config });
    // Its lease is half over: nobody knows whose the number is, and the network says that another session took it.
    await wait(350);
    await old.tell({ type: 'status', status: 'closed', cause: 'replaced', code: 440 }).catch(() => {});
    await expect.poll(() => second.status().sessions[0]?.connected).toBe(true);
    hangs = false;
    await wait(300);
    expect(await handledRequests(test.state, test.connectionId).settled()).toMatchObject({ halted: false });
    await second.stop();
    await first.stop();
    await startGateway();
    await expect.poll(() => network.counts.connects).toBe(2);
  });

  it('is not written by an owner whose lease has passed on, however late its write comes', async () => {
    const { state, connectionId } = test;
    const [older, newer] = [7, 8].map((fence) => handledRequests(state, connectionId, fence));
    await older!.claim();
    await newer!.claim();
    expect(await older!.settle('2026-01-01', { halted: true })).toBe(false);
    expect(await newer!.settle('2026-01-01', { halted: false })).toBe(true);
    expect(await newer!.settled()).toMatchObject({ at: '2026-01-01', halted: false });
  });
});

describe('what we send', () => {
  it('and the network plays back before it is written down is no message of the phone’s', async () => {
    const sending = Promise.withResolvers<undefined>();
    await started({ send: () => sending.promise });
    await network.tell({ type: 'message', message: written('IN1', 'Oi') });
    const ticketId = await test.accepted();
    const { messageId } = await test.desk.tickets.send(ana, { ticketId, body: 'Bom dia' });
    const id = `net-${messageId}`;
    await expect.poll(async () => (await test.reader.find('outbox', {})).length).toBe(1);
    await network.tell({ type: 'message', message: written(id, 'Bom dia', true) });
    sending.resolve(undefined);
    await test.settled();
    expect((await test.messages()).map(({ body }) => body)).toEqual(['Oi', 'Bom dia']);
  });

  it('before a death, and is played back to the next gateway before that knows what is pending, is none either', async () => {
    const gateway = await started({ send: () => new Promise(() => {}) });
    await network.tell({ type: 'message', message: written('IN1', 'Oi') });
    const ticketId = await test.accepted();
    const { messageId } = await test.desk.tickets.send(ana, { ticketId, body: 'Bom dia' });
    await expect.poll(async () => (await test.reader.find('outbox', {})).length).toBe(1);
    await gateway.stop();
    const { forCompany } = test.readStore;
    const known = Promise.withResolvers<void>();
    test.readStore.forCompany = (company) => {
      const reader = forCompany(company);
      const find: typeof reader.find = async (collection, query) => {
        if (collection === 'outbox') await known.promise;
        return reader.find(collection, query);
      };
      return { ...reader, find };
    };
    await started();
    const told = network.tell({ type: 'message', message: written(`net-${messageId}`, 'Bom dia', true) });
    await wait(100);
    known.resolve();
    await told;
    await test.settled();
    expect((await test.messages()).map(({ body }) => body)).toEqual(['Oi', 'Bom dia']);
  });

  it('by a network that cannot take it twice is not sent again: the agent is told, also when the line fell', async () => {
    let sends = 0;
    await started({
      idempotentSend: false,
      send: async () => {
        sends++;
        await closed('replaced');
        throw new DriverError('unknown', 'no answer');
      },
    });
    await network.tell({ type: 'message', message: written('IN1', 'Oi') });
    const ticketId = await test.accepted();
    await test.desk.tickets.send(ana, { ticketId, body: 'Bom dia' });
    const failure = async () => (await test.messages()).at(-1)?.failure;
    await expect.poll(failure).toMatchObject({ code: 'UNKNOWN_OUTCOME' });
    expect(sends).toBe(1);
  });

  it('by a network that cannot take it twice is sent again where the driver says that nothing went out', async () => {
    let sends = 0;
    await started({
      idempotentSend: false,
      send: async () => {
        sends++;
        if (sends === 1) throw new DriverError('offline', 'no link');
        return 'net-1';
      },
    });
    await network.tell({ type: 'message', message: written('IN1', 'Oi') });
    const ticketId = await test.accepted();
    await test.desk.tickets.send(ana, { ticketId, body: 'Bom dia' });
    await expect.poll(async () => (await test.messages()).at(-1)).toMatchObject({ externalId: 'net-1' });
    expect((await test.messages()).at(-1)?.failure ?? null).toBeNull();
    expect(sends).toBe(2);
  });

  it('by a network that cannot take it twice is not sent again by who takes over from a gateway that died', async () => {
    let sends = 0;
    const gateway = await started({
      idempotentSend: false,
      send: () => {
        sends++;
        return new Promise(() => {});
      },
    });
    await network.tell({ type: 'message', message: written('IN1', 'Oi') });
    const ticketId = await test.accepted();
    await test.desk.tickets.send(ana, { ticketId, body: 'Bom dia' });
    await expect.poll(() => sends).toBe(1);
    await gateway.stop();
    await startGateway();
    await test.settled();
    expect((await test.messages()).at(-1)?.failure).toMatchObject({ code: 'UNKNOWN_OUTCOME' });
    expect(sends).toBe(1);
  });

  it('is all sent after a start, however much waited', async () => {
    const gateway = await started();
    await network.tell({ type: 'message', message: written('IN1', 'Oi') });
    const ticketId = await test.accepted();
    await gateway.stop();
    const bodies = Array.from({ length: 520 }, (_, number) => `resposta ${number}`);
    for (const body of bodies) await test.desk.tickets.send(ana, { ticketId, body });
    await expect.poll(async () => (await test.reader.find('outbox', {})).length).toBe(bodies.length);
    await started();
    await expect.poll(() => network.sends.length).toBe(bodies.length);
    expect(network.sends.map(({ body }) => body)).toEqual(bodies);
  });
});
