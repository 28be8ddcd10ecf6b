import { expect, it, vi } from 'vitest';
import { StoppedError } from '../../domain/kernel/retry.ts';
import { NotYetError, untilSettled } from './until-settled.ts';

const brief = { firstMs: 1, capMs: 2 };

it('what is not done yet is tried again until it comes to something', async () => {
  let tries = 0;
  const work = async () => {
    if (++tries < 4) throw new NotYetError('the line fell');
    return 'sent';
  };
  expect(await untilSettled(work, brief)).toBe('sent');
  expect(tries).toBe(4);
});

it('what it did not expect ends it at once', async () => {
  const work = vi.fn(async () => {
    throw new TypeError('a defect');
  });
  await expect(untilSettled(work, brief)).rejects.toThrow(TypeError);
  expect(work).toHaveBeenCalledTimes(1);
});

it('the end of a session ends it', async () => {
  const end = new AbortController();
  const work = async () => {
    end.abort();
    throw new NotYetError('the line fell');
  };
  await expect(untilSettled(work, { ...brief, signal: end.signal })).rejects.toThrow(StoppedError);
});
