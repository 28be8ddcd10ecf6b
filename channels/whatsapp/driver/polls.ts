import { createHash } from 'node:crypto';
import { decryptPollVote, normalizeMessageContent, type WAMessage } from 'baileys';
import type { Logger } from 'pino';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { Vault } from '../../../domain/ports/vault.ts';
import type { DriverEvent } from '../../../gateway/driver/driver.ts';
import { inboundLimits } from '../../../gateway/driver/limits.ts';
import { pollKey } from '../../../gateway/secrets/poll-secrets.ts';
import { markingOf } from './inbound-message.ts';
import { keptSecrets } from './kept-secrets.ts';
import { pollOf } from './kinds.ts';
import type { Writers } from './writers.ts';

/** What reading a vote takes: the poll's secret, who may have made it, and its options as votes name them. */
interface Poll {
  readonly secret: string;
  readonly creators: readonly string[];
  readonly options: readonly string[];
}

/** Nobody votes in a poll of last year; and the secret of one that nobody votes in any more is of no use. */
const keptMs = 180 * 24 * 3_600_000;
const mostChoices = inboundLimits.options;

const nameOf = (option: string) => createHash('sha256').update(option).digest('base64');
const partsOf = (message: WAMessage) => normalizeMessageContent(message.message)?.pollUpdateMessage;

/**
 * Returns the polls of a number. Votes are sealed under a secret that came with the poll, in a message of its own: it
 * is kept, encrypted, for as long as votes may come. The first poll of an id keeps it: whoever sends another under the
 * same id takes nothing from it.
 */
export function openPolls(deps: {
  state: StateStore;
  vault: Vault;
  connectionId: string;
  writers: Writers;
  log: Logger;
}) {
  const { connectionId, writers, log } = deps;
  const secrets = keptSecrets<Poll>(deps, { most: 500, keptMs });
  const keyOf = (externalId: string) => pollKey(connectionId, externalId);

  return {
    isVote: (message: WAMessage): boolean => Boolean(partsOf(message)?.vote),

    /** To be called before the poll is handed over: a vote may come at once. Not a poll: nothing. */
    async remember(message: WAMessage): Promise<void> {
      const poll = pollOf(message.message ?? undefined);
      const secret = message.message?.messageContextInfo?.messageSecret ?? poll?.encKey;
      if (!poll || !secret?.length || !message.key.id) return;
      await secrets.keep(keyOf(message.key.id), {
        secret: Buffer.from(secret).toString('base64'),
        creators: writers.named(message),
        options: (poll.options ?? []).slice(0, mostChoices).map(({ optionName }) => nameOf(optionName ?? '')),
      });
    },

    /** Undefined: of a poll that is not known here, or none that its key opens. */
    async read(message: WAMessage): Promise<DriverEvent | undefined> {
      const pollUpdate = partsOf(message);
      const externalId = pollUpdate?.pollCreationMessageKey?.id;
      const marking = markingOf(message);
      const poll = externalId && marking ? await secrets.find(keyOf(externalId)) : undefined;
      if (!pollUpdate?.vote || !externalId || !marking || !poll) {
        log.info({ externalId }, 'a vote in an unknown poll ignored');
        return undefined;
      }
      const { vote } = pollUpdate;
      const choices = await writers.unseal(
        poll.creators,
        writers.named(message),
        (pollCreatorJid, voterJid) => {
          const { selectedOptions } = decryptPollVote(vote, {
            pollCreatorJid,
            pollMsgId: externalId,
            pollEncKey: Buffer.from(poll.secret, 'base64'),
            voterJid,
          });
          return (selectedOptions ?? [])
            .slice(0, mostChoices)
            .map((option) => poll.options.indexOf(Buffer.from(option).toString('base64')))
            .filter((at) => at >= 0);
        },
      );
      if (choices) return { type: 'vote', ...marking, externalId, choices };
      log.warn({ externalId }, 'a vote that could not be opened dropped');
      return undefined;
    },
  };
}
