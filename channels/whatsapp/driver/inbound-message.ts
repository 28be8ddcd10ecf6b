import {
  isJidBroadcast,
  isJidNewsletter,
  isJidStatusBroadcast,
  normalizeMessageContent,
  proto,
  toNumber,
  type WAMessage,
} from 'baileys';
import type { DriverChange, DriverEvent, DriverMessage, Marking } from '../../../gateway/driver/driver.ts';
import { addressesOf, isGroup } from './addresses.ts';
import { readContent } from './content.ts';

/** Milliseconds since the epoch: beyond it `Date` throws. */
const lastInstant = 8.64e15;

/** Returns where a message belongs. Undefined: in no conversation (a status, a channel). */
function chatOf({ remoteJid, remoteJidAlt, participant, fromMe }: WAMessage['key']) {
  if (!remoteJid || isJidNewsletter(remoteJid)) return undefined;
  // A customer's broadcast list: each of those it goes to has it in the chat with its writer.
  const jid = isJidBroadcast(remoteJid) ? participant : remoteJid;
  if (!jid || (jid !== remoteJid && (fromMe || isJidStatusBroadcast(remoteJid)))) return undefined;
  const group = isGroup(jid);
  const addresses = group ? addressesOf(jid) : addressesOf(jid, remoteJidAlt);
  return addresses.length === 0 ? undefined : { jid, group, addresses };
}

/** Returns the network's own instant, which no sender writes. */
const sentAt = ({ messageTimestamp }: WAMessage): string => {
  const ms = (messageTimestamp ? toNumber(messageTimestamp) : 0) * 1_000;
  return new Date(ms > 0 && ms <= lastInstant ? ms : Date.now()).toISOString();
};

/** Returns a message of Baileys in our form. Undefined: not one of a conversation, or it says nothing. */
export function readMessage(
  message: WAMessage,
  groupName: (jid: string) => string | undefined,
): DriverMessage | undefined {
  const { key } = message;
  const chat = chatOf(key);
  const content = chat && key.id ? readContent(message) : undefined;
  if (!chat || !key.id || !content) return undefined;
  const { jid, group, addresses } = chat;
  const fromMe = key.fromMe === true;
  const [author] = addressesOf(key.participant, key.participantAlt);
  return {
    externalId: key.id,
    addresses,
    // Of an own message the name is the company's, not the contact's.
    name: (group ? groupName(jid) : fromMe ? undefined : message.pushName) ?? '',
    isGroup: group,
    fromMe,
    ...(group && !fromMe && author
      ? { participant: { name: message.pushName || author, number: author } }
      : {}),
    ...content,
    sentAt: sentAt(message),
  };
}

const { Type } = proto.Message.ProtocolMessage;

/** Returns an edit or a deletion as its envelope tells it: what stands inside names only the message it is about. */
function readChange(message: WAMessage): DriverEvent | undefined {
  const { key } = message;
  const protocolMessage = normalizeMessageContent(message.message)?.protocolMessage;
  const externalId = protocolMessage?.key?.id;
  if (!externalId || (protocolMessage.type !== Type.REVOKE && protocolMessage.type !== Type.MESSAGE_EDIT))
    return undefined;
  const chat = chatOf(key);
  if (!chat) return undefined;
  const change: DriverChange = {
    addresses: chat.addresses,
    externalId,
    fromMe: key.fromMe === true,
    ...(chat.group && { author: addressesOf(key.participant, key.participantAlt) }),
  };
  if (protocolMessage.type === Type.REVOKE) return { type: 'delete', ...change };
  const edited = normalizeMessageContent(protocolMessage.editedMessage);
  const body =
    edited?.conversation ||
    edited?.extendedTextMessage?.text ||
    edited?.imageMessage?.caption ||
    edited?.videoMessage?.caption ||
    edited?.documentMessage?.caption;
  return body ? { type: 'edit', ...change, body } : undefined;
}

/** Returns who marks a message, a member of a group or nobody in particular, and when: as the envelope tells it. */
export function markingOf(message: WAMessage): Omit<Marking, 'externalId'> | undefined {
  const { key } = message;
  const chat = chatOf(key);
  if (!chat) return undefined;
  const fromMe = key.fromMe === true;
  return {
    addresses: chat.addresses,
    fromMe,
    ...(chat.group && { author: addressesOf(key.participant, key.participantAlt) }),
    ...(chat.group && !fromMe && message.pushName && { authorName: message.pushName }),
    sentAt: sentAt(message),
  };
}

function readReaction(message: WAMessage): DriverEvent | undefined {
  const said = normalizeMessageContent(message.message)?.reactionMessage;
  const externalId = said?.key?.id;
  const marking = externalId ? markingOf(message) : undefined;
  return marking && externalId
    ? { type: 'reaction', ...marking, externalId, emoji: said.text ?? '' }
    : undefined;
}

/** Returns what Baileys hands over in our form. Undefined: nothing that concerns a conversation. */
export function readEvent(
  given: WAMessage,
  groupName: (jid: string) => string | undefined,
): DriverEvent | undefined {
  const change = readChange(given) ?? readReaction(given);
  if (change) return change;
  const message = readMessage(given, groupName);
  return message && { type: 'message', message };
}
