import { BufferJSON, proto, toNumber, type WAMessage } from 'baileys';

/** Returns what is kept of a message, as text: all that reading it, fetching its file and knowing who wrote it take. */
export const freeze = (message: WAMessage): string => {
  const { key, pushName, messageTimestamp, messageStubType, messageStubParameters } = message;
  return JSON.stringify(
    {
      key,
      pushName,
      messageTimestamp: messageTimestamp ? toNumber(messageTimestamp) : undefined,
      messageStubType,
      messageStubParameters,
      message: message.message && Buffer.from(proto.Message.encode(message.message).finish()),
    },
    BufferJSON.replacer,
  );
};
/** Returns the message that `freeze` made the text of. */
export const thaw = (frozen: string): WAMessage => {
  const { message, ...rest } = JSON.parse(frozen, BufferJSON.reviver) as WAMessage & { message?: Buffer };
  return { ...rest, ...(message && { message: proto.Message.decode(message) }) };
};
