import { describe, expect, it } from 'vitest';
import { isDomainError } from '../../domain/errors.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { CompanyNames, Names } from '../names/names.ts';
import { checkReferences, connectionFor, reachableContact } from './references.ts';

interface Connection {
  readonly id: string;
  readonly isDefault: boolean;
}
/** A company with one queue, Ana, who may have a connection of her own, and these connections. */
const company = (connections: readonly Connection[], own: string | null = null) => {
  const held: Record<string, readonly { readonly id: string }[]> = {
    queues: [{ id: 'support' }],
    users: [{ id: 'ana', connectionId: own } as { id: string }],
    connections,
  };
  return {
    get: (collection: string, id: string) => held[collection]?.find((one) => one.id === id),
    all: (collection: string) => held[collection] ?? [],
  } as unknown as CompanyNames;
};
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
  return 'none';
};

it('what a new ticket names must be there', () => {
  const names = company([{ id: 'loja', isDefault: true }]);
  const check = (asked: object) => refusal(() => checkReferences(names, asked));
  expect(check({ queueId: 'support', userId: 'ana', connectionId: 'loja' })).toBe('none');
  expect(check({ queueId: null, userId: null })).toBe('none');
  expect(check({ queueId: 'sales' })).toBe('ERR_NO_QUEUE_FOUND');
  expect(check({ userId: 'bruno' })).toBe('ERR_NO_USER_FOUND');
  expect(check({ connectionId: 'outra' })).toBe('ERR_NO_WAPP_FOUND');
});

describe('the connection of a new conversation', () => {
  const loja = { id: 'loja', isDefault: true };
  const outra = { id: 'outra', isDefault: false };
  it('is the one asked for, the user’s own, the default, the only one', () => {
    expect(connectionFor(company([loja, outra], 'outra'), 'loja', 'ana')).toBe('loja');
    expect(connectionFor(company([loja, outra], 'outra'), null, 'ana')).toBe('outra');
    // Their own is gone.
    expect(connectionFor(company([loja, outra], 'deleted'), null, 'ana')).toBe('loja');
    expect(connectionFor(company([outra]), undefined, 'ana')).toBe('outra');
  });
  it('is none where no default says which', () => {
    const none = (connections: readonly Connection[]) =>
      refusal(() => connectionFor(company(connections), null, 'ana'));
    expect(none([])).toBe('ERR_NO_DEF_WAPP_FOUND');
    expect(none([outra, { ...outra, id: 'third' }])).toBe('ERR_NO_DEF_WAPP_FOUND');
  });
});

describe('the contact of a new conversation', () => {
  const open = async (contact: object | undefined) => {
    const names = {
      contacts: async () => new Map(contact === undefined ? [] : [['marina', contact]]),
    } as unknown as Names;
    try {
      await reachableContact(names, { companyId: 'c1' } as CompanyReader, 'marina');
    } catch (error) {
      if (isDomainError(error)) return [error.code, error.errors];
      throw error;
    }
    return ['none'];
  };
  const marina = { id: 'marina', number: '5511955500142', aliases: [], deletedAt: null };
  it('has a number, or another address', async () => {
    expect(await open(marina)).toEqual(['none']);
    expect(await open({ ...marina, number: '', aliases: ['123@lid'] })).toEqual(['none']);
    expect(await open({ ...marina, number: '' })).toEqual([
      'ERR_CREATING_TICKET',
      { contactId: 'no_number' },
    ]);
  });
  it('is there', async () => {
    expect(await open(undefined)).toEqual(['ERR_NO_CONTACT_FOUND', undefined]);
    expect((await open({ ...marina, deletedAt: '2026-11-21T12:00:00.000Z' }))[0]).toBe(
      'ERR_NO_CONTACT_FOUND',
    );
  });
});
