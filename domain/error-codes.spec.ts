import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorStatus, errorsByConcept } from './error-codes.ts';

it('the catalogue has the codes of every concept, each once', async () => {
  const files = globSync('*/errors.ts', { cwd: import.meta.dirname });
  const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
  const own = modules.flatMap((module) => Object.values(module)) as (typeof errorsByConcept)[number][];
  expect(own.length).toBe(errorsByConcept.length - 1);
  for (const codes of own) expect(errorsByConcept).toContain(codes);
  expect(errorsByConcept.flatMap((codes) => Object.keys(codes)).sort()).toEqual(
    Object.keys(errorStatus).sort(),
  );
});
