import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { png } from '../../testing/images.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createPictures } from './pictures.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = () => {
  const asked: string[] = [];
  const end = new AbortController();
  const pictures = createPictures({
    companyId: 'c1',
    connectionId: 'w1',
    state: createInMemoryStateStore(),
    newId: () => 'm1',
    driver: { profilePicture: async (address: string) => void asked.push(address) } as never,
    desk: {} as never,
    media: {} as never,
    log: pino({ level: 'silent' }),
    signal: end.signal,
    everyMs: 5_000,
  });
  return { asked, pictures, end };
};

it('pictures are asked for one by one, with a pause, who wrote last first', async () => {
  const { asked, pictures } = start();
  for (const id of ['a', 'b', 'c', 'd']) pictures.consider(id, id);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(asked).toEqual(['a', 'd', 'c', 'b']);
});

it('one that unfolds to more pixels than a browser takes is not kept', async () => {
  const kept: string[] = [];
  const pictures = createPictures({
    companyId: 'c1',
    connectionId: 'w1',
    state: createInMemoryStateStore(),
    newId: () => 'm1',
    driver: {
      profilePicture: async (address: string) =>
        Readable.from([png(640, address === 'huge' ? 500_000 : 640, deflateSync(Buffer.alloc(9)))]),
    } as never,
    desk: {
      contacts: {
        setPicture: async (_: unknown, { contactId }: { contactId: string }) => kept.push(contactId),
      },
    },
    media: { put: async (_: unknown, content: AsyncIterable<Uint8Array>) => buffer(content) },
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
    everyMs: 5_000,
  } as never);
  for (const id of ['small', 'huge']) pictures.consider(id, id);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(kept).toEqual(['small']);
});

it('once a contact, and of hundreds that write at once the newest are remembered', async () => {
  const { asked, pictures, end } = start();
  for (let n = 0; n < 700; n++) pictures.consider(`p${n}`, `p${n}`);
  pictures.consider('p699', 'p699');
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked).toHaveLength(501);
  expect(asked.slice(0, 3)).toEqual(['p0', 'p699', 'p698']);
  end.abort();
});
