import { expect, it } from 'vitest';
import { missingOf, needsGreeting } from './required.ts';

it('two queues need a greeting, one or none do not; a name is always needed', () => {
  const filled = { name: 'Loja', queueIds: ['a', 'b'], greetingMessage: ' ' };
  expect(missingOf(filled)).toEqual({ greetingMessage: 'ERR_WAPP_GREETING_REQUIRED' });
  expect(missingOf({ ...filled, greetingMessage: 'Olá' })).toBeUndefined();
  expect(missingOf({ ...filled, queueIds: ['a'] })).toBeUndefined();
  expect(missingOf({ ...filled, name: '', queueIds: [] })).toEqual({ name: 'required' });
  expect([needsGreeting({ queueIds: ['a'] }), needsGreeting(filled)]).toEqual([false, true]);
});
