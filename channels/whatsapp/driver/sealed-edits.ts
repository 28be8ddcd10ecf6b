import { createHash, hkdfSync } from 'node:crypto';
import { aesDecryptGCM, normalizeMessageContent, proto, type WAMessage } from 'baileys';
import type { Logger } from 'pino';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { Vault } from '../../../domain/ports/vault.ts';
import { keptSecrets } from './kept-secrets.ts';
import type { Writers } from './writers.ts';

/** What opening an edit takes: the secret of the message that is edited, and who wrote it. */
interface Editable {
  readonly secret: string;
  readonly writers: readonly string[];
}

/** The app lets people edit for a quarter of an hour; what they edit while nobody is here comes later. */
const keptMs = 24 * 3_600_000;

const { MESSAGE_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType;
const { Type } = proto.Message.ProtocolMessage;

function sealedOf(message: WAMessage) {
  const sealed = normalizeMessageContent(message.message)?.secretEncryptedMessage;
  const { secretEncType, targetMessageKey, encPayload, encIv } = sealed ?? {};
  const externalId = targetMessageKey?.id;
  return secretEncType === MESSAGE_EDIT && externalId && encPayload && encIv
    ? { externalId, encPayload, encIv }
    : undefined;
}

/** Returns the secret of a message that the app lets its writer edit: words, alone or beside a file. */
function secretOf({ message }: WAMessage): Uint8Array | undefined {
  const content = normalizeMessageContent(message);
  const { conversation, extendedTextMessage, imageMessage, videoMessage, documentMessage } = content ?? {};
  const isEditable = conversation || extendedTextMessage || imageMessage || videoMessage || documentMessage;
  const secret = (message?.messageContextInfo ?? content?.messageContextInfo)?.messageSecret;
  return isEditable && secret?.length ? secret : undefined;
}

/**
 * Returns the edits of a number that come sealed: under a secret that came with the message that is edited, for that
 * message, who wrote it and who edits it (Baileys#2541; Baileys hands over the envelope as it is). Secrets are kept,
 * encrypted, for as long as edits may come. The first message of an id keeps it.
 *
 * Key: `edit/{connection}/{hash of the id}`.
 */
export function openSealedEdits(deps: {
  readonly state: StateStore;
  readonly vault: Vault;
  readonly connectionId: string;
  readonly writers: Writers;
  readonly log: Logger;
}) {
  const { connectionId, writers, log } = deps;
  const secrets = keptSecrets<Editable>(deps, { most: 1_000, keptMs });
  const keyOf = (externalId: string) =>
    `edit/${connectionId}/${createHash('sha256').update(externalId).digest('base64url')}`;
  let lastOpening: Promise<unknown> = Promise.resolve();

  async function openEdit(message: WAMessage): Promise<WAMessage | undefined> {
    const sealed = sealedOf(message);
    const edited = sealed && (await secrets.find(keyOf(sealed.externalId)));
    if (!sealed || !edited) {
      log.info({ externalId: sealed?.externalId }, 'a sealed edit of an unknown message ignored');
      return undefined;
    }
    const { externalId, encPayload, encIv } = sealed;
    const opened = await writers.unseal(edited.writers, writers.named(message), (writer, editor) => {
      const use = Buffer.from(`${externalId}${writer}${editor}Message Edit`);
      const key = hkdfSync('sha256', Buffer.from(edited.secret, 'base64'), '', use, 32);
      const plain = aesDecryptGCM(encPayload, Buffer.from(key), encIv, Buffer.alloc(0));
      const said = proto.Message.decode(plain);
      const editedMessage = normalizeMessageContent(said)?.protocolMessage?.editedMessage ?? said;
      return { type: Type.MESSAGE_EDIT, key: { id: externalId }, editedMessage };
    });
    if (opened) return { ...message, message: { protocolMessage: opened } };
    log.warn({ externalId }, 'an edit that could not be opened dropped');
    return undefined;
  }

  return {
    isSealed: (message: WAMessage): boolean => sealedOf(message) !== undefined,

    /** To be called before the message is handed over: an edit may come at once. One that nobody can edit: nothing. */
    async remember(message: WAMessage): Promise<void> {
      const secret = secretOf(message);
      if (!secret || !message.key.id) return;
      await secrets.keep(keyOf(message.key.id), {
        secret: Buffer.from(secret).toString('base64'),
        writers: writers.named(message),
      });
    },

    /** Returns the edit as it came unsealed before; undefined: of a message that is not known here, or not its writer's. In their order. */
    open(message: WAMessage): Promise<WAMessage | undefined> {
      const mine = lastOpening.catch(() => {}).then(() => openEdit(message));
      lastOpening = mine;
      return mine;
    },
  };
}
