import { describe, expect, it } from 'vitest';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createPreparedness, watchLease } from './folding.ts';

describe('whether somebody folds is told from the lease:', () => {
  const world = () => {
    let clock = 0;
    const state = createInMemoryStateStore(() => clock);
    const watched = watchLease({ state, key: 'k', leaseMs: 3_000 }, () => clock);
    return {
      state,
      lives: async (after: number) => {
        clock += after;
        await watched.look();
        return watched.lives();
      },
      renew: () => state.set('k', {}, { ttlMs: 3_000 }),
    };
  };

  it('one that only stands there proves nothing: it outlives its holder', async () => {
    const { lives, renew } = world();
    await renew();
    for (let look = 0; look < 6; look++) expect(await lives(400)).toBe(false);
  });

  it('one whose version moves has somebody who lives, until it stands still', async () => {
    const { lives, renew } = world();
    await renew();
    expect(await lives(500)).toBe(false);
    for (let turn = 0; turn < 5; turn++) {
      await renew();
      expect(await lives(500)).toBe(true);
      expect(await lives(500)).toBe(true);
    }
    expect(await lives(500)).toBe(true);
    expect(await lives(1_000)).toBe(false);
  });

  it('one whose holder the system knows to live has somebody at once, for as long as it is renewed', async () => {
    let clock = 0;
    const inner = createInMemoryStateStore(() => clock);
    const isGone = (instance: string) => instance !== 'alive';
    const look = async (key: string) => {
      const watched = watchLease({ state: { get: inner.get, isGone }, key, leaseMs: 3_000 }, () => clock);
      await watched.look();
      return watched;
    };
    for (const instance of ['alive', 'dead']) await inner.set(instance, { instance }, { ttlMs: 3_000 });
    const hangs = await look('alive');
    expect([hangs.lives(), (await look('dead')).lives()]).toEqual([true, false]);
    clock = 2_100;
    await hangs.look();
    expect(hangs.lives()).toBe(false);
  });

  it('one that was given up has nobody at once', async () => {
    const { lives, renew, state } = world();
    await renew();
    await lives(500);
    await renew();
    expect(await lives(500)).toBe(true);
    await state.delete('k');
    expect(await lives(10)).toBe(false);
  });
});

describe('a process is prepared', () => {
  const seen = { generation: 'g1', head: 100, position: 0, folding: true };

  it('when its read models have come as far as the log was, and somebody folds them', () => {
    const it = createPreparedness(() => 0);
    for (const position of [0, 40, 99]) it.observe({ ...seen, position });
    expect(it.prepared()).toBe(false);
    it.observe({ ...seen, head: 200, position: 100, folding: false });
    expect(it.prepared()).toBe(false);
    it.observe({ ...seen, head: 200, position: 100 });
    expect(it.prepared()).toBe(true);
    // What comes later is lag, and told as such.
    it.observe({ ...seen, head: 300, position: 100 });
    expect(it.prepared()).toBe(true);
  });

  it('not before what it has appended itself to begin with is there', () => {
    for (const early of [true, false]) {
      const it = createPreparedness(() => 0);
      if (early) it.expect(150);
      it.observe({ ...seen, head: 0 });
      if (!early) it.expect(150);
      expect(it.prepared()).toBe(false);
      it.observe({ ...seen, head: 150, position: 149 });
      expect(it.prepared()).toBe(false);
      it.observe({ ...seen, head: 150, position: 150 });
      expect(it.prepared()).toBe(true);
      it.expect(150);
      expect(it.prepared()).toBe(true);
    }
  });

  it('not any more when another, empty generation took the place of its own', () => {
    const it = createPreparedness(() => 0);
    it.observe({ ...seen, position: 100 });
    it.observe({ ...seen, generation: 'g2', position: 0 });
    expect(it.prepared()).toBe(false);
    it.observe({ ...seen, generation: 'g2', position: 100 });
    expect(it.prepared()).toBe(true);
  });

  it('and says how long nobody has folded', () => {
    let clock = 0;
    const it = createPreparedness(() => clock);
    it.observe({ ...seen, folding: false });
    clock = 5_000;
    expect(it.unattendedMs()).toBe(0);
    it.observe(seen);
    clock = 9_000;
    it.observe({ ...seen, folding: false });
    expect(it.unattendedMs()).toBe(4_000);
  });
});
