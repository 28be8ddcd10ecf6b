import { expect, test } from 'vitest';
import { safeName } from './file-name.ts';

test.each([
  ['orçamento.pdf', 'orçamento.pdf'],
  ['../../../etc/passwd', 'passwd'],
  ['C:\\Users\\Ana\\nota fiscal.xml', 'nota fiscal.xml'],
  ['fatura\u202egnp.exe', 'faturagnp.exe'],
  ['a\0b\r\n.txt', 'ab.txt'],
  ['.htaccess', 'htaccess'],
  ['', 'arquivo'],
  [undefined, 'arquivo'],
  ['..', 'arquivo'],
])('%j is kept as %j', (given, kept) => {
  expect(safeName(given)).toBe(kept);
});

test('a long name keeps its end', () => {
  const name = safeName(`${'é'.repeat(300)}.pdf`);
  expect([...name]).toHaveLength(120);
  expect(name).toMatch(/\.pdf$/);
});
