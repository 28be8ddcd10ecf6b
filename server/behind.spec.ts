import { expect, it } from 'vitest';
import { startBehind } from './behind.ts';

function behind(firstMs: number, fails = false) {
  const answering = Promise.withResolvers<void>();
  const ending = new AbortController();
  const told: unknown[] = [];
  const stop = startBehind(
    {
      answers: answering.promise,
      firstMs,
      start: async (stops) => {
        told.push('started');
        for (const part of ['gateway', 'customers']) stops.push(async () => void told.push(`${part} ended`));
        if (fails) throw new Error('no gateway');
      },
      onFailure: (error) => told.push((error as Error).message),
    },
    ending.signal,
  );
  const end = () => {
    ending.abort();
    answering.resolve();
    return stop();
  };
  return { answer: () => answering.resolve(), end, told };
}

it('what nobody waits for begins a moment after requests are answered, and ends last part first', async () => {
  const { answer, end, told } = behind(20);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(told).toEqual([]);
  answer();
  await expect.poll(() => told).toEqual(['started']);
  await end();
  expect(told).toEqual(['started', 'customers ended', 'gateway ended']);
});

it('it never begins in a process that ends before', async () => {
  const waiting = behind(60_000);
  waiting.answer();
  await waiting.end();
  const never = behind(0);
  await never.end();
  expect([...waiting.told, ...never.told]).toEqual([]);
});

it('when it cannot start that is told, and what did start is ended', async () => {
  const { answer, end, told } = behind(0, true);
  answer();
  await expect.poll(() => told).toEqual(['started', 'no gateway']);
  await end();
  expect(told.slice(2)).toEqual(['customers ended', 'gateway ended']);
});
