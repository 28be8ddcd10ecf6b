import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteReadStore } from '../../stores/read-store/sqlite/store.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { appendAll, event, recorded } from '../../testing/projections.ts';
import type { Projection } from '../definition.ts';
import { collections, projections } from '../index.ts';
import type { ReadStore, StoredDocument } from '../ports/read-store.ts';
import { createProjector } from './projector.ts';

let folder: string;
const ends: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'versions-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true });
});

const eventStore = () => createInMemoryEventStore();
const open = async (folds = 'one') => {
  const store = await openSqliteReadStore({ path: folder, collections, folds });
  ends.push(() => store.close());
  return store;
};
const start = (
  log: ReturnType<typeof eventStore>,
  readStore: ReadStore,
  state: ReturnType<typeof createInMemoryStateStore>,
  all: readonly Projection[] = projections,
) => {
  const projector = createProjector({
    ...{ eventStore: log, readStore, state, projections: all, leaseMs: 300 },
    log: pino({ level: 'silent' }),
  });
  projector.start();
  ends.push(() => projector.stop());
  return projector;
};
const tag = (name: string, type = 'TagUpdated') => ({
  ...{ type, data: { id: 'g1', name, color: '#112233' }, stream: 'tag-c1_g1' },
});
const whole = recorded([
  ...[event.opened(), event.received('m1'), tag('Alfa', 'TagCreated'), tag('Beta')],
  event.received('m2'),
]);
const [history, more] = [whole.slice(0, 4), whole.slice(4)];
const nameOf = async (store: ReadStore) =>
  (await store.forCompany('c1').get<StoredDocument & { name: string }>('tags', 'g1'))?.name;

it('what an older version does not know it skips in its own read models only: the newer one, behind it, has it', async () => {
  const log = eventStore();
  const state = createInMemoryStateStore();
  const deaf = projections.map((one) =>
    one.name === 'tags' ? { ...one, on: { ...one.on, TagUpdated: undefined } } : one,
  ) as readonly Projection[];
  const [older, newer] = [await open('one'), await open('two')];
  const first = start(log, older, state, deaf);
  await appendAll(log, history);
  expect(await first.reached(4, 5_000)).toBe(true);
  const second = start(log, newer, state);
  expect(await second.reached(4, 5_000)).toBe(true);
  expect([first.status().role, second.status().role]).toEqual(['leader', 'leader']);
  expect([await nameOf(older), await nameOf(newer)]).toEqual(['Alfa', 'Beta']);
  // And both go on, each with its own.
  await appendAll(log, more);
  expect(await first.reached(5, 5_000)).toBe(true);
  expect(await second.reached(5, 5_000)).toBe(true);
  for (const store of [older, newer]) expect(await store.forCompany('c1').count('messages', {})).toBe(2);
});

it.each(['with nothing more to fold', 'in the midst of its work'])(
  'read models that another process found damaged and replaced are built anew by whoever folds, %s',
  async (when) => {
    const log = eventStore();
    const state = createInMemoryStateStore();
    const store = await open();
    const projector = start(log, store, state);
    await appendAll(log, history);
    expect(await projector.reached(4, 5_000)).toBe(true);
    const generation = await store.generation();
    const file = join(folder, store.version, `${generation}.sqlite`);
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    writeFileSync(file, 'no database at all, but long enough to be taken for one '.repeat(200));
    const other = await open();
    expect(await other.generation()).not.toBe(generation);
    if (when.startsWith('in the midst')) await appendAll(log, more);
    await expect.poll(() => nameOf(store)).toBe('Beta');
    expect(await other.forCompany('c1').get('tickets', 't1')).toMatchObject({ status: 'pending' });
    await expect.poll(() => projector.status()).toMatchObject({ prepared: true, failing: null });
  },
);
