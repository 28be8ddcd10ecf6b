import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
/** Everything between a recorded event and a stored document, with all that these files import. */
const ofReadModels = [
  'domain/catalogue.ts',
  'projections/index.ts',
  'projections/projector/apply-batch.ts',
  'stores/read-store/fields.ts',
  'stores/read-store/words.ts',
];
/** Everything between a recorded event and a ticket's snapshot. */
const ofTickets = ['domain/catalogue.ts', 'domain/ticket/evolve.ts', 'domain/ticket/snapshot.ts'];
const versions: Readonly<Record<string, string>> = manifest.dependencies;
const packageOf = (id: string) =>
  (id.startsWith('@') ? id.split('/').slice(0, 2) : [id.split('/')[0]]).join('/');

/** Changes a source as it is read (path from the project's folder): for tests. */
type Edit = (path: string, source: string) => string;

/** Returns the name of the code that makes the read models. */
export const codeOfFolds = (edit?: Edit): Promise<string> => codeOf(ofReadModels, edit);

/** Returns the name of the code that makes the states of tickets. */
export const codeOfTickets = (edit?: Edit): Promise<string> => codeOf(ofTickets, edit);

/**
 * Returns a name of code: 16 hexadecimal digits of the bundles' hash, without comments, types, names of variables and
 * what nothing reaches, and with the versions of the libraries it uses.
 */
async function codeOf(entries: readonly string[], edit?: Edit): Promise<string> {
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
