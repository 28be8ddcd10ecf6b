import { dirname, posix } from 'node:path';

/** What a run of what changed comes to: specs in the order of their worth, and what was left out for the time's sake. */
export interface Selection {
  readonly run: readonly string[];
  /** Beside a change, or importing it, but beyond the bounds. */
  readonly beyond: readonly string[];
  /** Importing a change through other files. */
  readonly indirect: readonly string[];
}

/** Bounds under which a run takes two minutes on two processors; a whole API takes as long as ten other specs. */
export const bounds = { specs: 60, wholeApis: 10 };
const wholeApi = 'testing/api.ts';

const isSpec = (path: string): boolean => /\.spec\.tsx?$/.test(path);
const importPattern = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Returns the files that a source names in its imports, as paths from the project's root. */
export const importsOf = (path: string, source: string): readonly string[] =>
  [...source.matchAll(importPattern)].map(([, to = '']) => posix.join(dirname(path), to));

/** Returns how many folders two paths have in common. */
const nearness = (path: string, other: string): number => {
  const folders = dirname(other).split('/');
  const apart = dirname(path)
    .split('/')
    .findIndex((folder, depth) => folder !== folders[depth]);
  return apart === -1 ? dirname(path).split('/').length : apart;
};

/** Returns all files from which imports lead to one of these. */
function dependents(paths: ReadonlySet<string>, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [path, imports] of graph)
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), path]);
  const all = new Set(paths);
  for (const path of all) for (const importer of importers.get(path) ?? []) all.add(importer);
  return all;
}

/**
 * Returns the specs for a change: those that changed and those beside it first, then those that import it directly, the
 * nearest first; of each at most what the bounds let.
 * @param graph every source file with the files it imports
 */
export function selectSpecs(
  changed: readonly string[],
  graph: ReadonlyMap<string, readonly string[]>,
): Selection {
  const changes = new Set(changed);
  const folders = new Set(changed.map((path) => dirname(path)));
  const specs = [...graph.keys()].filter(isSpec).sort();
  const own = specs.filter((path) => changes.has(path));
  const beside = specs.filter((path) => !changes.has(path) && folders.has(dirname(path)));
  const near = (path: string): number => Math.max(...changed.map((other) => nearness(path, other)));
  const direct = specs
    .filter((path) => !folders.has(dirname(path)) && graph.get(path)?.some((to) => changes.has(to)))
    .sort((one, other) => near(other) - near(one));
  const run: string[] = [];
  const beyond: string[] = [];
  let wholeApis = 0;
  for (const path of [...own, ...beside, ...direct]) {
    const isWhole = graph.get(path)?.includes(wholeApi) ?? false;
    const fits = run.length < bounds.specs && !(isWhole && wholeApis === bounds.wholeApis);
    (fits ? run : beyond).push(path);
    if (fits && isWhole) wholeApis += 1;
  }
  const reached = dependents(changes, graph);
  const named = new Set([...run, ...beyond]);
  return { run, beyond, indirect: specs.filter((path) => reached.has(path) && !named.has(path)) };
}
