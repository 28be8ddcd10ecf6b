import { readFileSync } from 'node:fs';

/** Licences that ask for nothing but their text. */
const free = new Set(
  'MIT MIT-0 ISC Apache-2.0 BSD BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 Zlib Unlicense'.split(' '),
);
/** Others that are known and meant, each with the reason. */
const exceptions: readonly [packages: RegExp, licence: RegExp, why: string][] = [
  [
    /^libsignal$/,
    /^GPL-3\.0$/,
    'of Baileys, loaded at run time; an image without it is possible (pitfalls of WhatsApp)',
  ],
  [/^@img\/sharp/, /LGPL-3\.0-or-later/, 'a peer of Baileys, linked to as a library of its own'],
  [/^@fontsource-variable\/figtree$/, /^OFL-1\.1$/, 'a font, shipped unchanged'],
  [/^(lightningcss(-.+)?|axe-core)$/, /^MPL-2\.0$/, 'builds and tests, changed nowhere, shipped nowhere'],
  [
    /^cldrjs$/,
    /^none named$/,
    'of the calendar: its LICENSE file is the MIT licence, its manifest names none',
  ],
];

interface Lock {
  readonly packages: Readonly<Record<string, { readonly license?: string }>>;
}

const isFree = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => free.has(part)));

/** Returns one line for each package whose licence is neither free nor excepted by name. */
export function unfreeLicences({ packages }: Lock): readonly string[] {
  return Object.entries(packages).flatMap(([path, { license = 'none named' }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    const known = exceptions.some(([names, licence]) => names.test(name) && licence.test(license));
    return path === '' || isFree(license) || known ? [] : [`${name}: ${license}`];
  });
}

if (import.meta.main) {
  const found = unfreeLicences(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock);
  for (const line of found) console.error(line);
  console.log(
    found.length === 0 ? 'every licence is free, or excepted by name' : 'see scripts/checks/licences.ts',
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
