import {
  type BinaryNode,
  cleanMessage,
  decodeMessageNode,
  getBinaryNodeChild,
  NO_MESSAGE_FOUND_ERROR_TEXT,
  PLACEHOLDER_MAX_AGE_SECONDS,
  proto,
  type WAMessage,
} from 'baileys';

const viewOnce = 'view_once_unavailable_fanout';
/** Of another host of the number: the phone has it, and is not asked for it. */
const onPhoneOnly: ReadonlySet<string | undefined> = new Set([viewOnce, 'hosted_unavailable_fanout']);

interface Me {
  readonly id: string;
  readonly lid?: string | undefined;
}

function absentMessage(stanza: BinaryNode, me: Me, isViewOnce: boolean): WAMessage {
  const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid ?? '');
  const message = {
    ...fullMessage,
    key: { ...fullMessage.key, ...(isViewOnce && { isViewOnce }) },
    messageStubType: proto.WebMessageInfo.StubType.CIPHERTEXT,
    messageStubParameters: [NO_MESSAGE_FOUND_ERROR_TEXT],
  } as WAMessage;
  cleanMessage(message, me.id, me.lid ?? '');
  return message;
}

/**
 * Returns a message that the network gives to the phone alone, or that is too old to be asked of it: Baileys confirms
 * these and hands nothing over, so that nobody would know that somebody wrote. Undefined: it hands the message over.
 */
export function unavailableMessage(stanza: BinaryNode, me: Me): WAMessage | undefined {
  const unavailable = getBinaryNodeChild(stanza, 'unavailable');
  if (!unavailable || getBinaryNodeChild(stanza, 'enc') || getBinaryNodeChild(stanza, 'plaintext'))
    return undefined;
  const { type } = unavailable.attrs;
  const ageSeconds = Date.now() / 1_000 - Number(stanza.attrs.t);
  if (!onPhoneOnly.has(type) && !(type === undefined && ageSeconds > PLACEHOLDER_MAX_AGE_SECONDS))
    return undefined;
  try {
    return absentMessage(stanza, me, type === viewOnce);
  } catch {
    // Not one of a conversation: Baileys refuses it, and says so.
    return undefined;
  }
}
