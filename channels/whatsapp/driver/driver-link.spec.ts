import { setTimeout as wait } from 'node:timers/promises';
import type { BinaryNode } from 'baileys';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createInMemoryStateStore } from '../../../testing/in-memory/state-store.ts';
import { writePairedCredentials } from '../testing/crabline.ts';
import { atNetwork, marina, secretKey, text } from '../testing/number.ts';

const { network, number, connected } = atNetwork();
const closed = { type: 'status', status: 'closed' };
const routing = (info: string): BinaryNode => {
  const said = { tag: 'routing_info', attrs: {}, content: Buffer.from(info) };
  const content = [{ tag: 'edge_routing', attrs: {}, content: [said] }];
  return { tag: 'ib', attrs: { from: 's.whatsapp.net' }, content };
};

describe('a number’s link', () => {
  it('shows the codes that a phone scans, one after the other', async () => {
    const fresh = await number({ paired: false });
    await fresh.driver.connect();
    await expect
      .poll(() => fresh.of('qr')[0])
      .toMatchObject({ code: expect.stringContaining('ref-1'), attempt: 1 });
    expect(network().logins).toEqual(['']);
  });

  it('asks nothing of the network before it is logged in: the login would end', async () => {
    const one = await number();
    await one.driver.connect();
    const refused: unknown[] = [];
    while (!one.events.some((event) => event.type === 'status' && event.status === 'connected')) {
      await one.driver.checkNumber?.(marina).catch((error: unknown) => refused.push(error));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ failure: 'offline' });
    expect(await one.driver.checkNumber?.(marina)).toMatchObject({ exists: true });
    expect([network().logins.length, network().problems]).toEqual([1, []]);
  });

  it('tells the network that its pairing ends before it hangs up', async () => {
    const one = await connected();
    await one.driver.disconnect({ logout: true });
    const ended = () =>
      network().received.some(({ content }) =>
        (Array.isArray(content) ? content : []).some(({ tag }) => tag === 'remove-companion-device'),
      );
    await expect.poll(ended, { timeout: 10_000 }).toBe(true);
  });

  it('keeps the credentials that change: the next login is the same number’s', async () => {
    const one = await connected();
    // Where to knock next time is part of them.
    network().push(routing('kept'));
    const creds = async () =>
      (await one.state.list('wa/', { limit: 100 })).find(({ key }) => key.endsWith('/creds'));
    const before = (await creds())?.version;
    await expect.poll(async () => (await creds())?.version).toBeGreaterThan(before ?? 0);
    await one.driver.disconnect();
    await one.connect();
    expect(network().logins).toEqual(['15550000000', '15550000000']);
  });

  it.each([
    ['slow to take them', 0],
    ['away for a moment', 2],
  ])(
    'keeps the credentials of a pairing where the store is %s: the next login is the number’s',
    async (_how, failures) => {
      const state = createInMemoryStateStore();
      const { set } = state;
      let refusals = failures;
      state.set = async (...given) => {
        if (!given[0].endsWith('/creds')) return set(...given);
        await wait(300);
        if (refusals-- > 0) throw new Error('the store is away');
        return set(...given);
      };
      const one = await number({ state, connectionId: 'w-new', paired: false });
      await one.driver.connect();
      await expect.poll(() => one.of('qr').length, { timeout: 10_000 }).toBe(1);
      await network().readCode(one.of('qr')[0]!.code, '5511999990000');
      expect(await one.told('closed')).toMatchObject({ cause: 'restart' });
      await one.connect();
      expect(network().logins).toEqual(['', '5511999990000']);
    },
  );

  it('is not made where its number was stopped while it waited for the store', async () => {
    const state = createInMemoryStateStore();
    const { set } = state;
    const back = Promise.withResolvers<void>();
    let isAway = false;
    state.set = async (...given) => {
      if (isAway && given[0].endsWith('/creds')) await back.promise;
      return set(...given);
    };
    await writePairedCredentials({ state, secretKey, connectionId: 'w-stopped' });
    const one = await connected({ state, connectionId: 'w-stopped' });
    isAway = true;
    network().push(routing('kept'));
    await one.driver.checkNumber?.(marina);
    await one.driver.disconnect();
    const connecting = one.driver.connect();
    await one.driver.disconnect();
    back.resolve();
    await connecting;
    await wait(100);
    expect([network().logins.length, network().connected()]).toEqual([1, 0]);
  });

  it('is one, however many are asked for at the same time', async () => {
    const one = await number();
    await Promise.all([one.driver.connect(), one.driver.connect()]);
    await one.told('connected');
    await wait(100);
    expect([network().logins.length, network().connected()]).toEqual([1, 1]);
  });

  it('that was logged out leaves no credentials, also where these waited for the store', async () => {
    const state = createInMemoryStateStore();
    const { set } = state;
    let refusals = 0;
    let isAway = false;
    state.set = async (...given) => {
      if (!isAway || !given[0].endsWith('/creds')) return set(...given);
      refusals++;
      throw new Error('the store is away');
    };
    await writePairedCredentials({ state, secretKey, connectionId: 'w-out' });
    const one = await connected({ state, connectionId: 'w-out' });
    isAway = true;
    network().push(routing('kept'));
    await expect.poll(() => refusals).toBeGreaterThan(1);
    await one.driver.disconnect({ logout: true });
    isAway = false;
    await wait(500);
    expect(await state.list('wa/', { limit: 10 })).toEqual([]);
  });

  it('that is ended hands over first what Baileys still gathers', async () => {
    const one = await connected();
    network().ack('3EB0000000000000AA01', marina, 479);
    // Whatever came before the answer has come.
    await one.driver.checkNumber?.(marina);
    await one.driver.disconnect();
    expect(one.of('refused')).toEqual([{ type: 'refused', externalId: '3EB0000000000000AA01', code: '479' }]);
  });

  it('that the phone ended forgets the credentials: the next start shows a code', async () => {
    const one = await connected();
    network().streamError(401);
    expect(await one.told('closed')).toMatchObject({ ...closed, cause: 'logged-out' });
    expect(await one.state.list('wa/', { limit: 10 })).toEqual([]);
    await one.driver.connect();
    await expect.poll(() => one.of('qr').length).toBe(1);
  });

  it('that another session took keeps them, and says so', async () => {
    const one = await connected();
    network().streamError(440);
    expect(await one.told('closed')).toMatchObject({ ...closed, cause: 'replaced' });
    expect((await one.state.list('wa/', { limit: 10 })).length).toBeGreaterThan(0);
  });

  it('that the network wants anew says so', async () => {
    const one = await connected();
    network().streamError(515);
    expect(await one.told('closed')).toMatchObject({ ...closed, cause: 'restart' });
  });

  it.each([
    [401, 'logged-out'],
    [402, 'suspended'],
    [403, 'banned'],
    [405, 'outdated'],
    [411, 'multi-device'],
    [440, 'replaced'],
    [500, 'bad-session'],
    [503, 'lost'],
  ])('a login refused with %s is told as %s, with the code', async (code, cause) => {
    const one = await number();
    network().rules.login = () => code;
    await one.driver.connect();
    expect(await one.told('closed')).toMatchObject({ ...closed, cause, code });
    expect(network().logins).toHaveLength(1);
  });

  it('says the version it is told to say', async () => {
    const one = await number({ settings: { version: '2.4000.123' } });
    await one.connect();
    expect(network().versions).toEqual(['2.4000.123']);
  });

  it('a profile picture is fetched from WhatsApp only, whatever address the answer names', async () => {
    const { driver } = await connected();
    const asked = network().media.asked();
    network().rules.answer = ({ attrs }) =>
      attrs.xmlns === 'w:profile:picture'
        ? {
            tag: 'iq',
            attrs: { id: attrs.id!, from: attrs.to!, type: 'result' },
            content: [
              { tag: 'picture', attrs: { url: network().url.replace(/^ws/, 'http'), type: 'preview' } },
            ],
          }
        : undefined;
    expect(await driver.profilePicture?.(marina)).toBeUndefined();
    expect(network().media.asked()).toBe(asked);
  });

  it('prints no more than it is told to: silence is silence for Baileys too', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'silent' }, { write: (line: string) => void lines.push(line) });
    const one = await number({ log });
    await one.connect();
    network().streamError(515);
    await one.told('closed');
    expect(lines).toEqual([]);
  });

  it('sends nothing when there is none', async () => {
    const { driver } = await number();
    await expect(driver.send(text('3EB0000000000000AA01', 'x'))).rejects.toMatchObject({
      failure: 'offline',
    });
  });
});
