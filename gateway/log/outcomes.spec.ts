import { expect, it } from 'vitest';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { createListener } from '../log-listener.ts';
import { createOutcomes } from './outcomes.ts';

const { signal } = new AbortController();
const long = 60_000;

it('wakes whoever waits for what becomes of a message, and nobody else', async () => {
  const outcomes = createOutcomes();
  const [one, other] = [outcomes.of('one'), outcomes.of('other')];
  const waits = [one.told(long, signal), other.told(20, signal)];
  outcomes.tell('one');
  expect(await Promise.all(waits)).toEqual([true, false]);
});

it('keeps what is told between two waits, once', async () => {
  const outcomes = createOutcomes();
  const one = outcomes.of('one');
  outcomes.tell('one');
  expect(await one.told(long, signal)).toBe(true);
  expect(await one.told(10, signal)).toBe(false);
  expect(await one.told(10, signal)).toBe(false);
});

it('ends at the signal, and is told nothing after its end', async () => {
  const outcomes = createOutcomes();
  const ending = new AbortController();
  const one = outcomes.of('one');
  const wait = one.told(long, ending.signal);
  ending.abort();
  expect(await wait).toBe(false);
  one.close();
  outcomes.tell('one');
  expect(await one.told(10, signal)).toBe(false);
});

it('hears from the log what went out, and what failed', () => {
  const ids: string[] = [];
  const nothing = () => {};
  const hear = createListener({
    settings: { apply: nothing },
    connections: { apply: () => undefined },
    dueWork: { heard: nothing },
    heldSessions: { sessions: new Map(), endSoon: nothing, serveSoon: nothing, tryOpen: async () => {} },
    outcomes: { tell: (messageId) => ids.push(messageId) },
  });
  const say = (type: string, messageId: string) =>
    hear({ type, data: { messageId, ticketId: 't', connectionId: 'c' }, metadata: {} } as RecordedEvent);
  say('MessageQueued', 'one');
  say('MessageSent', 'one');
  say('MessageFailed', 'two');
  expect(ids).toEqual(['one', 'two']);
});
