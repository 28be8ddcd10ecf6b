import { expect, test } from 'vitest';
import { asGateway, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { UnavailableError } from '../kernel/event-store.ts';
import { createOutage } from './outage.ts';

const recording = () => {
  const lines: string[] = [];
  const say = (details: object, message: string) => {
    const { failures } = details as { failures?: number };
    lines.push(failures === undefined ? message : `${message} (${failures})`);
  };
  return { lines, warn: say, info: say };
};

test('an outage is one line however many wait, and at its end how often was asked in vain', () => {
  let now = 1_000;
  const log = recording();
  const outage = createOutage(log, () => now);
  for (let n = 0; n < 500; n++, now += 10) outage.failed(`ticket-${n % 50}`, new Error('away'));
  outage.answered();
  outage.answered();
  // Of those who waited some fail once more before they are answered too.
  outage.failed('ticket-1', new Error('away'));
  outage.answered();
  expect(log.lines).toEqual([
    'the event store does not answer: it is asked until it does',
    'the event store answers again (500)',
  ]);
});

test('another outage is told of again, also one that begins right after the first', () => {
  let now = 0;
  const log = recording();
  const outage = createOutage(log, () => now);
  outage.failed('ticket-1', new Error('away'));
  outage.answered();
  for (now = 100; now < 20_000; now += 100) outage.failed('ticket-1', new Error('away'));
  outage.answered();
  now += 60_000;
  outage.failed('ticket-1', new Error('away'));
  expect(log.lines).toEqual([
    'the event store does not answer: it is asked until it does',
    'the event store answers again (1)',
    'the event store does not answer: it is asked until it does',
    'the event store answers again (199)',
    'the event store does not answer: it is asked until it does',
  ]);
});

test('the desk tells of an outage of its store, not of each stream that waits', async () => {
  const inner = createInMemoryEventStore();
  let away = 60;
  const log = recording();
  const store = {
    ...inner,
    append: (...given: Parameters<typeof inner.append>) => {
      if (away > 0) {
        away -= 1;
        return Promise.reject(new UnavailableError('away'));
      }
      return inner.append(...given);
    },
  };
  const desk = testDesk(store, 'a', { sleep: async () => undefined, log });
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      desk.tickets.receive(asGateway, inbound(`m${n}`, { contactId: `contact${n}` })),
    ),
  );
  expect(log.lines[0]).toBe('the event store does not answer: it is asked until it does');
  expect(log.lines.length).toBeLessThanOrEqual(2);
});
