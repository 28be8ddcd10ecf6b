import { expect, it } from 'vitest';
import { bounds, importsOf, selectSpecs } from './selection.ts';

const graph = new Map<string, readonly string[]>([
  ['api/tags/routes.ts', ['api/tags/view.ts']],
  ['api/tags/view.ts', []],
  ['api/tags/view.spec.ts', ['api/tags/view.ts']],
  ['api/tags/routes.spec.ts', ['testing/api.ts']],
  ['api/app.ts', ['api/tags/routes.ts']],
  ['api/app.spec.ts', ['api/app.ts']],
  ['api/users/other.spec.ts', ['api/tags/view.ts']],
  ['console/tags.spec.tsx', ['api/tags/view.ts']],
  ['console/else.spec.tsx', []],
]);

it('what changed and what stands beside it comes first, then who imports it directly, the nearest first', () => {
  expect(selectSpecs(['api/tags/view.ts', 'api/tags/view.spec.ts'], graph)).toEqual({
    run: [
      'api/tags/view.spec.ts',
      'api/tags/routes.spec.ts',
      'api/users/other.spec.ts',
      'console/tags.spec.tsx',
    ],
    beyond: [],
    indirect: ['api/app.spec.ts'],
  });
});

it('whole APIs, and specs at all, are bounded; what is left out is named', () => {
  const many = (count: number, imports: readonly string[]) =>
    new Map(Array.from({ length: count }, (_, number) => [`api/${number}/a.spec.ts`, imports]));
  const whole = selectSpecs(['domain/x.ts'], many(bounds.wholeApis + 3, ['domain/x.ts', 'testing/api.ts']));
  expect([whole.run.length, whole.beyond.length]).toEqual([bounds.wholeApis, 3]);
  const small = selectSpecs(['domain/x.ts'], many(bounds.specs + 5, ['domain/x.ts']));
  expect([small.run.length, small.beyond.length, small.indirect]).toEqual([bounds.specs, 5, []]);
});

it('a file that is gone, or no source, still has the specs beside it', () => {
  expect(selectSpecs(['api/tags/gone.ts'], graph).run).toEqual([
    'api/tags/routes.spec.ts',
    'api/tags/view.spec.ts',
  ]);
  expect(selectSpecs(['README.md'], graph)).toEqual({ run: [], beyond: [], indirect: [] });
});

it('imports are read as they are written: static, of a type, for their effect, and when asked for', () => {
  const source = `import { a } from './a.ts';\nimport type { B } from '../b.ts';\nimport './c.css';
export { d } from '../d/d.ts';\nconst e = await import('./e.ts');\nimport { z } from 'zod';`;
  expect(importsOf('api/tags/x.ts', source)).toEqual([
    'api/tags/a.ts',
    'api/b.ts',
    'api/tags/c.css',
    'api/d/d.ts',
    'api/tags/e.ts',
  ]);
});
