import { Readable } from 'node:stream';
import type { AnyMessageContent } from 'baileys';
import type { OutboundMessage } from '../../../gateway/driver/driver.ts';
import { writeVcard } from './vcard.ts';

/**
 * Returns our message as Baileys sends it. No link preview: Baileys would fetch whatever address stands in the text,
 * from our network.
 */
export async function writeContent(message: OutboundMessage): Promise<AnyMessageContent> {
  const { body, media, extra, mediaType } = message;
  if (extra?.location) {
    const { latitude, longitude, name, address } = extra.location;
    return {
      location: {
        degreesLatitude: latitude,
        degreesLongitude: longitude,
        ...(name ? { name } : {}),
        ...(address ? { address } : {}),
      },
    };
  }
  if (extra?.contacts?.length) {
    const contacts = extra.contacts.map((contact) => ({
      displayName: contact.name,
      vcard: writeVcard(contact),
    }));
    return { contacts: { displayName: body, contacts } };
  }
  if (!media) return { text: body, linkPreview: null };
  const file = { stream: Readable.from(await media.open()) };
  const caption = body ? { caption: body } : {};
  const size = {
    ...(media.width ? { width: media.width } : {}),
    ...(media.height ? { height: media.height } : {}),
  };
  // WhatsApp has no words below a sound: with some it goes as a document, which shows them.
  switch (mediaType === 'audio' && body.trim() !== '' ? 'application' : mediaType) {
    case 'image':
      return { image: file, mimetype: media.mime, ...caption, ...size };
    case 'video':
      return { video: file, mimetype: media.mime, ...caption, ...size };
    case 'audio':
      // Opus in Ogg is what a recorded voice message is; anything else is sent as a sound file.
      return {
        audio: file,
        mimetype: media.mime === 'audio/ogg' ? 'audio/ogg; codecs=opus' : media.mime,
        ptt: media.mime === 'audio/ogg',
        ...(media.seconds === undefined ? {} : { seconds: Math.round(media.seconds) }),
      };
    default:
      return { document: file, mimetype: media.mime, fileName: media.name, ...caption };
  }
}
