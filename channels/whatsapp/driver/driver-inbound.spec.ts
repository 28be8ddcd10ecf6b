import { proto } from 'baileys';
import { describe, expect, it } from 'vitest';
import { openSealedStore } from '../../../gateway/secrets/sealed-store.ts';
import { createVault } from '../../../gateway/secrets/vault.ts';
import { atNetwork, bia, marina, secretKey } from '../testing/number.ts';
import { openAuthState } from './auth-state.ts';

const { network, number: opened, connected } = atNetwork();
const { Type } = proto.Message.ProtocolMessage;
const edited = (id: string, text: string): proto.IMessage => ({
  protocolMessage: { type: Type.MESSAGE_EDIT, key: { id }, editedMessage: { conversation: text } },
});
const revoked = (id: string): proto.IMessage => ({ protocolMessage: { type: Type.REVOKE, key: { id } } });
const own = '15550000000';

describe('messages that come in', () => {
  it('as they are written, and those that waited while we were away', async () => {
    const number = await connected();
    network().write({ id: 'A1', from: marina, message: { conversation: 'agora' }, name: 'Marina' });
    network().write({ id: 'A2', from: marina, message: { conversation: 'antes' }, attrs: { offline: '1' } });
    await expect
      .poll(() =>
        number
          .messages()
          .map(({ externalId }) => externalId)
          .sort(),
      )
      .toEqual(['A1', 'A2']);
    expect(number.messages().find(({ externalId }) => externalId === 'A1')).toMatchObject({
      addresses: [marina],
      name: 'Marina',
      body: 'agora',
      fromMe: false,
    });
  });

  it('a lid with the number beside it is known by both, the number first', async () => {
    const number = await connected();
    const attrs = { sender_pn: `${marina}@s.whatsapp.net` };
    network().write({ id: 'L1', from: '99887766@lid', message: { conversation: 'oi' }, attrs });
    await expect.poll(() => number.messages()[0]?.addresses).toEqual([marina, '99887766@lid']);
  });

  it('a lid whose number was told before is known by both from then on, in the order in which they wrote', async () => {
    const number = await connected();
    const attrs = { sender_pn: `${marina}@s.whatsapp.net` };
    const from = '99887766@lid';
    network().write({ id: 'L1', from, message: { conversation: 'um' }, attrs });
    await expect.poll(() => number.messages().length).toBe(1);
    for (const id of ['L2', 'L3']) network().write({ id, from, message: { conversation: id } });
    network().write({ id: 'L4', from: marina, message: { conversation: 'quatro' } });
    await expect.poll(() => number.messages().length).toBe(4);
    expect(number.messages().map(({ externalId }) => externalId)).toEqual(['L1', 'L2', 'L3', 'L4']);
    for (const { addresses } of number.messages().slice(0, 3)) expect(addresses).toEqual([marina, from]);
  });

  it('that a lid and a number are one is told when the network says so, before anybody writes', async () => {
    const number = await connected();
    network().push({
      tag: 'notification',
      attrs: { id: 'L1', from: 's.whatsapp.net', type: 'mex', t: '1795240000' },
      content: [
        {
          tag: 'mex',
          attrs: {},
          content: Buffer.from(
            JSON.stringify({
              operation: 'NotificationLinkedProfilesUpdates',
              updates: [{ jid: '99887766@lid', added_profiles: [`${marina}@s.whatsapp.net`] }],
            }),
          ),
        },
      ],
    });
    await expect
      .poll(() => number.of('identity')[0])
      .toEqual({ type: 'identity', addresses: [marina, '99887766@lid'] });
  });

  it('what the company’s own phone writes is the company’s, in the chat it was written in', async () => {
    const number = await connected();
    const attrs = { recipient: `${marina}@s.whatsapp.net` };
    network().write({ id: 'O1', from: own, message: { conversation: 'do celular' }, attrs });
    await expect.poll(() => number.messages()[0]).toMatchObject({ fromMe: true, addresses: [marina] });
  });

  it.each([
    ['to a hidden id', '99887766@lid', { peer_recipient_pn: `${marina}@s.whatsapp.net` }],
    ['to a number', `${marina}@s.whatsapp.net`, { peer_recipient_lid: '99887766@lid' }],
    [
      'by hidden ids alone',
      '99887766@lid',
      { peer_recipient_pn: `${marina}@s.whatsapp.net`, from: `7${own}@lid` },
    ],
  ])(
    'what the company’s own phone writes %s is for who is known by both, and never for ourselves',
    async (_how, recipient, more) => {
      const number = await connected();
      const mine = { sender_pn: `${own}@s.whatsapp.net`, sender_lid: `7${own}@lid` };
      const attrs = { recipient, ...mine, ...more };
      network().write({ id: 'O1', from: own, message: { conversation: 'nosso' }, attrs });
      await expect.poll(() => number.messages().length).toBe(1);
      expect(number.messages()[0]).toMatchObject({ fromMe: true, addresses: [marina, '99887766@lid'] });
    },
  );

  it.each([
    ['who they are', { peer_recipient_pn: `${marina}@s.whatsapp.net` }, [marina, '99887766@lid']],
    ['nothing of them', {}, ['99887766@lid']],
  ])(
    'nobody that the company’s phone writes to is known by our own number, where the network says %s',
    async (_what, more, addresses) => {
      const number = await connected();
      const attrs = { recipient: '99887766@lid', sender_pn: `${own}@s.whatsapp.net`, ...more };
      const message = { conversation: 'olá' };
      network().write({ id: 'O1', from: `7${own}@lid`, message, attrs });
      await expect.poll(() => number.messages().length).toBe(1);
      network().write({ id: 'L2', from: '99887766@lid', message });
      await expect.poll(() => number.messages().length).toBe(2);
      expect(number.messages().map((one) => one.addresses)).toEqual([addresses, ['99887766@lid']]);
    },
  );

  it('nor by what an earlier version wrote down so', async () => {
    const one = await opened();
    const { state, connectionId } = one;
    const vault = createVault(secretKey);
    const store = openSealedStore({ state, vault, connectionId, fence: 1, mayAct: () => true });
    const { keys } = (await openAuthState(store)).state;
    await keys.set({ 'lid-mapping': { [own]: '99887766', '99887766_reverse': own } });
    await one.connect();
    network().write({ id: 'L1', from: '99887766@lid', message: { conversation: 'oi' } });
    await expect.poll(() => one.messages()[0]?.addresses).toEqual(['99887766@lid']);
  });

  it('what comes over a customer’s broadcast list is the customer’s, in their own chat; a status is nobody’s', async () => {
    const number = await connected();
    const over = (list: string, id: string, message: proto.IMessage) =>
      network().write({
        id,
        from: `${list}@broadcast`,
        message,
        attrs: { participant: `${marina}@s.whatsapp.net` },
      });
    over('status', 'S1', { conversation: 'minha foto' });
    over('1795240000', 'B1', { conversation: 'oi a todos' });
    over('1795240000', 'B2', edited('B1', 'olá a todos'));
    await expect.poll(() => number.of('edit').length).toBe(1);
    expect(number.messages()).toMatchObject([
      { externalId: 'B1', addresses: [marina], isGroup: false, body: 'oi a todos' },
    ]);
    expect(number.of('edit')[0]).toMatchObject({ externalId: 'B1', addresses: [marina] });
  });

  it('a status that cannot be read is taken all the same: refused, it would hold back what waits behind it', async () => {
    const number = await connected();
    const enc = { tag: 'enc', attrs: { v: '2', type: 'skmsg' }, content: Buffer.alloc(60, 7) };
    const attrs = { from: 'status@broadcast', participant: `${marina}@s.whatsapp.net`, type: 'text' };
    const t = String(Math.floor(Date.now() / 1_000));
    network().push({ tag: 'message', attrs: { ...attrs, id: 'S1', t, offline: '0' }, content: [enc] });
    network().write({ id: 'A1', from: marina, message: { conversation: 'oi' } });
    const answers = () => network().received.filter((stanza) => stanza.attrs.id === 'S1');
    await expect.poll(() => number.messages().length).toBe(1);
    await expect.poll(answers).toMatchObject([{ tag: 'ack', attrs: { class: 'message', to: attrs.from } }]);
    expect(answers()[0]?.attrs).not.toHaveProperty('error');
    expect(number.messages()[0]?.externalId).toBe('A1');
  });

  it('a call that nobody took is said', async () => {
    const number = await connected();
    const call = (tag: string, more = {}) =>
      network().push({
        tag: 'call',
        attrs: { from: `${marina}@s.whatsapp.net`, id: `c-${tag}`, t: '1795240000' },
        content: [
          {
            tag,
            attrs: { 'call-id': 'CALL1', 'call-creator': `${marina}@s.whatsapp.net`, ...more },
            content: [],
          },
        ],
      });
    call('offer');
    call('terminate', { reason: 'timeout' });
    await expect
      .poll(() => number.messages()[0])
      .toMatchObject({ mediaType: 'call_log', extra: { call: { missed: true, video: false } } });
  });

  it('a kind that nobody knows yet is shown as such: dropped, nobody would know that the contact wrote', async () => {
    const number = await connected();
    network().write({ id: 'U1', from: marina, message: { orderMessage: { orderId: '1', itemCount: 2 } } });
    await expect.poll(() => number.messages()[0]?.extra).toEqual({ unknown: { kind: 'order' } });
  });

  it('a file comes with the words beside it', async () => {
    const number = await connected();
    const file = await network().media.offer(network().url, 'uma figura', 'image');
    network().write({
      id: 'I1',
      from: marina,
      message: { imageMessage: { ...file, mimetype: 'image/jpeg', caption: 'olha' } },
    });
    await expect.poll(() => number.messages().length).toBe(1);
    const [message] = number.messages();
    expect(message).toMatchObject({
      mediaType: 'image',
      body: 'olha',
      media: { mime: 'image/jpeg', size: 10 },
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of await number.driver.downloadMedia(
      message!.media!.handle,
      new AbortController().signal,
    ))
      chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('uma figura');
  });
});

describe('edits and deletions', () => {
  it('of a contact come with who made them', async () => {
    const number = await connected();
    network().write({ id: 'E1', from: marina, message: edited('A1', 'às 16h') });
    network().write({
      id: 'E2',
      from: marina,
      message: { editedMessage: { message: edited('A3', 'às 17h') } },
    });
    network().write({ id: 'D1', from: marina, message: revoked('A2') });
    await expect
      .poll(() => [...number.of('edit'), ...number.of('delete')])
      .toEqual([
        { type: 'edit', externalId: 'A1', body: 'às 16h', addresses: [marina], fromMe: false },
        { type: 'edit', externalId: 'A3', body: 'às 17h', addresses: [marina], fromMe: false },
        { type: 'delete', externalId: 'A2', addresses: [marina], fromMe: false },
      ]);
    expect(number.messages()).toEqual([]);
  });

  it('made on the company’s phone are the company’s', async () => {
    const number = await connected();
    const attrs = { recipient: `${marina}@s.whatsapp.net` };
    network().write({ id: 'E1', from: own, attrs, message: edited('A1', 'às 16h') });
    await expect
      .poll(() => number.of('edit'))
      .toEqual([{ type: 'edit', externalId: 'A1', body: 'às 16h', addresses: [marina], fromMe: true }]);
  });

  it('in a group name the member who made them, whomever they claim to be', async () => {
    const number = await connected();
    const group = '120363025246125486';
    const forged = edited('A1', 'mudei');
    forged.protocolMessage!.key = { ...forged.protocolMessage!.key, participant: `${marina}@s.whatsapp.net` };
    network().write({ id: 'E1', from: bia, group, message: forged });
    network().write({ id: 'D1', from: bia, group, message: revoked('A2') });
    await expect
      .poll(() => [...number.of('edit'), ...number.of('delete')])
      .toEqual([
        { type: 'edit', externalId: 'A1', body: 'mudei', addresses: [group], fromMe: false, author: [bia] },
        { type: 'delete', externalId: 'A2', addresses: [group], fromMe: false, author: [bia] },
      ]);
  });

  it('that come together with what they change are not laid over it: both are told, each as it is', async () => {
    // Until all that waited has come Baileys gathers what it hands over: a member's edit would stand as another's words.
    const group = '120363025246125486';
    const offline = { offline: '1' };
    const number = await connected();
    network().write({ id: 'A1', from: marina, group, message: { conversation: 'R$ 500' }, attrs: offline });
    network().write({ id: 'E1', from: bia, group, message: edited('A1', 'R$ 5'), attrs: offline });
    await expect.poll(() => number.of('edit').length).toBe(1);
    expect(number.messages().map(({ externalId, body }) => [externalId, body])).toEqual([['A1', 'R$ 500']]);
    expect(number.of('edit')[0]).toMatchObject({ externalId: 'A1', author: [bia] });
  });
});

describe('receipts', () => {
  it('of our messages are told, delivered and read', async () => {
    const number = await connected();
    const told = () => number.of('receipt').map(({ externalIds, ack }) => [...externalIds, ack]);
    network().receipt(marina, ['OURS1']);
    await expect.poll(told).toEqual([['OURS1', 3]]);
    network().receipt(marina, ['OURS1'], 'read');
    await expect.poll(told).toEqual([
      ['OURS1', 3],
      ['OURS1', 4],
    ]);
  });

  it('that the library still gathers when the line falls are told all the same', async () => {
    const number = await connected();
    const attrs = {
      id: '3EB0000000000000AA02',
      from: `${marina}@s.whatsapp.net`,
      t: '1795240000',
      offline: '0',
    };
    network().push({ tag: 'receipt', attrs });
    const taken = () => network().received.some(({ tag, attrs: { id } }) => tag === 'ack' && id === attrs.id);
    await expect.poll(taken).toBe(true);
    network().cut();
    await number.told('closed');
    expect(number.of('receipt')).toEqual([{ type: 'receipt', externalIds: [attrs.id], ack: 3 }]);
  });

  it('of members of a group are told too', async () => {
    const number = await connected();
    network().push({
      tag: 'receipt',
      attrs: {
        id: 'OURS2',
        from: '120363025246125486@g.us',
        participant: `${marina}@s.whatsapp.net`,
        t: '1795240000',
        type: 'read',
      },
    });
    await expect.poll(() => number.of('receipt')[0]).toMatchObject({ externalIds: ['OURS2'], ack: 4 });
  });

  it('that our own phone gives for what a contact wrote are no receipts of ours', async () => {
    const number = await connected();
    // Our phone has read what Marina wrote: the network tells its other devices.
    network().push({
      tag: 'receipt',
      attrs: {
        id: 'THEIRS1',
        from: `${own}@s.whatsapp.net`,
        recipient: `${marina}@s.whatsapp.net`,
        t: '1795240000',
        type: 'read',
      },
    });
    network().push({
      tag: 'receipt',
      attrs: {
        id: 'THEIRS2',
        from: '120363025246125486@g.us',
        participant: `${own}@s.whatsapp.net`,
        recipient: `${marina}@s.whatsapp.net`,
        t: '1795240000',
        type: 'read',
      },
    });
    network().receipt(marina, ['OURS3']);
    await expect.poll(() => number.of('receipt').length).toBeGreaterThan(0);
    expect(number.of('receipt').flatMap(({ externalIds }) => externalIds)).toEqual(['OURS3']);
  });
});
