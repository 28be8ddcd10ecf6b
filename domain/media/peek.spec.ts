import { expect, it } from 'vitest';
import { peek } from './peek.ts';

const source = (...chunks: readonly string[]) => {
  const log = { ended: false, given: 0 };
  async function* content() {
    try {
      for (const chunk of chunks) {
        log.given++;
        yield new TextEncoder().encode(chunk);
      }
    } finally {
      log.ended = true;
    }
  }
  return { content: content(), log };
};
const read = async (content: AsyncIterable<Uint8Array>) => {
  let text = '';
  for await (const chunk of content) text += new TextDecoder().decode(chunk);
  return text;
};
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

it.each([
  [[], '', ''],
  [['abc'], 'abc', 'abc'],
  [['ab', 'cd', 'ef'], 'abcd', 'abcdef'],
  [['abcdefgh', 'i'], 'abcd', 'abcdefghi'],
  [['', 'a', ''], 'a', 'a'],
])('of %j the first four bytes are %s, and the whole is still whole', async (chunks, head, whole) => {
  const { content } = source(...chunks);
  const peeked = await peek(content, 4);
  expect(text(peeked.head)).toBe(head);
  expect(await read(peeked.wholeContent)).toBe(whole);
});

it('takes no more of the source than it needs', async () => {
  const { content, log } = source('abcd', 'efgh', 'ijkl');
  await peek(content, 4);
  expect(log).toEqual({ given: 1, ended: false });
});

it('ends the source when nobody wants the whole, or its reader stops early', async () => {
  const unread = source('abcd', 'efgh');
  await (await peek(unread.content, 2)).close();
  expect(unread.log.ended).toBe(true);
  const stopped = source('abcd', 'efgh', 'ijkl');
  for await (const _chunk of (await peek(stopped.content, 2)).wholeContent) break;
  expect(stopped.log.ended).toBe(true);
});
