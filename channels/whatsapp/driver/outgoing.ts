import type { Agent } from 'node:https';
import {
  type BinaryNode,
  generateMessageIDV2,
  generateWAMessage,
  type proto,
  type WAMessage,
  type WASocket,
} from 'baileys';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  type Driver,
  type DriverContext,
  type DriverDeps,
  DriverError,
  type DriverEvent,
  type MessageTarget,
  type OutboundMessage,
} from '../../../gateway/driver/driver.ts';
import { addressesOf, jidOf } from './addresses.ts';
import type { openKeptUploads } from './kept-uploads.ts';
import { limitOfLock } from './network-limits.ts';
import { writeContent } from './outbound-content.ts';
import { watchedUpload } from './upload.ts';

type Told = Parameters<NonNullable<Driver['prepare']>>[1];

/** What goes out: messages, their files, edits, deletions and reactions, each told only once the network took it. */
export function createOutgoing(deps: {
  readonly context: Pick<DriverContext, 'sentMessage'>;
  readonly config: Pick<DriverDeps['config'], 'ackTimeoutMs' | 'uploadIdleMs'>;
  /** Runs something on the link that is open. */
  readonly attempted: <T>(work: (link: WASocket) => Promise<T>) => Promise<T>;
  readonly uploads: ReturnType<typeof openKeptUploads>;
  /** By which files are brought to the network. */
  readonly agent: () => Promise<Agent>;
  readonly tell: (event: DriverEvent) => void;
  readonly log: Logger;
  readonly quiet: Logger;
}) {
  const { context, config, attempted, uploads, tell, log, quiet } = deps;
  const sending = new Set<string>();
  const prepared = new LRUCache<string, proto.IMessage>({ max: 500 });

  /** A message was refused as one of too many new conversations: until when, the network knows. */
  async function askLimits(link: WASocket): Promise<void> {
    try {
      tell(limitOfLock(await link.fetchAccountReachoutTimelock()));
    } catch (error) {
      log.warn({ err: error }, 'the network does not say until when it takes no new conversations');
      tell({ type: 'limit', what: 'new', until: new Date(Date.now() + 15 * 60_000) });
    }
  }

  /** Sends under an id and waits for what the network says of it: written into a line that is dead, it went nowhere. */
  async function taken(link: WASocket, id: string, send: () => Promise<unknown>): Promise<void> {
    sending.add(id);
    try {
      const answer = link.waitForMessage<BinaryNode | undefined>(id, config.ackTimeoutMs ?? 15_000);
      // Awaited below; should the sending fail first, nobody else listens.
      answer.catch(() => {});
      await send();
      const said = await answer;
      if (!said) throw new DriverError('unknown', 'the network does not say whether it took the message');
      const { error } = said.attrs;
      if (error === '463') void askLimits(link);
      if (error)
        throw new DriverError(
          error === '429' ? 'limited' : 'refused',
          `the network refused the message: ${error}`,
          undefined,
          error,
        );
    } finally {
      sending.delete(id);
    }
  }

  /** The message as it goes out, its file brought to the network; made once, for a second try would upload it again. */
  async function written(link: WASocket, message: OutboundMessage, told?: Told): Promise<proto.IMessage> {
    const { externalId } = message;
    const before = prepared.get(externalId) ?? (message.media && (await uploads.find(externalId)));
    if (before) {
      prepared.set(externalId, before);
      return before;
    }
    const jid = jidOf(message.to, message.isGroup);
    const quoted = message.quoted && {
      key: {
        ...{ remoteJid: jid, id: message.quoted.externalId, fromMe: message.quoted.fromMe },
        // In a group somebody wrote it, not the group.
        ...(message.quoted.author && { participant: jidOf(message.quoted.author, false) }),
      },
      message: { conversation: message.quoted.body },
    };
    const { message: made } = await generateWAMessage(jid, await writeContent(message), {
      logger: quiet,
      userJid: link.user?.id ?? '',
      upload: told ? watchedUpload(link, quiet, told, await deps.agent()) : link.waUploadToServer,
      // Baileys' own is Node's agent's: five seconds without a byte.
      mediaUploadTimeoutMs: config.uploadIdleMs ?? 60_000,
      messageId: message.externalId,
      ...(quoted && { quoted: quoted as WAMessage }),
    });
    if (!made) throw new DriverError('refused', 'the message says nothing');
    if (message.media) {
      prepared.set(externalId, made);
      await uploads.keep(externalId, message.to, made);
    }
    return made;
  }

  async function again(link: WASocket, key: WAMessage['key']): Promise<proto.IMessage | undefined> {
    const { remoteJid, remoteJidAlt, id } = key;
    if (!id || !remoteJid) return undefined;
    try {
      const number = remoteJid.endsWith('@lid')
        ? await link.signalRepository.lidMapping.getPNForLID(remoteJid)
        : undefined;
      const message = await context.sentMessage(id, addressesOf(remoteJid, remoteJidAlt, number));
      return message && (await written(link, message));
    } catch (error) {
      log.warn({ err: error, externalId: id }, 'a message that was asked for again could not be made');
      return undefined;
    }
  }

  const keyOf = ({ externalId, to, isGroup }: MessageTarget) => ({
    remoteJid: jidOf(to, isGroup),
    id: externalId,
    fromMe: true,
  });

  const driver: Pick<Driver, 'prepare' | 'send' | 'edit' | 'delete' | 'react'> = {
    prepare: (message, told) => attempted(async (link) => void (await written(link, message, told))),

    send: (message) =>
      attempted(async (link) => {
        const content = await written(link, message);
        const { externalId } = message;
        await taken(link, externalId, () =>
          link.relayMessage(jidOf(message.to, message.isGroup), content, { messageId: externalId }),
        );
        if (message.media)
          await uploads.drop(externalId).catch((error: unknown) => {
            log.warn({ err: error, externalId }, 'what is known of an upload stays until it expires');
          });
        return undefined;
      }),

    edit: (target) =>
      attempted(async (link) => {
        const key = keyOf(target);
        const messageId = generateMessageIDV2(link.user?.id);
        await taken(link, messageId, () =>
          link.sendMessage(key.remoteJid, { text: target.body, edit: key }, { messageId }),
        );
      }),

    delete: (target) =>
      attempted(async (link) => {
        const key = keyOf(target);
        const messageId = generateMessageIDV2(link.user?.id);
        await taken(link, messageId, () => link.sendMessage(key.remoteJid, { delete: key }, { messageId }));
      }),

    react: ({ emoji, author, fromMe, ...target }) =>
      attempted(async (link) => {
        const participant = target.isGroup && !fromMe && author ? { participant: jidOf(author, false) } : {};
        const key = { ...keyOf(target), fromMe, ...participant };
        const messageId = generateMessageIDV2(link.user?.id);
        await taken(link, messageId, () =>
          link.sendMessage(key.remoteJid, { react: { text: emoji, key } }, { messageId }),
        );
      }),
  };
  return {
    driver,
    again,
    isBeingSent: (externalId: string): boolean => sending.has(externalId),
  };
}
