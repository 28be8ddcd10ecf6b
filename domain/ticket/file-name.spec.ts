import { expect, test } from 'vitest';
import { safeName } from './file-name.ts';

test.each([
  ['orçamento.pdf', 'orçamento.pdf'],
  ['../../../etc/passwd', 'passwd'],
  ['C:\\Users\\Ana\\nota fiscal.xml', 'nota fiscal.xml'],
  ['fatura\u202egnp.exe', 'faturagnp.exe'],
  ['a\0b\r\n.txt', 'ab.txt'],
  ['.htaccess', 'htaccess'],
  ['meio \ud83d par.pdf', 'meio \ufffd par.pdf'],
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

test('whatever a stranger calls a file, its name goes into an address', () => {
  for (const name of ['\udc00', `${'a'.repeat(119)}😀.pdf`, `${'😀'.repeat(200)}`])
    expect(() => encodeURIComponent(safeName(name))).not.toThrow();
});
