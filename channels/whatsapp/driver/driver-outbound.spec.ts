import { Readable } from 'node:stream';
import type { proto } from 'baileys';
import { describe, expect, it } from 'vitest';
import type { OutboundMessage } from '../../../gateway/driver/driver.ts';
import { atNetwork, bia, marina, text } from '../testing/number.ts';
import { writeContent } from './outbound-content.ts';

const { network, connected } = atNetwork();
const target = { externalId: '3EB0000000000000AA09', to: marina, isGroup: false };
const arrived = async (id: string): Promise<proto.IMessage> => {
  await expect.poll(() => network().sent.some((one) => one.id === id)).toBe(true);
  return network().sent.find((one) => one.id === id)!.message;
};
const last = async (): Promise<proto.IMessage> => {
  await expect.poll(() => network().sent.length).toBeGreaterThan(0);
  return network().sent.at(-1)!.message;
};

describe('what we send is what the contact reads', () => {
  it('a text, to a person and twice to a group', async () => {
    const { driver } = await connected();
    network().groups.set('120363025246125486', { subject: 'Obra', participants: [marina, bia] });
    const inGroup = { to: '120363025246125486', isGroup: true };
    await driver.send(text('3EB0000000000000AA01', 'tudo bem?'));
    await driver.send(text('3EB0000000000000AA02', 'no grupo', inGroup));
    await driver.send(text('3EB0000000000000AA03', 'de novo', inGroup));
    const bodies = [1, 2, 3].map(
      async (n) => (await arrived(`3EB0000000000000AA0${n}`)).extendedTextMessage?.text,
    );
    expect(await Promise.all(bodies)).toEqual(['tudo bem?', 'no grupo', 'de novo']);
  });

  it.each([false, true])('a reply quotes what it answers (ours: %s)', async (fromMe) => {
    const { driver } = await connected();
    const quoted = { messageId: 'm0', externalId: 'Q1', fromMe, body: 'às 15h?' };
    await driver.send(text('3EB0000000000000AA01', 'pode ser', { quoted }));
    const { extendedTextMessage } = await arrived('3EB0000000000000AA01');
    expect(extendedTextMessage).toMatchObject({
      text: 'pode ser',
      contextInfo: {
        stanzaId: 'Q1',
        participant: `${fromMe ? '15550000000' : marina}@s.whatsapp.net`,
        quotedMessage: { conversation: 'às 15h?' },
      },
    });
  });

  it('an edit changes the message it names', async () => {
    const { driver } = await connected();
    await driver.edit!({ ...target, body: 'às 16h' });
    const { protocolMessage, editedMessage } = await last();
    const change = protocolMessage ?? editedMessage?.message?.protocolMessage;
    expect(change).toMatchObject({
      key: { id: target.externalId, fromMe: true },
      editedMessage: { extendedTextMessage: { text: 'às 16h' } },
    });
    expect(network().sent.at(-1)!.stanza.attrs).toMatchObject({ edit: '1' });
  });

  it('a deletion takes back the message it names', async () => {
    const { driver } = await connected();
    await driver.delete!(target);
    expect((await last()).protocolMessage).toMatchObject({
      key: { id: target.externalId, fromMe: true },
      type: 0,
    });
    expect(network().sent.at(-1)!.stanza.attrs).toMatchObject({ edit: '7' });
  });

  const voice = { mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 3 };
  it.each<[OutboundMessage['mediaType'], string, string, keyof proto.IMessage, object]>([
    ['image', 'image/jpeg', 'olha', 'imageMessage', { mimetype: 'image/jpeg', caption: 'olha' }],
    ['video', 'video/mp4', 'olha', 'videoMessage', { mimetype: 'video/mp4', caption: 'olha' }],
    ['audio', 'audio/ogg', '', 'audioMessage', voice],
    ['audio', 'audio/mpeg', '', 'audioMessage', { mimetype: 'audio/mpeg', ptt: false }],
    // There is no place for words below a sound: as such they would be lost.
    ['audio', 'audio/ogg', 'olha', 'documentMessage', { mimetype: 'audio/ogg', caption: 'olha' }],
    ['application', 'application/pdf', 'olha', 'documentMessage', { fileName: 'a.bin', caption: 'olha' }],
  ])(
    'a file of kind %s (%s) with the words “%s” goes out as %s',
    async (mediaType, mime, body, kind, expected) => {
      const { driver } = await connected();
      const media = {
        id: 'f1',
        name: 'a.bin',
        mime,
        size: 4,
        seconds: 3,
        open: async () => Readable.from([Buffer.from('file')]),
      };
      await driver.send(text('3EB0000000000000AA01', body, { mediaType, media }));
      const message = await arrived('3EB0000000000000AA01');
      expect(message[kind]).toMatchObject({ directPath: '/v/uploaded', ...expected });
      expect(network().media.uploads).toHaveLength(1);
    },
  );

  it('a contact card says name and number as WhatsApp’s own clients do, whatever stands in the name', async () => {
    const { driver } = await connected();
    const contacts = [{ name: 'Silva, Filhos; Cia\nLtda', number: bia }];
    await driver.send(
      text('3EB0000000000000AA01', 'cartão', { mediaType: 'contactMessage', extra: { contacts } }),
    );
    const { contactMessage, contactsArrayMessage } = await arrived('3EB0000000000000AA01');
    const { vcard } = (contactMessage ?? contactsArrayMessage?.contacts?.[0])!;
    expect(vcard?.split('\n')).toContain('FN:Silva\\, Filhos\\; Cia\\nLtda');
    expect(vcard).toContain(`waid=${bia}:+${bia}`);
  });

  it('an address in a text is not fetched for a preview: it would be from our own network', async () => {
    expect(await writeContent(text('3EB0000000000000AA01', 'veja http://10.0.0.1/admin'))).toEqual({
      text: 'veja http://10.0.0.1/admin',
      linkPreview: null,
    });
  });
});
