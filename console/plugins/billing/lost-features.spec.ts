import { expect, test } from 'vitest';
import { aPlan, ownPlan } from './fixtures.ts';
import { lostFeatures } from './lost-features.ts';

test('another plan says what the company would have no more; of its own, and of one that gives more, there is nothing to say', () => {
  const small = aPlan('small', { useKanban: false, useCampaigns: false });
  const large = aPlan('large');
  expect(lostFeatures(ownPlan(large), small)).toEqual(['useCampaigns', 'useKanban']);
  expect(lostFeatures(ownPlan(small), large)).toEqual([]);
  expect(lostFeatures({ ...ownPlan(large), id: 'small' }, small)).toEqual([]);
  expect(lostFeatures(null, small)).toEqual([]);
});
