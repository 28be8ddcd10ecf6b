import { describe, expect, test } from 'vitest';
import { resolveOwn } from './resolve-own.mjs';

const root = 'file:///app/';
function resolver() {
  const asked: string[] = [];
  const resolve = resolveOwn(root);
  const next = (specifier: string, { parentURL }: { parentURL?: string | undefined }) => {
    asked.push(specifier);
    const url = specifier.startsWith('.') && parentURL ? new URL(specifier, parentURL).href : specifier;
    return { url, format: url.endsWith('.cjs') ? 'commonjs' : 'module' };
  };
  return {
    asked,
    resolve: (specifier: string, parentURL: string | undefined, conditions = ['node', 'import']) =>
      resolve(specifier, { parentURL, conditions, importAttributes: {} }, next as never) as {
        url: string;
        format?: string;
      },
  };
}

describe('an import', () => {
  test('among our own files is the file beside, and nobody looks for it', () => {
    const { resolve, asked } = resolver();
    const found = resolve('../domain/a.ts', `${root}server/main.ts`);
    expect(found).toMatchObject({ url: `${root}domain/a.ts`, format: 'module-typescript' });
    expect(asked).toEqual([]);
  });

  test('of a package is looked for once, whoever imports it', () => {
    const { resolve, asked } = resolver();
    for (const from of ['server/main.ts', 'domain/a.ts']) expect(resolve('zod', root + from).url).toBe('zod');
    expect(asked).toEqual(['zod']);
  });

  test('within a package is looked at once a folder and ending', () => {
    const { resolve, asked } = resolver();
    const from = `${root}node_modules/zod/v4/index.js`;
    for (const name of ['a', 'b', 'c'])
      expect(resolve(`./core/${name}.js`, from)).toMatchObject({
        url: `${root}node_modules/zod/v4/core/${name}.js`,
        format: 'module',
      });
    for (const other of ['./core/d.mjs', './locales/e.js', './core/f.cjs', './core', 'uuid'])
      resolve(other, from);
    expect(asked).toEqual([
      './core/a.js',
      './core/d.mjs',
      './locales/e.js',
      './core/f.cjs',
      './core',
      'uuid',
    ]);
  });

  test('is left to Node where it is required, is no TypeScript, or comes from nowhere', () => {
    const { resolve, asked } = resolver();
    const from = `${root}server/main.ts`;
    for (let twice = 0; twice < 2; twice++) {
      resolve('./b.ts', from, ['node', 'require']);
      resolve('./a.js', `${root}node_modules/zod/index.js`, ['node', 'require']);
      resolve('./worker.mjs', from);
      resolve('./b.ts', undefined);
      resolve('./b.ts', 'file:///elsewhere/c.ts');
    }
    expect(asked).toHaveLength(10);
  });
});
