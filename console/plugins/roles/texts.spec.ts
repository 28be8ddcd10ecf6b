import { expect, test } from 'vitest';
import { ruleGroups, ruleNames } from '../../../domain/access/policy.ts';
import { messages as en } from './messages/en.ts';
import { messages as es } from './messages/es.ts';
import { messages as pt } from './messages/pt.ts';

test.each([
  ['pt', pt],
  ['en', en],
  ['es', es],
])('every rule of the product and every group has its words in %s, and no other', (_locale, messages) => {
  const wanted = [
    ...ruleGroups.map((group) => `roles.group.${group}`),
    ...ruleNames.map((rule) => `roles.rule.${rule}`),
  ];
  const there = Object.keys(messages).filter((key) => /^roles\.(rule|group)\./.test(key));
  expect(there.toSorted()).toEqual(wanted.toSorted());
});
