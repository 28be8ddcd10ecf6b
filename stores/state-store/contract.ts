/** Leases, sessions, drafts and sealed credentials, on SQLite or MongoDB: what is neither event nor read model. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StateStore } from '../../domain/ports/state-store.ts';

/** One store; `open` gives a handle of its own each time, as another process would have. */
export interface StateStoreHarness {
  open(): Promise<StateStore>;
  dispose(): Promise<void>;
}

/** What every state store does. */
export const stateStoreContract = (name: string, make: () => Promise<StateStoreHarness>): void => {
  describe(`${name} keeps the state store's contract:`, () => {
    let harness: StateStoreHarness;
    let store: StateStore;
    let otherStore: StateStore;
    beforeAll(async () => {
      harness = await make();
      store = await harness.open();
      otherStore = await harness.open();
    });
    afterAll(async () => {
      await store?.close();
      await otherStore?.close();
      await harness?.dispose();
    });
    const newKey = () => `k:${randomUUID()}`;

    it('gives back what was set, whatever it holds', async () => {
      const key = `${newKey()}'"$.\0😀%_`;
      const value = { $set: { 'a.b': [1, null, 'nul \0', '😀'] }, big: 'x'.repeat(1_000_000) };
      const set = await store.set(key, value);
      expect(await otherStore.get(key)).toEqual(set);
      expect((await otherStore.get(key))?.value).toEqual(value);
      expect(await store.get(newKey())).toBeUndefined();
      expect((await store.set(key, null))?.value).toBeNull();
      expect((await otherStore.get(key))?.value).toBeNull();
    });

    it('lets exactly one of two handles win a compare and set', async () => {
      const key = newKey();
      const tries = (expected: number | null) =>
        Promise.all(
          [store, otherStore, store, otherStore].map((handle, at) =>
            handle.set(key, `${expected} ${at}`, { expected }),
          ),
        );
      const made = (await tries(null)).filter((entry) => entry !== undefined);
      expect(made).toHaveLength(1);
      const changed = (await tries(made[0]!.version)).filter((entry) => entry !== undefined);
      expect(changed).toHaveLength(1);
      expect(await store.get(key)).toEqual(changed[0]);
      expect(await store.set(key, 'late', { expected: made[0]!.version })).toBeUndefined();
      expect(await store.set(newKey(), 'absent', { expected: 1 })).toBeUndefined();
    });

    it('loses no count and lets no two hold a lease at once, whoever contends', async () => {
      const [key, lease] = [newKey(), newKey()];
      let holders = 0;
      let mostAtOnce = 0;
      const contend = async (handle: StateStore) => {
        for (let done = 0; done < 8; ) {
          const held = await handle.set(lease, 'me', { expected: null, ttlMs: 60_000 });
          if (!held) continue;
          mostAtOnce = Math.max(mostAtOnce, ++holders);
          const count = await handle.get<number>(key);
          if (await handle.set(key, (count?.value ?? 0) + 1, { expected: count?.version ?? null })) done++;
          holders -= 1;
          expect(await handle.delete(lease, { expected: held.version })).toBe(true);
        }
      };
      await Promise.all([store, otherStore, store, otherStore].map(contend));
      expect(mostAtOnce).toBe(1);
      expect((await store.get(key))?.value).toBe(32);
    });

    it('refuses a compare and set with a version that is gone', async () => {
      const key = newKey();
      const first = (await store.set(key, 1, { expected: null }))!;
      expect(await otherStore.set(key, 2, { expected: null })).toBeUndefined();
      const second = (await otherStore.set(key, 2, { expected: first.version }))!;
      expect(await store.set(key, 3, { expected: first.version })).toBeUndefined();
      expect(await store.get(key)).toEqual(second);
    });

    it('deletes only what it was told to', async () => {
      const key = newKey();
      const { version } = (await store.set(key, 1))!;
      expect(await otherStore.delete(key, { expected: version + 1 })).toBe(false);
      expect(await otherStore.delete(key, { expected: version })).toBe(true);
      expect(await store.delete(key)).toBe(false);
      expect(await store.get(key)).toBeUndefined();
    });

    it('gives versions that only grow, after a deletion and after expiry too', async () => {
      const key = newKey();
      const versions = [(await store.set(key, 1))!.version];
      await store.delete(key);
      versions.push((await otherStore.set(key, 2, { expected: null, ttlMs: 1 }))!.version);
      await sleep(60);
      versions.push((await store.set(key, 3, { expected: null }))!.version);
      versions.push((await otherStore.set(newKey(), 4))!.version);
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    });

    it("lets an entry end by the store's clock, and then counts it as absent", async () => {
      const key = newKey();
      const before = await store.now();
      const entry = (await store.set(key, 'lease', { ttlMs: 400 }))!;
      expect(entry.expiresAt).toBeGreaterThanOrEqual(before + 390);
      expect(entry.expiresAt).toBeLessThan(before + 5_000);
      expect(await otherStore.set(key, 'thief', { expected: null })).toBeUndefined();
      await sleep(500);
      expect(await otherStore.get(key)).toBeUndefined();
      expect(await otherStore.list(key)).toEqual([]);
      expect(await store.delete(key)).toBe(false);
      expect(await store.set(key, 'owner', { expected: entry.version })).toBeUndefined();
      const taken = (await otherStore.set(key, 'next', { expected: null }))!;
      expect(taken.version).toBeGreaterThan(entry.version);
      expect(taken.expiresAt).toBeUndefined();
    });

    it('says that it can work, and once closed that it cannot', async () => {
      const handle = await harness.open();
      await expect(handle.ping()).resolves.toBeUndefined();
      expect(await store.get('ping')).toBeUndefined();
      await handle.close();
      await expect(handle.ping()).rejects.toThrow();
      await expect(store.ping()).resolves.toBeUndefined();
    });

    it('lists by prefix in byte order, page by page', async () => {
      const prefix = `${randomUUID()}/`;
      const ends = ['', 'Z', 'a', 'a%', 'a_b', 'ab', 'é', '\ue000', '😀', '\u{10ffff}'];
      for (const end of [...ends].reverse()) await store.set(prefix + end, end);
      await store.set(`${prefix.slice(0, -1)}0`, 'beside');
      expect((await otherStore.list(prefix)).map(({ value }) => value)).toEqual(ends);
      const pages: unknown[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await otherStore.list(prefix, { limit: 3, ...(after === undefined ? {} : { after }) });
        if (page.length === 0) break;
        pages.push(...page.map(({ value }) => value));
        after = page.at(-1)!.key;
      }
      expect(pages).toEqual(ends);
      expect((await otherStore.list(`${prefix}a`)).map(({ value }) => value)).toEqual([
        'a',
        'a%',
        'a_b',
        'ab',
      ]);
    });
  });
};
