import { createHash, createHmac, randomBytes } from 'node:crypto';
import { aesEncryptGCM, type BinaryNode, proto } from 'baileys';
import { describe, expect, it } from 'vitest';
import { atNetwork, bia, marina } from '../testing/number.ts';

const { network, connected } = atNetwork();
const own = '15550000000';
const group = '120363025246125486';
const jid = (number: string) => `${number}@s.whatsapp.net`;

const told = async (message: proto.IMessage, attrs: Record<string, string> = {}) => {
  const number = await connected();
  network().write({ id: 'K1', from: marina, message, attrs });
  await expect.poll(() => number.messages().length, { timeout: 10_000 }).toBe(1);
  const [{ body, mediaType, extra, media }] = number.messages() as [ReturnType<typeof number.messages>[0]];
  return { body, mediaType, extra, ...(media && { media: media.mime }) };
};

describe('kinds of messages', () => {
  it('a poll of every version of the app has its question and its options', async () => {
    const poll = {
      name: 'Que dia?',
      options: [{ optionName: 'sexta' }, { optionName: 'sábado' }],
      selectableOptionsCount: 1,
    };
    const number = await connected();
    const versions: proto.IMessage[] = [
      { pollCreationMessage: poll },
      { pollCreationMessageV2: poll },
      { pollCreationMessageV3: poll },
      { pollCreationMessageV4: { message: { pollCreationMessage: poll } } },
      { pollCreationMessageV5: poll },
      { ephemeralMessage: { message: { pollCreationMessageV3: poll } } },
    ];
    for (const [at, message] of versions.entries()) network().write({ id: `P${at}`, from: marina, message });
    await expect.poll(() => number.messages().length, { timeout: 10_000 }).toBe(versions.length);
    for (const { body, extra } of number.messages())
      expect([body, extra]).toEqual(['Que dia?', { poll: { options: ['sexta', 'sábado'], choices: 1 } }]);
  });

  it('a text with buttons has its title, its footer and what stands on them', async () => {
    expect(
      await told({
        buttonsMessage: {
          text: 'Pedido 123',
          contentText: 'Confirma?',
          footerText: 'Loja',
          buttons: [{ buttonText: { displayText: 'Sim' } }, { buttonText: { displayText: 'Não' } }],
        },
      }),
    ).toEqual({
      body: 'Confirma?',
      mediaType: 'chat',
      extra: { interactive: { title: 'Pedido 123', footer: 'Loja', buttons: ['Sim', 'Não'] } },
    });
  });

  it('a template has them too, and the picture above it', async () => {
    const file = await network().media.offer(network().url, 'uma figura', 'image');
    const template = {
      imageMessage: { ...file, mimetype: 'image/jpeg' },
      hydratedContentText: 'Seu boleto vence hoje',
      hydratedFooterText: 'Banco',
      hydratedButtons: [{ urlButton: { displayText: 'Pagar', url: 'https://example.com' } }],
    };
    expect(await told({ templateMessage: { hydratedTemplate: template } })).toEqual({
      body: 'Seu boleto vence hoje',
      mediaType: 'image',
      media: 'image/jpeg',
      extra: { interactive: { footer: 'Banco', buttons: ['Pagar'] } },
    });
  });

  it('a native flow and a list have their rows', async () => {
    const flow = JSON.stringify({ title: 'Ver', sections: [{ rows: [{ title: 'Um' }, { title: 'Dois' }] }] });
    expect(
      await told({
        interactiveMessage: {
          header: { title: 'Menu' },
          body: { text: 'Escolha' },
          nativeFlowMessage: {
            buttons: [
              { name: 'single_select', buttonParamsJson: flow },
              { name: 'x', buttonParamsJson: '{no json' },
            ],
          },
        },
      }),
    ).toMatchObject({
      body: 'Escolha',
      extra: { interactive: { title: 'Menu', buttons: ['Ver', 'Um', 'Dois'] } },
    });
  });

  it('a list has them too', async () => {
    expect(
      await told({
        listMessage: {
          title: 'Menu',
          description: 'Escolha',
          buttonText: 'Abrir',
          sections: [{ rows: [{ title: 'Um' }] }],
        },
      }),
    ).toMatchObject({
      body: 'Escolha',
      extra: { interactive: { title: 'Menu', buttons: ['Abrir', 'Um'] } },
    });
  });

  it('a text of who came from an advertisement says which', async () => {
    const card = (more: object) => ({
      extendedTextMessage: {
        text: 'Quero saber mais',
        contextInfo: {
          externalAdReply: {
            title: 'Promoção',
            body: 'Só hoje',
            sourceUrl: 'https://fb.me/abc',
            ...more,
          },
        },
      },
    });
    expect(await told(card({ sourceType: 'ad' }))).toMatchObject({
      body: 'Quero saber mais',
      extra: { ad: { title: 'Promoção', text: 'Só hoje', url: 'https://fb.me/abc' } },
    });
  });

  it('a card that anybody’s client puts beside a text is no advertisement', async () => {
    const contextInfo = { externalAdReply: { title: 'Promoção', sourceUrl: 'https://fb.me/abc' } };
    const said = await told({ extendedTextMessage: { text: 'oi', contextInfo } });
    expect(said.extra).toBeUndefined();
  });

  it('a sticker is one, moving or not; one that only the app can draw is said', async () => {
    const file = await network().media.offer(network().url, 'figurinha', 'sticker' as 'image');
    const sticker = { ...file, mimetype: 'image/webp', isAnimated: true };
    expect(await told({ stickerMessage: sticker })).toEqual({
      body: '',
      mediaType: 'image',
      media: 'image/webp',
      extra: { sticker: { animated: true } },
    });
    const number = await connected();
    const drawn = { stickerMessage: { ...sticker, isLottie: true, mimetype: 'application/was' } };
    network().write({
      id: 'L1',
      from: marina,
      message: { lottieStickerMessage: { message: drawn } },
    });
    await expect
      .poll(() => number.messages()[0], { timeout: 10_000 })
      .toMatchObject({ mediaType: 'chat', extra: { sticker: { animated: true } } });
  });

  it('a place that moves is where it was first, with its words', async () => {
    const live = { degreesLatitude: -23.5, degreesLongitude: -46.6, caption: 'a caminho' };
    expect(await told({ liveLocationMessage: live })).toMatchObject({
      body: 'a caminho',
      mediaType: 'locationMessage',
      extra: { location: { latitude: -23.5, longitude: -46.6, live: true } },
    });
  });

  it('an invitation, an event and a kind of which nothing is known say what they are', async () => {
    const number = await connected();
    const all: proto.IMessage[] = [
      { groupInviteMessage: { groupName: 'Vizinhos', caption: 'Entra!', inviteCode: 'x', groupJid: 'g' } },
      {
        eventMessage: {
          name: 'Visita',
          description: 'No local',
          startTime: 1_795_240_000,
          location: { name: 'Loja' },
        },
      },
      { orderMessage: { orderId: '1', itemCount: 2, message: 'Dois' } },
      { placeholderMessage: { type: 0 } },
    ];
    for (const [at, message] of all.entries()) network().write({ id: `A${at}`, from: marina, message });
    await expect.poll(() => number.messages().length, { timeout: 10_000 }).toBe(all.length);
    expect(number.messages().map(({ body, extra }) => [body, extra])).toEqual([
      ['Entra!', { invite: { group: 'Vizinhos' } }],
      [
        'No local',
        { event: { name: 'Visita', startsAt: '2026-11-21T05:46:40.000Z', place: 'Loja', canceled: false } },
      ],
      ['Dois', { unknown: { kind: 'order' } }],
      ['', { unreadable: { cause: 'onPhone' } }],
    ]);
  });

  it('cards that come together are all there, and a document keeps its words', async () => {
    const card = (displayName: string, waid: string) => ({
      displayName,
      vcard: `BEGIN:VCARD\nFN:${displayName}\nTEL;waid=${waid}:+${waid}\nEND:VCARD`,
    });
    expect(
      await told({ contactsArrayMessage: { contacts: [card('Bia', bia), card('Marina', marina)] } }),
    ).toMatchObject({
      body: 'Bia, Marina',
      extra: {
        contacts: [
          { name: 'Bia', number: bia },
          { name: 'Marina', number: marina },
        ],
      },
    });
    const number = await connected();
    const file = await network().media.offer(network().url, 'um papel', 'document');
    const documentMessage = { ...file, mimetype: 'application/pdf', fileName: 'a.pdf', caption: 'segue' };
    network().write({
      id: 'D1',
      from: marina,
      message: { documentWithCaptionMessage: { message: { documentMessage } } },
    });
    await expect
      .poll(() => number.messages()[0], { timeout: 10_000 })
      .toMatchObject({ body: 'segue', mediaType: 'application', media: { name: 'a.pdf' } });
  });
});

describe('what is seen once', () => {
  it('is a picture that says so', async () => {
    const file = await network().media.offer(network().url, 'uma figura', 'image');
    const imageMessage = { ...file, mimetype: 'image/jpeg', viewOnce: true };
    const inside = { viewOnceMessageV2: { message: { imageMessage } } };
    expect(await told({ ephemeralMessage: { message: inside } })).toMatchObject({
      mediaType: 'image',
      media: 'image/jpeg',
      extra: { viewOnce: { onPhone: false } },
    });
  });

  it.each(['view_once', 'view_once_unavailable_fanout'])(
    'is told of where the network gives it to the phone alone (%s)',
    async (type) => {
      const number = await connected();
      network().push(stanza('V1', [{ tag: 'unavailable', attrs: { type } }]));
      await expect
        .poll(() => number.messages()[0], { timeout: 10_000 })
        .toMatchObject({ externalId: 'V1', body: '', extra: { viewOnce: { onPhone: true } } });
    },
  );

  it('is of whom the company’s own phone wrote it to, where that phone alone has it', async () => {
    const number = await connected();
    const { tag, attrs, content } = stanza('V1', [
      { tag: 'unavailable', attrs: { type: 'view_once_unavailable_fanout' } },
    ]);
    const mine = { from: `7${own}@lid`, sender_pn: jid(own) };
    const theirs = { recipient: '99887766@lid', peer_recipient_pn: jid(marina) };
    network().push({ tag, attrs: { ...attrs, ...mine, ...theirs }, content: content ?? [] });
    await expect
      .poll(() => number.messages()[0], { timeout: 10_000 })
      .toMatchObject({ externalId: 'V1', fromMe: true, addresses: [marina, '99887766@lid'] });
  });
});

const stanza = (id: string, content: BinaryNode[]): BinaryNode => ({
  tag: 'message',
  attrs: { id, from: jid(marina), t: '1795240000', type: 'text', notify: 'Marina' },
  content,
});
const sealed = (attrs: Record<string, string> = {}): BinaryNode => ({
  tag: 'enc',
  attrs: { v: '2', type: 'msg', ...attrs },
  content: randomBytes(60),
});

describe('what cannot be read', () => {
  it('is told, and told again when it comes so that it can be', async () => {
    const number = await connected();
    network().push(stanza('X1', [sealed()]));
    await expect
      .poll(() => number.messages()[0], { timeout: 10_000 })
      .toMatchObject({ externalId: 'X1', name: 'Marina', extra: { unreadable: { cause: 'undecryptable' } } });
    network().write({ id: 'X1', from: marina, message: { conversation: 'agora sim' } });
    await expect
      .poll(() => number.messages()[1], { timeout: 10_000 })
      .toMatchObject({
        externalId: 'X1',
        body: 'agora sim',
      });
  });

  it('is told where the phone is asked for it, because the network has nothing', async () => {
    const number = await connected();
    const fresh = String(Math.floor(Date.now() / 1_000));
    const { tag, attrs } = stanza('X2', []);
    network().push({ tag, attrs: { ...attrs, t: fresh }, content: [{ tag: 'unavailable', attrs: {} }] });
    await expect
      .poll(() => number.messages()[0], { timeout: 10_000 })
      .toMatchObject({ externalId: 'X2', extra: { unreadable: { cause: 'onPhone' } } });
  });

  it.each([
    ['too old to be asked for', {}],
    ['of another host of the number', { type: 'hosted_unavailable_fanout' }],
  ])('is told where the phone alone has it: %s', async (_why, unavailable) => {
    const number = await connected();
    const { tag, attrs } = stanza('X2', []);
    const t = String(Math.floor(Date.now() / 1_000) - 15 * 24 * 3_600);
    const lid = { from: '99887766:3@lid', sender_pn: jid(marina) };
    network().push({
      tag,
      attrs: { ...attrs, ...lid, t, offline: '1' },
      content: [{ tag: 'unavailable', attrs: unavailable }],
    });
    await expect
      .poll(() => number.messages(), { timeout: 10_000 })
      .toMatchObject([
        {
          externalId: 'X2',
          addresses: [marina, '99887766@lid'],
          sentAt: new Date(Number(t) * 1_000).toISOString(),
          extra: { unreadable: { cause: 'onPhone' } },
        },
      ]);
  });

  it('is told in a group too where only the key that came with it can be read', async () => {
    const number = await connected();
    const key = { senderKeyDistributionMessage: { groupId: `${group}@g.us` } };
    const plain = {
      tag: 'plaintext',
      attrs: {},
      content: Buffer.from(proto.Message.encode(key).finish()),
    };
    const inGroup = (id: string, attrs: Record<string, string> = {}) => {
      const { tag, attrs: usual } = stanza(id, []);
      const enc = { ...sealed(attrs), attrs: { ...sealed(attrs).attrs, type: 'skmsg' } };
      const participant = jid(marina);
      network().push({ tag, attrs: { ...usual, from: `${group}@g.us`, participant }, content: [plain, enc] });
    };
    inGroup('G1', { 'decrypt-fail': 'hide' });
    inGroup('G2');
    await expect.poll(() => number.messages().length, { timeout: 10_000 }).toBe(1);
    expect(number.messages()[0]).toMatchObject({
      externalId: 'G2',
      extra: { unreadable: { cause: 'undecryptable' } },
    });
  });

  it('is passed over where nobody would see it: a reaction, a vote', async () => {
    const number = await connected();
    network().push(stanza('H1', [sealed({ 'decrypt-fail': 'hide' })]));
    // The phone’s own business with its linked devices.
    const { attrs, content } = stanza('H2', [sealed()]);
    network().push({
      tag: 'message',
      content: content as BinaryNode[],
      attrs: { ...attrs, from: jid(own), category: 'peer' },
    });
    network().push(stanza('X3', [sealed()]));
    await expect.poll(() => number.messages().length, { timeout: 10_000 }).toBe(1);
    expect(number.messages()[0]?.externalId).toBe('X3');
  });
});

describe('reactions', () => {
  const reaction = (id: string, emoji: string): proto.IMessage => ({
    reactionMessage: { key: { id, remoteJid: jid(own), fromMe: true }, text: emoji },
  });

  it('come with who gave them, and are taken back', async () => {
    const number = await connected();
    network().write({ id: 'R1', from: marina, message: reaction('OURS1', '👍') });
    network().write({ id: 'R2', from: marina, message: reaction('OURS1', '') });
    const attrs = { recipient: jid(marina) };
    network().write({ id: 'R3', from: own, message: reaction('THEIRS1', '❤️'), attrs });
    await expect.poll(() => number.of('reaction').length, { timeout: 10_000 }).toBe(3);
    expect(number.of('reaction').map(({ sentAt: _, type: __, ...said }) => said)).toEqual([
      { externalId: 'OURS1', emoji: '👍', addresses: [marina], fromMe: false },
      { externalId: 'OURS1', emoji: '', addresses: [marina], fromMe: false },
      { externalId: 'THEIRS1', emoji: '❤️', addresses: [marina], fromMe: true },
    ]);
    expect(number.messages()).toEqual([]);
  });

  it('in a group name the member, whomever they claim to be', async () => {
    const number = await connected();
    const message = reaction('G1', '👍');
    message.reactionMessage!.key!.participant = jid(marina);
    network().write({ id: 'R1', from: bia, group, message, name: 'Bia' });
    await expect
      .poll(() => number.of('reaction')[0], { timeout: 10_000 })
      .toMatchObject({ externalId: 'G1', addresses: [group], author: [bia], authorName: 'Bia' });
  });

  it('of ours go out with the key of their message', async () => {
    const number = await connected();
    const target = { externalId: 'THEIRS1', to: marina, isGroup: false };
    await number.driver.react!({ ...target, fromMe: false, emoji: '🙏' });
    await number.driver.react!({ ...target, fromMe: false, emoji: '' });
    expect(network().sent.map(({ message }) => message.reactionMessage)).toMatchObject([
      { text: '🙏', key: { id: 'THEIRS1', remoteJid: jid(marina), fromMe: false } },
      { text: '', key: { id: 'THEIRS1' } },
    ]);
  });

  it('that the network refuses fail', async () => {
    const number = await connected();
    network().rules.ack = () => 479;
    const target = { externalId: 'THEIRS1', to: marina, isGroup: false, fromMe: false, emoji: '🙏' };
    await expect(number.driver.react!(target)).rejects.toMatchObject({ failure: 'refused', code: '479' });
  });
});

describe('votes', () => {
  const secret = randomBytes(32);
  const options = ['sexta', 'sábado', 'domingo'];
  const poll: proto.IMessage = {
    messageContextInfo: { messageSecret: secret },
    pollCreationMessageV3: {
      name: 'Que dia?',
      options: options.map((optionName) => ({ optionName })),
      selectableOptionsCount: 0,
    },
  };
  /** A vote as the app seals it: under the poll's secret, for this poll, its maker and this voter. */
  const vote = (
    chosen: readonly string[],
    { maker, voter, key = secret }: { maker: string; voter: string; key?: Buffer },
  ): proto.IMessage => {
    const hmac = (data: Buffer, by: Buffer | Uint8Array) => createHmac('sha256', by).update(data).digest();
    const sign = Buffer.concat([
      ...['P1', maker, voter, 'Poll Vote'].map((part) => Buffer.from(part)),
      Buffer.from([1]),
    ]);
    const plain = proto.Message.PollVoteMessage.encode({
      selectedOptions: chosen.map((option) => createHash('sha256').update(option).digest()),
    }).finish();
    const iv = randomBytes(12);
    const sealedBy = hmac(sign, hmac(key, new Uint8Array(32)));
    return {
      pollUpdateMessage: {
        pollCreationMessageKey: { id: 'P1', remoteJid: jid(marina), fromMe: false },
        vote: {
          encPayload: aesEncryptGCM(plain, sealedBy, iv, Buffer.from(`P1\u0000${voter}`)),
          encIv: iv,
        },
        senderTimestampMs: Date.now(),
      },
    };
  };
  const attrs = { recipient: jid(marina) };

  it('in a poll that the company’s phone made are opened with its secret', async () => {
    const number = await connected();
    network().write({ id: 'P1', from: own, message: poll, attrs });
    network().write({
      id: 'W1',
      from: marina,
      message: vote(['domingo', 'sexta'], { maker: jid(own), voter: jid(marina) }),
    });
    await expect
      .poll(() => number.of('vote')[0], { timeout: 10_000 })
      .toMatchObject({ externalId: 'P1', addresses: [marina], fromMe: false, choices: [2, 0] });
  });

  it('of whom the network knows by a lid are opened by the number as well', async () => {
    const number = await connected();
    network().write({ id: 'P1', from: own, message: poll, attrs });
    network().write({
      id: 'W1',
      from: '99887766@lid',
      attrs: { sender_pn: jid(marina) },
      message: vote(['sábado'], { maker: jid(own), voter: jid(marina) }),
    });
    await expect.poll(() => number.of('vote')[0]?.choices, { timeout: 10_000 }).toEqual([1]);
  });

  it('are opened after a restart too, and taken back by an empty one', async () => {
    const first = await connected();
    network().write({ id: 'P1', from: marina, message: poll });
    await expect.poll(() => first.messages().length, { timeout: 10_000 }).toBe(1);
    await expect.poll(() => first.state.list('poll/', { limit: 5 }).then(({ length }) => length)).toBe(1);
    expect(JSON.stringify(await first.state.list('poll/', { limit: 5 }))).not.toContain(
      secret.toString('base64'),
    );
    await first.driver.disconnect();
    const second = await connected({ state: first.state, connectionId: first.connectionId });
    network().write({
      id: 'W1',
      from: marina,
      message: vote([], { maker: jid(marina), voter: jid(marina) }),
    });
    await expect.poll(() => second.of('vote')[0]?.choices, { timeout: 10_000 }).toEqual([]);
  });

  it('are opened after a restart too where somebody else sends a poll of their own under its id', async () => {
    const first = await connected();
    network().write({ id: 'P1', from: marina, message: poll });
    await expect.poll(() => first.state.list('poll/', { limit: 5 }).then(({ length }) => length)).toBe(1);
    await first.driver.disconnect();
    const second = await connected({ state: first.state, connectionId: first.connectionId });
    const other = { ...poll, messageContextInfo: { messageSecret: randomBytes(32) } };
    network().write({ id: 'P1', from: bia, message: other });
    await expect.poll(() => second.messages().length, { timeout: 10_000 }).toBe(1);
    const good = { maker: jid(marina), voter: jid(marina) };
    network().write({ id: 'W1', from: marina, message: vote(['sábado'], good) });
    await expect.poll(() => second.of('vote')[0]?.choices, { timeout: 10_000 }).toEqual([1]);
  });

  it('sealed by another secret, or for another voter, are dropped', async () => {
    const number = await connected();
    network().write({ id: 'P1', from: own, message: poll, attrs });
    const good = { maker: jid(own), voter: jid(marina) };
    network().write({ id: 'W1', from: marina, message: vote(['sexta'], { ...good, key: randomBytes(32) }) });
    network().write({ id: 'W2', from: bia, message: vote(['sexta'], good) });
    network().write({ id: 'W3', from: marina, message: vote(['sábado', 'nunca'], good) });
    await expect.poll(() => number.of('vote').length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(number.of('vote').map(({ choices }) => choices)).toEqual([[1]]);
  });
});
