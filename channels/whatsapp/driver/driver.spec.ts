import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Driver, DriverEvent, OutboundMessage } from '../../../gateway/driver/driver.ts';
import { createVault } from '../../../gateway/secrets/vault.ts';
import { createInMemoryStateStore } from '../../../testing/in-memory/state-store.ts';
import { type Crabline, selfNumber, startCrabline, writePairedCredentials } from '../testing/crabline.ts';
import { openDriver } from './driver.ts';

const secretKey = 'a secret of at least thirty-two characters';
const marina = '5511955500142';

let crabline: Crabline;
beforeAll(async () => {
  crabline = await startCrabline();
});
afterAll(() => crabline.close());

const opened: Driver[] = [];
afterEach(async () => {
  for (const driver of opened.splice(0)) await driver.disconnect();
});

/** A driver of a paired number, and what it has told. */
const paired = async (connectionId: string) => {
  const state = createInMemoryStateStore();
  await writePairedCredentials({ state, secretKey, connectionId });
  const events: DriverEvent[] = [];
  const log = pino({ level: 'silent' });
  const driver = openDriver(
    {
      companyId: 'c1',
      connectionId,
      log,
      sentMessage: async () => undefined,
      fence: 1,
      mayAct: () => true,
      handler: async (event) => void events.push(event),
    },
    {
      state,
      vault: createVault(secretKey),
      config: { secretKey, maxMediaBytes: 1_000_000 },
      settings: { url: crabline.url },
    },
  );
  opened.push(driver);
  const connect = async () => {
    const before = events.length;
    await driver.connect();
    await expect
      .poll(
        () => events.slice(before).some((event) => event.type === 'status' && event.status === 'connected'),
        {
          timeout: 10_000,
        },
      )
      .toBe(true);
  };
  const messages = () => events.flatMap((event) => (event.type === 'message' ? [event.message] : []));
  return { driver, events, connect, messages, state };
};

const text = (externalId: string, body: string): OutboundMessage => ({
  externalId,
  to: marina,
  isGroup: false,
  body,
  mediaType: 'chat',
});
/** Messages that the network took, by id. */
const accepted = async (id: string) =>
  (await crabline.sent()).filter(
    ({ accepted: taken, body }) => taken === true && (body as { key?: { id?: string } }).key?.id === id,
  );

describe('a number on WhatsApp, at a server that speaks its protocol', () => {
  it('connects with the credentials of its pairing and says which number it is', async () => {
    const { events, connect } = await paired('w-connect');
    await connect();
    expect(events).toContainEqual({ type: 'status', status: 'connected', number: selfNumber });
  });

  it('hands over a text, and an audio with its file', async () => {
    const { driver, connect, messages } = await paired('w-inbound');
    await connect();
    await crabline.write(marina, { text: 'Oi, tudo bem?', messageId: 'IN-1', pushName: 'Marina' });
    const contentBase64 = Buffer.from('um som').toString('base64');
    await crabline.write(marina, {
      audio: { contentBase64, mimeType: 'audio/ogg', ptt: true },
      messageId: 'IN-2',
    });
    await expect.poll(() => messages().length, { timeout: 10_000 }).toBe(2);
    const [first, second] = messages();
    expect(first).toMatchObject({
      externalId: 'IN-1',
      addresses: [marina],
      name: 'Marina',
      isGroup: false,
      fromMe: false,
      body: 'Oi, tudo bem?',
      mediaType: 'chat',
    });
    expect(second).toMatchObject({
      externalId: 'IN-2',
      mediaType: 'audio',
      media: { mime: 'audio/ogg', size: 6 },
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of await driver.downloadMedia(second!.media!.handle, new AbortController().signal))
      chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('um som');
  });

  it('names a group and who wrote in it', async () => {
    const { connect, messages } = await paired('w-group');
    await connect();
    await crabline.write(marina, {
      text: 'no grupo',
      messageId: 'G-1',
      group: '120363025246125486',
      pushName: 'Bia',
    });
    await expect.poll(() => messages().length, { timeout: 10_000 }).toBe(1);
    expect(messages()[0]).toMatchObject({
      addresses: ['120363025246125486'],
      isGroup: true,
      participant: { name: 'Bia', number: marina },
    });
  });

  it('sends under our own id: a repetition reaches the network as the very same message', async () => {
    const { driver, connect } = await paired('w-outbound');
    await connect();
    await driver.send(text('3EB0F00DF00DF00DF001', 'Tudo, e você?'));
    await expect
      .poll(async () => (await accepted('3EB0F00DF00DF00DF001')).length, { timeout: 10_000 })
      .toBe(1);
    await driver.send(text('3EB0F00DF00DF00DF001', 'Tudo, e você?')).catch(() => {});
    const stanzas = async () =>
      (await crabline.sent()).filter(({ body }) => {
        const { tag, attrs } = body as { tag?: string; attrs?: { id?: string } };
        return tag === 'message' && attrs?.id === '3EB0F00DF00DF00DF001';
      }).length;
    await expect.poll(stanzas, { timeout: 5_000 }).toBe(2);
    expect((await accepted('3EB0F00DF00DF00DF001'))[0]).toMatchObject({
      body: { key: { remoteJid: `${marina}@s.whatsapp.net` }, message: { conversation: 'Tudo, e você?' } },
    });
  });

  it('says when the server has gone away, and goes on when it is back', async () => {
    const { driver, events, connect, messages } = await paired('w-reconnect');
    await connect();
    await crabline.stop();
    await expect
      .poll(() => events.at(-1), { timeout: 10_000 })
      .toMatchObject({ type: 'status', status: 'closed', cause: 'lost' });
    await expect(driver.send(text('3EB0F00DF00DF00DF002', 'agora não'))).rejects.toMatchObject({
      failure: 'offline',
    });
    await crabline.start();
    await connect();
    await crabline.write(marina, { text: 'voltou?', messageId: 'IN-3' });
    await expect
      .poll(() => messages().map(({ externalId }) => externalId), { timeout: 10_000 })
      .toContain('IN-3');
    await driver.send(text('3EB0F00DF00DF00DF003', 'voltou'));
    await expect
      .poll(async () => (await accepted('3EB0F00DF00DF00DF003')).length, { timeout: 10_000 })
      .toBe(1);
  });

  it('stores nothing readable', async () => {
    const { connect, state } = await paired('w-secret');
    await connect();
    const kept = await state.list('wa/w-secret/', { limit: 1_000 });
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept.map(({ value }) => value))).not.toMatch(
      new RegExp(`noiseKey|signedIdentityKey|${selfNumber}|private`),
    );
  });
});
