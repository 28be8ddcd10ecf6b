import { describe, expect, test } from 'vitest';
import type { TemplateValues } from './template.ts';
import { expandTemplate, firstNameOf, templateVariables } from './template.ts';

const values: TemplateValues = {
  firstName: 'Maria',
  name: 'Maria da Silva',
  agent: 'Ana',
  protocol: '0K3ABCDE',
  at: '2026-11-02T02:30:00.000Z',
  timeZone: 'America/Sao_Paulo',
  locale: 'pt',
};
const expand = (text: string, changed: Partial<TemplateValues> = {}) =>
  expandTemplate(text, { ...values, ...changed });

test('each variable is replaced, as often as it stands there', () => {
  expect(expand('{{firstName}}, {{name}}: {{protocol}} ({{agent}}) {{firstName}}')).toBe(
    'Maria, Maria da Silva: 0K3ABCDE (Ana) Maria',
  );
  expect(expand(templateVariables.map((name) => `{{${name}}}`).join('|'))).toBe(
    'Maria|Maria da Silva|Boa noite|0K3ABCDE|01/11/2026|23:30|Ana',
  );
});

test('date and hour are those of the company, not of UTC', () => {
  expect(expand('{{date}} {{hour}}')).toBe('01/11/2026 23:30');
  expect(expand('{{date}} {{hour}}', { timeZone: 'Asia/Tokyo' })).toBe('02/11/2026 11:30');
  expect(expand('{{hour}}', { at: '2026-11-02T03:00:00.000Z' })).toBe('00:00');
});

describe('the greeting', () => {
  test.each([
    ['04:59', 'Boa noite'],
    ['05:00', 'Bom dia'],
    ['11:59', 'Bom dia'],
    ['12:00', 'Boa tarde'],
    ['17:59', 'Boa tarde'],
    ['18:00', 'Boa noite'],
  ])('the greeting at %s is %s', (hour, greeting) => {
    expect(expand('{{greeting}}', { at: `2026-11-02T${hour}:00.000Z`, timeZone: 'UTC' })).toBe(greeting);
  });
  test.each([
    ['pt-BR', 'Boa noite'],
    ['en', 'Good evening'],
    ['es', 'Buenas noches'],
    ['fr', 'Boa noite'],
  ])('in %s is %s', (locale, greeting) => {
    expect(expand('{{greeting}}', { locale })).toBe(greeting);
  });
});

test('blanks inside the braces and the case of a name do not matter', () => {
  expect(expand('{{ firstname }} {{NAME}}')).toBe('Maria Maria da Silva');
});

test('unknown variables, single braces and other text stay as typed', () => {
  for (const text of ['{{total}}', '{name}', '{{}}', '{{ }}', 'R$ 10', '{{constructor}}', '{{name'])
    expect(expand(text)).toBe(text);
});

test('what a value holds is text, never a variable or a pattern', () => {
  expect(expand('{{firstName}}', { firstName: '{{agent}} $& $1' })).toBe('{{agent}} $& $1');
});

test('the first name is the first word', () => {
  expect(firstNameOf('  Maria  da Silva ')).toBe('Maria');
  expect(firstNameOf('')).toBe('');
});

test('a queue is named only where the text is about one', () => {
  expect(expand('Fila {{queue}}', { queue: 'Vendas' })).toBe('Fila Vendas');
  expect(expand('Fila {{queue}}')).toBe('Fila {{queue}}');
});
