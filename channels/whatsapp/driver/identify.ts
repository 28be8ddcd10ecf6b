import type { WAMessage } from 'baileys';
import type { Logger } from 'pino';
import { within } from '../../../gateway/waiting.ts';

const isLid = (jid: string | null | undefined): jid is string => jid?.endsWith('@lid') === true;

/**
 * Returns a function that puts the number beside a hidden id where the link has learned it before: messages of one
 * person come by either. They leave it in the order in which they were given to it.
 * @param deps.numberOf asks the link's own memory, never the network
 */
export function createIdentify(deps: {
  readonly numberOf: (lid: string) => Promise<string | null | undefined>;
  readonly log: Logger;
  readonly patienceMs?: number;
}) {
  let last: Promise<unknown> = Promise.resolve();

  async function numberOf(jid: string | null | undefined): Promise<string | undefined> {
    if (!isLid(jid)) return undefined;
    try {
      const late = () => new Error('the number of a hidden id was not found in time');
      return (await within(deps.patienceMs ?? 2_000, deps.numberOf(jid), late)) ?? undefined;
    } catch (error) {
      // It is known by the id alone then, and joined when the number comes.
      deps.log.warn({ err: error }, 'the number of a hidden id was not found');
      return undefined;
    }
  }

  async function named(message: WAMessage): Promise<WAMessage> {
    const { key } = message;
    const chat = key.remoteJidAlt ? undefined : await numberOf(key.remoteJid);
    const author = key.participantAlt ? undefined : await numberOf(key.participant);
    if (!chat && !author) return message;
    return {
      ...message,
      key: {
        ...key,
        ...(chat && { remoteJidAlt: chat }),
        ...(author && { participantAlt: author }),
      },
    };
  }

  return (message: WAMessage): Promise<WAMessage> => {
    const mine = last.then(() => named(message));
    last = mine;
    return mine;
  };
}
