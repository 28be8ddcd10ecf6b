import { expect, test } from 'vitest';
import { planFlags } from '../../domain/company/events.ts';
import { passes } from './plugin.ts';
import { sessionOf } from './session.tsx';

const session = (more: { profile?: 'user' | 'admin'; super?: boolean; flags?: string[] }) =>
  sessionOf({
    ...{ id: 'ana', name: 'Ana', email: '', profile: more.profile ?? 'user', super: more.super ?? false },
    ...{ companyId: 'c1', allTicket: 'desabled', connectionId: null, queues: [], queueIds: [], position: 1 },
    company: {
      ...{ id: 'c1', name: 'Casa Lume', dueDate: null, timeZone: 'UTC', settings: [] },
      flags: more.flags ?? [],
    },
  });

test.each(planFlags)('what a plan does not hold is neither in the menu nor a page: %s', (plan) => {
  expect(passes({ plan }, session({ flags: [plan] }))).toBe(true);
  expect(passes({ plan }, session({ flags: planFlags.filter((flag) => flag !== plan) }))).toBe(false);
  // An admin has not bought it by being one.
  expect(passes({ plan }, session({ profile: 'admin', super: true }))).toBe(false);
});

test('of several conditions each must hold', () => {
  const gate = { rule: 'dashboard:view', plan: 'useCampaigns' } as const;
  expect(passes(gate, session({ profile: 'admin', flags: ['useCampaigns'] }))).toBe(true);
  expect(passes(gate, session({ profile: 'user', flags: ['useCampaigns'] }))).toBe(false);
  expect(passes({ rule: 'super' }, session({ profile: 'admin' }))).toBe(false);
  expect(passes({ rule: 'super' }, session({ super: true }))).toBe(true);
  expect(passes({ when: ({ user }) => user.name === 'Bia' }, session({}))).toBe(false);
  expect(passes({}, session({}))).toBe(true);
});
