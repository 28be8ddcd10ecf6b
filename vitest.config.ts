import { defineConfig } from 'vitest/config';

/** What comes about in a moment takes more than the usual second on a machine that does much else. */
const expectation = { poll: { timeout: 10_000 } };

/**
 * Four suites: `unit` (Node), `console` (a simulated DOM), `browser` (a real Chromium against a real server) and
 * `system` (real server processes, killed and restarted). One after the other: what waits for seconds on a real server
 * must not share two cores with everything else.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{domain,projections,stores,api,channels,gateway,scripts}/**/*.spec.ts',
            'console/**/*.spec.ts',
          ],
          environment: 'node',
          expect: expectation,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['console/**/*.spec.tsx'],
          environment: 'happy-dom',
          expect: expectation,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['scripts/**/*.system.ts'],
          environment: 'node',
          expect: expectation,
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['console/**/*.browser.ts', 'scripts/**/*.browser.ts'],
          environment: 'node',
          expect: expectation,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          // Printed with '(retry x1)'. On a busy machine a browser now and then takes a key before the page listens; a
          // test that needs it twice in a row is a fault of the product and fails.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
