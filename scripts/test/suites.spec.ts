import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSuites } from './suites.ts';

const files = {
  'vitest.config.mjs': `
    import { reportTo } from '${join(import.meta.dirname, 'report.ts')}';
    const project = { test: { name: 'few', globals: true, include: ['*.spec.mjs'] } };
    export default { test: { reporters: [reportTo(process.env.TEST_REPORT)], projects: [project] } };`,
  'tests.spec.mjs': `
    it('holds', () => undefined);
    it.skip('is left out', () => undefined);
    it.todo('is to come');
    describe('a queue (of two)', () => {
      it('is never empty?', () => { throw new Error('it is' + '!'.repeat(1000) + '\\nand'.repeat(100)); });
    });`,
  'hook.spec.mjs': `
    beforeAll(() => { throw new Error('no hook'); });
    it('never runs', () => undefined);`,
  'load.spec.mjs': `throw new Error('does not load');`,
  'late.spec.mjs': `it('ends too early', () => void setTimeout(() => { throw new Error('too late'); }));
    it('waits', () => new Promise((resolve) => setTimeout(resolve, 50)));`,
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-suites-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) =>
  runSuites(['--root', folder, '--config', join(folder, 'vitest.config.mjs'), ...args]);

it('a run tells its failed tests, and what failed outside tests', async () => {
  const { passed, skipped, failures } = await run();
  expect({ passed, skipped }).toEqual({ passed: 3, skipped: 3 });
  expect(failures.map(({ error, ...place }) => ({ ...place, error: error.split('\n')[0] }))).toEqual(
    expect.arrayContaining([
      {
        project: 'few',
        file: 'tests.spec.mjs',
        test: 'a queue (of two) is never empty?',
        error: `Error: it is${'!'.repeat(288)}`,
      },
      { project: 'few', file: 'hook.spec.mjs', error: 'Error: no hook' },
      { project: 'few', file: 'load.spec.mjs', error: 'Error: does not load' },
      { project: '', file: '', error: 'Error: too late' },
    ]),
  );
  expect(failures).toHaveLength(4);
  expect(failures.find(({ test }) => test !== undefined)!.error.split('\n')).toHaveLength(40);
});

it('a run that does not come to its report has failed', async () => {
  const { passed, failures } = await run('--project', 'none of these');
  expect(passed).toBe(0);
  expect(failures).toMatchObject([{ file: '', error: expect.stringContaining('none of these') }]);
});
