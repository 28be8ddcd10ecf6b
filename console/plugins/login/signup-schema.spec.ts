import { expect, test } from 'vitest';
import { codesOf } from '../../shell/form/resolver.ts';
import { signUpSchema } from './signup-schema.ts';

const good = {
  ...{ name: 'Ateliê', email: 'bia@example.org', phone: '(11) 95550-0166', password: 'girassol-73' },
  planId: 'p1',
};

test.each([
  [{}, {}],
  [{ name: '' }, { name: 'required' }],
  [{ name: 'A' }, { name: 'tooShort' }],
  [{ name: 'A'.repeat(51) }, { name: 'tooLong' }],
  [{ email: '' }, { email: 'required' }],
  [{ email: 'bia@' }, { email: 'invalidEmail' }],
  [{ phone: '' }, {}],
  [{ phone: '(11) 9555' }, { phone: 'tooShort' }],
  [{ password: '' }, { password: 'required' }],
  [{ password: '1234567' }, { password: 'tooShort' }],
  [{ password: '1'.repeat(51) }, { password: 'tooLong' }],
  [{ planId: '' }, { planId: 'required' }],
])('what is typed into the sign-up with %j: %j', (given, codes) => {
  expect(codesOf(signUpSchema, { ...good, ...given })).toEqual(codes);
});
test('the number is sent as digits', () => {
  expect(signUpSchema.parse(good).phone).toBe('11955500166');
});
