import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { channels } from './registry.ts';

const root = join(import.meta.dirname, '..');

/** Names that calls, documents and error codes had before there was more than one channel, and keep. */
const onTheWire =
  /\bwhatsappId\b|\bwhatsappSession\b|\bwhatsapp: |channels\.whatsapp\b|-whatsapp(Session)?`|ERR_NO_OTHER_WHATSAPP|'simulator:use'/g;
const named = new RegExp(
  ['baileys', ...channels.flatMap(({ kind, texts }) => [kind, texts.en.name ?? kind])].join('|'),
  'i',
);

it('code that is every channel’s names none', () => {
  const files = globSync('{gateway,domain,projections}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(spec|system)\.ts$|(^|\/)testing[^/]*\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(150);
  const naming = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        named.test(line.replace(onTheWire, '')) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      ),
  );
  expect(naming).toEqual([]);
});
