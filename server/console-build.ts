import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const consoleDir = join(root, 'dist/console');
const stamp = join(root, 'dist/console.hash');

const folders = ['console', 'domain', 'contract', 'channels', 'records'];
const isSource = (name: string) =>
  /\.(ts|tsx|css|html|svg|woff2|png|webmanifest)$/.test(name) && !/\.(spec|browser|system)\.tsx?$/.test(name);

/** Returns the files that the built console depends on, sorted. */
function sources(): readonly string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((file) => `${folder}/${file}`),
  );
  return ['package-lock.json', 'vite.config.ts', 'server/console-build.ts', ...files].sort();
}

/** Returns what says at a tenth of the cost of reading them that no source was written since. */
function traceOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, ctimeMs } = statSync(join(root, file));
    hash.update(`${file}\0${size} ${ctimeMs}\0`);
  }
  return hash.digest('hex');
}

async function contentOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(root, file)));
  return hash.digest('hex');
}

/**
 * Resolves with the folder of the console, built with Vite unless `dist/console` was built from these very sources.
 * Where only the built one was shipped (an image), it is served as it is.
 */
export async function ensureConsole(options: { log: (line: string) => void }): Promise<string> {
  if (!existsSync(join(root, 'console')) && existsSync(join(consoleDir, 'index.html'))) return consoleDir;
  const files = sources();
  // Before they are read: one written meanwhile leaves another trace.
  const trace = traceOf(files);
  const [built, seen] = existsSync(stamp) ? (await readFile(stamp, 'utf8')).split('\n') : [];
  const isBuilt = existsSync(join(consoleDir, 'index.html'));
  if (isBuilt && seen === trace) return consoleDir;
  const content = await contentOf(files);
  const mark = () => writeFile(stamp, `${content}\n${trace}`);
  if (isBuilt && built === content) {
    await mark();
    return consoleDir;
  }
  options.log('Building the console …');
  // Into a folder of its own, put in place when it is whole: another process may be starting, or serving, meanwhile.
  const freshFolder = join('dist', `console-${process.pid}`);
  // A process of its own: what the bundler needs in memory would otherwise stay with the server.
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
      // Whoever starts it may be a test: React's development build is slower and half as large again.
      env: { ...process.env, NODE_ENV: 'production', CONSOLE_OUT: freshFolder },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the console could not be built (vite ended with ${code})`);
  const old = `${consoleDir}-old-${process.pid}`;
  if (existsSync(consoleDir)) await rename(consoleDir, old).catch(() => undefined);
  await rename(join(root, freshFolder), consoleDir).catch(async (error: NodeJS.ErrnoException) => {
    // Somebody else's build of the same sources was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(join(root, freshFolder), { recursive: true, force: true });
  });
  await rm(old, { recursive: true, force: true });
  await mark();
  return consoleDir;
}
