import type { Question } from '../../domain/bot/invoices.ts';
import { NeedsAnswer, NeedsScript } from '../../domain/ticket/bot.ts';
import type { Handles, ProcessManager } from '../process/process-manager.ts';
import type { BotDeps } from './bot-deps.ts';
import { createScripts } from './scripts.ts';

async function needsScript(run: Promise<unknown>): Promise<boolean> {
  try {
    await run;
    return false;
  } catch (error) {
    if (error instanceof NeedsScript) return true;
    throw error;
  }
}

/** Returns what the bot wants to know before it goes on; undefined: it has gone on. */
async function needsAnswer(run: Promise<unknown>): Promise<Question | undefined> {
  try {
    await run;
    return undefined;
  } catch (error) {
    if (error instanceof NeedsAnswer) return error.question;
    throw error;
  }
}

type MessageReceived = Parameters<NonNullable<Handles['MessageReceived']>>[0]['data'];

const isOthers = ({ fromMe, mediaType }: MessageReceived): boolean => fromMe || mediaType === 'call_log';

/** Whether the bot has not begun, or not again: a connection without anything to say never does. */
const isIdle = (stands: ReturnType<BotDeps['desk']['tickets']['botStands']>): boolean =>
  stands === 'new' || stands === 'closed';

/**
 * Returns the process manager that answers contacts whose ticket nobody has yet. What it says, where it stands and
 * that it said it is one append to the ticket: a death before it leaves the message unanswered, which is handled
 * again; a death after it finds it answered.
 */
export function createBot(deps: BotDeps): ProcessManager {
  const { desk } = deps;
  const scripts = createScripts(deps);
  const standsOf = (companyId: string, { ticketId, messageId }: MessageReceived, revision: number) =>
    desk.tickets.botStands(companyId, { ticketId, messageId, revision });
  return {
    name: 'bot',
    start: 'head',
    // Each turn waits for the stores several times: with 16 at once 500 messages a second waited three times as long.
    parallel: 64,
    key: ({ data }) => (data as { ticketId: string }).ticketId,
    // Most messages are nothing to the bot, and cost neither a look into a store nor a turn in the queue.
    skips: ({ data, metadata, revision }) => {
      const heard = data as MessageReceived;
      if (isOthers(heard)) return true;
      const stands = standsOf(metadata.companyId, heard, revision);
      return (
        stands === 'done' || (isIdle(stands) && scripts.knownSilent(metadata.companyId, heard.connectionId))
      );
    },
    handles: {
      async MessageReceived({ data, metadata, revision }, { command }) {
        const { ticketId, messageId, body, mediaType } = data;
        if (isOthers(data)) return;
        const stands = standsOf(metadata.companyId, data, revision);
        if (stands === 'done') return;
        if (isIdle(stands) && (await scripts.isSilent(metadata.companyId, data.connectionId))) return;
        const heardMessage = {
          ticketId,
          messageId,
          body: mediaType === 'chat' ? body : '',
          heardAt: metadata.at,
        };
        // Where it stands is known: there is something to decide. Of others the ticket is read first.
        if (stands === undefined && !(await needsScript(desk.tickets.runBot(command(), heardMessage))))
          return;
        const script = await scripts.of(metadata.companyId, data);
        const question = await needsAnswer(desk.tickets.runBot(command(), { ...heardMessage, script }));
        if (question === undefined) return;
        // Asked again after a death: nothing was said yet, and asking changes nothing there.
        const answered = await deps.lookUp(metadata.companyId, question);
        await desk.tickets.runBot(command(), { ...heardMessage, script, answered });
      },
    },
  };
}
