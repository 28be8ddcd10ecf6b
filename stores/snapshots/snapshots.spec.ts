import { beforeEach, expect, it } from 'vitest';
import type { SnapshotBoxes } from '../../domain/ports/snapshots.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createContactKeys } from '../contact-keys/contact-keys.ts';
import { createSnapshotBoxes } from './snapshots.ts';

const stream = 'ticket-c1_t1';
const json = JSON.stringify({ heard: ['meu nome é Marina'] });
let state: StateStore;
let warnings: string[];
beforeEach(() => {
  state = createInMemoryStateStore();
  warnings = [];
});

/** Keys and snapshots as a process of its own has them. */
const open = (on: Pick<StateStore, 'get' | 'set' | 'delete'> = state) => {
  const contactKeys = createContactKeys({ state, secretKey: 'x'.repeat(32) });
  const log = { warn: (_details: object, message?: string) => void warnings.push(message ?? '') };
  return { contactKeys, boxes: createSnapshotBoxes({ state: on, contactKeys, log: log as never }) };
};
const everything = async () => JSON.stringify(await state.list('snapshot/'));

it('another process reads what was kept; nobody can who has only the store', async () => {
  const { contactKeys, boxes } = open();
  await contactKeys.ensure('c1', 'marina');
  await boxes.put('c1', 'marina', stream, json);
  expect(await open().boxes.get('c1', stream)).toBe(json);
  expect(await everything()).toContain(stream);
  expect(await everything()).not.toContain('Marina');
});

it('goes with the key of its contact', async () => {
  const { contactKeys, boxes } = open();
  await contactKeys.ensure('c1', 'marina');
  await boxes.put('c1', 'marina', stream, json);
  await contactKeys.destroy('c1', 'marina');
  expect(await open().boxes.get('c1', stream)).toBeUndefined();
  expect(await state.list('snapshot/')).toEqual([]);
  await boxes.put('c1', 'marina', stream, json);
  expect(await state.list('snapshot/')).toEqual([]);
});

it('no key is made for one', async () => {
  await open().boxes.put('c1', 'marina', stream, json);
  expect(await state.list('')).toEqual([]);
});

it('opens at its own place only, and in its own company', async () => {
  const { contactKeys, boxes } = open();
  await contactKeys.ensure('c1', 'marina');
  await boxes.put('c1', 'marina', stream, json);
  const [entry] = await state.list('snapshot/');
  await state.set('snapshot/c1/ticket-c1_t2', entry!.value);
  await state.set('snapshot/c2/ticket-c2_t1', entry!.value);
  expect(await boxes.get('c1', 'ticket-c1_t2')).toBeUndefined();
  expect(await boxes.get('c2', 'ticket-c2_t1')).toBeUndefined();
  expect(await boxes.get('c1', stream)).toBe(json);
});

it('costs nothing but time while the store is away', async () => {
  const away = () => Promise.reject(new Error('away'));
  const boxes: SnapshotBoxes = open({ get: away, set: away, delete: away }).boxes;
  await open().contactKeys.ensure('c1', 'marina');
  await boxes.put('c1', 'marina', stream, json);
  expect(await boxes.get('c1', stream)).toBeUndefined();
  expect(warnings).toHaveLength(2);
});
