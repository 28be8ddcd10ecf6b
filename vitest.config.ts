import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.ts';
import { reportTo } from './scripts/test/report.ts';

/** What comes about in a moment takes more than the usual second on a machine that does much else. */
const expectation = { poll: { timeout: 10_000 } };
/** Vitest leaves a processor to itself; on two that would be one worker, which waits half of its time. */
const workers = Math.max(2, availableParallelism() - 1);
/** Where `npm test` reads what a run came to. */
const report = process.env.TEST_REPORT;
const preparedData = ['testing/browser/prepared-data.ts'];
const units = [
  '{records,domain,contract,messaging,outgoing,payments,projections,stores,api,channels,gateway,server,testing,scripts}/**/*.spec.ts',
  'console/**/*.spec.ts',
];
/**
 * Files with a process each: who puts other modules in the place of the product's needs one that has loaded none of
 * them; libsignal is made quiet once in a process; the suites of an event store weigh the process's memory, and ran out
 * of time in one that many files had used.
 */
const apart = [
  ...globSync(units, { cwd: import.meta.dirname }).filter((path) =>
    readFileSync(join(import.meta.dirname, path), 'utf8').includes('vi.mock('),
  ),
  'channels/whatsapp/driver/quiet-libsignal.spec.ts',
  'stores/event-store/*/*.spec.ts',
];
const unit = {
  // On few processors one more: a third of each stood idle while files waited for a moment to pass.
  maxWorkers: availableParallelism() < 4 ? 3 : workers,
  environment: 'node',
  // The copy that mercurius and graphql-ws find by Node's rules: by Vite's it would be another, whose types are none.
  alias: { graphql: join(import.meta.dirname, 'node_modules/graphql/index.js') },
  expect: expectation,
  testTimeout: 20_000,
  hookTimeout: 30_000,
} as const;

/**
 * Five suites: `unit` (Node; many files in one process), `apart` (those that need their own), `console` (a simulated
 * DOM), `browser` (a real Chromium against a real server) and `system` (real server processes, killed and restarted).
 * What a run of Vitest is given it does one suite after the other; where there are four processors `npm test` has two
 * runs beside each other (scripts/test/main.ts).
 */
export default defineConfig({
  test: {
    ...(report ? { reporters: ['default', reportTo(report)] } : {}),
    sequence: { sequencer: LongestFirst },
    projects: [
      // One process for many files: loading the product anew for each took a third of the suite's time.
      { test: { name: 'unit', ...unit, include: units, exclude: apart, isolate: false } },
      { test: { name: 'apart', ...unit, include: apart } },
      {
        test: {
          name: 'console',
          maxWorkers: workers,
          // Suites with other numbers of workers than each other cannot share a turn.
          sequence: { groupOrder: 3 },
          include: ['{console,channels,records}/**/*.spec.tsx'],
          environment: 'happy-dom',
          // The copy that react-admin finds by Node's rules: by Vite's it would be another, which knows nothing of its links.
          alias: {
            'react-router': join(import.meta.dirname, 'node_modules/react-router/dist/development/index.mjs'),
          },
          expect: expectation,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'system',
          globalSetup: preparedData,
          include: ['scripts/**/*.system.ts'],
          environment: 'node',
          expect: expectation,
          testTimeout: 900_000,
          hookTimeout: 120_000,
          // Two: one waits most of its time for servers that end and come back. A third makes each wait for a processor.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: [...preparedData, 'testing/browser/chromium.ts'],
          // Three on two processors: each is half idle, waiting for its page or its server.
          maxWorkers: workers + 1,
          // The files of a worker share its process and its Chromium: another for each cost a sixth of the suite.
          isolate: false,
          include: ['{console,channels,records,testing}/**/*.browser.ts'],
          environment: 'node',
          expect: expectation,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
          // No `retry`: on what a first try left behind a second fails too. scripts/test/second-try.ts has a new server.
        },
      },
    ],
  },
});
