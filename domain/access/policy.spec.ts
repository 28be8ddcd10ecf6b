import { expect, test } from 'vitest';
import type { Subject } from './policy.ts';
import { can, inScope, queueScope } from './policy.ts';

const subject = (more: Partial<Subject> = {}): Subject => ({
  ...{ userId: 'ana', companyId: 'c1', profile: 'user', super: false },
  ...{ queueIds: ['support'], allTicket: false },
  ...more,
});
const sees = (more: Partial<Subject>, queueId: string | null, userId: string | null = null) =>
  inScope(queueScope(subject(more)), { queueId, userId });

test('an agent acts on tickets of their queues and on their own', () => {
  expect(sees({}, 'support')).toBe(true);
  expect(sees({}, 'sales')).toBe(false);
  expect(sees({}, 'sales', 'ana')).toBe(true);
  expect(sees({}, 'sales', 'bruno')).toBe(false);
});
test('tickets without a queue are for those with allTicket', () => {
  expect(sees({}, null)).toBe(false);
  expect(sees({ allTicket: true }, null)).toBe(true);
});
test('supervisors and admins act on every queue', () => {
  for (const profile of ['supervisor', 'admin'] as const)
    for (const queueId of ['sales', null]) expect(sees({ profile, queueIds: [] }, queueId)).toBe(true);
});
test('the system has no limits', () => {
  expect(inScope(undefined, { queueId: 'sales', userId: null })).toBe(true);
});
test('rules by profile', () => {
  const rules = ['queues:manage', 'ticket-options:deleteTicket', 'users:manage', 'settings:manage'] as const;
  for (const rule of rules)
    expect([
      can(subject(), rule),
      can(subject({ profile: 'supervisor' }), rule),
      can(subject({ profile: 'admin' }), rule),
    ]).toEqual([false, false, true]);
  expect(can(subject({ profile: 'supervisor' }), 'ticket:history')).toBe(true);
  expect(can(subject(), 'ticket:history')).toBe(false);
  expect(can(subject(), 'everyone')).toBe(true);
});
test('being an admin of a company is not being a super user', () => {
  expect(can(subject({ profile: 'admin' }), 'super')).toBe(false);
  expect(can(subject({ super: true }), 'super')).toBe(true);
});
