import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialogVisits } from './dialogs.ts';

const consoleDir = join(import.meta.dirname, '../../console');
/** Frames that others fill: they are visited with what they hold. */
const frames = new Set(['shell/ui/form-dialog.tsx', 'shell/ui/confirm-dialog.tsx']);

test('every dialog of the console is visited by the browser tests', () => {
  const drawn = globSync('**/*.tsx', { cwd: consoleDir })
    .filter((path) => !path.endsWith('.spec.tsx') && !frames.has(path))
    .filter((path) =>
      /<(Dialog|FormDialog|ConfirmDialog)\b|role: 'dialog'/.test(
        readFileSync(join(consoleDir, path), 'utf8'),
      ),
    );
  const visited = new Set(dialogVisits.map(({ file }) => file));
  expect(drawn.filter((path) => !visited.has(path))).toEqual([]);
});
