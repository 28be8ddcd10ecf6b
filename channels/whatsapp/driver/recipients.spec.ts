import { type BinaryNode, getBinaryNodeChild } from 'baileys';
import { afterEach, expect, it } from 'vitest';
import { deskAt, type TestDesk } from '../testing/desk.ts';
import { atNetwork, marina, text } from '../testing/number.ts';

const { network, connected } = atNetwork();
const withNinth = '5511955500142';
const without = '551155500142';
let desk: TestDesk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});
const asked = () =>
  network().received.filter((stanza) => {
    const list = getBinaryNodeChild(getBinaryNodeChild(stanza, 'usync'), 'list');
    const users = Array.isArray(list?.content) ? list.content : [];
    return users.some(({ attrs }) => attrs.jid?.startsWith(marina));
  }).length;

it('a number that the network does not know gets nothing: its message fails and says so', async () => {
  const { driver } = await connected();
  network().absent.add(marina);
  await expect(driver.send(text('3EB0AA', 'oi'))).rejects.toMatchObject({
    failure: 'refused',
    code: 'absent',
  });
  expect(network().sent).toEqual([]);
  network().absent.delete(marina);
  await driver.send(text('3EB0AB', 'oi'));
  expect(network().sent).toMatchObject([{ id: '3EB0AB', message: { extendedTextMessage: { text: 'oi' } } }]);
});

it('the agent reads that the contact has no address there', async () => {
  desk = await deskAt(network().url);
  await desk.gateway();
  network().write({ id: 'A1', from: marina, message: { conversation: 'oi' } });
  await desk.accepted();
  network().absent.add(marina);
  const id = await desk.send('olá');
  await expect
    .poll(async () => (await desk!.message(id))?.failure, { timeout: 10_000 })
    .toMatchObject({ code: 'ERR_WAPP_INVALID_CONTACT', cause: 'noAddress' });
});

it('one that the network has no time to look up waits', async () => {
  const { driver } = await connected();
  network().absent.add(marina);
  const asks = (stanza: BinaryNode, tag: string) =>
    getBinaryNodeChild(getBinaryNodeChild(getBinaryNodeChild(stanza, 'usync'), 'query'), tag);
  // Refused, as the network refuses what it has no time for.
  network().rules.answer = (question) =>
    asks(question, 'contact')
      ? {
          tag: 'iq',
          attrs: { id: question.attrs.id!, type: 'error', from: 's.whatsapp.net' },
          content: [{ tag: 'error', attrs: { code: '429', text: 'rate-overlimit' } }],
        }
      : undefined;
  await expect(driver.send(text('3EB0AG', 'oi'))).rejects.toMatchObject({ failure: 'limited' });
});

/** As the network refuses, inside an answer, what it has no time for. */
const limited = (question: BinaryNode, asked: string): BinaryNode => {
  const error = { tag: 'error', attrs: { code: '429', text: 'rate-overlimit', backoff: '3600' } };
  const result = { tag: 'result', attrs: {}, content: [{ tag: asked, attrs: {}, content: [error] }] };
  const usync = { tag: 'usync', attrs: {}, content: [result, { tag: 'list', attrs: {}, content: [] }] };
  return {
    tag: 'iq',
    attrs: { id: question.attrs.id!, type: 'result', from: 's.whatsapp.net' },
    content: [usync],
  };
};
const asks = (question: BinaryNode) =>
  getBinaryNodeChild(getBinaryNodeChild(getBinaryNodeChild(question, 'usync'), 'query'), 'devices')
    ? 'devices'
    : 'contact';
const isOf = (question: BinaryNode) => getBinaryNodeChild(question, 'usync') !== undefined;

it.each([
  ['phones', (asked: string) => asked === 'devices', false],
  ['number', (asked: string) => asked === 'contact', true],
  ['phones nor its number', () => true, false],
])(
  'one whose %s the network has no time to look up is not taken for unknown',
  async (_of, refuses, isOut) => {
    const { driver } = await connected();
    if (isOut) network().absent.add(marina);
    network().rules.answer = (question) =>
      isOf(question) && refuses(asks(question)) ? limited(question, asks(question)) : undefined;
    await expect(driver.send(text('3EB0AI', 'oi'))).rejects.toMatchObject({ failure: 'limited' });
    network().rules.answer = () => undefined;
    network().absent.delete(marina);
    await driver.send(text('3EB0AJ', 'oi'));
    expect(network().sent).toMatchObject([{ id: '3EB0AJ' }]);
  },
);

it('nor is one that the answer says nothing of, nor is it written to before its phones are known', async () => {
  const { driver } = await connected();
  const empty = (question: BinaryNode) => {
    const usync = { tag: 'usync', attrs: {}, content: [{ tag: 'list', attrs: {}, content: [] }] };
    return { ...limited(question, ''), content: [usync] };
  };
  let silent: readonly string[] = ['devices', 'contact'];
  network().rules.answer = (question) =>
    isOf(question) && silent.includes(asks(question)) ? empty(question) : undefined;
  await expect(driver.send(text('3EB0AK', 'oi'))).rejects.toMatchObject({ failure: 'unknown' });
  await expect(driver.checkNumber!(marina)).rejects.toMatchObject({ failure: 'unknown' });
  silent = ['devices'];
  await expect(driver.send(text('3EB0AK', 'oi'))).rejects.toMatchObject({ failure: 'unknown' });
  expect(network().sent).toEqual([]);
});

it('one whose phones are to be looked up again is not written to where the network has no time for that', async () => {
  const { driver } = await connected();
  network().rules.answer = (question) =>
    isOf(question) && asks(question) === 'devices' ? limited(question, 'devices') : undefined;
  const sending = driver.send(text('3EB0AL', 'oi', { to: '99887766@lid' }));
  await expect(sending).rejects.toMatchObject({ failure: 'limited' });
  expect(network().sent).toEqual([]);
});

it('a group that the number is no member of refuses it, and is not asked again and again', async () => {
  const { driver } = await connected();
  const message = text('3EB0AH', 'oi', { to: '120363025246125486', isGroup: true });
  await expect(driver.send(message)).rejects.toMatchObject({ failure: 'refused', code: '404' });
});

it('one that it knows by another spelling is written to by that one, and so is what changes it', async () => {
  const { driver } = await connected();
  network().spellings.set(withNinth, without);
  const target = { to: withNinth, isGroup: false, externalId: '3EB0AC' };
  await driver.send(text('3EB0AC', 'oi', { to: withNinth }));
  await driver.edit?.({ ...target, body: 'olá' });
  await driver.delete?.(target);
  await driver.react?.({ ...target, fromMe: true, emoji: '👍' });
  expect(network().sent.map(({ to }) => to)).toEqual(Array(4).fill(`${without}@s.whatsapp.net`));
});

it('is asked for once, however much is written to it', async () => {
  const { driver } = await connected();
  for (const id of ['3EB0AD', '3EB0AE', '3EB0AF']) await driver.send(text(id, 'oi'));
  expect(network().sent).toHaveLength(3);
  expect(asked()).toBe(1);
});
