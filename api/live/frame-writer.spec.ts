import { parse } from 'graphql';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { makeSchema } from '../graphql/schema.ts';
import { createFrameWriter, sendPieces } from './frame-writer.ts';

const schema = makeSchema();
const frame = (items: string) => ({
  seq: 'g:7',
  items: { text: items, bytes: () => Buffer.from(`[${items}]`) },
});
const write = (fields: string, items = '{"id":"t1"}') => {
  const document = parse(`subscription { ${fields} } fragment f on Frame { again: items }`);
  return createFrameWriter({ schema, document }, '1')(frame(items));
};

it.each([
  ['changes(channels: []) { seq items }', { changes: { seq: 'g:7', items: [{ id: 't1' }] } }],
  ['x: changes(channels: []) { at: seq __typename }', { x: { at: 'g:7', __typename: 'Frame' } }],
  ['changes(channels: []) { ...f items }', { changes: { again: [{ id: 't1' }], items: [{ id: 't1' }] } }],
  ['changes(channels: []) { seq items @skip(if: true) }', { changes: { seq: 'g:7' } }],
])('a frame has the shape that was asked for: %s', (fields, data) => {
  expect(JSON.parse(Buffer.concat(write(fields)).toString())).toEqual({
    id: '1',
    type: 'next',
    payload: { data },
  });
});

it('the items’ bytes are those that all subscribers share, and a long frame goes out without a copy of them', async () => {
  const items = frame(JSON.stringify({ body: 'ã'.repeat(5_000) }));
  const bytes = items.items.bytes();
  items.items.bytes = () => bytes;
  const document = parse('subscription { changes(channels: []) { seq items } }');
  const pieces = createFrameWriter({ schema, document }, '1')(items);
  const sent: { data: unknown; fin: boolean | undefined }[] = [];
  const held: string[] = [];
  const socket = {
    send(data: unknown, { fin }: { fin?: boolean }, taken?: () => void) {
      sent.push({ data, fin });
      taken?.();
    },
  };
  await sendPieces(
    socket as unknown as WebSocket,
    { cork: () => held.push('cork'), uncork: () => held.push(`uncork after ${sent.length}`) },
    pieces,
  );
  expect(sent.map(({ fin }) => fin)).toEqual([false, false, true]);
  expect(sent[1]!.data).toBe(bytes);
  expect(held).toEqual(['cork', 'uncork after 3']);
});

it('a socket that takes nothing more ends it', async () => {
  const socket = {
    send: (_: unknown, __: unknown, taken: (error: Error) => void) => taken(new Error('gone')),
  };
  const stream = { cork() {}, uncork() {} };
  await expect(
    sendPieces(socket as unknown as WebSocket, stream, write('changes(channels: []) { seq }')),
  ).rejects.toThrow('gone');
});
