import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConnectionView } from '../../contract/connection.ts';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../testing/eventstoredb/server.ts';
import { createClient } from './client.ts';
import { createLedger, runLoad } from './load.ts';
import { verifyMessages } from './verify.ts';

/** The product on EventStoreDB. A double stands for the server, because it can be killed at will; `npm start` knows no difference. */
let double: EventStoreDbDouble;
let server: ServerProcess;
beforeEach(async () => {
  double = await startEventStoreDbDouble();
  server = await startServer({ EVENT_STORE: double.url, SECRET_KEY: randomBytes(48).toString('base64url') });
});
afterEach(async () => {
  await server?.stop();
  await double.stop();
});

const readiness = async () => (await fetch(`${server.url}/readyz`)).status;

test('the product outlives its event store: red while it is away, green when it is back, nothing lost or doubled', async () => {
  const giveUp = new AbortController();
  const admin = createClient(server.url, 'admin@demo.example', giveUp.signal);
  const connections = await admin.call<ConnectionView[]>('GET', '/whatsapp');
  const connectionId = connections.body[0]?.id as string;
  const ledger = createLedger();
  const load = runLoad({
    url: server.url,
    connectionId,
    ledger,
    round: 1,
    admin,
    seconds: 7,
    signal: giveUp.signal,
  });
  try {
    await sleep(1_500);
    expect(await readiness()).toBe(200);
    for (const awayMs of [200, 2_000]) {
      await double.kill();
      if (awayMs >= 2_000) await expect.poll(readiness, { timeout: 5_000 }).toBe(503);
      await sleep(awayMs);
      await double.restart();
      await expect.poll(readiness, { timeout: 10_000 }).toBe(200);
      double.dropConnections();
      await sleep(500);
    }
    await load;
    expect(server.child().exitCode, server.output()).toBeNull();
    expect(ledger.inbound.size).toBeGreaterThan(30);
    expect(ledger.outbound.size).toBeGreaterThan(5);
    expect(await verifyMessages(admin, connectionId, ledger)).toEqual([]);
    // The log itself: every customer's message that was acknowledged stands in it once. (Its words are sealed; the phone's
    // own id of it is not.)
    const written = double.log
      .all()
      .filter(({ type }) => type === 'MessageReceived')
      .map(({ data }) => (JSON.parse(Buffer.from(data).toString()) as { externalId: string }).externalId)
      .map((id) => id.replace('PHONE-', ''))
      .filter((body) => ledger.inbound.has(body));
    expect(written.toSorted()).toEqual([...ledger.inbound.keys()].toSorted());

    // Another process on the same log goes on where this one stopped.
    await server.restart();
    expect(await verifyMessages(admin, connectionId, ledger)).toEqual([]);
  } finally {
    giveUp.abort();
    await load.catch(() => undefined);
  }
});
