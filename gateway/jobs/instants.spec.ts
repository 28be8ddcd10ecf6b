import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byInstant } from './instants.ts';

it('what is due comes earliest first, what was put off comes later, and nothing is lost', () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 9 }), at: fc.integer({ min: 0, max: 20 }) });
  fc.assert(
    fc.property(fc.array(step), fc.array(fc.integer({ min: 0, max: 9 })), fc.nat(20), (steps, gone, now) => {
      const index = byInstant<number>();
      const model = new Map<number, number>();
      for (const { key, at } of steps) {
        index.set(key, at);
        model.set(key, at);
      }
      for (const key of gone) {
        index.remove(key);
        model.delete(key);
      }
      expect(index.next()).toBe(Math.min(Number.POSITIVE_INFINITY, ...model.values()));
      const due = [...model].filter(([, at]) => at <= now);
      const taken = index.take(now);
      expect([...taken].sort()).toEqual(due.map(([key]) => key).sort());
      expect(taken.map((key) => model.get(key))).toEqual(due.map(([, at]) => at).sort((a, b) => a - b));
      for (const [key, at] of model) expect(index.of(key)).toBe(at <= now ? undefined : at);
    }),
  );
});
