import { expect, test } from 'vitest';
import { newId } from '../../domain/kernel/ids.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createPhoneNetwork } from './phone-network.ts';

test('a phone keeps the order of arrival when the clock goes back and the line is made anew', async () => {
  const state = createInMemoryStateStore();
  let now = 1_800_000_000_000;
  const line = () => createPhoneNetwork({ state, newId, now: () => now });
  const number = '5511912345678';
  for (const [externalId, step] of [
    ['first', 0],
    ['second', 300_000],
    ['third', -300_000],
    ['fourth', -3_600_000],
  ] as const) {
    now += step;
    await line().accept('c', number, { externalId, body: externalId });
  }
  const chat = await line().chats('c', number);
  expect(chat.map(({ body }) => body)).toEqual(['first', 'second', 'third', 'fourth']);
});
