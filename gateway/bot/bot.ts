import { NeedsScript } from '../../domain/ticket/bot.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { ProcessManager } from '../process/process-manager.ts';
import { createScripts } from './scripts.ts';

export type BotDeps = Pick<GatewayDeps, 'desk' | 'eventStore' | 'readStore' | 'media'> & {
  readonly now?: () => Date;
};

/**
 * Answers contacts whose ticket nobody has yet. What it says, where it stands and that it said it is one append to the
 * ticket: a death before it leaves the message unanswered, which is handled again; a death after it finds it answered.
 */
export function createBot(deps: BotDeps): ProcessManager {
  const { desk } = deps;
  const scripts = createScripts(deps);
  return {
    name: 'bot',
    start: 'head',
    // Each turn waits for the stores several times: with 16 at once 500 messages a second waited three times as long.
    parallel: 64,
    key: ({ data }) => (data as { ticketId: string }).ticketId,
    handles: {
      async MessageReceived({ data, metadata, revision }, { command }) {
        const { ticketId, messageId, body, mediaType, fromMe } = data;
        if (fromMe || mediaType === 'call_log') return;
        // Most messages are nothing to the bot, and cost no look into a store.
        const stands = desk.tickets.botStands(metadata.companyId, { ticketId, messageId, revision });
        if (stands === 'done') return;
        const isIdle = stands === 'new' || stands === 'closed';
        if (isIdle && (await scripts.isSilent(metadata.companyId, data.connectionId))) return;
        const heard = { ticketId, messageId, body: mediaType === 'chat' ? body : '', heardAt: metadata.at };
        try {
          await desk.tickets.runBot(command(), heard);
        } catch (error) {
          if (!(error instanceof NeedsScript)) throw error;
          const script = await scripts.of(metadata.companyId, data);
          await desk.tickets.runBot(command(), { ...heard, script });
        }
      },
    },
  };
}
