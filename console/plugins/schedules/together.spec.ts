import { expect, test } from 'vitest';
import type { ScheduleView } from './data.ts';
import { type Event, together } from './together.ts';

const at = (hour: number, minute: number) => new Date(2026, 10, 26, hour, minute);
const event = (title: string, hour: number, minute: number, status = 'PENDENTE'): Event => ({
  schedule: { id: title, status } as ScheduleView,
  title,
  start: at(hour, minute),
  end: at(hour, minute + 40),
});
const shown = (...events: readonly Event[]) =>
  together(events, 1).map(({ title, others, end, schedule }) => [title, others, end, schedule.id]);

test('what overlaps is one entry, from the first of them to the last', () => {
  expect(
    shown(event('d', 14, 0), event('b', 9, 15), event('a', 9, 0), event('c', 9, 50), event('e', 14, 40)),
  ).toEqual([
    ['a', 2, at(10, 30), 'a'],
    ['d', undefined, at(14, 40), 'd'],
    ['e', undefined, at(15, 20), 'e'],
  ]);
});

test('of several, one that could not be sent is seen, else one that waits', () => {
  const sent = event('a', 9, 0, 'ENVIADA');
  expect(shown(sent, event('b', 9, 0), event('c', 9, 0, 'ERRO'))).toEqual([['a', 2, at(9, 40), 'c']]);
  expect(shown(sent, event('b', 9, 0))).toEqual([['a', 1, at(9, 40), 'b']]);
  expect(shown()).toEqual([]);
});

test('as many as have room stand side by side', () => {
  const two = [event('a', 9, 0), event('b', 9, 15)];
  expect(together(two, 2)).toEqual(two);
  expect(together([...two, event('c', 9, 30)], 2)).toMatchObject([{ title: 'a', others: 2 }]);
});
