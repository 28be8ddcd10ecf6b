import type { Agent } from 'node:https';
import { generateWAMessage, type proto, type WAMessage, type WASocket } from 'baileys';
import type { Logger } from 'pino';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import { DriverError, type OutboundMessage } from '../../../gateway/driver/driver.ts';
import { jidOf } from './addresses.ts';
import type { openKeptUploads } from './kept-uploads.ts';
import { writeContent } from './outbound-content.ts';
import { watchedUpload } from './upload.ts';

const usualIdleMs = 60_000;

/** Returns the quoted message as Baileys wants it; undefined: none is quoted. */
function quotedOf({ quoted, to, isGroup }: OutboundMessage): WAMessage | undefined {
  if (!quoted) return undefined;
  const { externalId: id, fromMe, author, body } = quoted;
  // In a group somebody wrote it, not the group.
  const key = {
    remoteJid: jidOf(to, isGroup),
    id,
    fromMe,
    ...(author && { participant: jidOf(author, false) }),
  };
  return { key, message: { conversation: body } } as WAMessage;
}

/** Returns messages as they go out, their files brought to the network; made once, for a second try would upload them again. */
export function createWrittenMessages(deps: {
  readonly uploads: ReturnType<typeof openKeptUploads>;
  /** By which files are brought to the network. */
  readonly agent: () => Promise<Agent>;
  /** How long an upload may stand still, milliseconds. */
  readonly idleMs: number | undefined;
  readonly log: Logger;
}) {
  const { uploads, log } = deps;
  const preparedMessages = boundedCache<proto.IMessage>(500);

  return {
    /** @param onProgress how far the upload is, 0 to 1 */
    async of(
      link: WASocket,
      message: OutboundMessage,
      onProgress?: (fraction: number) => void,
    ): Promise<proto.IMessage> {
      const { externalId } = message;
      const before = preparedMessages.get(externalId) ?? (message.media && (await uploads.find(externalId)));
      if (before) {
        preparedMessages.set(externalId, before);
        return before;
      }
      const quotedMessage = quotedOf(message);
      const { message: madeMessage } = await generateWAMessage(
        jidOf(message.to, message.isGroup),
        await writeContent(message),
        {
          logger: log,
          userJid: link.user?.id ?? '',
          upload: onProgress
            ? watchedUpload(link, log, onProgress, await deps.agent())
            : link.waUploadToServer,
          // Baileys' own is Node's agent's: five seconds without a byte.
          mediaUploadTimeoutMs: deps.idleMs ?? usualIdleMs,
          messageId: externalId,
          ...(quotedMessage && { quoted: quotedMessage }),
        },
      );
      if (!madeMessage) throw new DriverError('refused', 'the message says nothing');
      if (message.media) {
        preparedMessages.set(externalId, madeMessage);
        await uploads.keep(externalId, message.to, madeMessage);
      }
      return madeMessage;
    },
  };
}
