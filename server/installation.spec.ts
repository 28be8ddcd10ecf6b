import { expect, test } from 'vitest';
import { createContactKeys } from '../stores/contact-keys/contact-keys.ts';
import { createInMemoryEventStore } from '../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../testing/in-memory/state-store.ts';
import { checkInstallation } from './installation.ts';
import { endFirstStart, firstStartTurn } from './super-user.ts';

const ours = 'a secret of at least thirty-two characters';
const another = 'another one of at least thirty-two characters';

function machine() {
  const storedEvents = createInMemoryEventStore();
  const kept = createInMemoryStateStore();
  const gets: string[] = [];
  const state: typeof kept = {
    ...kept,
    get: (key) => {
      gets.push(key);
      return kept.get(key);
    },
  };
  const asked = (key: string) => gets.filter((one) => one === key).length;
  const told: unknown[] = [];
  const log = { warn: (fields: unknown) => void told.push(fields) };
  const start = (secretKey = ours, more: Partial<typeof parts> = {}, adoptStores = false, mostMs?: number) =>
    checkInstallation({ secretKey, adoptStores }, { ...parts, ...more }, log, mostMs);
  const parts = { storedEvents, state };
  const happen = () =>
    storedEvents.append('company-c', -1, [
      { id: 'e1', type: 'CompanyCreated', data: {}, metadata: { companyId: 'c', at: '2026-11-29' } } as never,
    ]);
  const meet = (contactId: string, secretKey = ours) =>
    createContactKeys({ state, secretKey }).ensure('c', contactId);
  return { ...parts, asked, told, start, happen, meet };
}
const wrongKey = /^Wrong setting. SECRET_KEY .* is not the one/;
const wrongLog = /^the event log is not the one/;
const lostState = /^the state store is empty and the event log is not/;

test('new stores belong to the key of their first start, and to no other', async () => {
  const { start, state, happen } = machine();
  await Promise.all([start(), start()]);
  await happen();
  await start();
  await expect(start(another)).rejects.toThrow(wrongKey);
  await start();
  expect(JSON.stringify(await state.list(''))).not.toContain(ours);
});

test('of two that begin on new stores with a key each one is refused', async () => {
  const { start } = machine();
  const ends = await Promise.allSettled([start(ours), start(another)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('of two that begin on new stores neither is refused for what the other has begun meanwhile', async () => {
  const { start, state, happen } = machine();
  const answers = Promise.withResolvers<void>();
  const slow: typeof state = {
    ...state,
    list: async (prefix, options) => {
      await answers.promise;
      return state.list(prefix, options);
    },
  };
  const second = start(ours, { state: slow });
  await start();
  await happen();
  answers.resolve();
  await second;
});

test('one of an older release that is inside its first start is waited for, and not for ever', async () => {
  const { start, state, happen, asked } = machine();
  await state.set(firstStartTurn, { owner: 'older' });
  await happen();
  const waited = start();
  await expect.poll(() => asked(firstStartTurn)).toBeGreaterThan(1);
  await endFirstStart({ state });
  await state.delete(firstStartTurn);
  await waited;

  const stuck = machine();
  await stuck.state.set(firstStartTurn, { owner: 'older' });
  await stuck.happen();
  await expect(stuck.start(ours, {}, false, 50)).rejects.toThrow(lostState);
});

test('a log that is another, or a new one in the place of a lost one, is refused', async () => {
  const { start, happen } = machine();
  await start();
  await happen();
  await expect(
    start(ours, { storedEvents: { ...createInMemoryEventStore(), logId: async () => 'another' } }),
  ).rejects.toThrow(wrongLog);
});

test('a log whose state store is lost is refused: nothing makes accounts and keys anew beside it', async () => {
  const { start, happen } = machine();
  await start();
  await happen();
  const empty = createInMemoryStateStore();
  await expect(start(ours, { state: empty })).rejects.toThrow(lostState);
  expect(await empty.list('')).toEqual([]);
});

test('stores of a release that wrote nothing down are known by the keys of their contacts', async () => {
  const { start, state, happen, meet } = machine();
  await happen();
  for (const contactId of ['a', 'b']) await meet(contactId);
  await createContactKeys({ state, secretKey: ours }).destroy('c', 'a');
  await expect(start(another)).rejects.toThrow(wrongKey);
  await start();
  await expect(start(another)).rejects.toThrow(wrongKey);
});

test('those in which a start under another key has left contacts too are still opened', async () => {
  const { start, happen, meet } = machine();
  await happen();
  await meet('a', another);
  await meet('b');
  await start();
});

test('a release that wrote nothing down and lost its log is refused as well', async () => {
  const { start, state, happen, storedEvents } = machine();
  await endFirstStart({ state });
  await expect(start()).rejects.toThrow(wrongLog);
  await happen();
  await start(ours, { storedEvents });
});

test('who has no backup takes the stores as they are, once, and it is said', async () => {
  const { start, happen, told } = machine();
  await start();
  await happen();
  await start(another, {}, true);
  expect(told).toEqual([{ wrong: expect.stringMatching(wrongKey) }]);
  await start(another);
  await expect(start(ours)).rejects.toThrow(wrongKey);
  await start(another, {}, true);
  expect(told).toHaveLength(1);
});
