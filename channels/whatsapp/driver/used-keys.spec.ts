import {
  addTransactionCapability,
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
} from 'baileys';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openSealedStore } from '../../../gateway/secrets/sealed-store.ts';
import { createVault } from '../../../gateway/secrets/vault.ts';
import { atNetwork, marina, secretKey, type TestNumber } from '../testing/number.ts';
import { openAuthState } from './auth-state.ts';

const { network, connected } = atNetwork();
const own = '15550000000:1@s.whatsapp.net';
const log = pino({ level: 'silent' });

/** A phone that seals what it writes to a number, as the first messages of a conversation are until it is answered. */
async function phoneThatSealsFor({ state, connectionId }: TestNumber) {
  const kept = new Map<string, unknown>();
  const creds = initAuthCreds();
  const keys = addTransactionCapability(
    {
      async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found = ids.map((id) => [id, kept.get(`${type}/${id}`)]).filter(([, value]) => value);
        return Object.fromEntries(found) as { [id: string]: SignalDataTypeMap[T] };
      },
      async set(data: SignalDataSet) {
        for (const [type, values] of Object.entries(data))
          for (const [id, value] of Object.entries(values ?? {})) kept.set(`${type}/${id}`, value);
      },
    },
    log,
    { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
  );
  const signal = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, log, async () => []);
  const vault = createVault(secretKey);
  const store = openSealedStore({ state, vault, connectionId, fence: 1, mayAct: () => true });
  const { signedIdentityKey, signedPreKey, registrationId } = (await openAuthState(store)).state.creds;
  const typed = (key: Uint8Array) => Buffer.concat([Buffer.from([5]), key]);
  await signal.injectE2ESession({
    jid: own,
    session: {
      registrationId,
      identityKey: typed(signedIdentityKey.public),
      signedPreKey: {
        keyId: signedPreKey.keyId,
        publicKey: typed(signedPreKey.keyPair.public),
        signature: signedPreKey.signature,
      },
    } as Parameters<typeof signal.injectE2ESession>[0]['session'],
  });
  return async (id: string, conversation: string): Promise<BinaryNode> => {
    const sealed = await signal.encryptMessage({ jid: own, data: encodeWAMessage({ conversation }) });
    const attrs = { id, from: `${marina}@s.whatsapp.net`, type: 'text', t: '1795240000', offline: '0' };
    const enc = { tag: 'enc', attrs: { v: '2', type: sealed.type }, content: sealed.ciphertext };
    return { tag: 'message', attrs, content: [enc] };
  };
}
const retries = () =>
  network().received.filter(({ tag, attrs }) => tag === 'receipt' && attrs.type === 'retry').length;

it('a message that comes twice is taken once, and not asked for', async () => {
  const number = await connected();
  const write = await phoneThatSealsFor(number);
  const first = await write('M1', 'um');
  expect(first.content).toMatchObject([{ attrs: { type: 'pkmsg' } }]);
  for (const stanza of [first, first, await write('M2', 'dois')]) network().push(stanza);
  await expect.poll(() => number.messages().at(-1)?.body, { timeout: 10_000 }).toBe('dois');
  expect(number.messages().map(({ body }) => body)).toEqual(['um', 'dois']);
  expect(retries()).toBe(0);
});

it('one whose key was used and that nobody took is asked for again, and said to be unreadable until it comes', async () => {
  const before = await connected();
  const write = await phoneThatSealsFor(before);
  const lost = await write('M1', 'um');
  network().push(lost);
  await expect.poll(() => before.messages().length, { timeout: 10_000 }).toBe(1);
  await before.driver.disconnect();
  // As after a death between the two: its key is used, and nobody knows it.
  const { state, connectionId } = before;
  for (const { key } of await state.list('inbox/', {})) await state.delete(key);
  const after = await connected({ state, connectionId });
  network().push(lost);
  await expect
    .poll(() => after.messages()[0], { timeout: 10_000 })
    .toMatchObject({
      externalId: 'M1',
      addresses: [marina],
      extra: { unreadable: { cause: 'undecryptable' } },
    });
  expect(retries()).toBe(1);
});
