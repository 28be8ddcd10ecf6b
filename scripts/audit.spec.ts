import { expect, test } from 'vitest';
import { verdictOf } from './audit.ts';

const hole = (severity: string, more: object = {}) => ({
  ...{ severity, range: '<2.0.0', via: [{ title: 'Prototype pollution', url: 'https://example.test/1' }] },
  ...{ fixAvailable: true, ...more },
});
const verdict = (vulnerabilities: object, required = false) =>
  verdictOf(JSON.stringify({ vulnerabilities }), { required });

test('no known hole is said in a line', () => {
  expect(verdict({})).toEqual({ lines: ['No known holes in what runs.'], code: 0 });
});

test('known holes are named, the worst first, with what they are and whether they can be got rid of', () => {
  const { lines, code } = verdict({
    light: hole('low', { via: ['heavy'] }),
    heavy: hole('high', { fixAvailable: false }),
  });
  expect(lines).toEqual([
    'high: heavy <2.0.0: Prototype pollution (https://example.test/1) [no version without it]',
    'low: light <2.0.0: through heavy',
  ]);
  expect(code).toBe(1);
});

test('a hole without weight fails nothing', () => {
  expect(verdict({ light: hole('moderate') }).code).toBe(0);
});

test.each([
  ['{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
  ['', 'npm said nothing'],
  ['npm: spawn npm ENOENT', 'npm: spawn npm ENOENT'],
])(
  'who could not be asked (%j) is not said to have found nothing, and fails only where it must be known',
  (output, why) => {
    expect(verdictOf(output, { required: false })).toEqual({ lines: [`Not looked up: ${why}`], code: 0 });
    expect(verdictOf(output, { required: true }).code).toBe(2);
  },
);
