import { expect, test } from 'vitest';
import { planFlags } from './events.ts';
import { hasFeature } from './features.ts';

test.each(planFlags)('a company has %s when its plan has it, and not without', (flag) => {
  expect(hasFeature({ flags: [flag], settings: {} }, flag)).toBe(true);
  const others = planFlags.filter((other) => other !== flag);
  expect(hasFeature({ flags: others, settings: { campaignsEnabled: 'true' } }, flag)).toBe(false);
});

test.each([
  ['true', true],
  ['enabled', true],
  ['false', false],
  ['disabled', false],
])('campaignsEnabled %s: campaigns %s, and nothing else changes', (campaignsEnabled, expected) => {
  const company = { flags: planFlags, settings: { campaignsEnabled } };
  expect(hasFeature(company, 'useCampaigns')).toBe(expected);
  expect(hasFeature(company, 'useKanban')).toBe(true);
});
