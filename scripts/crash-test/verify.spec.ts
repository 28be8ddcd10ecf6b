import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { projections } from '../../projections/index.ts';
import { rebuild } from '../../projections/projector/rebuild.ts';
import { openStores } from '../../server/stores.ts';
import { startEventStoreDbDouble } from '../../testing/eventstoredb/server.ts';
import { event, recorded } from '../../testing/projections.ts';
import { verifyRebuild } from './verify.ts';

const secretKey = 'a secret of at least thirty-two characters';
const log = pino({ level: 'silent' });

it('the rebuild at the end of a crash test is made from the log that was tested, wherever that is', async () => {
  const double = await startEventStoreDbDouble();
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-verify-'));
  const config = {
    eventStore: double.url,
    readStore: undefined,
    dataDir,
    media: { path: join(dataDir, 'media') },
    secretKey,
  };
  const stores = await openStores(config, log);
  const inner = stores.eventStore;
  for (const { stream, revision, ...envelope } of recorded([event.opened(), event.received('m1')])) {
    const { id, type, data, metadata } = envelope;
    const uuid = `00000000-0000-7000-8000-00000000000${revision}`;
    expect(id).toBeTruthy();
    await inner.append(stream, revision - 1, [{ id: uuid, type, data, metadata }]);
  }
  await rebuild({ eventStore: stores.eventStore, readStore: stores.readStore, projections, log });
  await stores.close();
  expect(await verifyRebuild(dataDir, { EVENT_STORE: double.url, SECRET_KEY: secretKey })).toEqual([]);
  // Another log than the one that was folded is found out.
  expect((await verifyRebuild(dataDir, { SECRET_KEY: secretKey })).length).toBeGreaterThan(0);
  await double.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 30_000);
