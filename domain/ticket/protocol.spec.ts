import { expect, test } from 'vitest';
import { deriveId } from '../kernel/ids.ts';
import { protocolAsked, protocolOf } from './protocol.ts';

test('eight characters that people can say, the first three for the day', () => {
  const first = protocolOf(deriveId('a'), '2026-11-02T00:00:00.000Z');
  const second = protocolOf(deriveId('b'), '2026-11-02T23:59:59.000Z');
  expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(first.slice(0, 3)).toBe(second.slice(0, 3));
  expect(first.slice(0, 3) < protocolOf(deriveId('a'), '2026-11-03T00:00:00.000Z').slice(0, 3)).toBe(true);
  expect(first).not.toBe(second);
});
test('a thousand tickets of one day hardly ever share one', () => {
  const numbers = Array.from({ length: 1000 }, (_, i) => protocolOf(deriveId(i), '2026-11-02T00:00:00.000Z'));
  expect(new Set(numbers).size).toBeGreaterThanOrEqual(999);
});
test.each([
  ['2ENRAZFQ', '2ENRAZFQ'],
  ['#2enrazfq', '2ENRAZFQ'],
  [' #2enr ', '2ENR'],
  ['2eolazfq', '2E01AZFQ'],
  ['1001', '1001'],
  ['2EN', undefined],
  ['marina', undefined],
  ['2ENRAZFQX', undefined],
  ['11 95550-1001', undefined],
])('%s asks for the protocol %s', (search, protocol) => {
  expect(protocolAsked(search)).toBe(protocol);
});
