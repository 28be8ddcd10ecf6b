import type { WAMessage } from 'baileys';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import { createVault } from '../../../gateway/secrets/vault.ts';
import { createInMemoryStateStore } from '../../../testing/in-memory/state-store.ts';
import { openInbox } from './inbox.ts';
import { createIntake } from './intake.ts';

const secretKey = 'a secret of at least thirty-two characters';
let state: StateStore;
beforeEach(() => {
  state = createInMemoryStateStore();
});

const said = (id: string, conversation = id): WAMessage => ({
  key: { id, remoteJid: '5511955500142@s.whatsapp.net', remoteJidAlt: '77@lid', fromMe: false },
  pushName: 'Marina',
  messageTimestamp: 1_795_240_000,
  message: { conversation },
});
const kept = () => state.list('inbox/', {});
const opened = (
  handle: (message: WAMessage) => Promise<void>,
  over: Partial<StateStore> = {},
  everyMs = 10_000,
) =>
  createIntake({
    inbox: openInbox({ state: { ...state, ...over }, vault: createVault(secretKey), connectionId: 'w1' }),
    handle,
    log: pino({ level: 'silent' }),
    everyMs,
  });

it('a message stays written down, unreadable to others, until it is handled', async () => {
  const handling = Promise.withResolvers<void>();
  opened(() => handling.promise).take(said('A1', 'meu segredo'));
  await expect.poll(async () => (await kept()).length).toBe(1);
  expect(JSON.stringify(await kept())).not.toMatch(/segredo|Marina|5511955500142/);
  handling.resolve();
  await expect.poll(kept).toEqual([]);
});

it('what a process that died left is handed over by the next one, as it was and in its order', async () => {
  const dead = opened(() => new Promise(() => {}));
  for (const id of ['A1', 'A2', 'A3']) dead.take(said(id));
  await expect.poll(async () => (await kept()).length).toBe(3);
  const handed: WAMessage[] = [];
  const next = opened(async (message) => void handed.push(message));
  void next.start();
  await expect.poll(kept).toEqual([]);
  expect(handed).toMatchObject(['A1', 'A2', 'A3'].map((id) => said(id)));
  next.stop();
});

it('a handling that failed is repeated; one that is still going on is not', async () => {
  let tries = 0;
  let slow = 0;
  const going = Promise.withResolvers<void>();
  const intake = opened(
    async ({ key }) => {
      if (key.id === 'slow') {
        slow++;
        return going.promise;
      }
      if (++tries < 3) throw new Error('the store is away');
    },
    {},
    20,
  );
  void intake.start();
  intake.take(said('A1'));
  intake.take(said('slow'));
  await expect.poll(() => tries).toBe(3);
  await expect.poll(async () => (await kept()).length).toBe(1);
  going.resolve();
  await expect.poll(kept).toEqual([]);
  expect(slow).toBe(1);
  intake.stop();
});

it('a store that is away holds nothing up, and nothing is left when it is back after the handling', async () => {
  let away = true;
  const handed: string[] = [];
  const intake = opened(async ({ key }) => void handed.push(key.id!), {
    set: async (...given) => {
      if (away) throw new Error('away');
      return (await state.set(...given)) as never;
    },
  });
  intake.take(said('A1'));
  intake.take(said('A2'));
  await expect.poll(() => handed).toEqual(['A1', 'A2']);
  away = false;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await kept()).toEqual([]);
});

it('a message whose handling failed is written down as soon as the store is back', async () => {
  let away = true;
  const intake = opened(
    async () => {
      throw new Error('the session has ended');
    },
    {
      set: async (...given) => {
        if (away) throw new Error('away');
        return (await state.set(...given)) as never;
      },
    },
  );
  intake.take(said('A1'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await kept()).toEqual([]);
  away = false;
  await expect.poll(async () => (await kept()).length).toBe(1);
  intake.stop();
});

it('an entry that cannot be opened is left alone and holds nothing up', async () => {
  await state.set('inbox/w1/00000000000001-000000000', { sealed: 'AAAA' });
  opened(() => new Promise(() => {})).take(said('A1'));
  await expect.poll(async () => (await kept()).length).toBe(2);
  const handed: string[] = [];
  const next = opened(async ({ key }) => void handed.push(key.id!));
  void next.start();
  await expect.poll(() => handed).toEqual(['A1']);
  await expect.poll(async () => (await kept()).length).toBe(1);
  next.stop();
});
