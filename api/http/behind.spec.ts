import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import type { App } from '../deps.ts';
import { awaitSettled, createPace, isBehind, settledSoon } from './commands.ts';
import { handleErrors } from './errors.ts';

describe('the answer to a command', () => {
  let app: App;
  let reached: boolean;
  const waits: number[] = [];
  const api = {
    config: { cookieSecure: false } as never,
    reached: async (_position: number, timeoutMs: number) => {
      waits.push(timeoutMs);
      return reached;
    },
  };

  beforeEach(async () => {
    waits.length = 0;
    app = fastify() as unknown as App;
    await app.register(cookie);
    handleErrors(app, async (refusal) => refusal);
    app.post('/made', async (_request, reply) => {
      await awaitSettled(api, reply, { position: 7 });
      throw new DomainError('ERR_NO_CONTACT_FOUND');
    });
    app.post('/refused', async (_request, reply) => {
      await awaitSettled(api, reply, { position: 7 });
      throw new DomainError('ERR_NO_PERMISSION');
    });
    app.post('/folded', async (_request, reply) => {
      const there = await settledSoon(api, reply, { position: 7 });
      return { there, behind: isBehind(reply) };
    });
  });
  afterEach(() => app.close());

  it.each([
    ['no more where the last was reached, and the first with it', 7, 8, undefined],
    ['still where only what stands before it was reached', 8, 7, '8'],
  ])('waits twice, the first time in vain: it is behind %s', async (_case, first, last, behind) => {
    app.post('/twice', async (_request, reply) => {
      reached = false;
      await awaitSettled(api, reply, { position: first });
      reached = true;
      await awaitSettled(api, reply, { position: last });
      return {};
    });
    expect((await app.inject({ method: 'POST', url: '/twice' })).headers['x-behind']).toBe(behind);
  });

  it('is never that what it has made is not there: it is not shown yet, and may be asked for again', async () => {
    reached = false;
    const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/made' });
    expect([statusCode, headers['x-behind']]).toEqual([503, '7']);
    expect(JSON.parse(body)).toMatchObject({
      error: 'ERR_UNAVAILABLE',
      message: expect.stringContaining('Carried out'),
    });
    expect(waits).toEqual([10_000]);
  });

  it('says that something is not there once the read models would show it', async () => {
    reached = true;
    const { statusCode, headers } = await app.inject({ method: 'POST', url: '/made' });
    expect([statusCode, headers['x-behind'], headers['x-position']]).toEqual([404, undefined, '7']);
  });

  it('keeps every other refusal as it is', async () => {
    reached = false;
    expect((await app.inject({ method: 'POST', url: '/refused' })).statusCode).toBe(403);
  });

  it('waits for less where it can also be made from the log', async () => {
    reached = false;
    expect((await app.inject({ method: 'POST', url: '/folded' })).json()).toEqual({
      there: false,
      behind: true,
    });
    expect(waits).toEqual([2_000]);
  });
});

it('long work waits for the read models, and where they do not get on once only', async () => {
  const asked: number[] = [];
  let isThere = true;
  const paced = createPace({
    reached: async (position) => {
      asked.push(position);
      return isThere;
    },
  });
  for (const position of [1, 2]) await paced(position);
  isThere = false;
  for (const position of [3, 4]) await paced(position);
  expect(asked).toEqual([1, 2, 3]);
});

it('whoever stops long work waits no longer, and what takes too long waits no more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const stopper = new AbortController();
  let asked = 0;
  const never = () => {
    asked += 1;
    return new Promise<boolean>(() => undefined);
  };
  const paced = createPace({ reached: never }, stopper.signal);
  const waiting = paced(1);
  stopper.abort();
  await waiting;
  await paced(2);
  expect(asked).toBe(1);
  const slow = createPace({
    reached: async () => {
      asked += 1;
      return true;
    },
  });
  await slow(1);
  vi.advanceTimersByTime(9 * 60_000);
  await slow(2);
  expect(asked).toBe(2);
  vi.useRealTimers();
});
