import { defineConfig } from 'vitest/config';

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
          include: ['{domain,projections,stores,api,gateway,scripts}/**/*.spec.ts', 'console/**/*.spec.ts'],
          environment: 'node',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['console/**/*.spec.tsx'],
          environment: 'happy-dom',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['scripts/**/*.system.ts'],
          environment: 'node',
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
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
