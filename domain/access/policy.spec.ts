import { expect, test } from 'vitest';
import { profile } from '../user/events.ts';
import { grantOf, noGrant, rightsOfRole } from './grant.ts';
import type { Rule, Subject } from './policy.ts';
import { builtInRoles, can, covers, inScope, queueScope, ruleNames } from './policy.ts';

const subject = (more: Partial<Subject> = {}): Subject => ({
  userId: 'ana',
  companyId: 'c1',
  profile: 'user',
  super: false,
  queueIds: ['support'],
  allTicket: false,
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

/** user, supervisor, admin: what each may do. A rule that stands in no line here is one nobody has decided on. */
const allowed: Readonly<Record<string, readonly [boolean, boolean, boolean]>> = {
  'quick-messages:own': [true, true, true],
  'quick-messages:all': [false, true, true],
  'quick-messages:general': [false, false, true],
  'tickets:everyQueue': [false, true, true],
  'tickets:withoutQueue': [false, false, true],
  'tickets-manager:showall': [false, true, true],
  'tickets-manager:userFilter': [false, false, true],
  'ticket:history': [false, true, true],
  'ticket:peek': [false, true, true],
  'ticket-options:deleteTicket': [false, false, true],
  'ticket-notes:all': [false, false, true],
  'messages:seeDeleted': [false, true, true],
  'tags:kanban': [false, true, true],
  'tags:manage': [false, false, true],
  'dashboard:view': [false, false, true],
  'users:manage': [false, false, true],
  'roles:manage': [false, false, true],
  'user-modal:editProfile': [false, false, true],
  'user-modal:editQueues': [false, false, true],
  'contacts-page:deleteContact': [false, false, true],
  'contacts-page:eraseContact': [false, false, true],
  'contacts-page:exportContact': [false, false, true],
  'contacts-page:mergeContacts': [false, true, true],
  'contacts-page:import': [false, true, true],
  'schedules:manage': [true, true, true],
  'contact-lists:manage': [false, false, true],
  'webhooks:manage': [false, false, true],
  'campaigns:manage': [false, false, true],
  'tokens:manage': [false, false, true],
  'chats:use': [true, true, true],
  'contacts-page:export': [false, true, true],
  'connections-page:addConnection': [false, false, true],
  'connections-page:actionButtons': [false, false, true],
  'connections-page:editOrDeleteConnection': [false, false, true],
  'queues:manage': [false, false, true],
  'settings:manage': [false, false, true],
  'channel-tools:use': [false, false, true],
  'files:manage': [false, false, true],
  'audit:view': [false, false, true],
  'billing:manage': [false, false, true],
};
test.each(Object.entries(allowed))('%s is for [user, supervisor, admin]: %j', (rule, expected) => {
  const may = (['user', 'supervisor', 'admin'] as const).map((profile) =>
    can(subject({ profile }), rule as Rule),
  );
  expect(may).toEqual(expected);
  // A super user has what their profile has, and what is for super users.
  expect(can(subject({ profile: 'admin', super: true }), rule as Rule)).toBe(expected[2]);
});
test('the table names every rule there is', () => {
  expect(Object.keys(allowed).toSorted()).toEqual(ruleNames.toSorted());
});
test('what is for everyone is for every profile', () => {
  for (const profile of ['user', 'supervisor', 'admin'] as const)
    expect(can(subject({ profile }), 'everyone')).toBe(true);
});
test('the profiles are admin, supervisor and user', () => {
  expect(profile.options.toSorted()).toEqual(['admin', 'supervisor', 'user']);
  expect(profile.options.toSorted()).toEqual(builtInRoles.toSorted());
});
test('being an admin of a company is not being a super user', () => {
  expect(can(subject({ profile: 'admin' }), 'super')).toBe(false);
  expect(can(subject({ super: true }), 'super')).toBe(true);
});

test.each(ruleNames)('a role that has %s alone has nothing else; one that has none has nothing', (rule) => {
  const role = rule === 'tickets:everyQueue' ? { queueScope: 'all' } : { rules: [rule] };
  const who = subject({ grant: grantOf(role) });
  expect(ruleNames.filter((one) => can(who, one))).toEqual([rule]);
  expect([can(who, 'everyone'), can(who, 'super')]).toEqual([true, false]);
  expect(ruleNames.filter((one) => can(subject({ profile: 'admin', grant: noGrant }), one))).toEqual([]);
});
test('of what is stored, only what a role may have grants something', () => {
  const wild = {
    rules: ['super', 'everyone', 'tickets:everyQueue', 'no:such', 7],
    queueScope: 'each',
    queueIds: 5,
  };
  expect(grantOf(wild)).toEqual(noGrant);
  expect(can(subject({ grant: grantOf(wild) }), 'super')).toBe(false);
});
test('a role says whose queues it is for: the person’s, every one, or its own in their place', () => {
  expect(queueScope(subject({ grant: grantOf({ queueScope: 'own' }) })).queueIds).toEqual(['support']);
  expect(queueScope(subject({ grant: grantOf({ queueScope: 'all' }) }))).toMatchObject({
    queueIds: 'all',
    noQueue: true,
  });
  expect(grantOf({ queueScope: 'chosen', queueIds: ['sales'] }).queueIds).toEqual(['sales']);
  expect(grantOf({ queueScope: 'own', queueIds: ['sales'] }).queueIds).toBeUndefined();
});
test('nobody covers who may do more', () => {
  const [user, supervisor, admin] = (['user', 'supervisor', 'admin'] as const).map((profile) =>
    subject({ profile }),
  );
  expect([covers(admin!, supervisor!), covers(supervisor!, user!), covers(admin!, admin!)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([covers(supervisor!, admin!), covers(user!, supervisor!)]).toEqual([false, false]);
  expect(covers(admin!, subject({ profile: 'admin', super: true }))).toBe(false);
  expect(covers(admin!, rightsOfRole({ rules: ruleNames, queueScope: 'all' }))).toBe(true);
  expect(covers(rightsOfRole({ rules: ['users:manage'] }), rightsOfRole({ rules: ['audit:view'] }))).toBe(
    false,
  );
});
