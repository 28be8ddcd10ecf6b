import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { aesEncryptGCM, proto } from 'baileys';
import { expect, it } from 'vitest';
import { createVault } from '../../../gateway/secrets/vault.ts';
import { createInMemoryStateStore } from '../../../testing/in-memory/state-store.ts';
import { writePairedCredentials } from '../testing/crabline.ts';
import { atNetwork, bia, marina, secretKey } from '../testing/number.ts';
import { openInbox } from './inbox.ts';

const { network, connected } = atNetwork();
const own = '15550000000';
const group = '120363025246125486';
const lid = '99887766@lid';
const jid = (number: string) => `${number}@s.whatsapp.net`;
const { MESSAGE_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType;
const { Type } = proto.Message.ProtocolMessage;

const secret = randomBytes(32);
const price = (conversation: string): proto.IMessage => ({
  conversation,
  messageContextInfo: { messageSecret: secret },
});
/** An edit of M1 as the app seals it since May 2026: under the message's secret, for its writer and its editor. */
const edit = (
  body: string,
  by: string,
  { key = secret, writer = by, id = 'M1', bare = false } = {},
): proto.IMessage => {
  const hmac = (data: Buffer, of: Buffer | Uint8Array) => createHmac('sha256', of).update(data).digest();
  const use = Buffer.concat([
    ...[id, writer, by, 'Message Edit'].map((part) => Buffer.from(part)),
    Buffer.from([1]),
  ]);
  const editedMessage = { conversation: body };
  const said = bare
    ? editedMessage
    : { protocolMessage: { type: Type.MESSAGE_EDIT, key: { id }, editedMessage } };
  const iv = randomBytes(12);
  const plain = proto.Message.encode(said).finish();
  const encPayload = aesEncryptGCM(plain, hmac(use, hmac(key, new Uint8Array(32))), iv, Buffer.alloc(0));
  return {
    secretEncryptedMessage: {
      targetMessageKey: { id, remoteJid: jid(own), fromMe: true },
      encPayload,
      encIv: iv,
      secretEncType: MESSAGE_EDIT,
    },
  };
};

it('an edit of a contact is opened with the secret of what they wrote, also twice, in their order', async () => {
  const number = await connected();
  network().write({ id: 'M1', from: marina, message: price('R$ 500') });
  network().write({ id: 'E1', from: marina, message: edit('R$ 50', jid(marina)) });
  network().write({ id: 'E2', from: marina, message: edit('R$ 550', jid(marina), { bare: true }) });
  await expect.poll(() => number.of('edit').length, { timeout: 10_000 }).toBe(2);
  expect(number.of('edit')).toMatchObject([
    { externalId: 'M1', addresses: [marina], fromMe: false, body: 'R$ 50' },
    { externalId: 'M1', addresses: [marina], fromMe: false, body: 'R$ 550' },
  ]);
  expect(number.messages().map(({ externalId }) => externalId)).toEqual(['M1']);
});

it('one made on the company’s phone is the company’s, of a picture its words', async () => {
  const number = await connected();
  const attrs = { recipient: jid(marina) };
  const file = await network().media.offer(network().url, 'uma figura', 'image');
  const message = {
    imageMessage: { ...file, caption: 'antes' },
    messageContextInfo: { messageSecret: secret },
  };
  network().write({ id: 'M1', from: own, attrs, message });
  network().write({ id: 'E1', from: own, attrs, message: edit('depois', jid(own)) });
  await expect
    .poll(() => number.of('edit')[0], { timeout: 10_000 })
    .toMatchObject({ externalId: 'M1', addresses: [marina], fromMe: true, body: 'depois' });
});

it('of whom the network knows by a lid it is opened by either address, whichever they sealed it by', async () => {
  const number = await connected();
  const attrs = { sender_pn: jid(marina) };
  network().write({ id: 'M1', from: lid, attrs, message: price('R$ 500') });
  await expect.poll(() => number.messages().length, { timeout: 10_000 }).toBe(1);
  network().write({ id: 'E1', from: lid, message: edit('pelo lid', lid) });
  network().write({ id: 'E2', from: lid, message: edit('pelo número', jid(marina)) });
  network().write({ id: 'E3', from: lid, message: edit('por um e outro', lid, { writer: jid(marina) }) });
  await expect.poll(() => number.of('edit').length, { timeout: 10_000 }).toBe(3);
  expect(number.of('edit').map(({ body }) => body)).toEqual(['pelo lid', 'pelo número', 'por um e outro']);
  expect(number.of('edit')[1]?.addresses).toEqual([marina, lid]);
});

it('in a group it names the member who made it', async () => {
  const number = await connected();
  network().write({ id: 'M1', from: marina, group, message: price('R$ 500') });
  network().write({ id: 'E1', from: marina, group, message: edit('R$ 50', jid(marina)) });
  await expect
    .poll(() => number.of('edit')[0], { timeout: 10_000 })
    .toMatchObject({ externalId: 'M1', addresses: [group], author: [marina], body: 'R$ 50' });
});

it('is opened after a restart too; meanwhile the secret lies sealed', async () => {
  const first = await connected();
  network().write({ id: 'M1', from: marina, message: price('R$ 500') });
  const kept = () => first.state.list('edit/', { limit: 5 });
  await expect.poll(() => kept().then(({ length }) => length)).toBe(1);
  expect(JSON.stringify(await kept())).not.toContain(secret.toString('base64'));
  await first.driver.disconnect();
  const second = await connected({ state: first.state, connectionId: first.connectionId });
  network().write({ id: 'E1', from: marina, message: edit('R$ 50', jid(marina)) });
  await expect.poll(() => second.of('edit')[0]?.body, { timeout: 10_000 }).toBe('R$ 50');
});

it('is opened too where the store was away when its message came', async () => {
  const state = createInMemoryStateStore();
  const { get, set } = state;
  let isAway = true;
  // Whose number it is, is found later than that the store is away.
  state.get = async (key) => {
    if (key.includes('/lid-mapping/')) await wait(20);
    return get(key);
  };
  state.set = async (...given) => {
    if (isAway && given[0].startsWith('edit/')) throw new Error('the store is away');
    return set(...given);
  };
  await writePairedCredentials({ state, secretKey, connectionId: 'w-away' });
  const first = await connected({ state, connectionId: 'w-away', config: { inboxEveryMs: 50 } });
  network().write({ id: 'M1', from: lid, message: price('R$ 500') });
  await expect.poll(() => first.messages().length, { timeout: 10_000 }).toBeGreaterThan(0);
  isAway = false;
  await expect.poll(() => state.list('inbox/', {})).toEqual([]);
  await first.driver.disconnect();
  const second = await connected({ state, connectionId: 'w-away' });
  network().write({ id: 'E1', from: lid, message: edit('R$ 50', lid) });
  await expect.poll(() => second.of('edit')[0]?.body, { timeout: 10_000 }).toBe('R$ 50');
});

it.each([
  ['number', jid(marina), lid],
  ['lid', lid, jid(marina)],
])(
  'one that an earlier process left, of whom is known by a %s, waits for the link that tells their other address',
  async (_how, from, by) => {
    const first = await connected();
    const { state, connectionId } = first;
    const hello = { id: 'H1', from: lid, message: { conversation: 'oi' }, attrs: { sender_pn: jid(marina) } };
    network().write(hello);
    await expect.poll(() => first.messages().length, { timeout: 10_000 }).toBe(1);
    network().write({ id: 'M1', from, message: price('R$ 500') });
    await expect.poll(() => state.list('edit/', {}).then(({ length }) => length)).toBe(1);
    await first.driver.disconnect();
    const inbox = openInbox({ state, vault: createVault(secretKey), connectionId });
    const key = { id: 'E1', remoteJid: from, fromMe: false };
    await inbox.put(inbox.key(), { key, messageTimestamp: 1_795_240_000, message: edit('R$ 50', by) });
    const second = await connected({ state, connectionId, config: { inboxEveryMs: 100 } });
    await expect.poll(() => second.of('edit')[0]?.body, { timeout: 3_000 }).toBe('R$ 50');
    await expect.poll(() => state.list('inbox/', {})).toEqual([]);
  },
);

it('of somebody else, by another secret or of an unknown message it is dropped, and so is one that is no edit', async () => {
  const number = await connected();
  network().write({ id: 'M1', from: marina, message: price('R$ 500') });
  const other = { ...price('outra'), messageContextInfo: { messageSecret: randomBytes(32) } };
  network().write({ id: 'M1', from: bia, message: other });
  network().write({ id: 'E1', from: bia, message: edit('R$ 1', jid(marina)) });
  network().write({ id: 'E2', from: marina, message: edit('R$ 2', jid(marina), { key: randomBytes(32) }) });
  network().write({ id: 'E3', from: marina, message: edit('R$ 3', jid(marina), { id: 'M'.repeat(3_000) }) });
  network().write({ id: 'E4', from: marina, message: edit('R$ 4', jid(marina), { id: 'M9' }) });
  const { encIv: _, ...headless } = edit('R$ 5', jid(marina)).secretEncryptedMessage!;
  network().write({ id: 'E5', from: marina, message: { secretEncryptedMessage: headless } });
  network().write({ id: 'E6', from: marina, message: edit('R$ 50', jid(marina)) });
  await expect.poll(() => number.of('edit').length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(number.of('edit').map(({ body }) => body)).toEqual(['R$ 50']);
});
