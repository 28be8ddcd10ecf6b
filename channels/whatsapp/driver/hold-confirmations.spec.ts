import { pino } from 'pino';
import { expect, it } from 'vitest';
import { holdConfirmations } from './hold-confirmations.ts';

const log = pino({ level: 'silent' });
const turns = async (count = 6) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const scene = (mostMs = 10_000) => {
  const sent: unknown[] = [];
  const line = { send: (frame: unknown) => void sent.push(frame), close: () => void sent.push('closed') };
  let writing = Promise.withResolvers<void>();
  writing.resolve();
  holdConfirmations(line, { whenWritten: () => writing.promise, mostMs, log });
  return {
    sent,
    line,
    begin: () => {
      writing = Promise.withResolvers<void>();
    },
    written: () => writing.resolve(),
  };
};

it('what is handed over once a confirmation is said to be out is written down before it really is', async () => {
  const { sent, line, begin, written } = scene();
  await new Promise<void>((resolve) =>
    (line.send as (frame: string, told: () => void) => void)('receipt', resolve),
  );
  begin();
  await turns();
  expect(sent).toEqual([]);
  written();
  await turns();
  expect(sent).toEqual(['receipt']);
});

it('frames keep their order, and wait no longer than what came before them', async () => {
  const { sent, line, begin, written } = scene();
  line.send('first');
  await turns();
  expect(sent).toEqual(['first']);
  begin();
  line.send('second');
  line.send('third');
  await turns();
  expect(sent).toEqual(['first']);
  written();
  await turns();
  expect(sent).toEqual(['first', 'second', 'third']);
});

it('a line that is closed says first what it was to say, unless that may not be said for long', async () => {
  const { sent, line, begin } = scene();
  line.send('logout');
  line.close();
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['logout', 'closed']);
  begin();
  line.send('receipt');
  line.close();
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['logout', 'closed', 'closed']);
});

it('a journal that cannot be written does not end the line', async () => {
  const { sent, line, begin } = scene(50);
  begin();
  line.send('ping');
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['ping']);
});
