import { expect, it } from 'vitest';
import { unfreeLicences } from './licences.ts';

const lock = (licences: Readonly<Record<string, string | undefined>>) => ({
  packages: Object.fromEntries(
    Object.entries(licences).map(([name, license]) => [`node_modules/${name}`, license ? { license } : {}]),
  ),
});

it('a licence that asks for more than its text is named, with its package', () => {
  expect(unfreeLicences(lock({ mariadb: 'LGPL-2.1-or-later', react: 'MIT' }))).toEqual([
    'mariadb: LGPL-2.1-or-later',
  ]);
});

it('of a choice one free licence is enough, of several that hold together all must be', () => {
  expect(unfreeLicences(lock({ dompurify: '(MPL-2.0 OR Apache-2.0)' }))).toEqual([]);
  expect(unfreeLicences(lock({ one: 'MIT AND LGPL-3.0-or-later', two: '(MIT AND Zlib)' }))).toEqual([
    'one: MIT AND LGPL-3.0-or-later',
  ]);
});

it('a package that names none is no free one', () => {
  expect(unfreeLicences(lock({ unnamed: undefined }))).toEqual(['unnamed: none named']);
});

it('an exception is one for its licence only: the same package under another is named', () => {
  expect(unfreeLicences(lock({ libsignal: 'GPL-3.0' }))).toEqual([]);
  expect(unfreeLicences(lock({ libsignal: 'AGPL-3.0', 'other-signal': 'GPL-3.0' }))).toHaveLength(2);
});
