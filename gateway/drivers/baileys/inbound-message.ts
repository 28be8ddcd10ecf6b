import {
  isJidBroadcast,
  isJidNewsletter,
  normalizeMessageContent,
  proto,
  toNumber,
  type WAMessage,
} from 'baileys';
import type { DriverChange, DriverEvent, DriverMessage } from '../../driver.ts';
import { addressesOf, isGroup } from './addresses.ts';
import { readContent } from './content.ts';

/** Milliseconds since the epoch: beyond it `Date` throws. */
const lastInstant = 8.64e15;

/** A message of Baileys in our form. Undefined: not one of a conversation, or it says nothing. */
export function readMessage(
  message: WAMessage,
  groupName: (jid: string) => string | undefined,
): DriverMessage | undefined {
  const { key } = message;
  const { remoteJid, id } = key;
  if (!remoteJid || !id || isJidBroadcast(remoteJid) || isJidNewsletter(remoteJid)) return undefined;
  const content = readContent(message);
  if (!content) return undefined;
  const group = isGroup(remoteJid);
  const addresses = group ? addressesOf(remoteJid) : addressesOf(remoteJid, key.remoteJidAlt);
  if (addresses.length === 0) return undefined;
  const fromMe = key.fromMe === true;
  const [author] = addressesOf(key.participant, key.participantAlt);
  const ms = (message.messageTimestamp ? toNumber(message.messageTimestamp) : 0) * 1_000;
  return {
    externalId: id,
    addresses,
    // Of an own message the name is the company's, not the contact's.
    name: (group ? groupName(remoteJid) : fromMe ? undefined : message.pushName) ?? '',
    isGroup: group,
    fromMe,
    ...(group && !fromMe && author
      ? { participant: { name: message.pushName || author, number: author } }
      : {}),
    ...content,
    sentAt: new Date(ms > 0 && ms <= lastInstant ? ms : Date.now()).toISOString(),
  };
}

const { Type } = proto.Message.ProtocolMessage;

/** An edit or a deletion as its envelope tells it: what stands inside names only the message it is about. */
function readChange(message: WAMessage): DriverEvent | undefined {
  const { key } = message;
  const said = normalizeMessageContent(message.message)?.protocolMessage;
  const externalId = said?.key?.id;
  if (!externalId || (said.type !== Type.REVOKE && said.type !== Type.MESSAGE_EDIT)) return undefined;
  const group = isGroup(key.remoteJid);
  const addresses = group ? addressesOf(key.remoteJid) : addressesOf(key.remoteJid, key.remoteJidAlt);
  if (addresses.length === 0) return undefined;
  const change: DriverChange = {
    addresses,
    externalId,
    fromMe: key.fromMe === true,
    ...(group && { author: addressesOf(key.participant, key.participantAlt) }),
  };
  if (said.type === Type.REVOKE) return { type: 'delete', ...change };
  const edited = normalizeMessageContent(said.editedMessage);
  const body =
    edited?.conversation ||
    edited?.extendedTextMessage?.text ||
    edited?.imageMessage?.caption ||
    edited?.videoMessage?.caption ||
    edited?.documentMessage?.caption;
  return body ? { type: 'edit', ...change, body } : undefined;
}

/** What Baileys hands over in our form. Undefined: nothing that concerns a conversation. */
export function readEvent(
  given: WAMessage,
  groupName: (jid: string) => string | undefined,
): DriverEvent | undefined {
  const change = readChange(given);
  if (change) return change;
  const message = readMessage(given, groupName);
  return message && { type: 'message', message };
}
