import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noPace, type Pace } from '../../domain/connection/pace.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createPacer } from './pacer.ts';

const minute = 60_000;
const start = Date.parse('2026-03-02T14:00:00.000Z');
let state: ReturnType<typeof createInMemoryStateStore>;
let pace: Pace | null;
let known: Set<string>;
let ends: AbortController[];
beforeEach(() => {
  vi.useFakeTimers({ now: start });
  state = createInMemoryStateStore();
  pace = { ...noPace, newPerMinute: 2, newPerHour: 5, newPerDay: 8 };
  known = new Set();
  ends = [];
});
afterEach(() => {
  for (const end of ends) end.abort();
  vi.useRealTimers();
});

/** What happens at one gateway while it has the connection: who went out when, and who was told to wait until when. */
function owner(fence = 1, random = () => 0) {
  const end = new AbortController();
  ends.push(end);
  const isFamiliar = vi.fn(async (id: string) => known.has(id));
  const pacer = createPacer({
    ...{ connectionId: 'w1', state, fence, pace: () => pace, signal: end.signal, random, isFamiliar },
  });
  const gone: string[] = [];
  const held: Record<string, string[]> = {};
  const wanted = new Set<string>();
  const minutes = (at: number) => `${Math.round((at - start) / 1_000)}s`;
  return {
    ...{ pacer, gone, held, wanted, isFamiliar },
    ask(contactId: string) {
      wanted.add(contactId);
      pacer
        .turn(contactId, {
          onHeld: (until, reason) => {
            held[contactId] = [...(held[contactId] ?? []), `${reason} ${minutes(until.getTime())}`];
          },
          isWanted: async () => wanted.has(contactId),
        })
        .then(
          (turn) => void (turn !== 'gone' && gone.push(`${contactId} ${turn} ${minutes(Date.now())}`)),
          () => {},
        );
    },
    end: () => end.abort(),
  };
}
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('who never wrote', () => {
  it('is written to as fast as the pace allows, first come first served, over minute, hour and day', async () => {
    const one = owner();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) one.ask(id);
    await passes(10);
    expect(one.gone).toEqual(['a new 0s', 'b new 0s']);
    await passes(3 * minute);
    expect(one.gone.slice(2)).toEqual(['c new 60s', 'd new 60s', 'e new 120s']);
    await passes(60 * minute);
    expect(one.gone.slice(5)).toEqual(['f new 3600s']);
    // Six today: two more, and the ninth tomorrow.
    for (const id of ['g', 'h', 'i']) one.ask(id);
    await passes(23 * 60 * minute);
    expect(one.gone.slice(6, 8).map((text) => text.slice(0, 5))).toEqual(['g new', 'h new']);
    expect(one.gone.slice(8)).toEqual(['i new 86400s']);
  });

  it('is told why and until when, and those behind until when they are likely to go', async () => {
    const one = owner();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) one.ask(id);
    await passes(10);
    expect(one.held).toEqual({
      ...{
        c: ['newContacts 60s'],
        d: ['newContacts 60s'],
        e: ['newContacts 120s'],
        f: ['newContacts 3600s'],
      },
    });
  });

  it('is not written to like clockwork', async () => {
    pace = { ...noPace, jitterSeconds: 10 };
    const draws = [0.5, 0.2, 0.9, 0];
    const one = owner(1, () => draws.shift() ?? 0);
    for (const id of ['a', 'b', 'c']) one.ask(id);
    await passes(minute);
    expect(one.gone).toEqual(['a new 0s', 'b new 2s', 'c new 11s']);
  });

  it('and then writes is answered at once; the next in the line moves up', async () => {
    const one = owner();
    for (const id of ['a', 'b', 'c', 'd', 'e']) one.ask(id);
    await passes(1_000);
    one.pacer.heard('c');
    await passes(10);
    expect(one.gone.at(-1)).toBe('c familiar 1s');
    await passes(minute);
    expect(one.gone.slice(3)).toEqual(['d new 60s', 'e new 60s']);
  });

  it('is no longer written to when what waited was taken back', async () => {
    const one = owner();
    for (const id of ['a', 'b', 'c', 'd']) one.ask(id);
    await passes(1_000);
    one.wanted.delete('c');
    await one.pacer.look('c');
    await passes(2 * minute);
    expect(one.gone).toEqual(['a new 0s', 'b new 0s', 'd new 60s']);
  });
});

describe('who wrote, or was written to', () => {
  it('is answered at once, however many wait, and is asked about once', async () => {
    known.add('z');
    const one = owner();
    for (const id of ['a', 'b', 'c', 'z', 'z', 'a']) one.ask(id);
    await passes(10);
    expect(one.gone).toEqual(expect.arrayContaining(['z familiar 0s', 'a familiar 0s']));
    one.ask('z');
    await passes(10);
    expect(one.isFamiliar.mock.calls.filter(([id]) => id === 'z').length).toBeLessThanOrEqual(2);
    expect(one.gone.filter((text) => text.startsWith('z'))).toHaveLength(3);
  });

  it('is never looked up once they have written to this very gateway: an answer takes no further step', async () => {
    const one = owner();
    one.pacer.heard('z');
    one.ask('z');
    await passes(10);
    expect(one.gone).toEqual(['z familiar 0s']);
    expect(one.isFamiliar).not.toHaveBeenCalled();
  });
});

it('a restart, or another gateway, counts on where the last one stood', async () => {
  const one = owner(1);
  for (const id of ['a', 'b', 'c']) one.ask(id);
  await passes(1_000);
  one.end();
  const next = owner(2);
  for (const id of ['c', 'd']) next.ask(id);
  await passes(10);
  expect(next.gone).toEqual([]);
  expect(next.held).toMatchObject({ c: ['newContacts 60s'] });
  await passes(minute);
  expect(next.gone).toEqual(['c new 60s', 'd new 60s']);
});

it('of two that both believe to have the connection only the newer gives turns', async () => {
  const old = owner(1);
  await passes(10);
  const next = owner(2);
  next.ask('a');
  await passes(10);
  old.ask('b');
  await passes(minute);
  expect(next.gone).toEqual(['a new 0s']);
  expect(old.gone).toEqual([]);
});

describe('the network’s own limits', () => {
  it('hold new contacts back and nobody else, say so, and survive a restart', async () => {
    known.add('z');
    const one = owner(1);
    await one.pacer.limit('new', new Date(start + 30 * minute));
    for (const id of ['a', 'z']) one.ask(id);
    await passes(10);
    expect(one.gone).toEqual(['z familiar 0s']);
    expect(one.held).toEqual({ a: ['network 1800s'] });
    one.end();
    const next = owner(2);
    next.ask('a');
    await passes(29 * minute);
    expect(next.gone).toEqual([]);
    await passes(2 * minute);
    expect(next.gone).toEqual(['a new 1800s']);
  });

  it('lifted, let those go who wait', async () => {
    const one = owner();
    await one.pacer.limit('new', new Date(start + 30 * minute));
    one.ask('a');
    await passes(minute);
    await one.pacer.limit('new', null);
    await passes(10);
    expect(one.gone).toEqual(['a new 60s']);
  });

  it('on new contacts are two, and either holds: a count that is not used up lifts no lock', async () => {
    const one = owner();
    await one.pacer.limit('new', new Date(start + 30 * minute));
    await one.pacer.limit('quota', new Date(start + 50 * minute));
    await one.pacer.limit('quota', null);
    one.ask('a');
    await passes(29 * minute);
    expect(one.gone).toEqual([]);
    await one.pacer.limit('quota', new Date(start + 50 * minute));
    await one.pacer.limit('new', null);
    await passes(20 * minute);
    expect(one.gone).toEqual([]);
    await passes(2 * minute);
    expect(one.gone).toEqual(['a new 3000s']);
  });

  it('are kept for as long as they hold', async () => {
    const one = owner(1);
    const days = 24 * 60 * minute;
    await one.pacer.limit('quota', new Date(start + 20 * days));
    one.end();
    await passes(19 * days);
    const next = owner(2);
    next.ask('a');
    await passes(minute);
    expect(next.gone).toEqual([]);
  });

  it('on everything hold everything back', async () => {
    pace = null;
    const one = owner();
    await one.pacer.limit('all', new Date(start + 5 * minute));
    one.pacer.heard('z');
    one.ask('z');
    await passes(4 * minute);
    expect(one.held).toEqual({ z: ['network 300s'] });
    await passes(2 * minute);
    expect(one.gone).toEqual(['z familiar 300s']);
  });
});

it('a pace that is set anew holds at once, for those who wait too', async () => {
  pace = { ...noPace, newPerHour: 1 };
  const one = owner();
  for (const id of ['a', 'b']) one.ask(id);
  await passes(minute);
  expect(one.gone).toEqual(['a new 0s']);
  pace = { ...noPace, newPerMinute: 1 };
  one.pacer.changed();
  await passes(10);
  expect(one.gone).toEqual(['a new 0s', 'b new 60s']);
});

it('nobody minds: nobody is looked up, nothing is kept', async () => {
  pace = null;
  const one = owner();
  one.ask('a');
  await passes(10);
  expect(one.gone).toEqual(['a familiar 0s']);
  expect(one.isFamiliar).not.toHaveBeenCalled();
  expect(await state.list('')).toEqual([]);
});
