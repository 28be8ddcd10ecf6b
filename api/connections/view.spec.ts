import { expect, it } from 'vitest';
import type { CompanyNames } from '../names/names.ts';
import { connectionViewOf } from './view.ts';

it('the code that pairs a phone is shown to those who may pair, and to nobody else', () => {
  const connection = { id: 'w', queueIds: [], status: 'qrcode' } as never;
  const names: CompanyNames = { get: () => undefined, all: () => [], former: () => undefined };
  const shown = (profile: 'user' | 'supervisor' | 'admin') =>
    connectionViewOf(
      connection,
      names,
      { profile, super: false },
      { code: 'PAIR', attempt: 1 },
      { alive: true, seenAt: null },
    ).qrcode;
  expect([shown('user'), shown('supervisor'), shown('admin')]).toEqual(['', '', 'PAIR']);
});

it('a code that is typed is no picture to be scanned, and as secret', () => {
  const connection = { id: 'w', queueIds: [], status: 'qrcode' } as never;
  const names: CompanyNames = { get: () => undefined, all: () => [], former: () => undefined };
  const pairing = { code: 'ABCD1234', attempt: 1, kind: 'code' } as const;
  const shown = (profile: 'user' | 'admin') =>
    connectionViewOf(connection, names, { profile, super: false }, pairing, { alive: true, seenAt: null });
  expect(shown('admin')).toMatchObject({ qrcode: '', pairingCode: 'ABCD1234' });
  expect(shown('user')).toMatchObject({ qrcode: '', pairingCode: '' });
});
