import { expect, test } from 'vitest';
import { planFlags } from '../../../domain/company/events.ts';
import type { PlanValues } from './plans-data.ts';
import { shrinkingOf } from './shrinking.ts';

const plan = {
  ...{ name: 'Básico', value: 99, users: 10, connections: 2, queues: 3, useInternal: true },
  ...Object.fromEntries(planFlags.map((flag) => [flag, true])),
} as PlanValues;
const use = (name: string, users: number, queues = 0) => ({ id: name, name, users, connections: 0, queues });

test('names who has more than a limit that shrinks, the farthest above it first', () => {
  const companies = [use('Lume', 9), use('Trevo', 12), use('Sol', 8)];
  expect(shrinkingOf(plan, { ...plan, users: 8 }, companies).over).toEqual([
    { name: 'Trevo', what: 'users', used: 12 },
    { name: 'Lume', what: 'users', used: 9 },
  ]);
});

test('who was above it already is nobody’s news while the limit stays or grows', () => {
  expect(shrinkingOf(plan, { ...plan, users: 11, queues: 2 }, [use('Trevo', 12)]).over).toEqual([]);
});

test('features that companies lose are told, and a price that changes; with no company there is nothing to tell', () => {
  const after = { ...plan, useKanban: false, useInternal: false, value: 89.9 };
  expect(shrinkingOf(plan, after, [use('Lume', 1)])).toEqual({ over: [], lost: ['useKanban'], priced: true });
  expect(shrinkingOf(plan, after, [])).toEqual({ over: [], lost: [], priced: false });
});
