import { expect, it } from 'vitest';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { revisionAt } from './until.ts';

const day = '2026-03-01T12:00';
/** A stream whose events have these seconds. */
const stream = (...seconds: readonly string[]) =>
  seconds.map((second, revision) => ({ revision, metadata: { at: `${day}:${second}Z` } }) as RecordedEvent);
const until = async (events: readonly RecordedEvent[], at: string) => {
  const last = await revisionAt([events.slice(0, 2), events.slice(2)], at);
  return events.map(({ revision }) => revision).filter((revision) => revision <= last);
};

it.each([
  ['before all', `${day}:00.000Z`, []],
  ['at the first', `${day}:01.000Z`, [0]],
  ['at an instant that several share: all of them', `${day}:02.000Z`, [0, 1, 2, 3]],
  ['between', `${day}:02.500Z`, [0, 1, 2, 3]],
  ['after all', `${day}:59.000Z`, [0, 1, 2, 3, 4]],
  ['in another time zone', '2026-03-01T09:00:02-03:00', [0, 1, 2, 3]],
])('%s', async (_name, at, revisions) => {
  expect(await until(stream('01.000', '02.000', '02.000', '02.000', '03.000'), at)).toEqual(revisions);
});

it('is the beginning of the stream where an old writer has set its clock back: no event is left out in between', async () => {
  expect(await until(stream('01.000', '05.000', '03.000', '06.000'), `${day}:04.000Z`)).toEqual([0, 1, 2]);
});

it('compares instants, not their spelling', async () => {
  expect(await until(stream('02', '03.0'), `${day}:02.000Z`)).toEqual([0]);
  expect(await until(stream('02', '03.0'), `${day}:03Z`)).toEqual([0, 1]);
});
