import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { fileIdOf } from '../../domain/ticket/files.ts';
import { openDiskMediaStore } from '../../stores/media-store/disk.ts';
import { scriptedDriver } from '../../testing/driver.ts';
import { ana, customer, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';
import { DriverError, type DriverMessage } from '../driver/driver.ts';
import type { GatewayConfig } from '../gateway-config.ts';

let folder: string;
let media: MediaStore;
let test: TestGateway;
/** What the network does when the file with this handle is asked for. */
let network: Map<string, () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>>;
let asked: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-files-'));
  media = await openDiskMediaStore({ path: folder });
  test = await startTestGateway({ media, rememberedMs: 100 });
  network = new Map();
  asked = [];
});
afterEach(async () => {
  await test.close();
  await media.close();
  rmSync(folder, { recursive: true, force: true });
});

const pieces = (...texts: string[]) =>
  async function* () {
    for (const text of texts) yield Buffer.from(text);
  };
const driver = () =>
  scriptedDriver({
    downloadMedia: async (handle) => {
      asked.push(handle);
      const open = network.get(handle);
      if (!open) throw new Error('410 gone');
      return open();
    },
  });
const start = async (more: Parameters<TestGateway['startGateway']>[0] = {}) => {
  const script = driver();
  const config: Partial<GatewayConfig> = { filesEveryMs: 100, mediaTimeoutMs: 2_000, ...more.config };
  const gateway = await test.startGateway({ ...more, openDriver: script.openDriver, config });
  await expect.poll(() => gateway.status().sessions[0]?.connected, { timeout: 10_000 }).toBe(true);
  return { gateway, script };
};
const message = (externalId: string, more: Partial<DriverMessage> = {}): DriverMessage => ({
  externalId,
  addresses: [customer],
  name: 'Marina',
  isGroup: false,
  fromMe: false,
  body: '',
  mediaType: 'chat',
  sentAt: new Date().toISOString(),
  ...more,
});
const picture = (externalId: string, handle = externalId, more: Partial<DriverMessage> = {}) =>
  message(externalId, {
    mediaType: 'application',
    media: { name: `${externalId}.txt`, mime: 'text/plain', size: 9, handle },
    ...more,
  });
const shown = async () =>
  (await test.messages()).map(({ body, file, media: stored, mediaError }) =>
    [body, file && `${file.name} coming`, stored?.name, mediaError].filter(Boolean).join(' '),
  );
const first = async () => (await test.messages())[0]!;
const kept = () => test.state.list<object>('file/', {});
const events = async (type: string) =>
  (await test.eventStore.readAll({ after: 0, limit: 10_000 })).filter((event) => event.type === type).length;
const never = () => new Promise<never>(() => {});
const request = async () => {
  const { id, ticketId } = await first();
  await test.desk.tickets.requestFile(ana, { ticketId, messageId: id });
};

describe('a message with a file', () => {
  it('is there at once with what its sender says of it, and holds back nothing that comes after it', async () => {
    const arrived = Promise.withResolvers<AsyncIterable<Uint8Array>>();
    network.set('M1', () => arrived.promise);
    const { script } = await start();
    await script.tell({ type: 'message', message: picture('M1') });
    await script.tell({ type: 'message', message: message('M2', { body: 'viu?' }) });
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['M1.txt coming', 'viu?']);
    arrived.resolve(pieces('olá')());
    await test.settled();
    expect(await shown()).toEqual(['M1.txt', 'viu?']);
    expect(await first()).toMatchObject({ media: { id: fileIdOf((await first()).id), size: 4 }, file: null });
    expect(await kept(), 'what fetching it took is kept no longer').toEqual([]);
  });

  it('gets it at another try; when there are no more, it says so, and again when it is asked for', async () => {
    let refusals = 2;
    network.set('M1', () => {
      if (refusals-- > 0) throw new Error('503');
      return pieces('olá')();
    });
    const { script } = await start();
    await script.tell({ type: 'message', message: picture('M1') });
    await test.settled();
    expect(await shown()).toEqual(['M1.txt']);

    refusals = 3;
    network.set('M2', network.get('M1')!);
    await script.tell({ type: 'message', message: picture('M2') });
    await expect
      .poll(async () => (await shown())[1], { timeout: 10_000 })
      .toContain('ERR_WAPP_DOWNLOAD_MEDIA');
    await expect.poll(() => asked.filter((handle) => handle === 'M2').length).toBe(3);
    const { id, ticketId } = (await test.messages())[1]!;
    await test.desk.tickets.requestFile(ana, { ticketId, messageId: id });
    await test.settled();
    expect((await shown())[1]).toBe('M2.txt');
  });

  it('that is asked for again after a restart is fetched by what was kept', async () => {
    const { gateway, script } = await start();
    await script.tell({ type: 'message', message: picture('M1') });
    await expect.poll(async () => (await first())?.mediaError, { timeout: 10_000 }).toMatch(/DOWNLOAD/);
    await gateway.stop();
    network.set('M1', pieces('olá'));
    await request();
    await start();
    await test.settled();
    expect(await shown()).toEqual(['M1.txt']);
    expect([await events('MessageFileAttached'), (await kept()).length]).toEqual([1, 0]);
  });

  it('whose download stands still is given up and tried again; one that only is slow is waited for', async () => {
    const slow = async function* () {
      for (const letter of 'devagar') {
        await new Promise((resolve) => setTimeout(resolve, 60));
        yield Buffer.from(letter);
      }
    };
    let tries = 0;
    network.set('slow', slow);
    network.set('still', () => {
      if (tries++ > 0) return pieces('olá')();
      return (async function* () {
        yield Buffer.from('o');
        await never();
      })();
    });
    const { script } = await start({ config: { mediaTimeoutMs: 300 } });
    await script.tell({ type: 'message', message: picture('slow') });
    await script.tell({ type: 'message', message: picture('still') });
    await test.settled();
    expect(await shown()).toEqual(['slow.txt', 'still.txt']);
    expect(asked.filter((handle) => handle === 'slow')).toHaveLength(1);
  });

  it('that is gone for good on the network says so, and is not asked for again', async () => {
    network.set('M1', () => Promise.reject(new DriverError('refused', 'the phone has it no more')));
    const { script } = await start();
    await script.tell({ type: 'message', message: picture('M1') });
    await test.settled();
    expect(await first()).toMatchObject({ mediaError: 'ERR_MEDIA_GONE' });
    expect([asked.length, (await kept()).length]).toEqual([1, 0]);
    await expect(request()).rejects.toThrow('cannot be fetched again');
  });

  it('waits for the link when only that is missing, however long: no try is lost', async () => {
    let offline = 4;
    network.set('M1', () => {
      if (offline-- > 0) throw new DriverError('offline', 'there is no link');
      return pieces('olá')();
    });
    const { script } = await start();
    await script.tell({ type: 'message', message: picture('M1') });
    await test.settled();
    expect(await shown()).toEqual(['M1.txt']);
  });

  it('is not held up by another conversation, however many files that sends', async () => {
    for (let nth = 0; nth < 40; nth++) network.set(`F${nth}`, never);
    network.set('M1', pieces('olá'));
    const { script } = await start();
    for (let nth = 0; nth < 40; nth++) {
      const flood = picture(`F${nth}`, `F${nth}`, { addresses: ['5511900000001'] });
      await script.tell({ type: 'message', message: flood });
    }
    await script.tell({ type: 'message', message: picture('M1') });
    await expect.poll(shown, { timeout: 10_000 }).toContain('M1.txt');
    expect(asked.filter((handle) => handle.startsWith('F'))).toHaveLength(2);
  });
});

describe('a death loses no file and doubles none', () => {
  /** The stores as a process sees them that dies at the nth thing it does to them, counted from `from()` on. */
  const mortal = () => {
    const died = Promise.withResolvers<void>();
    let left = Number.POSITIVE_INFINITY;
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      if (left-- <= 0) {
        died.resolve();
        return never();
      }
      return work();
    };
    return {
      died: died.promise,
      dieAfter: (steps: number) => {
        left = steps;
      },
      eventStore: {
        ...test.eventStore,
        append: (...given: Parameters<typeof test.eventStore.append>) =>
          step(() => test.eventStore.append(...given)),
      },
      state: {
        ...test.state,
        set: (...given: Parameters<typeof test.state.set>) =>
          given[0].startsWith('file/') ? step(() => test.state.set(...given)) : test.state.set(...given),
        delete: (...given: Parameters<typeof test.state.delete>) =>
          given[0].startsWith('file/')
            ? step(() => test.state.delete(...given))
            : test.state.delete(...given),
      } as typeof test.state,
    };
  };

  it.each([0, 1, 2, 3, 4, 5])('wherever it comes: after %i writes', async (steps) => {
    network.set('M1', pieces('olá'));
    const { eventStore, state, dieAfter, died } = mortal();
    const victim = await start({ eventStore, state });
    // A conversation that is there: a message is one write to the log.
    await victim.script.tell({ type: 'message', message: message('M0', { body: 'oi' }) });
    await test.settled();
    dieAfter(steps);
    const handled = victim.script.tell({ type: 'message', message: picture('M1') }).then(() => true);
    const done = await Promise.race([
      Promise.all([handled, test.settled()]).then(() => true),
      died.then(() => false),
    ]);
    const wasHandled = await Promise.race([handled, Promise.resolve(false)]);
    void victim.gateway.stop();
    const { script } = await start();
    // What was not handled the network, or the journal, hands over again.
    if (!wasHandled) await script.tell({ type: 'message', message: picture('M1') });
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['oi', 'M1.txt']);
    await expect.poll(kept, { timeout: 10_000 }).toEqual([]);
    expect([await events('MessageFileAttached'), await events('MessageReceived')]).toEqual([1, 2]);
    expect(done || steps < 5).toBe(true);
  });

  it('not even of the store where what fetching it takes was kept: its message says so in the end', async () => {
    network.set('M1', never);
    const { script, gateway } = await start();
    await script.tell({ type: 'message', message: picture('M1') });
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['M1.txt coming']);
    await gateway.stop();
    for (const { key } of await kept()) await test.state.delete(key);
    await start();
    await expect.poll(async () => (await first()).mediaError, { timeout: 10_000 }).toBe('ERR_MEDIA_GONE');
  });
});

describe('what is not to be kept', () => {
  it('what fetching a file takes lies sealed', async () => {
    network.set('secret-path', never);
    const { script } = await start();
    await script.tell({ type: 'message', message: picture('M1', 'secret-path') });
    const [entry] = await kept();
    expect(JSON.stringify(entry)).not.toMatch(/secret-path|M1\.txt/);
  });

  it('goes with its contact: neither what fetching it takes nor a file that arrives meanwhile stays', async () => {
    const arrived = Promise.withResolvers<AsyncIterable<Uint8Array>>();
    network.set('M1', () => arrived.promise);
    const { script } = await start({ config: { erasuresEveryMs: 100 } });
    await script.tell({ type: 'message', message: picture('M1') });
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['M1.txt coming']);
    const { id, contactId, companyId } = await first();
    await test.desk.contacts.erase(system, { contactId });
    await expect.poll(async () => (await first()).isErased, { timeout: 10_000 }).toBe(true);
    await expect.poll(kept, { timeout: 10_000 }).toEqual([]);
    arrived.resolve(pieces('olá')());
    await expect
      .poll(async () => media.stat(companyId, fileIdOf(id)), { timeout: 10_000, interval: 100 })
      .toBeUndefined();
    await expect
      .poll(async () => (await test.reader.find('erasures', {}))[0], { timeout: 10_000 })
      .toMatchObject({ completedAt: expect.any(String) });
    expect(await media.stat(companyId, fileIdOf(id))).toBeUndefined();
    expect(await events('MessageFileAttached')).toBe(0);
  });

  it('of a ticket that was deleted meanwhile', async () => {
    const arrived = Promise.withResolvers<AsyncIterable<Uint8Array>>();
    network.set('M1', () => arrived.promise);
    const { script } = await start();
    await script.tell({ type: 'message', message: picture('M1') });
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['M1.txt coming']);
    const { id, ticketId, companyId } = await first();
    await test.desk.tickets.delete(ana, { ticketId });
    arrived.resolve(pieces('olá')());
    await expect.poll(kept, { timeout: 10_000 }).toEqual([]);
    expect(await media.stat(companyId, fileIdOf(id))).toBeUndefined();
  });
});
