import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atNetwork, marina, text } from '../testing/number.ts';
import { startConnectProxy, startSocksProxy } from '../testing/proxies.ts';
import { proxyLine } from './proxy-line.ts';

const { network, number, connected } = atNetwork();
const settings = { proxyPrivate: '1' };
const host = () => new URL(network().url).host;

describe.each([
  ['http', startConnectProxy],
  ['https', () => startConnectProxy({ encrypted: true })],
  ['socks5', startSocksProxy],
] as const)('a number with a proxy (%s)', (_scheme, start) => {
  let proxy: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    proxy = await start();
  });
  afterEach(() => proxy.close());

  it('has its line to the network through it', async () => {
    await connected({ settings, proxy: proxy.url });
    expect(proxy.asked).toEqual([host()]);
  });

  it('fetches files through it', async () => {
    const one = await connected({ settings, proxy: proxy.url });
    const audio = await network().media.offer(network().url, 'um som', 'audio');
    network().write({
      id: 'A1',
      from: marina,
      message: { audioMessage: { ...audio, mimetype: 'audio/ogg' } },
    });
    await expect.poll(() => one.messages().length, { timeout: 10_000 }).toBe(1);
    proxy.asked.length = 0;
    const chunks: Uint8Array[] = [];
    const { handle } = one.messages()[0]!.media!;
    for await (const chunk of await one.driver.downloadMedia(handle, new AbortController().signal))
      chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('um som');
    expect(proxy.asked).toEqual([host()]);
  });

  it.each([
    ['unwatched', undefined],
    ['told how far it is', () => {}],
  ])('brings files to the network through it, %s', async (_how, told) => {
    const { driver } = await connected({ settings, proxy: proxy.url });
    proxy.asked.length = 0;
    const media = {
      id: 'f1',
      name: 'a.pdf',
      mime: 'application/pdf',
      size: 4,
      seconds: 3,
      open: async () => Readable.from([Buffer.from('file')]),
    };
    const message = text('3EB0000000000000AA01', 'olha', { mediaType: 'application', media });
    if (told) await driver.prepare?.(message, told);
    await driver.send(message);
    expect([network().media.uploads.length, proxy.asked]).toEqual([1, [network().media.host]]);
  });

  it('asks for a profile picture through it', async () => {
    const { driver } = await connected({ settings, proxy: proxy.url });
    proxy.asked.length = 0;
    network().rules.answer = ({ attrs }) =>
      attrs.xmlns === 'w:profile:picture'
        ? {
            tag: 'iq',
            attrs: { id: attrs.id!, from: attrs.to!, type: 'result' },
            content: [
              { tag: 'picture', attrs: { url: 'https://pps-no-such.whatsapp.net/a', type: 'preview' } },
            ],
          }
        : undefined;
    proxy.rules.fate = 'refuse';
    await expect(driver.profilePicture?.(marina)).rejects.toMatchObject({ cause: { failure: 'proxy' } });
    expect(network().media.asked()).toBe(0);
  });

  it('whose password is wrong says so, shows it to nobody, and goes no other way', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const one = await number({ settings, proxy: proxy.wrong, log });
    await one.driver.connect();
    const closed = await one.told('closed');
    expect(closed).toMatchObject({ cause: 'proxy-login' });
    expect(network().logins).toEqual([]);
    for (const said of [JSON.stringify(one.events), lines.join('')])
      expect(said).not.toMatch(/another|ana:|YW5h/);
  });

  it('that lets nobody through is a cause of its own', async () => {
    proxy.rules.fate = 'refuse';
    const one = await number({ settings, proxy: proxy.url });
    await one.driver.connect();
    expect(await one.told('closed')).toMatchObject({ cause: 'proxy' });
    expect(network().logins).toEqual([]);
  });

  it('that is gone is a cause of its own, and nothing goes out directly', async () => {
    await proxy.close();
    const one = await number({ settings, proxy: proxy.url });
    await one.driver.connect();
    expect(await one.told('closed')).toMatchObject({ cause: 'proxy' });
    expect(network().logins).toEqual([]);
    proxy = await start();
  });

  it('that takes the line and says nothing is not waited for without end', async () => {
    proxy.rules.fate = 'wedge';
    const line = proxyLine(proxy.url, { privateToo: true, timeoutMs: 200 });
    const answer = fetch('http://192.0.2.1/', { dispatcher: line.dispatcher } as unknown as RequestInit);
    await expect(answer).rejects.toMatchObject({ cause: { failure: 'proxy' } });
    line.close();
  });

  it('carries a line for longer than it may take to make one', async () => {
    const line = proxyLine(proxy.url, { privateToo: true, timeoutMs: 300 });
    network().media.rules.hold = () => true;
    const answer = fetch(`http://${host()}/media/nothing`, {
      dispatcher: line.dispatcher,
    } as unknown as RequestInit);
    await expect.poll(() => network().media.asked(), { timeout: 10_000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 600));
    network().media.release();
    expect((await answer).status).toBe(404);
    line.close();
  });

  it('in a private network is refused unless the operator allows it', async () => {
    const one = await number({ proxy: proxy.url });
    await one.driver.connect();
    expect(await one.told('closed')).toMatchObject({ cause: 'proxy-private' });
    expect([network().logins, proxy.asked]).toEqual([[], []]);
  });
});

it.each([
  '127.0.0.1',
  'localhost',
  '0x7f.1',
  '2130706433',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[fd00::1]',
  '[fe80::1]',
])('%s is in a private network', async (at) => {
  const line = proxyLine(`http://${at}:9`, { privateToo: false });
  const answer = fetch('http://192.0.2.1/', { dispatcher: line.dispatcher } as unknown as RequestInit);
  await expect(answer).rejects.toMatchObject({ cause: { failure: 'proxy-private' } });
  line.close();
});

it('a proxy that is stored and not to be read stops the number, it is not left out', async () => {
  const one = await number({ settings, proxy: 'nonsense' });
  await one.driver.connect();
  expect(await one.told('closed')).toMatchObject({ cause: 'proxy' });
  await wait(300);
  expect(network().logins).toEqual([]);
});
