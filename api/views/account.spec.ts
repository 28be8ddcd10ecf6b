import { expect, it } from 'vitest';
import type { CompanyNames } from '../names.ts';
import { connectionViewOf } from './account.ts';

it('the code that pairs a phone is shown to those who may pair, and to nobody else', () => {
  const connection = { id: 'w', queueIds: [], status: 'qrcode' } as never;
  const names: CompanyNames = { get: () => undefined, all: () => [] };
  const shown = (profile: 'user' | 'supervisor' | 'admin') =>
    connectionViewOf(connection, names, { profile, super: false }, 'PAIR', { alive: true, seenAt: null })
      .qrcode;
  expect([shown('user'), shown('supervisor'), shown('admin')]).toEqual(['', '', 'PAIR']);
});
