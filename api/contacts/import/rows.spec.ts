import { describe, expect, it } from 'vitest';
import { createRowReader, readRows } from './rows.ts';

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
  it('have no characters that no screen shows', () => {
    const { valid, errors } = read(
      ['Ma\u0000ri\u0007na', '5511\u000b987654321', 'ma\u001brina@exemplo.com'],
      ['\u0000\u0001', '11987654322'],
    );
    expect(valid).toMatchObject([{ name: 'Marina', number: '5511987654321', email: 'marina@exemplo.com' }]);
    expect(errors).toMatchObject([{ field: 'name', code: 'required' }]);
  });
  it('have a name of one line in which something can be seen, and that turns no reading direction', () => {
    const { valid, errors } = read(['Ana\nMaria\u202e', '11987654321'], ['\u200b\u2060', '11987654322']);
    expect(valid.map(({ name }) => name)).toEqual(['Ana Maria']);
    expect(errors).toMatchObject([{ row: 3, field: 'name', code: 'required' }]);
  });
  it('have the number that was written with decimals, and no further digit', () => {
    const { valid } = read(
      ['Marina', '5511987654321.0'],
      ['Ana', '5511987654322,00'],
      ['Bia', '11.98765.4323'],
    );
    expect(valid.map(({ number }) => number)).toEqual(['5511987654321', '5511987654322', '5511987654323']);
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
  it('are no headings where a number stands, whatever word is in a name', () => {
    expect(readRows([['Loja do Celular', '11987654321', 'loja@email.com']]).valid).toEqual([
      { row: 1, name: 'Loja do Celular', number: '5511987654321', email: 'loja@email.com' },
    ]);
  });
  it('show columns as far as one of them is taken for something', () => {
    const reader = createRowReader();
    reader.read([...Array.from({ length: 70 }, (_, at) => `Campo ${at}`), 'Nome', 'Celular', 'Mais']);
    expect(reader.columns()).toHaveLength(72);
    expect(reader.columns().slice(-2)).toMatchObject([{ field: 'name' }, { field: 'number' }]);
  });
  it.each([
    [
      ['Cliente', 'Celular do cliente', 'Cidade'],
      ['name', 'number', null],
    ],
    [
      ['E-mail comercial', 'Nome completo', 'WhatsApp'],
      ['email', 'name', 'number'],
    ],
    [
      ['Sobrenome', 'Nome', 'Outro telefone', 'Telefone'],
      [null, 'name', null, 'number'],
    ],
    [
      ['Telefone de contato', 'E-mail do cliente', 'Nome completo'],
      ['number', 'email', 'name'],
    ],
    [
      ['Name', 'E-mail 1 - Label', 'E-mail 1 - Value', 'Phone 1 - Label', 'Phone 1 - Value'],
      ['name', null, 'email', null, 'number'],
    ],
    [
      ['Nome', 'Tipo de telefone', 'Telefone principal'],
      ['name', null, 'number'],
    ],
    [
      ['Contato (telefone)', 'Contato (e-mail)'],
      ['number', 'email'],
    ],
  ])('are guessed by words in their headings, one that is called so first: %j', (headings, fields) => {
    const reader = createRowReader();
    reader.read(headings);
    expect(reader.columns().map(({ field }) => field)).toEqual(fields);
  });
  it('have the rest of a name from a column of its own, where that is asked for', () => {
    const named = (headings: string[], ...rows: string[][]) => {
      const { read } = createRowReader({ surnames: true });
      read(headings);
      return rows.map((cells) => read(cells)).map((row) => row && 'valid' in row && row.valid.name);
    };
    const google = ['Last Name', 'First Name', 'Nickname', 'Phone 1 - Label', 'Phone 1 - Value'];
    expect(
      named(
        google,
        ['Ana', 'Mariana', 'Aninha', 'Mobile', '11987654321'],
        ['', 'Bia', '', '', '11987654322'],
        ['Souza', '', '', '', '11987654323'],
        ['S'.repeat(50), 'Caio', '', '', '11987654324'],
      ),
    ).toEqual(['Mariana Ana', 'Bia', 'Souza', 'Caio']);
    const older = ['Name', 'Given Name', 'Family Name', 'Phone 1 - Value'];
    expect(named(older, ['Ana Silva', 'Ana', 'Silva', '11987654321'])).toEqual(['Ana Silva']);
    expect(named(['Sobrenome', 'Celular'], ['Silva', '11987654321'])).toEqual(['Silva']);
    expect(readRows([google, ['Silva', 'Ana', '', '', '11987654321']]).valid[0]?.name).toBe('Ana');
  });
  it('come with heading and first cell of each column, to choose by', () => {
    const reader = createRowReader();
    for (const cells of [['Nome', 'Celular', 'Cidade'], [], ['Marina', '11987654321', 'São Paulo'], ['Ana']])
      reader.read(cells);
    expect(reader.columns()[2]).toEqual({ heading: 'Cidade', sample: 'São Paulo', field: null });
  });
  it('are those that were chosen, whatever stands above them; what was not chosen is not read', () => {
    const { read } = createRowReader({ columns: { name: 2, number: 0, email: null } });
    expect(read(['Nome', 'E-mail', 'Telefone'])).toBeUndefined();
    expect(read(['11987654321', 'no mail', 'Marina'])).toMatchObject({
      valid: { row: 2, name: 'Marina', number: '5511987654321', email: '' },
    });
    const headless = createRowReader({ columns: { name: 0, number: 1, email: null } });
    expect(headless.read(['Marina', '11987654321'])).toMatchObject({ valid: { row: 1 } });
  });
  it('without a name are called by their number, where that is asked for', () => {
    const { read } = createRowReader({ columns: { name: 0, number: 1, email: null }, nameless: true });
    expect(read(['', '11987654321'])).toEqual({
      valid: { row: 1, name: '5511987654321', number: '5511987654321', email: '', nameless: true },
    });
    expect(read(['', 'abc'])).toMatchObject({ error: { field: 'number' } });
    expect(read(['', ''])).toBeUndefined();
    expect(read(['M', '11987654322'])).toMatchObject({ error: { field: 'name', code: 'short' } });
  });
});
