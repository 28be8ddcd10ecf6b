import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { channels } from './registry.ts';

const root = join(import.meta.dirname, '..');

/** Names that calls, documents and error codes had before there was more than one channel, and keep; the spec's own words. */
const onTheWire = new RegExp(
  [
    "whatsappId|WhatsappId|whatsapps?(?=[?.]| ===|'\\))|whatsappSession|whatsapp: (?=[('{]|z$|connection|null)",
    "totalWhatsappSessions|channel: 'whatsapp(Session)?', apply|case 'whatsapp(Session)?'|-whatsapp(Session)?`",
    "(?<=['`])(/api)?/whatsapp(session|-restart)?(?=[/'`])|'whatsapp(Session)?'(?=[,\\]])|^  whatsapp",
    'ERR_NO_OTHER_WHATSAPP|CONTAC?TO? (FORA DO|FUERA DE|NOT ON) WHATSAPP|channels\\.whatsapp\\b',
  ].join('|'),
  'g',
);
const own = channels.flatMap(({ kind, texts }) => [kind, texts.en.name ?? kind]);
const named = new RegExp(
  [...own, 'baileys', '\\b3EB0', '\\blid\\b', 'isLid', '@lid', '@g\\.us', '@s\\.'].join('|'),
  'i',
);
/** How what is stored spells hidden ids and groups, and what the spec's calls name a connection, stand in one place each. */
const places = ['domain/contact/address.ts', 'contract/wire.ts'];

it('code that is every channel’s names none', () => {
  const files = globSync(
    [
      '{gateway,domain,contract,messaging,outgoing,payments,projections,records,stores,api,console,server}/**/*.{ts,tsx,mjs,css,html}',
      'scripts/*.ts',
      'scripts/demo/*.ts',
    ],
    { cwd: root },
  ).filter((file) => !/\.(spec|system|browser)\.tsx?$|(^|\/)(fixtures|contract)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(600);
  const naming = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        named.test(line.replace(onTheWire, '')) && !places.includes(file)
          ? [`${file}:${index + 1} ${line.trim()}`]
          : [],
      ),
  );
  expect(naming).toEqual([]);
});
