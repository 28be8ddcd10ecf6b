import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
/** Everything between a recorded event and a stored document, with all that these files import. */
const entries = [
  'domain/catalogue.ts',
  'projections/index.ts',
  'projections/projector/apply-batch.ts',
  'stores/read-store/fields.ts',
  'stores/read-store/words.ts',
];
const versions: Readonly<Record<string, string>> = manifest.dependencies;
const packageOf = (id: string) =>
  (id.startsWith('@') ? id.split('/').slice(0, 2) : [id.split('/')[0]]).join('/');

/**
 * Names the code that makes the read models: 16 hexadecimal digits of the bundle's hash, without comments, types, names of
 * variables and what nothing reaches, and with the versions of the libraries it uses.
 * @param edit changes a source as it is read (path from the project's folder): for tests
 */
export async function codeOfFolds(edit?: (path: string, source: string) => string): Promise<string> {
  const editing: Plugin = {
    name: 'edit',
    enforce: 'pre',
    transform: (source, id) => edit?.(relative(root, id).replaceAll('\\', '/'), source),
  };
  const hash = createHash('sha256');
  for (const entry of entries) {
    const built = await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [editing],
      build: {
        ssr: join(root, entry),
        write: false,
        minify: true,
        rollupOptions: { external: (id) => !/^[./]/.test(id), output: { codeSplitting: false } },
      },
    });
    if (!('output' in built)) throw new Error(`${entry} gave no bundle`);
    const [chunk] = built.output;
    const libraries = chunk.imports.map(packageOf).map((name) => `${name}@${versions[name] ?? ''}`);
    hash.update(JSON.stringify([entry, chunk.code, [...new Set(libraries)].sort()]));
  }
  return hash.digest('hex').slice(0, 16);
}
