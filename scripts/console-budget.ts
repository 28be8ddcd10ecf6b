import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** KiB, as Brotli sends them: what login and the tickets page may load before an agent sees their tickets. */
export const firstLoadBudgetKb = 360;

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

/**
 * Bytes of the first load by file, from the manifest of a built console; fonts that these files name are counted too.
 * @throws when the manifest no longer has one of the pages: a budget that counts nothing would always be kept
 */
export function firstLoad(consoleDir: string): ReadonlyMap<string, number> {
  const manifest = JSON.parse(readFileSync(join(consoleDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk | undefined
  >;
  const sizes = new Map<string, number>();
  const count = (file: string) => {
    const path = join(consoleDir, file);
    sizes.set(file, statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size);
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

export const sumKb = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024;

/** @throws naming the largest files when the first load is over its budget */
export function checkBudget(consoleDir: string): number {
  const sizes = firstLoad(consoleDir);
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
