import type { Agent } from 'node:https';
import { generateMessageIDV2, type proto, type WAMessage, type WASocket } from 'baileys';
import type { Logger } from 'pino';
import type { Driver, DriverContext, DriverEvent, MessageTarget } from '../../../gateway/driver/driver.ts';
import type { DriverDeps } from '../../../gateway/driver/driver-deps.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import { addressesOf, jidOf } from './addresses.ts';
import type { openKeptUploads } from './kept-uploads.ts';
import { createRecipients } from './recipients.ts';
import { createWrittenMessages } from './written-messages.ts';

/** Returns what goes out: messages, their files, edits, deletions and reactions, each told only once the network took it. */
export function createOutgoing(deps: {
  readonly context: Pick<DriverContext, 'sentMessage'>;
  readonly config: Pick<DriverDeps['config'], 'ackTimeoutMs' | 'uploadIdleMs'>;
  /** Runs something on the link that is open. */
  readonly attempt: <T>(work: (link: WASocket) => Promise<T>) => Promise<T>;
  readonly uploads: ReturnType<typeof openKeptUploads>;
  /** By which files are brought to the network. */
  readonly agent: () => Promise<Agent>;
  readonly tell: (event: DriverEvent) => void;
  readonly log: Logger;
  readonly quiet: Logger;
}) {
  const { context, config, attempt, uploads, tell, log, quiet } = deps;
  const { awaitTaken, isBeingSent } = createAcknowledgements({
    timeoutMs: config.ackTimeoutMs,
    tell,
    log,
  });
  const messages = createWrittenMessages({
    uploads,
    agent: deps.agent,
    idleMs: config.uploadIdleMs,
    log: quiet,
  });

  const recipients = createRecipients({ log });
  const keyOf = async (link: WASocket, target: MessageTarget) => ({
    remoteJid: await recipients.jidOf(link, target),
    id: target.externalId,
    fromMe: true,
  });

  async function again(link: WASocket, key: WAMessage['key']): Promise<proto.IMessage | undefined> {
    const { remoteJid, remoteJidAlt, id } = key;
    if (!id || !remoteJid) return undefined;
    try {
      const number = remoteJid.endsWith('@lid')
        ? await link.signalRepository.lidMapping.getPNForLID(remoteJid)
        : undefined;
      const message = await context.sentMessage(id, addressesOf(remoteJid, remoteJidAlt, number));
      return message && (await messages.of(link, message));
    } catch (error) {
      log.warn({ err: error, externalId: id }, 'a message that was asked for again could not be made');
      return undefined;
    }
  }

  const driver: Pick<Driver, 'prepare' | 'send' | 'edit' | 'delete' | 'react'> = {
    prepare: (message, told) => attempt(async (link) => void (await messages.of(link, message, told))),

    send: (message) =>
      attempt(async (link) => {
        const jid = await recipients.jidOf(link, message);
        const content = await messages.of(link, message);
        const { externalId } = message;
        await awaitTaken(link, externalId, () => link.relayMessage(jid, content, { messageId: externalId }));
        if (message.media)
          await uploads.drop(externalId).catch((error: unknown) => {
            log.warn({ err: error, externalId }, 'what is known of an upload stays until it expires');
          });
        return undefined;
      }),

    edit: (target) =>
      attempt(async (link) => {
        const key = await keyOf(link, target);
        const messageId = generateMessageIDV2(link.user?.id);
        await awaitTaken(link, messageId, () =>
          link.sendMessage(key.remoteJid, { text: target.body, edit: key }, { messageId }),
        );
      }),

    delete: (target) =>
      attempt(async (link) => {
        const key = await keyOf(link, target);
        const messageId = generateMessageIDV2(link.user?.id);
        await awaitTaken(link, messageId, () =>
          link.sendMessage(key.remoteJid, { delete: key }, { messageId }),
        );
      }),

    react: ({ emoji, author, fromMe, ...target }) =>
      attempt(async (link) => {
        const participant = target.isGroup && !fromMe && author ? { participant: jidOf(author, false) } : {};
        const key = { ...(await keyOf(link, target)), fromMe, ...participant };
        const messageId = generateMessageIDV2(link.user?.id);
        await awaitTaken(link, messageId, () =>
          link.sendMessage(key.remoteJid, { react: { text: emoji, key } }, { messageId }),
        );
      }),
  };
  return {
    driver,
    again,
    isBeingSent,
  };
}
