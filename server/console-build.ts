import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const consoleDir = join(root, 'dist/console');
const stamp = join(root, 'dist/console.hash');

/** Everything the built console depends on, in one hash. */
async function sourceHash(): Promise<string> {
  const files: string[] = ['package-lock.json', 'vite.config.ts', 'server/console-build.ts'];
  for await (const file of glob(
    '{console,domain,contract,channels,records}/**/*.{ts,tsx,css,html,svg,woff2,png,webmanifest}',
    {
      cwd: root,
      exclude: (name) => /\.(spec|browser|system)\.tsx?$/.test(name),
    },
  )) {
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

/**
 * Builds the console with Vite unless `dist/console` was built from these very sources. Where only the built one was
 * shipped (an image), it is served as it is.
 */
export async function ensureConsole(options: { log: (line: string) => void }): Promise<string> {
  if (!existsSync(join(root, 'console')) && existsSync(join(consoleDir, 'index.html'))) return consoleDir;
  const hash = await sourceHash();
  const built = existsSync(stamp) ? await readFile(stamp, 'utf8') : '';
  if (built === hash && existsSync(join(consoleDir, 'index.html'))) return consoleDir;
  options.log('Building the console …');
  // Into a folder of its own, put in place when it is whole: another process may be starting, or serving, meanwhile.
  const fresh = join('dist', `console-${process.pid}`);
  // A process of its own: what the bundler needs in memory would otherwise stay with the server.
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
      // Whoever starts it may be a test: React's development build is slower and half as large again.
      env: { ...process.env, NODE_ENV: 'production', CONSOLE_OUT: fresh },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the console could not be built (vite ended with ${code})`);
  const old = `${consoleDir}-old-${process.pid}`;
  if (existsSync(consoleDir)) await rename(consoleDir, old).catch(() => undefined);
  await rename(join(root, fresh), consoleDir).catch(async (error: NodeJS.ErrnoException) => {
    // Somebody else's build of the same sources was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(join(root, fresh), { recursive: true, force: true });
  });
  await rm(old, { recursive: true, force: true });
  await writeFile(stamp, hash);
  return consoleDir;
}
