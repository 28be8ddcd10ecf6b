import { expect, test } from 'vitest';
import type { UserView } from '../../../../contract/user.ts';
import { codesOf } from '../../../shell/form/resolver.ts';
import { bodyOf, type UserValues, valuesOf, withoutQueues } from './user-form.ts';
import { userSchema } from './user-schema.ts';

const checkUser = (values: UserValues, before: UserView | undefined, isOwn = false) =>
  codesOf(userSchema(before, isOwn), values);

const bruno: UserView = {
  ...{
    id: 'bruno',
    name: 'Bruno',
    email: 'bruno@demo.example',
    profile: 'user',
    super: false,
    companyId: 'c1',
  },
  ...{ allTicket: 'desabled', connectionId: 'w1', position: 1 },
  queues: [
    { id: 'q1', name: 'Vendas', color: '#000000' },
    { id: 'q2', name: 'Suporte', color: '#111111' },
  ],
  queueIds: ['q1', 'q2'],
};
const good = { ...valuesOf(undefined), name: 'Ana', email: 'ana@demo.example', password: 'tucano-17' };

test.each([
  [{}, {}],
  [{ name: '' }, { name: 'required' }],
  [{ name: 'A' }, { name: 'tooShort' }],
  [{ name: 'A'.repeat(51) }, { name: 'tooLong' }],
  [{ email: '' }, { email: 'required' }],
  [{ email: 'ana' }, { email: 'invalidEmail' }],
  [{ email: 'admin@localhost' }, {}],
  [{ password: '' }, {}],
  [{ password: '1234567' }, { password: 'tooShort' }],
  [{ password: '1'.repeat(51) }, { password: 'tooLong' }],
])('a new user with %j: %j', (given, expected) => {
  expect(checkUser({ ...good, ...given }, undefined)).toEqual(expected);
});
test('an edit may leave the password out, but not make it short', () => {
  expect(checkUser({ ...valuesOf(bruno) }, bruno)).toEqual({});
  expect(checkUser({ ...valuesOf(bruno), password: '123' }, bruno)).toEqual({ password: 'tooShort' });
});
test('the usual values: profile user, no queue, tickets without a queue not seen', () => {
  expect(valuesOf(undefined)).toMatchObject({
    profile: 'user',
    queueIds: [],
    allTicket: false,
    connectionId: '',
  });
});
test('an edit sends what was changed and nothing else', () => {
  const values = valuesOf(bruno);
  expect(bodyOf(values, bruno, true)).toEqual({});
  expect(bodyOf({ ...values, queueIds: ['q2', 'q1'] }, bruno, true)).toEqual({});
  expect(bodyOf({ ...values, name: ' Bruno B ', connectionId: '', queueIds: ['q1'] }, bruno, true)).toEqual({
    ...{ name: 'Bruno B', connectionId: null, queueIds: ['q1'] },
  });
});
test('without the right to, only one’s own fields are sent', () => {
  const values = { ...valuesOf(bruno), name: 'Bruno B', password: 'a new one', profile: 'admin' as const };
  expect(bodyOf(values, bruno, false)).toEqual({ name: 'Bruno B', password: 'a new one' });
});
test('the present password is asked for and sent with one’s own password or e-mail, and with nothing else', () => {
  const held = valuesOf(bruno);
  for (const change of [{ password: 'tucano-17' }, { email: 'bru@demo.example' }]) {
    const values = { ...held, ...change };
    expect(checkUser(values, bruno, true)).toEqual({ currentPassword: 'required' });
    expect(checkUser(values, bruno)).toEqual({});
    const shown = { ...values, currentPassword: 'the old one' };
    expect(checkUser(shown, bruno, true)).toEqual({});
    expect(bodyOf(shown, bruno, false, true)).toEqual({ ...change, currentPassword: 'the old one' });
    expect(bodyOf(shown, bruno, true)).toEqual(change);
  }
  const renamed = { ...held, name: 'Bruno B', currentPassword: 'left over' };
  expect(bodyOf(renamed, bruno, false, true)).toEqual({ name: 'Bruno B' });
});

test('who is left without a queue is said to see little, or nothing', () => {
  const none = { ...good, queueIds: [] };
  expect(withoutQueues(none)).toBe('nothing');
  expect(withoutQueues({ ...none, allTicket: true })).toBe('unqueued');
  for (const profile of ['supervisor', 'admin'] as const)
    expect(withoutQueues({ ...none, profile })).toBe('all');
  expect(withoutQueues({ ...none, queueIds: ['q1'] })).toBeUndefined();
});
test('a role of the company’s own is sent by its id, a profile takes its place, and what is marked then is theirs', () => {
  const withRole: UserView = { ...bruno, roleId: 'r1' };
  expect(valuesOf(withRole).profile).toBe('r1');
  expect(bodyOf({ ...valuesOf(bruno), profile: 'r1' }, bruno, true)).toEqual({ roleId: 'r1' });
  expect(bodyOf(valuesOf(withRole), withRole, true)).toEqual({});
  expect(bodyOf({ ...valuesOf(withRole), profile: 'user' }, withRole, true)).toEqual({
    ...{ profile: 'user', roleId: null, queueIds: ['q1', 'q2'] },
  });
  expect(bodyOf({ ...good, profile: 'r1' }, undefined, true)).toMatchObject({ roleId: 'r1', name: 'Ana' });
});
test('what somebody without a queue sees depends on their role', () => {
  const values = { ...valuesOf(undefined), profile: 'r1' };
  const role = { id: 'r1', name: 'Papel', rules: [], queueScope: 'own', queueIds: [] } as const;
  expect(withoutQueues({ ...values, role })).toBe('nothing');
  expect(withoutQueues({ ...values, role: { ...role, queueScope: 'all' } })).toBe('all');
  expect(withoutQueues({ ...values, role: { ...role, queueScope: 'chosen' } })).toBeUndefined();
});
