import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { UnavailableError } from '../../domain/kernel/event-store.ts';
import type { ContactKey } from '../../domain/ports/contact-keys.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { nonceBytes, openBox, seal, tagBytes } from './aead.ts';
import { contactKey } from './box.ts';
import { createContactKeys } from './contact-keys.ts';

const secretKey = 'a secret of at least thirty-two characters';
const process = (
  state = createInMemoryStateStore(),
  more: { clock?: () => number; secretKey?: string } = {},
) => createContactKeys({ state, secretKey, ...more });
const key = contactKey(randomBytes(32));
const usable = (found: unknown): ContactKey => {
  expect(found).toBeTypeOf('object');
  return found as ContactKey;
};

test('a box opens in its own place only, and says nothing of what is in it', () => {
  const box = key.seal('Maria Titular', 'ticket-c1_t1 e1');
  expect(key.open(box, 'ticket-c1_t1 e1')).toBe('Maria Titular');
  expect(() => key.open(box, 'ticket-c1_t1 e2')).toThrow('do not open');
  expect(() => contactKey(randomBytes(32)).open(box, 'ticket-c1_t1 e1')).toThrow('do not open');
  expect(Buffer.from(box.slice(1), 'base64url').toString('latin1')).not.toContain('Maria');
});
test('the same text sealed twice is two boxes', () => {
  expect(key.seal('ok', 'p')).not.toBe(key.seal('ok', 'p'));
});
test('any text comes back as it was, long ones compressed', () => {
  for (const text of ['', 'ação 😀', '\ud800', 'x'.repeat(2_047), 'muito obrigada! '.repeat(60_000)]) {
    const box = key.seal(JSON.stringify(text), 'p');
    expect(JSON.parse(key.open(box, 'p'))).toBe(text);
  }
  expect(key.seal('muito obrigada! '.repeat(60_000), 'p').length).toBeLessThan(2_000);
});
test('a box of a version to come is refused by its name', () => {
  expect(() => key.open(`5${key.seal('x', 'p').slice(1)}`, 'p')).toThrow(
    'sealed in a way that this build does not know (version 5)',
  );
});

describe('the cipher, of any length on both of its implementations', () => {
  const bytes = randomBytes(32);
  const text = (length: number) => 'ação 😀 '.repeat(Math.ceil(length / 12)).slice(0, length);
  const places = ['p', 'lugar 😀'.repeat(200)];
  test.each([0, 1, 64, 8_000, 24_000, 40_000, 300_000])('%i letters', (length) => {
    for (const place of places) {
      const nonce = randomBytes(nonceBytes);
      const ours = seal(bytes, nonce, text(length), place);
      // As the standard's other implementation has it.
      const cipher = createCipheriv('chacha20-poly1305', bytes, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(place), { plaintextLength: Buffer.byteLength(text(length)) });
      const theirs = [nonce, cipher.update(text(length), 'utf8'), cipher.final(), cipher.getAuthTag()];
      expect(ours).toBe(Buffer.concat(theirs).toString('base64url'));
      expect(seal(bytes, nonce, Buffer.from(text(length)), place)).toBe(ours);
      expect(openBox(bytes, ours, place, String)).toBe(text(length));
      const sealed = Buffer.from(ours, 'base64url');
      const decipher = createDecipheriv('chacha20-poly1305', bytes, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(place), { plaintextLength: sealed.length - nonceBytes - tagBytes });
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      const opened = [decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()];
      expect(Buffer.concat(opened).toString()).toBe(text(length));
    }
  });
  test.each([10, 300_000])('%i letters changed anywhere do not open', (length) => {
    const box = Buffer.from(seal(bytes, randomBytes(nonceBytes), text(length), 'p'), 'base64url');
    for (const index of [0, nonceBytes, box.length - tagBytes, box.length - 1]) {
      const forged = Buffer.from(box);
      forged[index]! ^= 1;
      expect(() => openBox(bytes, forged.toString('base64url'), 'p', String)).toThrow();
    }
    for (const end of [0, 5, nonceBytes + tagBytes - 1, box.length - 1])
      expect(() => openBox(bytes, box.subarray(0, end).toString('base64url'), 'p', String)).toThrow();
    expect(() => openBox(randomBytes(32), box.toString('base64url'), 'p', String)).toThrow();
    expect(() => openBox(bytes, box.toString('base64url'), 'q', String)).toThrow();
  });
});

test('two processes that meet a contact at once go on with one key', async () => {
  const state = createInMemoryStateStore();
  const [one, two] = await Promise.all(
    [process(state), process(state)].map((keys) => keys.ensure('c1', 'k1')),
  );
  expect(usable(two).open(usable(one).seal('olá', 'p'), 'p')).toBe('olá');
  expect(await state.list('contact-key/')).toHaveLength(1);
});
test('what lies in the state store is not the key, and opens under no other secret', async () => {
  const state = createInMemoryStateStore();
  await process(state).ensure('c1', 'k1');
  const other = process(state, { secretKey: 'another secret of thirty-two characters' });
  const found = usable(await other.find('c1', 'k1'));
  expect(() => found.open('1AAAA', 'p')).toThrow('SECRET_KEY is another');
  expect(() => found.seal('x', 'p')).toThrow('SECRET_KEY is another');
});
test('a key that is nowhere is missing, which is not erased', async () => {
  expect(await process().find('c1', 'k1')).toBe('missing');
});
test('a closed key reads and does not write; a destroyed one does neither, and tells since when there was one', async () => {
  const state = createInMemoryStateStore();
  const keys = process(state);
  const box = usable(await keys.ensure('c1', 'k1')).seal('olá', 'p');
  await keys.close('c1', 'k1');
  expect(await keys.ensure('c1', 'k1')).toBe('erased');
  expect(usable(await keys.find('c1', 'k1')).open(box, 'p')).toBe('olá');
  const { madeAt } = await keys.destroy('c1', 'k1');
  expect(madeAt).toMatch(/^\d{4}-/);
  expect(await keys.find('c1', 'k1')).toBe('erased');
  expect(await keys.ensure('c1', 'k1')).toBe('erased');
  expect(await keys.destroy('c1', 'k1')).toEqual({ madeAt });
  expect((await state.list('contact-key/')).map(({ value }) => value)).toEqual([
    { v: 1, madeAt, closedAt: expect.any(String) },
  ]);
});
test('of a contact who never had a key nothing is written once it is closed', async () => {
  const keys = process();
  await keys.close('c1', 'old');
  expect(await keys.ensure('c1', 'old')).toBe('erased');
  expect(await keys.destroy('c1', 'old')).toEqual({ madeAt: null });
});
test('another process goes on with a key it remembers for so long and no longer', async () => {
  const state = createInMemoryStateStore();
  let now = 0;
  const other = process(state, { clock: () => now });
  usable(await other.ensure('c1', 'k1'));
  await process(state).destroy('c1', 'k1');
  now = other.rememberedMs - 1;
  usable(await other.ensure('c1', 'k1'));
  now = other.rememberedMs;
  expect(other.known('c1', 'k1')).toBeUndefined();
  expect(await other.ensure('c1', 'k1')).toBe('erased');
});
test('who reads of the erasure forgets the key at once', async () => {
  const state = createInMemoryStateStore();
  const other = process(state);
  await other.ensure('c1', 'k1');
  await process(state).destroy('c1', 'k1');
  other.forget('c1', 'k1');
  expect(await other.find('c1', 'k1')).toBe('erased');
});
test('a state store that is away is told as a store that is away: what asks for a key waits, as for the log', async () => {
  const away = createInMemoryStateStore();
  const keys = createContactKeys({
    state: { ...away, get: () => Promise.reject(new Error('connection lost')) },
    secretKey,
  });
  await expect(keys.ensure('c1', 'k1')).rejects.toThrow(UnavailableError);
  await expect(keys.find('c1', 'k1')).rejects.toThrow(UnavailableError);
});
