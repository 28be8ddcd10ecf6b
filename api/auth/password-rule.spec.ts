import { expect, test } from 'vitest';
import { passwordProblem } from './password-rule.ts';

const owner = { name: 'Conceição Barreto', email: 'tucano.azul@example.org' };

test.each([
  ['seven letters, however odd', 'xK9#qLm', 'tooShort'],
  ['more than fifty', 'xK9#qLm2'.repeat(7), 'tooLong'],
  ['the person’s own name', 'Barreto-12', 'tooPersonal'],
  ['the product’s name', 'balcao12', 'tooCommon'],
  ['the product’s name twice, with five odd letters', 'balcao-xK9#balcao', 'tooCommon'],
  ['a common one', 'senha123', 'tooCommon'],
  ['eight odd letters', 'xK9#qLm2', undefined],
  ['four words', 'girafa roxa dorme cedo', undefined],
])('%s: %s is %s', async (_, password, problem) => {
  expect(await passwordProblem(password, owner)).toBe(problem);
});
