import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { readQrCode } from '../../messaging/pairing.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import { openDiskMediaStore } from '../../stores/media-store/disk.ts';
import { customer, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import type { Driver, DriverContext, DriverMessage } from './driver.ts';

let folder: string;
let media: MediaStore;
let test: TestGateway;
let context: DriverContext;
let files: Map<string, () => AsyncIterable<Uint8Array>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-gateway-'));
  media = await openDiskMediaStore({ path: folder });
  files = new Map();
  test = await startTestGateway({ media });
  const connected = Promise.withResolvers<void>();
  await test.startGateway({
    config: { maxMediaBytes: 1_000 },
    // A network that only says what a test wants it to say.
    openDriver: async (_channel, given): Promise<Driver> => {
      context = given;
      return {
        idempotentSend: true,
        connect: async () => connected.resolve(),
        disconnect: async () => {},
        send: async () => {},
        edit: async () => {},
        delete: async () => {},
        checkNumber: async (number) => ({ exists: true, number }),
        downloadMedia: async (handle) => {
          const open = files.get(handle);
          if (!open) throw new Error('410 gone');
          return open();
        },
      };
    },
  });
  await connected.promise;
});
afterEach(async () => {
  await test.close();
  await media.close();
  rmSync(folder, { recursive: true, force: true });
});

const connection = async () =>
  (await test.reader.find<StoredDocument & { status: string; number: string }>('connections', {}))[0];
const pieces = (...texts: string[]) =>
  async function* () {
    for (const text of texts) yield Buffer.from(text);
  };
const message = (externalId: string, of: DriverMessage['media']): DriverMessage => ({
  externalId,
  addresses: [customer],
  name: 'Marina',
  isGroup: false,
  fromMe: false,
  body: '',
  mediaType: 'application',
  ...(of && { media: of }),
  sentAt: new Date().toISOString(),
});

it('a pairing code is there to be shown, the newest of them, until the number is connected', async () => {
  await context.handler({ type: 'qr', code: '2@first', attempt: 1 });
  await expect.poll(async () => (await connection())?.status, { timeout: 5_000 }).toBe('qrcode');
  expect((await readQrCode(test.state, test.connectionId))?.code).toBe('2@first');
  await context.handler({ type: 'qr', code: '2@second', attempt: 2 });
  await expect.poll(async () => (await readQrCode(test.state, test.connectionId))?.code).toBe('2@second');
  await context.handler({ type: 'status', status: 'connected', number: '5511999990000' });
  await expect.poll(async () => (await connection())?.status, { timeout: 5_000 }).toBe('CONNECTED');
  expect(await connection()).toMatchObject({ number: '5511999990000' });
  expect(await readQrCode(test.state, test.connectionId)).toBeUndefined();
  const log = await test.eventStore.readAll({ after: 0, limit: 1_000 });
  expect(JSON.stringify(log), 'codes are secrets: none stands in an event').not.toContain('2@');
});

it('a file is fetched and kept, under a name that leads nowhere', async () => {
  files.set('f1', pieces('olá ', 'mundo'));
  await context.handler({ type: 'status', status: 'connected', number: '5511999990000' });
  await context.handler({
    type: 'message',
    message: message('M1', { name: '../../../etc/pass\u0000wd', mime: 'text/plain', size: 9, handle: 'f1' }),
  });
  await test.settled();
  const [stored] = await test.messages();
  expect(stored).toMatchObject({ mediaError: null, media: { size: 10 } });
  for (const part of ['/', '\\', '\0']) expect(stored?.media?.name).not.toContain(part);
  const chunks: Uint8Array[] = [];
  const file = await media.open(stored!.companyId, stored!.media!.id);
  for await (const chunk of file!) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('olá mundo');
});

it.each<[string, DriverMessage['media'], (() => AsyncIterable<Uint8Array>) | undefined]>([
  ['said to be too large', { name: 'a.bin', mime: 'application/zip', size: 5_000, handle: 'x' }, pieces('x')],
  [
    'larger than was said',
    { name: 'a.bin', mime: 'application/zip', size: 5, handle: 'x' },
    pieces('y'.repeat(5_000)),
  ],
  ['that is no longer there', { name: 'a.bin', mime: 'application/zip', size: 5, handle: 'x' }, undefined],
])('a file %s leaves its message with the reason, and nothing on the disk', async (_name, of, open) => {
  if (open) files.set('x', open);
  await context.handler({ type: 'status', status: 'connected', number: '5511999990000' });
  await context.handler({ type: 'message', message: message('M2', of) });
  await test.settled();
  const [stored] = await test.messages();
  expect(stored?.media).toBeNull();
  expect(stored?.mediaError).toMatch(/.+/);
});

it('a file that turns out to be a program is refused, whatever it was said to be', async () => {
  files.set('x', pieces(`MZ${'\0'.repeat(400)}`));
  await context.handler({ type: 'status', status: 'connected', number: '5511999990000' });
  const claimed = { name: 'foto.jpg', mime: 'image/jpeg', size: 402, handle: 'x' };
  await context.handler({ type: 'message', message: message('M3', claimed) });
  await test.settled();
  expect((await test.messages())[0]).toMatchObject({ media: null, mediaError: 'ERR_MEDIA_TYPE' });
});
