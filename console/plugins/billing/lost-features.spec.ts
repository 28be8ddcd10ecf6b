import { expect, test } from 'vitest';
import { publicPlan } from '../../../contract/plan.ts';
import { planFlags } from '../../../domain/company/events.ts';
import { lostFeatures } from './lost-features.ts';

const every = Object.fromEntries(planFlags.map((flag) => [flag, true]));
const plan = (id: string, more: object = {}) =>
  publicPlan.parse({ id, name: id, value: 1, users: 1, connections: 1, queues: 1, ...every, ...more });

test('another plan says what the company would have no more; of its own, and of one that gives more, there is nothing to say', () => {
  const [small, large] = [plan('small', { useCampaigns: false, useKanban: false }), plan('large')];
  const plans = [small, large];
  expect(lostFeatures(plans, 'large', small)).toEqual(['useCampaigns', 'useKanban']);
  expect(lostFeatures(plans, 'small', large)).toEqual([]);
  expect(lostFeatures(plans, 'large', large)).toEqual([]);
  expect(lostFeatures(plans, 'not offered', small)).toEqual([]);
  expect(lostFeatures(plans, 'large', undefined)).toEqual([]);
});
