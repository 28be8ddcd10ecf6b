import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DriverError, type OutboundMessage } from '../driver/driver.ts';
import { failures } from './failures.ts';
import { createFileUploads } from './file-uploads.ts';
import type { MessageState } from './message-state.ts';
import type { OutboundWork } from './scope.ts';

const work = { ticketId: 't1', messageId: 'm1', contactId: 'c1' } as OutboundWork;
const pending = { phase: 'pending', deleted: false } as MessageState;
let isUp: boolean;
let ending: AbortController;
let link: PromiseWithResolvers<void>;
const prepare = vi.fn<(message: OutboundMessage) => Promise<void>>();
const fail = vi.fn(async () => undefined);
const again = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  isUp = true;
  ending = new AbortController();
  link = Promise.withResolvers<void>();
  link.resolve();
  for (const one of [prepare, fail, again]) one.mockReset();
});
afterEach(() => {
  ending.abort();
  vi.useRealTimers();
});

const uploads = () =>
  createFileUploads({
    connectionId: 'x',
    driver: { prepare },
    progress: { report: () => undefined, end: () => undefined } as never,
    messageOf: async () => ({}) as OutboundMessage,
    fail,
    again,
    isUp: () => isUp,
    whenUp: () => link.promise,
    uploadTimeoutMs: 10_000,
    log: pino({ level: 'silent' }),
    signal: ending.signal,
  });
const refused = async () => Promise.reject(new DriverError('unknown', 'the server has hung up'));

it('a file that the network does not take three times over an open link has failed', async () => {
  prepare.mockImplementation(refused);
  uploads().begin(work, async () => pending);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(prepare).toHaveBeenCalledTimes(3);
  expect(fail).toHaveBeenCalledWith(work, failures.upload);
  expect(again).toHaveBeenCalledOnce();
});

it('one that the link falls under is brought there however often that happens', async () => {
  isUp = false;
  for (let times = 0; times < 6; times += 1) prepare.mockImplementationOnce(refused);
  prepare.mockResolvedValue(undefined);
  const files = uploads();
  files.begin(work, async () => pending);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(prepare).toHaveBeenCalledTimes(7);
  expect(fail).not.toHaveBeenCalled();
  expect(files.takeArrived('m1')).toBe(true);
});

it('one that stands still counts as a try', async () => {
  prepare.mockImplementation(() => new Promise(() => undefined));
  uploads().begin(work, async () => pending);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(fail).toHaveBeenCalledWith(work, failures.upload);
});

it('one whose message was deleted meanwhile is not brought there', async () => {
  uploads().begin(work, async () => ({ ...pending, deleted: true }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(prepare).not.toHaveBeenCalled();
  expect(fail).not.toHaveBeenCalled();
});

it('one waits for a link that is open', async () => {
  link = Promise.withResolvers<void>();
  prepare.mockResolvedValue(undefined);
  uploads().begin(work, async () => pending);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(prepare).not.toHaveBeenCalled();
  link.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(prepare).toHaveBeenCalledOnce();
});
