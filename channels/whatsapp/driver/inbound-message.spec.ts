import type { proto, WAMessage } from 'baileys';
import { describe, expect, it } from 'vitest';
import { addressesOf, addressOf, jidOf, ownNumber } from './addresses.ts';
import { closeCause } from './close-cause.ts';
import { safeSource } from './download.ts';
import { readMessage } from './inbound-message.ts';

const said = (key: WAMessage['key'], message: proto.IMessage, more: Partial<WAMessage> = {}): WAMessage => ({
  key: { id: 'A1', fromMe: false, ...key },
  messageTimestamp: 1_795_240_000,
  pushName: 'Marina',
  message,
  ...more,
});
const read = (message: WAMessage) => readMessage(message, () => 'Obra da Marina');

describe('what Baileys hands over', () => {
  it('a contact known by a lid has the number beside it, the number first', () => {
    const message = read(
      said(
        { remoteJid: '99887766@lid', remoteJidAlt: '5511955500142@s.whatsapp.net' },
        { conversation: 'oi' },
      ),
    );
    expect(message?.addresses).toEqual(['5511955500142', '99887766@lid']);
  });

  it('a contact whose number is hidden is known by the lid alone', () => {
    expect(read(said({ remoteJid: '99887766@lid' }, { conversation: 'oi' }))?.addresses).toEqual([
      '99887766@lid',
    ]);
  });

  it("what the company's own phone wrote is the company's, and names nobody", () => {
    const message = read(
      said(
        { remoteJid: '5511955500142@s.whatsapp.net', fromMe: true },
        { conversation: 'do celular' },
        { pushName: 'Loja' },
      ),
    );
    expect(message).toMatchObject({
      fromMe: true,
      name: '',
      body: 'do celular',
      addresses: ['5511955500142'],
    });
  });

  it.each<[string, proto.IMessage, object]>([
    ['text', { conversation: 'oi' }, { mediaType: 'chat', body: 'oi' }],
    [
      'quoting text',
      { extendedTextMessage: { text: 'sim', contextInfo: { stanzaId: 'Q1' } } },
      { body: 'sim', quotedExternalId: 'Q1' },
    ],
    [
      'image',
      { imageMessage: { mimetype: 'image/jpeg', caption: 'olha', fileLength: 10 } },
      { mediaType: 'image', body: 'olha', media: { mime: 'image/jpeg', size: 10 } },
    ],
    [
      'video',
      { videoMessage: { mimetype: 'video/mp4', seconds: 5 } },
      { mediaType: 'video', media: { seconds: 5 } },
    ],
    [
      'document',
      { documentMessage: { mimetype: 'application/pdf', fileName: 'a.pdf' } },
      { mediaType: 'application', media: { name: 'a.pdf' } },
    ],
    [
      'location',
      { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Loja' } },
      { mediaType: 'locationMessage', extra: { location: { latitude: -23.5, longitude: -46.6 } } },
    ],
    ['disappearing text', { ephemeralMessage: { message: { conversation: 'some' } } }, { body: 'some' }],
    [
      'view once',
      { viewOnceMessageV2: { message: { imageMessage: { mimetype: 'image/png' } } } },
      { mediaType: 'image' },
    ],
  ])('reads a %s', (_name, content, expected) => {
    expect(read(said({ remoteJid: '5511955500142@s.whatsapp.net' }, content))).toMatchObject(expected);
  });

  it.each<[string, WAMessage]>([
    ['a broadcast', said({ remoteJid: 'status@broadcast' }, { conversation: 'oi' })],
    ['a newsletter', said({ remoteJid: '1203@newsletter' }, { conversation: 'oi' })],
    ['a message without content', said({ remoteJid: '5511955500142@s.whatsapp.net' }, {})],
    [
      'a key exchange',
      said({ remoteJid: '5511955500142@s.whatsapp.net' }, { senderKeyDistributionMessage: { groupId: 'g' } }),
    ],
  ])('passes over %s', (_name, message) => {
    expect(read(message)).toBeUndefined();
  });
});

describe('addresses', () => {
  it('are digits, lids or groups, whatever device they name', () => {
    expect(addressOf('5511955500142:12@s.whatsapp.net')).toBe('5511955500142');
    expect(addressOf('99887766:3@lid')).toBe('99887766@lid');
    expect(addressOf('120363025246125486@g.us')).toBe('120363025246125486');
    expect(addressOf('nonsense')).toBeUndefined();
    expect(addressesOf('1@lid', null, '2@s.whatsapp.net', '2:7@s.whatsapp.net')).toEqual(['2', '1@lid']);
    expect(ownNumber('15550000000:1@s.whatsapp.net')).toBe('15550000000');
  });
  it('go back as WhatsApp writes them', () => {
    expect(jidOf('+55 (11) 95550-0142', false)).toBe('5511955500142@s.whatsapp.net');
    expect(jidOf('99887766@lid', false)).toBe('99887766@lid');
    expect(jidOf('120363025246125486', true)).toBe('120363025246125486@g.us');
  });
});

describe('the end of a link', () => {
  const ended = (statusCode: number, message = '') =>
    closeCause(Object.assign(new Error(message), { output: { statusCode } }));
  it.each([
    [401, '', 'logged-out'],
    [440, '', 'replaced'],
    [515, '', 'restart'],
    [408, 'QR refs attempts ended', 'unpaired'],
    [408, 'timed out', 'lost'],
    [428, '', 'lost'],
    [500, 'Connection Failure', 'bad-session'],
    [500, 'Stream Errored (ack)', 'lost'],
    [503, '', 'lost'],
  ])('%i %s is %s', (code, message, cause) => {
    expect(ended(code, message)).toBe(cause);
  });
  it('without a code it is lost', () => {
    expect(closeCause(new Error('no idea'))).toBe('lost');
    expect(closeCause(undefined)).toBe('lost');
  });
});

describe('where a file may be fetched from', () => {
  const mediaKey = new Uint8Array(32);
  it("is WhatsApp's servers only: the sender writes the address", () => {
    expect(safeSource({ mediaKey, url: 'https://mmg.whatsapp.net/v/1' }, undefined)).toBeDefined();
    for (const url of [
      'http://mmg.whatsapp.net/v/1',
      'https://127.0.0.1/v/1',
      'https://whatsapp.net.example.org/v/1',
      'https://mmg.whatsapp.net:8443/v/1',
      'file:///etc/passwd',
      'not an address',
    ])
      expect(safeSource({ mediaKey, url }, undefined), url).toBeUndefined();
  });
  it('a path goes to the media host, and one without a slash nowhere', () => {
    expect(safeSource({ mediaKey, directPath: '/v/t62/1' }, undefined)).toMatchObject({
      host: 'mmg.whatsapp.net',
    });
    expect(safeSource({ mediaKey, directPath: '.example.org/v' }, undefined)).toBeUndefined();
  });
});
