import { describe, expect, it } from 'vitest';
import { createShares, type Round } from './shares.ts';

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `c${from + n}`);
const patienceMs = 10_000;

/** Gateways that share connections round by round: what one gives up the next round finds free. */
function desk(total: number) {
  let now = 0;
  const wanted = ids(total);
  const served = new Map<string, string>();
  const gateways = new Map<string, { shares: ReturnType<typeof createShares>; able: boolean }>();
  const of = (name: string) => [...served].flatMap(([id, holder]) => (holder === name ? [id] : []));
  return {
    served,
    start(name: string, able = true) {
      gateways.set(name, { shares: createShares({ patienceMs, now: () => now }), able });
    },
    end(name: string) {
      gateways.delete(name);
      for (const id of of(name)) served.delete(id);
    },
    /** Returns how many connections each drives after so many rounds, and how often one changed hands. */
    rounds(count: number) {
      let moved = 0;
      for (let n = 0; n < count; n++, now += 1_000)
        for (const [self, { shares, able }] of gateways) {
          const mine = of(self);
          const round: Round = {
            self,
            alive: new Set(gateways.keys()),
            wanted,
            served,
            opening: new Set(),
            mine,
            movable: mine,
          };
          const { take, give } = shares.round(round);
          for (const id of give) served.delete(id);
          moved += give.length;
          if (able) for (const id of take) if (!served.has(id)) served.set(id, self);
        }
      return {
        counts: Object.fromEntries([...gateways.keys()].map((name) => [name, of(name).length])),
        moved,
      };
    },
  };
}

describe('gateways that share ten connections', () => {
  it('alone takes all; a second that appears gets its half, and then nothing moves any more', () => {
    const all = desk(10);
    all.start('a');
    expect(all.rounds(3).counts).toEqual({ a: 10 });
    all.start('b');
    expect(all.rounds(5)).toEqual({ counts: { a: 5, b: 5 }, moved: 5 });
    expect(all.rounds(50)).toEqual({ counts: { a: 5, b: 5 }, moved: 0 });
  });

  it('a third takes from both; of what cannot be halved one has one more, and it stays there', () => {
    const all = desk(10);
    all.start('a');
    all.start('b');
    all.rounds(15);
    all.start('c');
    const { counts } = all.rounds(20);
    expect(Object.values(counts).toSorted()).toEqual([3, 3, 4]);
    expect(all.rounds(50).moved).toBe(0);
  });

  it('what the dead drove is taken by the living at once, each its share', () => {
    const all = desk(9);
    for (const name of ['a', 'b', 'c']) all.start(name);
    all.rounds(15);
    all.end('b');
    const { counts } = all.rounds(2);
    expect(Object.values(counts).toSorted()).toEqual([4, 5]);
  });

  it('one that lives and can serve nothing leaves nobody without a driver, and is not offered more for a while', () => {
    const all = desk(10);
    all.start('a');
    all.rounds(2);
    all.start('broken', false);
    // Given up to it, left lying, taken back.
    const { counts, moved } = all.rounds(30);
    expect(counts).toEqual({ a: 10, broken: 0 });
    expect(moved).toBe(5);
  });
});

it('many change hands a few at a time, for each is a moment without its line', () => {
  const all = desk(200);
  all.start('a');
  all.rounds(5);
  all.start('b');
  expect(all.rounds(1).moved).toBe(10);
  expect(all.rounds(40).counts).toEqual({ a: 100, b: 100 });
});

it('gives nothing to a gateway that does not say that it lives: an earlier version that takes by itself', () => {
  const shares = createShares({ patienceMs });
  const wanted = ids(10);
  const served = new Map(wanted.map((id, n) => [id, n < 8 ? 'new' : 'old']));
  const mine = wanted.slice(0, 8);
  const round = { self: 'new', alive: new Set(['new']), wanted, served, opening: new Set<string>() };
  expect(shares.round({ ...round, mine, movable: mine })).toEqual({ take: [], give: [] });
});

it('gives up only what may change hands', () => {
  const shares = createShares({ patienceMs });
  const wanted = ids(4);
  const served = new Map(wanted.map((id) => [id, 'a']));
  const round = { self: 'a', alive: new Set(['a', 'b']), wanted, served, opening: new Set<string>() };
  expect(shares.round({ ...round, mine: wanted, movable: ['c3'] }).give).toEqual(['c3']);
});
