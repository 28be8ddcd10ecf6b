import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
export const consoleDir = join(root, 'dist/console');
const stamp = join(root, 'dist/console.hash');

/** Everything the built console depends on, in one hash. */
async function sourceHash(): Promise<string> {
  const files: string[] = ['package-lock.json', 'vite.config.ts'];
  for await (const file of glob('{console,domain}/**/*.{ts,tsx,css,html,svg,woff2,png,webmanifest}', {
    cwd: root,
    exclude: (name) => /\.(spec|browser|system)\.tsx?$/.test(name),
  })) {
    files.push(file);
  }
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(root, file)));
  return hash.digest('hex');
}

/** Builds the console with Vite unless `dist/console` was built from these very sources. */
export async function ensureConsole(options: { log: (line: string) => void }): Promise<string> {
  const hash = await sourceHash();
  const built = existsSync(stamp) ? await readFile(stamp, 'utf8') : '';
  if (built === hash && existsSync(join(consoleDir, 'index.html'))) return consoleDir;
  options.log('Building the console …');
  const { build } = await import('vite');
  await build({ root: join(root, 'console'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await writeFile(stamp, hash);
  return consoleDir;
}
