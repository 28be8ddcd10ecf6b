import { defineConfig } from 'vitest/config';

/** Three suites: `unit` (Node), `console` (a simulated DOM) and `browser` (a real Chromium against a real server). */
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
          name: 'browser',
          include: ['console/**/*.browser.ts', 'scripts/**/*.browser.ts'],
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
