import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { takeLease } from '../../../domain/ports/take-lease.ts';
import { openOneAtATime } from '../../../testing/one-at-a-time.ts';
import { openSilentLine } from '../../../testing/silent-line.ts';
import { stateStoreContract } from '../contract.ts';
import { openMongoStateStore } from './store.ts';

const url = process.env.READ_STORE_URL;

if (url === undefined)
  describe.skip('MongoDB state store (READ_STORE_URL names no server)', () => {
    it('keeps the contract', () => {});
  });
else {
  it('a question that gets no answer ends, and the next one is answered when the way is free again', async () => {
    const own = new URL(url);
    own.pathname = `/state_${randomBytes(6).toString('hex')}`;
    const line = await openSilentLine(own.hostname, Number(own.port));
    own.host = `127.0.0.1:${line.port}`;
    const store = await openMongoStateStore({ url: own.href, answerWithinMs: 500 });
    try {
      await store.set('k', 1);
      line.fallSilent();
      const first = await Promise.race([
        store.get('k').then(
          () => 'answered',
          () => 'ended',
        ),
        new Promise((resolve) => setTimeout(() => resolve('held for ever'), 15_000)),
      ]);
      expect(first).toBe('ended');
      line.speak();
      await expect
        .poll(() => store.get<number>('k').then((entry) => entry?.value, String), { timeout: 20_000 })
        .toBe(1);
    } finally {
      await store.close();
      await line.close();
    }
    const client = new MongoClient(url);
    await client.db(own.pathname.slice(1)).dropDatabase();
    await client.close();
  }, 60_000);

  it('who comes back under its name takes its own leases at once; another, or the one before it, does not', async () => {
    const own = new URL(url);
    own.pathname = `/state_${randomBytes(6).toString('hex')}`;
    const open = (instanceId?: string) => openMongoStateStore({ url: own.href, instanceId });
    const take = (store: Awaited<ReturnType<typeof open>>) =>
      takeLease(store, 'k', { ...(store.instance && { instance: store.instance }) }, { ttlMs: 3_600_000 });
    const first = await open('gateway-0');
    expect(await take(first)).toBeDefined();
    const nameless = await open();
    const other = await open('gateway-1');
    for (const store of [nameless, other, first]) expect(await take(store)).toBeUndefined();
    const again = await open('gateway-0');
    expect(await take(again)).toBeDefined();
    // Two that run under one name by mistake do not take from each other in turns.
    expect(await take(first)).toBeUndefined();
    const client = new MongoClient(own.href);
    await client.db().dropDatabase();
    await client.close();
    for (const store of [first, nameless, other, again]) await store.close();
  }, 60_000);

  stateStoreContract('MongoDB', async () => {
    const own = new URL(url);
    own.pathname = `/state_${randomBytes(6).toString('hex')}`;
    const admin = new MongoClient(url);
    const build = await admin.db().command({ buildInfo: 1 });
    const isFerret = Object.keys(build).some((key) => key.startsWith('ferret'));
    await admin.close();
    // FerretDB finds and writes in two steps: behind the door it does what MongoDB does.
    const door = isFerret ? await openOneAtATime(own.hostname, Number(own.port)) : undefined;
    const direct = own.href;
    if (door) own.host = `127.0.0.1:${door.port}`;
    return {
      open: () => openMongoStateStore({ url: own.href }),
      dispose: async () => {
        const client = new MongoClient(direct);
        await client.db().dropDatabase();
        await client.close();
        await door?.close();
      },
    };
  });
}
