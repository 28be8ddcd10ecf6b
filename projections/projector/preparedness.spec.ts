import { expect, it } from 'vitest';
import { createPreparedness } from './folding.ts';

it('a log that an older copy replaced is reached where it ends now, not where the former one did', () => {
  const preparedness = createPreparedness(() => 0);
  const seen = (generation: string, head: number, position: number) => {
    preparedness.observe({ generation, head, position, folding: true });
    return preparedness.prepared();
  };
  expect(seen('g1', 10, 10)).toBe(true);
  // Rebuilt before anybody here has seen the shorter log.
  expect(seen('g2', 10, 3)).toBe(false);
  expect(seen('g2', 3, 3)).toBe(true);
  expect(seen('g2', 12, 3)).toBe(true);
});
