import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NameTable } from './names.ts';
import { createPacker } from './packer.ts';
import type { ShapeTable } from './shapes.ts';

const createTable = (full = false): ShapeTable & { readonly shapes: string[] } => {
  const shapes: string[] = [];
  return {
    shapes,
    after: (number) => shapes.map((shape, index) => ({ number: index + 1, shape })).slice(number),
    add(shape) {
      if (full) return undefined;
      if (!shapes.includes(shape)) shapes.push(shape);
      return shapes.indexOf(shape) + 1;
    },
  };
};

const ticketId = '01a207e1-fcb2-75f7-9de0-db6c5e72e121';
const companyId = '0b0e2a3c-2f3e-5a55-8a38-7a0f4f1f2c11';
const contactId = '01a207e1-fa8f-7511-be02-096135c61f38';
const sealed = '3binWOfLNqBtEbG1dpujeJ7AWJtTtdj5DIFQTiLl9wQbDEDcc0nM4VuUSSuMkXY3Cw4DEf_SiaXJGpteppaGBf3Lj';
const received = {
  id: '01a207e1-fcb2-75f7-9de1-24bc5f1059bc',
  type: 'MessageReceived',
  data: {
    ticketId,
    contactId,
    externalId: '3EB03245A6',
    fromMe: false,
    sentAt: '2026-11-23T10:09:09.616Z',
    queueId: null,
    extra: {},
    tags: [],
    sealed,
  },
  metadata: {
    companyId,
    actor: { kind: 'contact', id: contactId },
    commandId: '01a207e1-fcb2-75f7-9de1-24bc5f1059bc',
    at: '2026-11-23T10:09:09.617Z',
  },
};
const known = [companyId, ticketId];
const packed = (value: object, packer = createPacker(createTable())) => {
  const bytes = packer.pack(value, known);
  if (!bytes) throw new Error('it has no shape');
  return { bytes, packer, back: packer.unpack(bytes, known) };
};
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

test('an event comes back letter for letter, in less than a third of its JSON', () => {
  const { bytes, back } = packed(received);
  expect(JSON.stringify(back)).toBe(JSON.stringify(received));
  expect(bytes.length).toBeLessThan(JSON.stringify(received).length / 3);
});

test('one leaf is read without the others', () => {
  const { bytes, packer } = packed(received);
  expect(packer.leaf(bytes, known, 'type')).toBe('MessageReceived');
  // Cut off behind it: nothing of the rest was looked at.
  expect(packer.leaf(bytes.subarray(0, 36), known, 'type')).toBe('MessageReceived');
  expect(() => packer.unpack(bytes.subarray(0, 36), known)).toThrow();
  expect(packer.leaf(bytes, known, 'companyId')).toBeUndefined();
});

test('an id that is known, or stood there before, is one byte', () => {
  const sizes = [{ id: ticketId }, { id: contactId }, { id: contactId, again: contactId }].map(
    (value) => packed(value).bytes.length,
  );
  expect(sizes).toEqual([3, 19, 20]);
  // By its place in two, where many stood before.
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`id${at}`, randomUUID()]));
  const [first, last] = [many.id0, many.id19];
  expect(packed({ ...many, again: last, more: first }).bytes.length).toBe(packed(many).bytes.length + 2 + 1);
});

test('ids that are kept at one place for the next reading do not stand for each other', () => {
  /** Two of them are the same but for one or two of the first 28 digits. */
  const uuid = fc
    .tuple(fc.nat(27), fc.nat(15))
    .map(([at, digit]) => `${'0'.repeat(at)}${digit.toString(16)}${'0'.repeat(27 - at)}13c1`)
    .map((digits) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
  fc.assert(
    fc.property(fc.array(uuid, { minLength: 2, maxLength: 8 }), (ids) => {
      const given = Object.fromEntries(ids.map((id, index) => [`id${index}`, id]));
      for (let turn = 0; turn < 2; turn++) expect(packed(given).back).toEqual(given);
    }),
  );
});

test('a text that the file names is its number, and the same text elsewhere itself', () => {
  const texts: string[] = [];
  const names: NameTable = {
    kindOf: (key, parent) => (key === 'userId' || `${parent}.${key}` === 'actor.id' ? key : undefined),
    numberOf: (name) => (name === contactId ? undefined : texts.push(name) + 299),
    nameOf: (number) => texts[number - 300]!,
    forget: () => {},
  };
  const given = {
    userId: ticketId,
    id: ticketId,
    actor: { id: companyId },
    more: { userId: contactId, id: contactId, n: null, actor: { id: null } },
  };
  const packer = createPacker(createTable(), names);
  // Twice: by steps that are new, and along the tree.
  for (let turn = 0; turn < 2; turn++) {
    texts.length = 0;
    const bytes = packer.pack(given, [companyId])!;
    // A company's own id is at hand already; what has no number is written as it is.
    expect(texts).toEqual([ticketId]);
    // Shape, name, id, known id, near id, the same again, two nulls.
    expect(bytes.length).toBe(2 + 3 + 17 + 1 + 13 + 1 + 2);
    expect(packer.unpack(bytes, [companyId])).toEqual(given);
  }
  expect(() => createPacker(createTable()).unpack(Buffer.from([0, 1, 12, 1]), [])).toThrow();
});

test('ids and instants that are near the one before take what they differ by', () => {
  const [id, next, far] = [
    '01a207e1-fcb2-75f7-9de0-db6c5e72e122',
    '01a207e1-fcb3-7aaa-8000-000000000000',
    '01b207e1-fcb2-75f7-9de0-db6c5e72e121',
  ];
  const ids = { id, next, before: '01a207e1-fcb0-7aaa-8000-000000000001', far };
  const instants = {
    at: '2026-11-23T10:09:09.616Z',
    same: '2026-11-23T10:09:09.616Z',
    before: '2026-11-23T10:05:09.616Z',
    far: '2026-11-23T12:09:09.616Z',
    start: '1970-01-01T00:00:00.000Z',
    second: '1970-01-01T00:00:00.001Z',
  };
  expect(packed(ids).back).toEqual(ids);
  expect(packed(ids).bytes.length).toBe(2 + 17 + 12 + 12 + 17);
  expect(packed(instants).back).toEqual(instants);
  expect(packed(instants).bytes.length).toBe(2 + 7 + 2 + 4 + 7 + 7 + 2);
});

test('nulls in a row are counted, and a known number is one byte', () => {
  const nulls = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}`, null]));
  expect(packed({ a: 1, ...nulls, b: 2 }).bytes.length).toBe(2 + 1 + 2 + 1);
  expect(packed({ a: null, b: 1, c: null, d: null }).bytes.length).toBe(2 + 1 + 1 + 2);
  const packer = createPacker(createTable());
  const given = { position: 70_000, order: 70_000, other: 70_001, zero: -0 };
  const bytes = packer.pack(given, [], 70_000)!;
  expect(bytes.length).toBe(2 + 1 + 1 + 4 + 1);
  expect(packer.unpack(bytes, [], 70_000)).toEqual({ ...given, zero: 0 });
  expect(() => packer.unpack(bytes, [])).toThrow('not known');
});

test('ids of messages are half as long', () => {
  const { bytes, back } = packed({ a: '3EB0A1B2C3D4E5F6', b: 'ABCDEF1', c: '3eb0a1b2' });
  expect(bytes.length).toBe(2 + (2 + 8) + 8 + 9);
  expect(back).toEqual({ a: '3EB0A1B2C3D4E5F6', b: 'ABCDEF1', c: '3eb0a1b2' });
});

describe('a value that looks like another kind stays what it was', () => {
  const values: Record<string, unknown> = {
    'a UUID in capitals': ticketId.toUpperCase(),
    'almost a UUID': `${ticketId.slice(0, -1)}g`,
    'a day that does not exist': '2026-02-30T10:09:09.616Z',
    'an instant before 1970': '1969-12-31T23:59:59.999Z',
    'an instant without its milliseconds': '2026-11-23T10:09:09+00:00',
    'base64url with bits that do not count': `3${'A'.repeat(24)}AB`,
    'letters alone': 'a'.repeat(24),
    'an odd number of digits': 'ABCDEF012',
    'digits of both cases': 'ABCDEF0a',
    'digits in capitals': 'ABCDEF01',
    'many digits in capitals': 'ABCDEF01'.repeat(20),
    'a long word': 'paralelepípedo-paralelepípedo',
    'half a letter': '\ud83d',
    'half a letter in a long text': `${'a'.repeat(200)}\ude00`,
    'an empty text': '',
    'a text of 127 bytes': 'x '.repeat(63).concat('y'),
    'a text of 128 bytes': 'é '.repeat(42).concat('yy'),
    'a text of 100 KB': 'olá '.repeat(25_000),
    'minus zero': -0,
    'a fraction': 1.1,
    'a negative number': -5,
    'the largest whole number': Number.MAX_SAFE_INTEGER,
    'a number beyond': 2 ** 60,
    'no number': Number.NaN,
    'a list': [1, 'a', null, { b: undefined }],
    'a date object': new Date(0),
    'an object by ids': { [ticketId]: 1 },
    'an object with a key that is none': { ['__proto__']: 1 },
    'an object with a number as its key': { 2: 'b', a: 1, 1: 'a' },
    'an object five deep': { a: { b: { c: { d: { e: { f: 1 } } } } } },
  };
  for (const [name, value] of Object.entries(values))
    test(name, () => {
      const given = { before: 1, value, after: 'x' };
      const { back } = packed(given);
      expect(JSON.stringify(back)).toBe(JSON.stringify(given));
      expect(back).toEqual(asJson(given));
    });
});

test('what JSON leaves out is left out', () => {
  const given = { a: undefined, b: () => 1, c: Symbol('c'), d: 1 };
  expect(packed(given).back).toEqual({ d: 1 });
});

test('what JSON refuses is refused', () => {
  expect(() => packed({ a: 1n })).toThrow('BigInt');
});

test('the same keys share one shape, whatever their values', () => {
  const table = createTable();
  const packer = createPacker(table);
  for (const value of [
    { a: 1, b: { c: 'x' } },
    { a: null, b: { c: [] } },
    { a: 'y', b: { c: false } },
  ])
    packer.pack(value, []);
  expect(table.shapes).toEqual(['a,b{c,}']);
  packer.pack({ a: 1, b: null }, []);
  packer.pack({ b: { c: 1 }, a: 1 }, []);
  expect(table.shapes).toEqual(['a,b{c,}', 'a,b,', 'b{c,}a,']);
});

test('another process reads what came with a shape of its own', () => {
  const table = createTable();
  const [one, other] = [createPacker(table), createPacker(table)];
  const first = one.pack({ a: 1 }, [])!;
  expect(other.unpack(first, [])).toEqual({ a: 1 });
  expect(other.unpack(one.pack({ b: 2 }, [])!, [])).toEqual({ b: 2 });
  expect(one.unpack(other.pack({ c: 3 }, [])!, [])).toEqual({ c: 3 });
});

test('a shape that cannot be kept leaves the value to JSON', () => {
  expect(createPacker(createTable(true)).pack({ a: 1 }, [])).toBeUndefined();
  expect(createPacker(createTable()).pack({ 'a b': 1 }, [])).toBeUndefined();
});

test('after a rollback the shapes of the table count, not those that were remembered', () => {
  const table = createTable();
  const packer = createPacker(table);
  packer.pack({ a: 1 }, []);
  table.shapes.length = 0;
  packer.forget();
  const bytes = packer.pack({ b: 2 }, [])!;
  expect(createPacker(table).unpack(bytes, [])).toEqual({ b: 2 });
});

test('damaged bytes are refused or read as something else, never for ever', () => {
  const { bytes, packer } = packed(received);
  for (let at = 0; at < bytes.length; at++)
    for (const change of [1, 0x80, 0xff]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= change;
      try {
        expect(JSON.stringify(packer.unpack(damaged, known))).not.toBe(JSON.stringify(received));
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
  for (let length = 0; length < bytes.length; length++)
    expect(() => packer.unpack(bytes.subarray(0, length), known)).toThrow();
  expect(() => packer.unpack(Buffer.concat([bytes, Buffer.from([0])]), known)).toThrow('behind their end');
});

test('any value comes back as JSON would have given it back', () => {
  const packer = createPacker(createTable());
  const near = fc.nat(5_000_000).map((ms) => new Date(1_795_000_000_000 + ms).toISOString());
  const nearIds = fc.tuple(fc.nat(20_000), fc.nat(9)).map(([ms, last]) => {
    const time = (0x01a207e1fcb2 + ms).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7aaa-8000-00000000000${last}`;
  });
  const text = fc.oneof(
    near,
    nearIds,
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.uuid(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.base64String({ maxLength: 80 }),
    fc.stringMatching(/^[0-9A-F]{6,70}$/),
    fc.constantFrom(ticketId, companyId, sealed),
  );
  const leaf = fc.oneof(
    text,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
  );
  const name = fc.oneof(fc.constantFrom('a', 'b', 'c', 'id'), fc.string({ maxLength: 5 }));
  const { value } = fc.letrec((tie) => ({
    value: fc.dictionary(name, fc.oneof({ maxDepth: 4 }, leaf, tie('value'), fc.array(leaf)), { maxKeys: 6 }),
  }));
  fc.assert(
    fc.property(value, (given) => {
      const bytes = packer.pack(given as object, known);
      if (!bytes) return;
      expect(JSON.stringify(packer.unpack(bytes, known))).toBe(JSON.stringify(given));
    }),
    { numRuns: 3_000 },
  );
});
