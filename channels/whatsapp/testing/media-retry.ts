import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type BinaryNode, proto } from 'baileys';

/** A file's key, and where the phone that sent it has brought it again; without a path it has it no more. */
export interface Reupload {
  readonly mediaKey: Uint8Array;
  readonly directPath?: string;
}

const { ResultType } = proto.MediaRetryNotification;

/** What the network tells of a phone that was asked to bring a file again: sealed with the file's own key. */
export async function mediaRetry(
  id: string,
  { jid, from_me, participant }: BinaryNode['attrs'],
  { mediaKey, directPath }: Reupload,
): Promise<BinaryNode> {
  const said = proto.MediaRetryNotification.encode({
    stanzaId: id,
    result: directPath ? ResultType.SUCCESS : ResultType.NOT_FOUND,
    ...(directPath && { directPath }),
  }).finish();
  const key = Buffer.from(hkdfSync('sha256', mediaKey, '', 'WhatsApp Media Retry Notification', 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(said), cipher.final(), cipher.getAuthTag()]);
  return {
    tag: 'notification',
    attrs: { id, from: jid ?? '', type: 'mediaretry', t: String(Math.floor(Date.now() / 1_000)) },
    content: [
      {
        tag: 'rmr',
        attrs: { jid: jid ?? '', from_me: from_me ?? 'false', ...(participant && { participant }) },
      },
      {
        tag: 'encrypt',
        attrs: {},
        content: [
          { tag: 'enc_p', attrs: {}, content: sealed },
          { tag: 'enc_iv', attrs: {}, content: iv },
        ],
      },
    ],
  };
}
