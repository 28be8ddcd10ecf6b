import { expect, it } from 'vitest';
import type { Session } from '../auth/subject.ts';
import { changeJson, type Item } from './item.ts';
import { createSubscriber, mostLetters, mostPending } from './subscriber.ts';

const channel = 'company-c-ticket';
const session = {
  userId: 'u',
  companyId: 'c',
  profile: 'admin',
  sid: 's',
  scope: { queueIds: 'all' },
} as unknown as Session;
const item = (seq: number, body = ''): Item => {
  const text = changeJson({ channel, action: 'update', id: `t${seq}`, position: seq, document: { body } });
  return {
    ...{ seq, companyId: 'c', channel, action: 'update', id: `t${seq}`, room: undefined },
    ...{ before: undefined, after: undefined, json: () => text, gone: text },
  };
};
/** A client that has had its greeting and reads nothing more by itself. */
async function client() {
  const subscriber = createSubscriber({
    company: undefined,
    session,
    generation: 'g',
    channels: new Set([channel]),
    rooms: new Map(),
    isBrief: false,
    from: 0,
  });
  subscriber.replayed([], 0, false);
  const frames = subscriber.frames();
  await frames.next();
  const read = async () => {
    const { value } = await frames.next();
    return {
      seq: value!.seq,
      items: JSON.parse(value!.items.bytes().toString()) as { id: string; action: string }[],
    };
  };
  const offer = (...items: Item[]) =>
    subscriber.offer({ items, head: items.at(-1)!.seq, sharedFrames: new Map() });
  return { offer, read, subscriber };
}

it('who reads late gets all of it in one frame, and the cursor of the last', async () => {
  const { offer, read } = await client();
  for (let seq = 1; seq <= mostPending; seq++) offer(item(seq));
  const { seq, items } = await read();
  expect([seq, items.length, items[0]!.id, items.at(-1)!.id]).toEqual([
    `g:${mostPending}`,
    mostPending,
    't1',
    `t${mostPending}`,
  ]);
});

it('who does not read is told to reload instead, and goes on from there', async () => {
  const { offer, read } = await client();
  for (let seq = 1; seq <= 3 * mostPending; seq++) offer(item(seq));
  const { seq, items } = await read();
  expect(items.map(({ action }) => action)).toEqual(['resync']);
  expect(seq).toBe(`g:${3 * mostPending}`);
  offer(item(3 * mostPending + 1));
  expect((await read()).items.map(({ id }) => id)).toEqual([`t${3 * mostPending + 1}`]);
});

it('a few very large changes are no longer queue than many small ones', async () => {
  const { offer, read } = await client();
  const large = 'x'.repeat(100_000);
  const few = Math.ceil(mostLetters / large.length) + 1;
  expect(few).toBeLessThan(mostPending);
  for (let seq = 1; seq <= few; seq++) offer(item(seq, large));
  expect((await read()).items.map(({ action }) => action)).toEqual(['resync']);
  for (let seq = few + 1; seq <= few + 3; seq++) offer(item(seq, large));
  expect((await read()).items).toHaveLength(3);
});
