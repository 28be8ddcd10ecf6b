import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialogVisits } from './dialogs.ts';

const root = join(import.meta.dirname, '../..');
const consoleDir = join(root, 'console');
/** Frames that others fill: they are visited with what they hold. */
const frames = new Set([
  'shell/form/form-dialog.tsx',
  ...['confirm-dialog', 'confirm-question', 'titled-dialog'].map((name) => `shell/ui/${name}.tsx`),
  'shell/ui/bar-popover.tsx',
]);

test('every dialog of the console is visited by the browser tests', () => {
  const files = [
    ...globSync('**/*.tsx', { cwd: consoleDir }).map((path) => [path, join(consoleDir, path)] as const),
    ...globSync('channels/*/console/**/*.tsx', { cwd: root }).map(
      (path) => [path, join(root, path)] as const,
    ),
  ];
  const drawn = files
    .filter(([path]) => !path.endsWith('.spec.tsx') && !frames.has(path))
    .filter(([, file]) =>
      /<(Dialog|BarPopover|FormDialog|ConfirmDialog|TitledDialog|(Bulk)?DeleteWithConfirmButton)\b|role: 'dialog'/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    .map(([path]) => path);
  const visited = new Set(dialogVisits.map(({ file }) => file));
  expect(drawn.filter((path) => !visited.has(path))).toEqual([]);
});
