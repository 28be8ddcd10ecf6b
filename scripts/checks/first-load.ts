import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * A quick look at what the console loads first, without building it: what its first screens import, and these import,
 * but by `import()`. What `scripts/console-budget.ts` finds in the built files it says of the sources, with the way
 * there, for one import of a schema's file brings 22 KiB to whoever only wants to log in.
 */
const root = join(import.meta.dirname, '../..');
const first = [
  'console/main.tsx',
  'console/plugins/login/login-page.tsx',
  'console/plugins/tickets/page.tsx',
  ...globSync('{console/plugins,channels/*/console}/**/plugin.ts', { cwd: root }),
].map((file) => join(root, file));

/** Not in a first load, and what a browser does not have. */
const late = /^(zod|react-hook-form|react-admin|ra-ui-materialui|@hookform\/resolvers|node:.*)(\/|$)/;
const imports = /(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s+'([^']+)'/g;

/** Returns what a file imports when it is loaded: types are gone by then. */
const loadedBy = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(imports)].flatMap(([, typeOnly, names = '', from = '']) => {
    const values = names.replace(/\btype \w+( as \w+)?/g, '');
    return typeOnly !== undefined || (names.includes('{') && !/[\w*]/.test(values)) ? [] : [from];
  });

/** Returns each late package with the files that lead to it, the one that names it first. */
export function earlyImports(files: readonly string[] = first): readonly string[] {
  const importer = new Map<string, string | undefined>(files.map((file) => [file, undefined]));
  const queue = [...files];
  const found: string[] = [];
  const wayTo = (file: string | undefined): readonly string[] =>
    file === undefined ? [] : [relative(root, file), ...wayTo(importer.get(file))];
  for (let file = queue.shift(); file !== undefined; file = queue.shift())
    for (const from of loadedBy(file)) {
      if (late.test(from)) found.push(`${from} <- ${wayTo(file).join(' <- ')}`);
      const target = resolve(dirname(file), from);
      if (!from.startsWith('.') || importer.has(target) || !existsSync(target) || !/\.tsx?$/.test(target))
        continue;
      importer.set(target, file);
      queue.push(target);
    }
  return found;
}

if (import.meta.main) {
  const found = earlyImports();
  for (const one of found) console.error(`not in the first load: ${one}`);
  process.exit(found.length === 0 ? 0 : 1);
}
