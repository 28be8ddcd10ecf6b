import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../domain/kernel/event-store.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import { createVault } from '../../../gateway/secrets/vault.ts';
import { uploadsOf } from '../../../messaging/uploads.ts';
import { ana } from '../../../testing/gateway.ts';
import { deskAt, type TestDesk } from '../testing/desk.ts';
import { startLine } from '../testing/line.ts';
import { type Network, startNetwork } from '../testing/network.ts';
import { bia, marina, secretKey } from '../testing/number.ts';
import { lidOf } from '../testing/phones.ts';
import { externalIdOf } from './external-id.ts';
import { openKeptUploads } from './kept-uploads.ts';

let network: Network;
let desk: TestDesk;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());
beforeEach(async () => {
  desk = await deskAt(network.url);
});
afterEach(async () => {
  await desk.close();
  expect(network.problems).toEqual([]);
  network.reset();
});

const write = (id: string, conversation: string) =>
  network.write({ id, from: marina, name: 'Marina', message: { conversation } });
/** Ids of messages that were confirmed to the network: it will not hand them over again. */
const confirmed = () =>
  network.received.flatMap(({ tag, attrs }) => (tag === 'receipt' && attrs.id ? [attrs.id] : []));

describe('what was confirmed to the network is not lost', () => {
  it('by a stop while a file is still being fetched: the file and the words after it', async () => {
    const gateway = await desk.gateway();
    network.media.rules.hold = () => true;
    const audio = await network.media.offer(network.url, 'um som', 'audio');
    const message = { audioMessage: { ...audio, mimetype: 'audio/ogg', ptt: true } };
    network.write({ id: 'A1', from: marina, name: 'Marina', message });
    write('A2', 'ouviu?');
    await expect.poll(confirmed).toEqual(['A1', 'A2']);
    await expect.poll(() => network.media.asked()).toBe(1);
    await gateway.stop();
    network.media.rules.hold = () => false;
    network.media.release();
    await desk.gateway();
    await expect.poll(desk.bodies).toEqual(['', 'ouviu?']);
    await expect.poll(async () => (await desk.messages())[0]?.media?.size).toBe(6);
  });

  it('by the end of a process whose log could not be written', async () => {
    let away = false;
    const eventStore: EventStore = {
      ...desk.eventStore,
      append: async (...given) => {
        if (away) throw new Error('the store is away');
        return desk.eventStore.append(...given);
      },
    };
    const gateway = await desk.gateway({ eventStore });
    away = true;
    write('A1', 'um');
    write('A2', 'dois');
    network.write({
      id: 'A3',
      from: marina,
      message: { protocolMessage: { type: 14, key: { id: 'A1' }, editedMessage: { conversation: 'um!' } } },
    });
    await expect.poll(confirmed).toEqual(['A1', 'A2', 'A3']);
    await expect.poll(async () => (await desk.state.list('inbox/', {})).length).toBe(3);
    await gateway.stop();
    expect(await desk.bodies()).toEqual([]);
    await desk.gateway();
    await expect.poll(desk.bodies).toEqual(['um!', 'dois']);
    await expect.poll(() => desk.state.list('inbox/', {})).toEqual([]);
  });

  it('by a death at any instant: nothing is confirmed before it is written down', async () => {
    const slow = Promise.withResolvers<void>();
    let held = false;
    const state: StateStore = {
      ...desk.state,
      set: async (...given) => {
        if (held && given[0].startsWith('inbox/')) await slow.promise;
        return desk.state.set(...given);
      },
    };
    const eventStore: EventStore = {
      ...desk.eventStore,
      append: async (...given) => {
        if (held) await slow.promise;
        return desk.eventStore.append(...given);
      },
    };
    await desk.gateway({ eventStore, state });
    held = true;
    write('A1', 'um');
    write('A2', 'dois');
    await wait(500);
    expect(confirmed()).toEqual([]);
    slow.resolve();
    await expect.poll(confirmed, { timeout: 10_000 }).toEqual(['A1', 'A2']);
    await expect.poll(desk.bodies, { timeout: 10_000 }).toEqual(['um', 'dois']);
  });

  it('by a stop that comes while it is written: the stop waits for it', async () => {
    const slow = Promise.withResolvers<void>();
    let held = false;
    const eventStore: EventStore = {
      ...desk.eventStore,
      append: async (...given) => {
        if (held) await slow.promise;
        return desk.eventStore.append(...given);
      },
    };
    const gateway = await desk.gateway({ eventStore, config: { drainMs: 10_000 } });
    held = true;
    write('A1', 'um');
    await expect.poll(confirmed).toEqual(['A1']);
    const stopped = gateway.stop();
    setTimeout(slow.resolve, 100);
    await stopped;
    await expect.poll(desk.bodies).toEqual(['um']);
    await expect.poll(() => desk.state.list('inbox/', {})).toEqual([]);
  });
});

describe('a file that came', () => {
  const shown = async () =>
    (await desk.messages()).map(({ body, media, file, mediaError }) =>
      [body, media && `${media.size} bytes`, file && 'coming', mediaError].filter(Boolean).join(' '),
    );
  const picture = async (id: string, of: { missing?: boolean } = {}) => {
    const image = await network.media.offer(network.url, 'uma foto', 'image', of);
    const imageMessage = { ...image, mimetype: 'text/plain', caption: id };
    network.write({ id, from: marina, name: 'Marina', message: { imageMessage } });
    return image.mediaKey;
  };

  it('and hangs holds back neither its own message nor what is written after it', async () => {
    await desk.gateway();
    network.media.rules.hold = () => true;
    await picture('A1');
    write('A2', 'viu?');
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['A1 coming', 'viu?']);
    network.media.rules.hold = () => false;
    network.media.release();
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['A1 8 bytes', 'viu?']);
  });

  it('that the server has no more is brought again by the phone that sent it', async () => {
    await desk.gateway();
    const again = await network.media.offer(network.url, 'uma foto', 'image');
    const asked: string[] = [];
    network.rules.reupload = (id) => {
      asked.push(id);
      return { mediaKey: again.mediaKey, directPath: new URL(again.url).pathname };
    };
    const imageMessage = { ...again, url: `${again.url}-expired`, mimetype: 'text/plain', caption: 'A1' };
    network.write({ id: 'A1', from: marina, name: 'Marina', message: { imageMessage } });
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['A1 8 bytes']);
    expect(asked).toEqual(['A1']);
  });

  it('that no phone has any more says so, with no try left', async () => {
    await desk.gateway();
    let mediaKey = new Uint8Array(32);
    network.rules.reupload = () => ({ mediaKey });
    mediaKey = new Uint8Array(await picture('A1', { missing: true }));
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['A1 coming ERR_MEDIA_GONE']);
  });
});

describe('sent means that the network took it', () => {
  const quick = { ackTimeoutMs: 1_000, sendTimeoutMs: 4_000 };
  /** A conversation that an agent has accepted, on a gateway that soon gives up waiting for answers. */
  const conversation = async (url?: string) => {
    const gateway = await desk.gateway({ config: quick }, url);
    write('IN1', 'Oi');
    await desk.accepted();
    return gateway;
  };
  /** As a phone shows them: one message an id, however often it came. */
  const arrived = () =>
    [...new Map(network.sent.map(({ id, message }) => [id, message])).values()].map(
      ({ extendedTextMessage }) => extendedTextMessage?.text,
    );
  const stanzas = (id: string) =>
    network.received.filter(({ tag, attrs }) => tag === 'message' && attrs.id === externalIdOf(id)).length;
  const acks = async () => (await desk.messages()).filter(({ fromMe }) => fromMe).map(({ ack }) => ack);
  const retry = async (messageId: string) => {
    const [ticket] = await desk.tickets();
    await desk.desk.tickets.retry(ana, { ticketId: ticket!.id, messageId });
  };

  it('three messages into a line that is dead but not closed arrive once each when there is a line again', async () => {
    const line = await startLine(network.url);
    try {
      await conversation(line.url);
      line.die();
      for (const body of ['um', 'dois', 'três']) await desk.send(body);
      // Long enough for each to be written into the dead line.
      await wait(1_500);
      await expect.poll(acks).toEqual([0, 0, 0]);
      line.heal();
      line.cut();
      await desk.settled();
      expect(arrived()).toEqual(['um', 'dois', 'três']);
      expect(await acks()).toEqual([1, 1, 1]);
    } finally {
      await line.close();
    }
  });

  it('an answer that does not come leaves it unknown: the very same message is sent again', async () => {
    await conversation();
    let silent = 1;
    network.rules.ack = () => (silent-- > 0 ? 'none' : 'ack');
    const id = await desk.send('chegou?');
    await desk.settled();
    expect(stanzas(id)).toBe(2);
    expect(arrived()).toEqual(['chegou?']);
    expect(await desk.message(id)).toMatchObject({ ack: 1, failure: null });
  });

  it.each([463, 479, 400])(
    'a refusal (%s) fails with its reason and its code; tried again it goes out',
    async (code) => {
      await conversation();
      network.rules.ack = () => code;
      const id = await desk.send('oferta');
      await expect
        .poll(async () => (await desk.message(id))?.failure)
        .toMatchObject({ cause: 'refused', params: { code: String(code) } });
      expect(stanzas(id), 'a refusal is not tried again by itself').toBe(1);
      network.rules.ack = () => 'ack';
      await retry(id);
      await desk.settled();
      expect(arrived()).toEqual(['oferta']);
      expect(await desk.message(id)).toMatchObject({ ack: 1, failure: null });
    },
  );

  it('a refusal that comes late is told all the same, and one of what a phone has is not believed', async () => {
    await conversation();
    const late = await desk.send('nunca chega');
    const seen = await desk.send('já chegou');
    await desk.settled();
    network.receipt(marina, [externalIdOf(seen)]);
    await expect.poll(async () => (await desk.message(seen))?.ack).toBe(3);
    for (const id of [seen, late]) network.ack(externalIdOf(id), marina, 479);
    await expect.poll(async () => (await desk.message(late))?.failure?.params?.code).toBe('479');
    expect((await desk.message(seen))?.failure).toBeNull();
    await retry(late);
    await desk.settled();
    expect(await desk.message(late)).toMatchObject({ ack: 1, failure: null });
    expect(stanzas(late)).toBe(2);
  });

  describe('that a phone could not read and asks for again', () => {
    const retryNode = (id: string) => [{ tag: 'retry', attrs: { count: '1', id, t: '1795240000', v: '1' } }];
    const timesRead = (id: string) => network.sent.filter((one) => one.id === externalIdOf(id)).length;
    const ask = (id: string, from: string) =>
      network.receipt(from, [externalIdOf(id)], 'retry', retryNode(externalIdOf(id)));

    it('is sent again as the log has it, also after a restart, known by number or by lid', async () => {
      const gateway = await conversation();
      const id = await desk.send('o endereço é Rua A, 10');
      await desk.settled();
      await gateway.stop();
      await desk.gateway({ config: quick });
      ask(id, marina);
      await expect.poll(() => timesRead(id)).toBe(2);
      ask(id, `${lidOf(marina)}@lid`);
      await expect.poll(() => timesRead(id)).toBe(3);
      expect(new Set(arrived())).toEqual(new Set(['o endereço é Rua A, 10']));
    });

    it('is sent to nobody whom it was not sent to, nor once it was taken back', async () => {
      const gateway = await conversation();
      const secret = await desk.send('sua senha é 123');
      const taken = await desk.send('engano');
      await desk.settled();
      const [ticket] = await desk.tickets();
      await desk.desk.tickets.deleteMessage(ana, { ticketId: ticket!.id, messageId: taken });
      await desk.settled();
      await gateway.stop();
      await desk.gateway({ config: quick });
      ask(secret, bia);
      ask(taken, marina);
      ask(secret, marina);
      await expect.poll(() => timesRead(secret)).toBe(2);
      expect(timesRead(taken)).toBe(1);
      expect(network.sent.filter(({ to }) => to.includes(bia))).toEqual([]);
    });
  });

  describe('a file', () => {
    const file = async (content: Buffer = Buffer.from('%PDF')) => {
      const info = {
        id: crypto.randomUUID(),
        companyId: desk.companyId,
        name: 'a.pdf',
        mime: 'application/pdf',
      };
      const { id, name, mime, size } = await desk.media.put(info, Readable.from([content]), 100_000_000);
      return desk.send('segue', { mediaType: 'application', media: { id, name, mime, size } });
    };
    const documents = () => network.sent.filter(({ message }) => message.documentMessage).length;

    it('that cannot be brought to the network fails after a few tries; words pass meanwhile', async () => {
      await conversation();
      network.media.rules.upload = () => 'refuse';
      const id = await file();
      await desk.send('e o texto passa');
      await expect.poll(arrived).toEqual(['e o texto passa']);
      await expect
        .poll(async () => (await desk.message(id))?.failure?.cause, { timeout: 15_000 })
        .toBe('upload');
      expect(network.media.uploads).toHaveLength(3);
      network.media.rules.upload = () => 'take';
      await retry(id);
      await desk.settled();
      expect(documents()).toBe(1);
    }, 30_000);

    it('that is slow to go out is waited for, far longer than for an answer', async () => {
      await conversation();
      network.media.rules.upload = () => 'slow';
      const id = await file();
      await desk.settled();
      expect(await desk.message(id)).toMatchObject({ ack: 1, failure: null });
      expect([network.media.uploads.length, documents()]).toEqual([1, 1]);
    });

    it('is brought there once, also when the process ends before its message is taken; meanwhile it lies sealed', async () => {
      const gateway = await conversation();
      network.rules.ack = () => 'none';
      const id = await file();
      const kept = () => desk.state.list('upload/', {});
      await expect.poll(async () => (await kept()).length, { timeout: 10_000 }).toBe(1);
      expect(JSON.stringify(await kept())).not.toMatch(/mediaKey|whatsapp\.net/);
      await gateway.stop();
      expect(await desk.message(id)).toMatchObject({ ack: 0 });
      network.rules.ack = () => 'ack';
      await desk.gateway({ config: quick });
      await desk.settled();
      expect([network.media.uploads.length, documents() > 0]).toEqual([1, true]);
      await expect.poll(kept, { timeout: 10_000 }).toEqual([]);
      expect((await desk.message(id))?.failure).toBeNull();
    });

    it('whose upload was kept by a former owner of the number is not written over by it', async () => {
      const vault = createVault(secretKey);
      const owner = (fence: number, mayAct = true) =>
        openKeptUploads({ state: desk.state, vault, connectionId: 'w', fence, mayAct: () => mayAct });
      await owner(2).keep('ID', marina, { conversation: 'new' });
      await expect(owner(1).keep('ID', marina, { conversation: 'old' })).rejects.toThrow('another gateway');
      await expect(owner(2, false).keep('ID', marina, { conversation: 'late' })).rejects.toThrow('another');
      expect((await owner(1).find('ID'))?.conversation).toBe('new');
    });

    it('says how far it is while it is brought there', async () => {
      await conversation();
      network.media.rules.upload = () => 'drip';
      const seen = new Set<number>();
      const id = await file(Buffer.alloc(12_000_000, 'x'));
      const [ticket] = await desk.tickets();
      await expect
        .poll(
          async () => {
            for (const { messageId, percent } of await uploadsOf(desk.state, desk.companyId, ticket!.id))
              if (messageId === id) seen.add(percent);
            return (await desk.message(id))?.ack;
          },
          { timeout: 30_000, interval: 50 },
        )
        .toBe(1);
      expect([...seen].filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(1);
      expect([...seen], 'it only grows').toEqual([...seen].sort((a, b) => a - b));
      await expect
        .poll(() => uploadsOf(desk.state, desk.companyId, ticket!.id), { timeout: 10_000 })
        .toEqual([]);
    }, 40_000);

    it('is brought there once, however often its message is sent', async () => {
      await conversation();
      let silent = 2;
      network.rules.ack = () => (silent-- > 0 ? 'none' : 'ack');
      const id = await file();
      await desk.settled();
      expect(stanzas(id)).toBe(3);
      expect([network.media.uploads.length, documents()]).toEqual([1, 1]);
    });
  });
});
