import { describe, expect, it } from 'vitest';
import { readRows } from './rows.ts';

const header = ['Nome', 'Número', 'E-mail'];
const read = (...rows: string[][]) => readRows([header, ...rows]);

describe('the rows of an import', () => {
  it.each([
    [
      ['Telefone', 'e-mail', 'nome'],
      ['11 98765-4321', 'm@example.org', 'Marina'],
    ],
    [
      ['NAME', 'NUMBER', 'EMAIL'],
      ['Marina', '5511987654321', 'm@example.org'],
    ],
    [
      ['Correo electrónico', 'Nombre', 'Teléfono'],
      ['m@example.org', 'Marina', '+55 11 98765-4321'],
    ],
  ])('are understood by their headings %j', (headings, row) => {
    expect(readRows([headings, row]).valid).toEqual([
      { row: 2, name: 'Marina', number: '5511987654321', email: 'm@example.org' },
    ]);
  });
  it('without headings are name, number and e-mail', () => {
    expect(readRows([['Marina', '11987654321']]).valid).toEqual([
      { row: 1, name: 'Marina', number: '5511987654321', email: '' },
    ]);
  });
  it.each([
    [['', '11987654321'], { field: 'name', code: 'required' }],
    [['M', '11987654321'], { field: 'name', code: 'short' }],
    [['M'.repeat(51), '11987654321'], { field: 'name', code: 'long' }],
    [['Marina', ''], { field: 'number', code: 'required' }],
    [['Marina', '123'], { field: 'number', code: 'short' }],
    [['Marina', 'no number'], { field: 'number', code: 'invalid' }],
    [['Marina', '5511955500142 ramal 2'], { field: 'number', code: 'invalid' }],
    [['Marina', '11987654321', 'marina@'], { field: 'email', code: 'email' }],
  ])('with something wrong say what, and where: %j', (row, wrong) => {
    const { valid, errors, total } = read(row);
    expect([valid, errors, total]).toMatchObject([[], [{ row: 2, ...wrong }], 1]);
  });
  it('of one number are one, however it is written; empty lines count for nothing', () => {
    const { valid, errors, total } = read(
      ['Marina', '5511987654321'],
      ['', '', ''],
      ['Mari', '55 11 8765-4321'],
    );
    expect(valid.map(({ name }) => name)).toEqual(['Marina']);
    expect(errors).toEqual([{ row: 4, field: 'number', code: 'repeated', value: '55 11 8765-4321' }]);
    expect(total).toBe(2);
  });
  it('lose the apostrophe that our own export puts before a formula', () => {
    expect(read(["'=1+1", '11987654321']).valid[0]?.name).toBe('=1+1');
    expect(read(["D'Ávila", '11987654321']).valid[0]?.name).toBe("D'Ávila");
  });
});
