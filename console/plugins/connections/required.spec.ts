import { expect, it } from 'vitest';
import { codesOf } from '../../shell/form/resolver.ts';
import { connectionSchema } from './connection-schema.ts';
import { needsGreeting } from './required.ts';

const rest = {
  channel: 'simulator',
  isDefault: false,
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  settings: {},
  secrets: {},
};
const missingOf = (values: object) => {
  const codes = codesOf(connectionSchema, { ...rest, ...values });
  return Object.keys(codes).length === 0 ? undefined : codes;
};

it('two queues need a greeting, one or none do not; a name is always needed', () => {
  const filled = { name: 'Loja', queueIds: ['a', 'b'], greetingMessage: ' ' };
  expect(missingOf(filled)).toEqual({ greetingMessage: 'ERR_WAPP_GREETING_REQUIRED' });
  expect(missingOf({ ...filled, greetingMessage: 'Olá' })).toBeUndefined();
  expect(missingOf({ ...filled, queueIds: ['a'] })).toBeUndefined();
  expect(missingOf({ ...filled, name: '', queueIds: [] })).toEqual({ name: 'required' });
  expect([needsGreeting({ queueIds: ['a'] }), needsGreeting(filled)]).toEqual([false, true]);
});
