import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Declaration } from '../domain/records/declare.ts';
import { goldenOf } from './records/golden.ts';

/**
 * `npm run records`: what the folders of records/ are known by. The server's list imports the declarations; the
 * console's entries hold what menu, routes and live channels need and load the rest when a screen is opened: the
 * declarations, and zod with them, stay out of the first load. Each event gets the golden file it is read by for ever.
 */
const root = join(import.meta.dirname, '..');
const banner = '// Written by `npm run records`: what the folders of records/ declare.\n';
const purpose =
  '/** Plain administrative things, a folder each: one declaration gives decider, events, read model, routes and screens. */\n\n';

interface Folder {
  readonly folder: string;
  readonly record: Declaration;
}

export const foldersOf = async (path: string): Promise<readonly Folder[]> => {
  const names = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(path, entry.name, 'record.ts')))
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (folder) => {
      const module = (await import(pathToFileURL(join(path, folder, 'record.ts')).href)) as {
        record: Declaration;
      };
      return { folder, record: module.record };
    }),
  );
};

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const index = (folders: readonly Folder[]): string => `${purpose}${banner}${folders
  .map(({ folder }) => `import { record as ${camel(folder)} } from './${folder}/record.ts';`)
  .join('\n')}

export const declarations = [${folders.map(({ folder }) => camel(folder)).join(', ')}] as const;
export { ${folders.map(({ folder }) => camel(folder)).join(', ')} };
`;

const quoted = (value: unknown) => JSON.stringify(value);

/** Whether it is a tab: what stands among the settings is one there, and in no menu. */
const isTab = ({ path }: { readonly path: string }): boolean => path.startsWith('/settings/');

const entry = ({ folder, record }: Folder, folders: readonly Folder[], path: string): string => {
  const { screen } = record;
  if (screen === undefined) return '';
  const at = `../../../records/${folder}`;
  const child = folders.find((one) => one.record.name === record.children?.record);
  const follows = [record, ...(child ? [child.record] : [])].map(
    ({ name, channel = name, plural, access }) => ({ channel, plural, rule: access.read }),
  );
  const parts = existsSync(join(path, folder, 'screens.tsx'));
  return `  {
    name: ${quoted(record.name)},
    plural: ${quoted(record.plural)},
    follows: ${quoted(follows)},
    scope: ${quoted(record.scope)},
    path: ${quoted(screen.path)},
    label: ${quoted(record.texts.many)},
${isTab(screen) ? '' : `    icon: ${screen.icon},\n    group: ${quoted(screen.group)},\n`}    order: ${screen.order},
    rule: ${quoted(screen.rule ?? record.access.update)},${record.plan ? `\n    plan: ${quoted(record.plan)},` : ''}
    record: () => import('${at}/record.ts').then((module) => module.record),${
      child
        ? `\n    child: () => import('../../../records/${child.folder}/record.ts').then((module) => module.record),`
        : ''
    }${parts ? `\n    parts: () => import('${at}/screens.tsx').then((module) => module.parts),` : ''}
  },
`;
};

const entries = (folders: readonly Folder[], path: string): string => {
  const shown = folders.flatMap(({ record }) =>
    record.screen && !isTab(record.screen) ? [record.screen.icon] : [],
  );
  const icons = [...new Set(shown)].sort();
  return `${banner}import { ${icons.join(', ')} } from 'lucide-react';
import type { RecordEntry } from './entry.ts';

export const recordEntries: readonly RecordEntry[] = [
${folders.map((one) => entry(one, folders, path)).join('')}];
`;
};

/** Returns the text of each generated file by its path from the project's root. Golden files that exist are left out. */
export const generated = async (): Promise<ReadonlyMap<string, string>> => {
  const path = join(root, 'records');
  const folders = await foldersOf(path);
  const files = new Map([
    ['records/index.ts', index(folders)],
    ['console/plugins/records/entries.ts', entries(folders, path)],
  ]);
  for (const { folder, record } of folders)
    for (const [type, event] of goldenOf(record)) {
      const file = `records/${folder}/golden/${type}.golden.json`;
      if (!existsSync(join(root, file))) files.set(file, `${JSON.stringify(event, null, 2)}\n`);
    }
  return files;
};

if (import.meta.main) {
  const files = await generated();
  const { format } = await import('./records/format.ts');
  for (const [file, text] of files) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    const ready = file.endsWith('.json') ? text : await format(root, file, text);
    const path = join(root, file);
    if (existsSync(path) && readFileSync(path, 'utf8') === ready) continue;
    writeFileSync(path, ready);
    console.log(`written: ${relative(root, path)}`);
  }
  console.log(`${globSync('records/*/record.ts', { cwd: root }).length} records`);
}
