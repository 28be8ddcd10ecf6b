import { expect, test } from 'vitest';
import type { RoleView } from '../../../shell/roles.ts';
import {
  bodyOf,
  columnsOf,
  copyOf,
  differences,
  emptyDraft,
  groupsOf,
  isChanged,
  toggleRule,
} from './draft.ts';

const role: RoleView = {
  id: 'r1',
  name: 'Financeiro',
  rules: ['audit:view'],
  queueScope: 'own',
  queueIds: [],
};
const queues = new Set(['q1']);

test('the built-in roles stand first, then the company’s by name, the new one last, each as it is written', () => {
  const draft = toggleRule(role, 'billing:manage');
  const columns = columnsOf([role, { ...role, id: 'r0', name: 'Caixa' }], draft);
  expect(columns.map(({ id }) => id)).toEqual(['admin', 'supervisor', 'user', 'r0', 'r1']);
  expect([...columns[4]!.rules]).toEqual(['audit:view', 'billing:manage']);
  expect(columnsOf([role], emptyDraft).map(({ id }) => id)).toEqual([
    'admin',
    'supervisor',
    'user',
    'r1',
    'new',
  ]);
});

test('a copy of a built-in role has what a role may have, and its queues', () => {
  const [admin, , user] = columnsOf([], undefined);
  const copy = copyOf(admin!, 'Cópia');
  expect([copy.queueScope, copy.rules.includes('tickets:everyQueue')]).toEqual(['all', false]);
  expect(differences(copy, { ...copy, rules: [] }).lost).toEqual([]);
  expect(copyOf(user!, 'x')).toEqual({
    name: 'x',
    rules: ['quick-messages:own', 'schedules:manage', 'chats:use'],
    queueScope: 'own',
    queueIds: [],
  });
  const [own] = columnsOf([role], undefined).slice(-1);
  expect(copyOf(own!, 'x')).toEqual({ name: 'x', rules: ['audit:view'], queueScope: 'own', queueIds: [] });
});

test('of two who change different rights at once neither undoes the other', () => {
  const draft: RoleView = { ...role, rules: ['billing:manage'] };
  const now: RoleView = { ...role, rules: ['audit:view', 'dashboard:view'], name: 'Outro' };
  expect(bodyOf(draft, role, now, queues)).toEqual({ rules: ['dashboard:view', 'billing:manage'] });
  expect(bodyOf(role, role, now, queues)).toEqual({});
});

test('a new one is sent whole, without queues that are gone', () => {
  const draft = { ...emptyDraft, name: ' Novo ', queueScope: 'chosen', queueIds: ['q1', 'gone'] } as const;
  expect(bodyOf(draft, emptyDraft, emptyDraft, queues)).toEqual({ ...draft, name: 'Novo', queueIds: ['q1'] });
  expect([isChanged(draft, emptyDraft), isChanged({ ...emptyDraft, name: ' ' }, emptyDraft)]).toEqual([
    true,
    false,
  ]);
});

test('what is gained and lost counts the queues too', () => {
  expect(differences({ ...role, queueScope: 'all', rules: [] }, role)).toEqual({
    gained: ['tickets:everyQueue'],
    lost: ['audit:view'],
  });
});

test('a search finds rights by their words and by their names', () => {
  const found = groupsOf('fatur', (rule) => (rule === 'billing:manage' ? 'Ver faturas' : rule));
  expect(found).toEqual([{ group: 'company', rules: ['billing:manage'] }]);
  expect(groupsOf('audit:', (rule) => rule)).toEqual([{ group: 'company', rules: ['audit:view'] }]);
  expect(groupsOf('', (rule) => rule)).toHaveLength(7);
});
