import { expect, it } from 'vitest';
import { createTrimming } from './trimming.ts';

function start() {
  let at = 0;
  const trimmed: string[] = [];
  const trimming = createTrimming({
    readStore: { trimNotices: async (keep, companyId = 'all') => void trimmed.push(`${companyId} ${keep}`) },
    keepNotices: 50,
    now: () => at,
  });
  const tell = (companyId: string, times: number) => {
    for (let time = 0; time < times; time += 1) trimming.count(companyId);
  };
  const pass = (ms: number) => {
    at += ms;
  };
  return { trimmed, trim: trimming.trim, tell, pass };
}

it('trims the notices of all companies once a minute', async () => {
  const { trimmed, trim, tell, pass } = start();
  tell('busy', 999);
  await trim();
  pass(59_999);
  await trim();
  expect(trimmed).toEqual([]);
  pass(1);
  await trim();
  await trim();
  expect(trimmed).toEqual(['all 50']);
  tell('busy', 999);
  await trim();
  expect(trimmed).toEqual(['all 50']);
});

it('trims those of a company that is told much each thousand, and nobody else’s', async () => {
  const { trimmed, trim, tell } = start();
  tell('busy', 1_000);
  tell('quiet', 10);
  await trim();
  await trim();
  expect(trimmed).toEqual(['busy 50']);
  tell('busy', 999);
  await trim();
  expect(trimmed).toEqual(['busy 50']);
  tell('busy', 1);
  await trim();
  expect(trimmed).toEqual(['busy 50', 'busy 50']);
});
