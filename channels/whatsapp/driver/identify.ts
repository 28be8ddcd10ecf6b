import { isJidGroup, type WAMessage } from 'baileys';
import type { Logger } from 'pino';
import { withTimeout } from '../../../domain/kernel/retry.ts';

interface Identified {
  readonly message: WAMessage;
  readonly groupName: string | undefined;
}

const isLid = (jid: string | null | undefined): jid is string => jid?.endsWith('@lid') === true;

/**
 * Returns a function that puts the number beside a hidden id where the link has learned it before, for messages of one
 * person come by either, and the name of a group beside what is written in it. They leave it in the order in which they
 * were given to it.
 * @param deps asked of the own memory, never of the network
 */
export function createIdentify(deps: {
  readonly numberOf: (lid: string) => Promise<string | null | undefined>;
  readonly groupName: (jid: string) => Promise<string | undefined>;
  readonly log: Logger;
  readonly patienceMs?: number;
}) {
  let lastWork: Promise<unknown> = Promise.resolve();

  async function numberOf(jid: string | null | undefined): Promise<string | undefined> {
    if (!isLid(jid)) return undefined;
    try {
      const late = () => new Error('the number of a hidden id was not found in time');
      return (await withTimeout(deps.patienceMs ?? 2_000, deps.numberOf(jid), late)) ?? undefined;
    } catch (error) {
      // It is known by the id alone then, and joined when the number comes.
      deps.log.warn({ err: error }, 'the number of a hidden id was not found');
      return undefined;
    }
  }

  async function nameSender(message: WAMessage): Promise<Identified> {
    const { key } = message;
    const groupName = isJidGroup(key.remoteJid ?? undefined)
      ? await deps.groupName(key.remoteJid!)
      : undefined;
    const chat = key.remoteJidAlt ? undefined : await numberOf(key.remoteJid);
    const author = key.participantAlt ? undefined : await numberOf(key.participant);
    const more = { ...(chat && { remoteJidAlt: chat }), ...(author && { participantAlt: author }) };
    return { message: chat || author ? { ...message, key: { ...key, ...more } } : message, groupName };
  }

  const identify = (message: WAMessage): Promise<Identified> => {
    const mine = lastWork.then(() => nameSender(message));
    lastWork = mine;
    return mine;
  };
  return Object.assign(identify, { numberOf });
}
