import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bucketOf } from '../../../domain/contact-list/items.ts';
import { createInMemoryStateStore } from '../../../testing/in-memory/state-store.ts';
import { runBounded } from './bounded-process.ts';
import { listSheets, readSheet } from './read-sheet.ts';
import type { RowsPart } from './rows.ts';

const state = createInMemoryStateStore();
const read = async (bytes: Buffer, companyId = 'c') => {
  const parts: RowsPart[] = await Readable.from(readSheet(state, companyId, bytes)).toArray();
  return { valid: parts.flatMap(({ valid }) => valid), errors: parts.flatMap(({ errors }) => errors) };
};

interface Entry {
  readonly name: string;
  readonly content: Buffer;
  /** What the directory says of its size; default: the truth. */
  readonly claimed?: number;
}
/** A zip written by hand, for no library writes one that lies. */
const zip = (...entries: Entry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claimed = content.length } of entries) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(claimed, 22);
    head.writeUInt16LE(name.length, 26);
    const listed = Buffer.alloc(46);
    listed.writeUInt32LE(0x02014b50, 0);
    listed.writeUInt16LE(20, 4);
    listed.writeUInt16LE(20, 6);
    listed.writeUInt16LE(8, 10);
    listed.writeUInt32LE(packed.length, 20);
    listed.writeUInt32LE(claimed, 24);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt32LE(at, 42);
    parts.push(head, Buffer.from(name), packed);
    directory.push(listed, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
};
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
const text = (name: string, content: string): Entry => ({ name, content: Buffer.from(content) });
/** The least that is an .xlsx, with these rows and whatever else. */
const workbook = (rows: string, ...more: Entry[]): Entry[] => [
  text(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  ),
  text(
    '_rels/.rels',
    `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  text(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
  ),
  text(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packages}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ),
  text('xl/worksheets/sheet1.xml', `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`),
  ...more,
];
const row = (at: number, ...cells: string[]) =>
  `<row r="${at}">${cells.map((cell, n) => `<c r="${'ABC'[n]}${at}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
const spaces = (mb: number) => Buffer.alloc(mb * 1024 * 1024, ' ');
const one = row(1, 'Nome', 'Telefone') + row(2, 'Marina', '11987654321');

it('an .xlsx is read, its rows numbered as the spreadsheet program shows them', async () => {
  const { valid, errors } = await read(zip(...workbook(one + row(5, 'Z', '11987650000'))));
  expect(valid).toMatchObject([{ row: 2, name: 'Marina', number: '5511987654321' }]);
  expect(errors).toMatchObject([{ row: 5, field: 'name', code: 'short' }]);
});

it.each([
  ['400 MB that its directory calls 0', spaces(400), 0],
  ['400 MB that its directory calls 1 MB', spaces(400), 1024 * 1024],
  ['less than its directory says', spaces(1), 2 * 1024 * 1024],
])(
  'an archive that lies is refused as unreadable, without inflating it: %s',
  async (_name, content, claimed) => {
    const bomb = zip(...workbook(one, { name: 'xl/sharedStrings.xml', content, claimed }));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    await expect(read(bomb)).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      errors: { file: 'unreadable' },
      message: expect.stringContaining('lies'),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  },
);

it.each([
  ['in one entry', [{ name: 'xl/sharedStrings.xml', content: spaces(60) }]],
  ['in many', Array.from({ length: 6 }, (_, n) => ({ name: `xl/media/${n}.xml`, content: spaces(10) }))],
])('an honest archive that unfolds to more than 50 MB is too large: %s', async (_name, entries) => {
  await expect(read(zip(...workbook(one, ...entries)))).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
});

it('a document that has no binary byte is told from a list by how it begins', async () => {
  const table = '<table><tr><td>Nome</td><td>Número</td></tr></table>';
  for (const text of ['%PDF-1.7\nnome;numero\n', '{\\rtf1 nome;numero}', table, `\ufeff\r\n${table}`])
    await expect(read(Buffer.from(text))).rejects.toMatchObject({ code: 'ERR_MEDIA_TYPE' });
});

it('a sheet that says it has a row a million is too large, and fills no memory with empty ones', async () => {
  await expect(read(zip(...workbook(one + row(1_000_000, 'Z', '1'))))).rejects.toMatchObject({
    code: 'ERR_TOO_LARGE',
  });
});

it('one file of a company is read at a time; another company’s does not wait for it', async () => {
  const file = zip(...workbook(one));
  const [first, second, other] = await Promise.allSettled([read(file), read(file), read(file, 'other')]);
  expect([first, second].map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect([first, second].find((it) => it.status === 'rejected')).toMatchObject({
    reason: { code: 'ERR_TOO_MANY_REQUESTS' },
  });
  expect(other).toMatchObject({ status: 'fulfilled' });
  await expect(read(file)).resolves.toMatchObject({ valid: [{ name: 'Marina' }], errors: [] });
});

it('whose process was killed over a file keeps nobody waiting for longer than seconds', async () => {
  const file = zip(...workbook(one));
  const killed = readSheet({ ...state, instance: 'killed' }, 'dead', file);
  await killed.next();
  const turn = await state.get('sheet-reading/dead');
  expect(turn!.expiresAt! - (await state.now())).toBeLessThanOrEqual(30_000);
  const next = { ...state, instance: 'next', isGone: (instance: string) => instance === 'killed' };
  await expect(Readable.from(readSheet(next, 'dead', file)).toArray()).resolves.not.toHaveLength(0);
  await killed.return(undefined);
});

it.runIf(process.platform === 'linux')(
  'what takes more memory than it may, in Buffers too, ends and nothing else does',
  async () => {
    const script = new URL('../../../testing/greedy.ts', import.meta.url);
    const run = async (what: string) =>
      buffer(
        runBounded({
          script,
          args: [what],
          input: Buffer.from(''),
          timeoutMs: 20_000,
          mostOutput: 1_000,
          memoryMb: 200,
        }),
      );
    await expect(run('little')).resolves.toEqual(Buffer.from('{"secret":null}'));
    await expect(run('buffers')).rejects.toThrow('too much memory');
    await expect(run('heap')).rejects.toThrow('too much memory');
    await expect(run('output')).rejects.toThrow('too much of it');
  },
);

const csvOf = (rows: number) =>
  Buffer.from(
    ['nome;numero', ...Array.from({ length: rows }, (_, n) => `Pessoa ${n};55119${80_000_000 + n}`)].join(
      '\n',
    ),
  );

it('the rows of a contact list come by the buckets in which they will stand', async () => {
  const parts: RowsPart[] = await Readable.from(readSheet(state, 'c', csvOf(3_000), listSheets)).toArray();
  const buckets = parts.flatMap(({ valid }) => valid).map(({ number }) => bucketOf(number, ''));
  expect(buckets).toHaveLength(3_000);
  expect(buckets).toEqual(buckets.toSorted((one, other) => one - other));
});

it('of a file that is refused at its end nothing is answered before', async () => {
  let answered = 0;
  const take = async () => {
    for await (const { valid } of readSheet(state, 'c', csvOf(2_000), { ...listSheets, rows: 1_500 }))
      answered += valid.length;
  };
  await expect(take()).rejects.toMatchObject({ code: 'ERR_TOO_LARGE', details: { rows: 1_500 } });
  expect(answered).toBe(0);
});

it('a text of an older program is read in its own letters, longer than a piece of it too', async () => {
  const line = 'João Antônio;5511987654321;\n';
  const bytes = Buffer.concat([
    Buffer.from(line, 'latin1'),
    Buffer.alloc(70_000, '\n'),
    Buffer.from('Zé Luís;5511912345678', 'latin1'),
  ]);
  const { valid } = await read(bytes);
  expect(valid.map(({ name }) => name)).toEqual(['João Antônio', 'Zé Luís']);
});

it.each([
  ['sep=;\r\n', ';'],
  ['\ufeffsep=,\n', ','],
  ['"sep=\t"\r\n', '\t'],
])('a first line that names the delimiter is no row: %j', async (first, delimiter) => {
  const rows = [
    ['Telefone', 'Nome'],
    ['5511987654321', 'Zé; Luís, Filho'],
  ];
  const line = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(delimiter);
  const { valid, errors } = await read(Buffer.from(`${first}${rows.map(line).join('\r\n')}`));
  expect([valid, errors]).toMatchObject([[{ row: 2, name: 'Zé; Luís, Filho', number: '5511987654321' }], []]);
});
