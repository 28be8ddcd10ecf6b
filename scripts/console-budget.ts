import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** KiB, as Brotli sends them: what login and the tickets page may load before an agent sees their tickets. */
export const firstLoadBudgetKb = 335;

/** In how many files: each is a request, and HTTP/1.1 has six at a time. */
export const firstLoadFiles = 30;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

/** What is opened first: the shell, the login page, the tickets page, and the texts of one language. */
const opened = [
  'index.html',
  'shell/messages/pt.ts',
  'plugins/login/login-page.tsx',
  'plugins/login/messages/pt.ts',
  'plugins/tickets/page.tsx',
  'plugins/tickets/messages/pt.ts',
];

const sent = (path: string): number => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;

/**
 * Returns the bytes of the first load by file, from the manifest of a built console; fonts that these files name are
 * counted too.
 * @throws when the manifest no longer has one of the pages: a budget that counts nothing would always be kept
 */
export function firstLoad(consoleDir: string): ReadonlyMap<string, number> {
  const manifest = JSON.parse(readFileSync(join(consoleDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk | undefined
  >;
  const sizes = new Map<string, number>();
  const count = (file: string) => {
    sizes.set(file, sent(join(consoleDir, file)));
  };
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the console's manifest has no ${name}`);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) count(file);
    for (const other of chunk.imports ?? []) visit(other);
  };
  for (const name of opened) visit(name);
  count('index.html');
  return sizes;
}

/** What screens that are opened later bring along, and the first load must not: dragged in by one static import. */
const kept = ['zod', 'react-hook-form', 'ra-ui-materialui', 'react-admin'];

/** Returns the packages of the first load that should come later, each with the file it is in. */
export function early(consoleDir: string): readonly string[] {
  const parts = JSON.parse(readFileSync(join(consoleDir, '.vite/parts.json'), 'utf8')) as Record<
    string,
    Readonly<Record<string, number>> | undefined
  >;
  return [...firstLoad(consoleDir).keys()].flatMap((file) =>
    kept.flatMap((name) =>
      parts[file]?.[name] === undefined ? [] : [`${name} in ${file} (${parts[file][name]} bytes)`],
    ),
  );
}

/** Returns a line for each of the largest files of code, as Brotli sends them: its size, its name, what most of it is. */
export function largestChunks(consoleDir: string, most = 12): readonly string[] {
  const parts = JSON.parse(readFileSync(join(consoleDir, '.vite/parts.json'), 'utf8')) as Record<
    string,
    Readonly<Record<string, number>>
  >;
  const first = firstLoad(consoleDir);
  // The builder names files that it then finds to be the same as another's, and does not write.
  return Object.entries(parts)
    .filter(([file]) => existsSync(join(consoleDir, file)))
    .map(([file, packages]) => ({ file, packages, size: sent(join(consoleDir, file)) }))
    .sort((one, other) => other.size - one.size)
    .slice(0, most)
    .map(({ file, packages, size }) => {
      const largest = Object.entries(packages).sort(([, one], [, other]) => other - one);
      const names = largest.slice(0, 3).map(([name]) => name);
      const when = first.has(file) ? 'first' : 'later';
      return `${(size / 1024).toFixed(1).padStart(7)} KiB  ${when}  ${file}  ${names.join(', ')}`;
    });
}

export const sumKb = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024;

/**
 * Returns the KiB of the first load. @throws naming the largest files when the first load is over its budget of
 * bytes or files, or what should not be in it at all
 */
export function checkBudget(consoleDir: string): number {
  const tooEarly = early(consoleDir);
  if (tooEarly.length > 0) throw new Error(`not in the first load: ${tooEarly.join(', ')}`);
  const sizes = firstLoad(consoleDir);
  if (sizes.size > firstLoadFiles)
    throw new Error(
      `the first load is ${sizes.size} files, over its ${firstLoadFiles}: ${[...sizes.keys()].join(', ')}`,
    );
  const total = sumKb(sizes);
  if (total > firstLoadBudgetKb) {
    const largest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 8);
    throw new Error(
      `the first load is ${total.toFixed(1)} KiB, over its budget of ${firstLoadBudgetKb}: ${largest
        .map(([file, size]) => `${file} ${(size / 1024).toFixed(1)}`)
        .join(', ')}`,
    );
  }
  return total;
}
