import { normalizeMessageContent, proto, toNumber, type WAMessage } from 'baileys';
import type { DriverMessage } from '../../../gateway/driver/driver.ts';
import { inboundLimits } from '../../../gateway/driver/limits.ts';
import { readCall } from './calls.ts';
import { freeze } from './frozen.ts';
import { adOf, chosenText, isViewOnce, readKind, unknownKind } from './kinds.ts';
import { readVcard } from './vcard.ts';

type Content = Pick<DriverMessage, 'body' | 'mediaType' | 'media' | 'extra' | 'quotedExternalId'>;
type Media = NonNullable<DriverMessage['media']>;

/** What the app sends for its own purposes: nothing anybody wrote. */
const silent = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'messageContextInfo',
  'reactionMessage',
  'encReactionMessage',
  'encEventResponseMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'encCommentMessage',
  'secretEncryptedMessage',
  'associatedChildMessage',
  'albumMessage',
]);

const readCard = (card: proto.Message.IContactMessage) => {
  const { name, number } = readVcard((card.vcard ?? '').slice(0, inboundLimits.card), card.displayName);
  return { name: name.slice(0, inboundLimits.name), ...(number !== undefined && { number }) };
};

interface File {
  readonly mimetype?: string | null;
  readonly fileLength?: Parameters<typeof toNumber>[0];
  readonly seconds?: number | null;
  readonly width?: number | null;
  readonly height?: number | null;
}

const { CIPHERTEXT } = proto.WebMessageInfo.StubType;
/** As Baileys says that the network handed no content over: the phone is asked for it. */
const absentText = 'Message absent from node';

const bareContent = (extra: Content['extra']): Content => ({
  body: '',
  mediaType: 'chat',
  ...(extra && { extra }),
});

/** Returns what came without its content: the phone alone has it, or it could not be decrypted and was asked for again. */
function readMissing({ key, messageStubType, messageStubParameters }: WAMessage): Content | undefined {
  if ((key as { isViewOnce?: boolean }).isViewOnce) return bareContent({ viewOnce: { onPhone: true } });
  if (messageStubType !== CIPHERTEXT) return undefined;
  const cause = messageStubParameters?.[0] === absentText ? 'onPhone' : 'undecryptable';
  return bareContent({ unreadable: { cause } });
}

/** Returns what a message says. Undefined: it says nothing (a reaction, a key). */
export function readContent(message: WAMessage): Content | undefined {
  const call = readCall(message);
  if (call) return { body: '', mediaType: 'call_log', extra: { call } };
  const content = normalizeMessageContent(message.message);
  if (!content) return readMissing(message);
  const said = readSaid(message, content);
  // A key that was read beside words that were not says nothing yet.
  if (!said) return readMissing(message);
  const ad = adOf(contextOf(content));
  const once = isViewOnce(message.message);
  if (!ad && !once) return said;
  return {
    ...said,
    extra: { ...said.extra, ...(ad && { ad }), ...(once && { viewOnce: { onPhone: false } }) },
  };
}

function readSaid(message: WAMessage, content: proto.IMessage): Content | undefined {
  const quotedExternalId = contextOf(content)?.stanzaId;
  const quotedPart = quotedExternalId ? { quotedExternalId } : {};
  const text = (body: string | null | undefined): Content => ({
    body: body ?? '',
    mediaType: 'chat',
    ...quotedPart,
  });
  const file = (
    mediaType: Content['mediaType'],
    of: File,
    fallback: string,
    moreParts: { name?: string | null; body?: string | null } = {},
  ): Content => {
    const mime = of.mimetype ?? fallback;
    const media: Media = {
      name: moreParts.name || `${mediaType}.${extensionOf(mime)}`,
      mime,
      ...(of.fileLength ? { size: toNumber(of.fileLength) } : {}),
      ...(of.seconds ? { seconds: of.seconds } : {}),
      ...(of.width ? { width: of.width } : {}),
      ...(of.height ? { height: of.height } : {}),
      handle: freeze(message),
    };
    return { body: moreParts.body ?? '', mediaType, media, ...quotedPart };
  };

  if (content.conversation) return text(content.conversation);
  if (content.extendedTextMessage) return text(content.extendedTextMessage.text);
  const kind = readKind(content);
  if (kind) {
    const { body, extra, header } = kind;
    const above = header && readSaid({ ...message, message: header }, header);
    return { ...(above ?? text('')), ...quotedPart, body, extra };
  }
  if (content.imageMessage)
    return file('image', content.imageMessage, 'image/jpeg', { body: content.imageMessage.caption ?? null });
  const film = content.videoMessage ?? content.ptvMessage;
  if (film) return file('video', film, 'video/mp4', { body: film.caption ?? null });
  if (content.audioMessage) return file('audio', content.audioMessage, 'audio/ogg');
  const sticker = content.stickerMessage ?? content.lottieStickerMessage?.message?.stickerMessage;
  if (sticker) {
    const animated = sticker.isAnimated === true || sticker.isLottie === true;
    // Drawn by the app itself out of a file that nothing else can show.
    const drawn = content.lottieStickerMessage || sticker.isLottie === true;
    return {
      ...(drawn ? text('') : file('image', sticker, 'image/webp')),
      extra: { sticker: { animated } },
    };
  }
  if (content.documentMessage) {
    const { fileName, caption } = content.documentMessage;
    return file('application', content.documentMessage, 'application/octet-stream', {
      name: fileName ?? null,
      body: caption ?? null,
    });
  }
  const place = content.locationMessage ?? content.liveLocationMessage;
  if (place) {
    const namedPlace = content.locationMessage;
    const livePlace = content.liveLocationMessage;
    const location = {
      latitude: place.degreesLatitude ?? 0,
      longitude: place.degreesLongitude ?? 0,
      ...(namedPlace?.name ? { name: namedPlace.name } : {}),
      ...(namedPlace?.address ? { address: namedPlace.address } : {}),
      ...(livePlace ? { live: true } : {}),
    };
    return {
      body: namedPlace?.name ?? livePlace?.caption ?? '',
      mediaType: 'locationMessage',
      extra: { location },
      ...quotedPart,
    };
  }
  const cards =
    content.contactsArrayMessage?.contacts ?? (content.contactMessage ? [content.contactMessage] : []);
  if (cards.length > 0) {
    // Cut here already: thousands of giant cards would be one text before anybody else can cut them.
    const contacts = cards.slice(0, inboundLimits.cards).map(readCard);
    const body = contacts.map((contact) => contact.name).join(', ');
    return { body, mediaType: 'contactMessage', extra: { contacts }, ...quotedPart };
  }
  const chosen = chosenText(content);
  if (chosen) return text(chosen);
  const name = Object.keys(content).find(
    (key) => !silent.has(key) && content[key as keyof proto.IMessage] != null,
  );
  return name === undefined ? undefined : { ...text(''), ...unknownKind(content, name) };
}

/** Returns what the first part that has any says of the message's surroundings. */
function contextOf(content: proto.IMessage): proto.IContextInfo | undefined {
  for (const part of Object.values(content) as ({ contextInfo?: proto.IContextInfo | null } | null)[]) {
    const context = part && typeof part === 'object' ? part.contextInfo : undefined;
    if (context) return context;
  }
  return undefined;
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
};
const extensionOf = (mime: string): string => extensions[mime.split(';')[0]?.trim() ?? ''] ?? 'bin';
