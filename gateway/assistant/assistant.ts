import type { Logger } from 'pino';
import { botWords } from '../../domain/bot/script.ts';
import { hasFeature } from '../../domain/company/features.ts';
import type { Context } from '../../domain/desk/desk.ts';
import type { AssistedTicket } from '../../domain/desk/tickets/tickets.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import { retry, sleep } from '../../domain/kernel/retry.ts';
import { AssistantError, type AssistantReply } from '../../domain/ports/assistant.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { TicketIntegration } from '../../domain/ticket/events.ts';
import { createSpending } from '../../messaging/assistant-spending.ts';
import { readSecret, recordSecrets } from '../../messaging/secrets.ts';
import { type Chosen, createChoice } from '../../outgoing/assistants/chosen.ts';
import type { Assistants } from '../../outgoing/assistants/open.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { ProcessManager, Reaction } from '../process/process-manager.ts';
import { createQuestions, isAwaited } from './question.ts';
import { createReplies, type StoredReply } from './replies.ts';

export type AssistantDeps = Pick<GatewayDeps, 'desk' | 'readStore' | 'media' | 'reached' | 'newId'> & {
  readonly assistants: Assistants;
  readonly state: StateStore;
  readonly vault: Vault;
  readonly log: Logger;
  readonly now?: () => Date;
  /** Who writes three messages at once gets one reply: how long the end of them is waited for, milliseconds. */
  readonly settleMs?: number | undefined;
};

/** What an event asks of the assistant. `begins`: nobody wrote anything that it could answer. */
interface Occasion {
  readonly event: RecordedEvent;
  readonly companyId: string;
  readonly ticketId: string;
  readonly messageId: string;
  readonly begins: boolean;
}

const settleMs = 1_200;
/** Tries of one question, and the pause after the first. */
const tries = 3;
const retryFirstMs = 500;

const over = (reason: NonNullable<StoredReply['over']>): StoredReply => ({
  say: [],
  tokens: 0,
  over: reason,
});

/**
 * Lets a language model, or a bot of another platform, answer contacts whose ticket nobody has yet. What it says is written to the
 * ticket before it goes anywhere; an agent who takes the ticket while it thinks is the one who goes on.
 */
export function createAssistant(deps: AssistantDeps): ProcessManager {
  const { desk, log, now = () => new Date() } = deps;
  const choose = createChoice({
    rowOf: (companyId, collection, id) => deps.readStore.forCompany(companyId).get(collection, id) as never,
    secretOf: (companyId, record, id, name) => readSecret(deps, recordSecrets(record, companyId, id), name),
  });
  /** Nobody whom the company's plan does not have any more. */
  async function chosenOf(companyId: string, chosen: TicketIntegration): Promise<Chosen | undefined> {
    const company = await deps.readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
    const feature = chosen.integrationId === null ? 'useOpenAi' : 'useIntegrations';
    return company && hasFeature(company, feature) ? choose(companyId, chosen) : undefined;
  }
  const questions = createQuestions(deps);
  const replies = createReplies(deps);
  const spending = createSpending(deps.state, now);

  /** Voice messages are files before they are said. */
  async function stored(companyId: string, { say, over, tokens }: AssistantReply): Promise<StoredReply> {
    const said: StoredReply['say'] = [];
    for (const { body, voice } of say) {
      if (!voice) {
        said.push({ body });
        continue;
      }
      const id = deps.newId();
      const content = (async function* () {
        yield voice.bytes;
      })();
      const info = { id, companyId, name: voice.name, mime: voice.mime };
      const { size } = await deps.media.put(info, content, voice.bytes.length);
      said.push({ body: '', file: { id, name: voice.name, mime: voice.mime, size } });
    }
    return { say: said, tokens, ...(over && { over }) };
  }

  async function asked(
    occasion: Occasion,
    ticket: AssistedTicket,
    chosen: Chosen,
    signal: AbortSignal,
  ): Promise<{ readonly reply: StoredReply; readonly session?: string | undefined }> {
    const { companyId, ticketId, begins } = occasion;
    const before = await replies.read(companyId, ticketId);
    if (before.eventId === occasion.event.id && before.reply)
      return { reply: before.reply, session: before.session };
    if (chosen.dailyTokens > 0 && (await spending.of(companyId, chosen.id)) >= chosen.dailyTokens)
      return { reply: over('limit') };
    const messages = await questions.messages(companyId, ticketId, ticket, chosen.history);
    const question = await questions.ask(companyId, ticketId, ticket, chosen, messages);
    const session = begins ? undefined : before.session;
    try {
      const reply = await retry(
        () =>
          deps.assistants
            .of(chosen.settings)
            .reply({ ...question, session, ...(begins && { heard: [] }) }, signal),
        {
          ...{ signal, firstMs: retryFirstMs, capMs: 5_000 },
          giveUp: (error, failures) =>
            !(error instanceof AssistantError && error.isPassing) || failures >= tries,
        },
      );
      if (reply.tokens > 0) await spending.add(companyId, chosen.id, reply.tokens);
      return { reply: await stored(companyId, reply), session: reply.session };
    } catch (error) {
      if (!(error instanceof AssistantError)) throw error;
      log.warn({ err: error, companyId, ticketId }, 'an assistant did not answer: an agent takes over');
      return { reply: over('failed') };
    }
  }

  /** One message after the other, as far apart as the company wants; the last one says what became of it. */
  async function say(
    { ticketId, messageId, event }: Occasion,
    { say: said, over: reason, tokens }: StoredReply,
    { delayMs }: Pick<Chosen, 'delayMs'>,
    { command, signal }: Reaction,
  ): Promise<void> {
    const words = reason === undefined ? [] : [{ body: botWords.handedOver }];
    const all = [...said, ...words].map((one, index) => ({
      ...one,
      messageId: deriveId('assistant', event.id, index),
    }));
    for (const [index, one] of all.slice(0, -1).entries()) {
      await run(command(`say ${index}`), { ticketId, messageId, say: [one] });
      if (delayMs > 0) await sleep(delayMs, signal);
    }
    const outcome =
      reason === undefined ? ({ is: 'answered', tokens } as const) : ({ is: 'over', reason } as const);
    await run(command('outcome'), { ticketId, messageId, say: all.slice(-1), outcome });
  }
  const run = (context: Context, said: Parameters<typeof desk.tickets.runAssistant>[1]) =>
    desk.tickets.runAssistant(context, said);

  async function answer(occasion: Occasion, reaction: Reaction): Promise<void> {
    const { companyId, ticketId, messageId, begins, event } = occasion;
    if (!(await desk.tickets.assisted(companyId, ticketId))?.heard.includes(messageId)) return;
    if (!begins) await sleep(deps.settleMs ?? settleMs, reaction.signal);
    const ticket = await desk.tickets.assisted(companyId, ticketId);
    // Taken meanwhile, or more was written: that is handled next, and answers this too.
    if (!ticket || (!begins && ticket.heard.at(-1) !== messageId)) return;
    const chosen = await chosenOf(companyId, ticket.integration);
    if (!chosen) {
      await say(occasion, over('gone'), { delayMs: 0 }, reaction);
      return;
    }
    if (!(await deps.reached(event.position, 10_000))) throw new Error('the read models are behind');
    const { reply, session } = await asked(occasion, ticket, chosen, reaction.signal);
    await replies.write(companyId, ticketId, { session, eventId: event.id, reply });
    await say(occasion, reply, chosen, reaction);
    // Its words stand in the log now; only the session is still needed.
    if (reply.over === undefined && session !== undefined)
      await replies.write(companyId, ticketId, { session });
    else await replies.drop(companyId, ticketId);
  }

  /** A voice message is answered once its file is there; of one that never comes the assistant is told nothing. */
  async function isSpokenLater(companyId: string, ticketId: string, messageId: string, position: number) {
    const ticket = await desk.tickets.assisted(companyId, ticketId);
    if (!ticket?.heard.includes(messageId)) return false;
    const chosen = await chosenOf(companyId, ticket.integration);
    if (!chosen?.hears || !(await deps.reached(position, 10_000))) return false;
    const messages = await questions.messages(companyId, ticketId, ticket, 0);
    return messages.some((message) => message.id === messageId && isAwaited(message));
  }

  const fileHandler = async (
    event: RecordedEvent<string, { readonly ticketId: string; readonly messageId: string }>,
    reaction: Reaction,
  ) => {
    const { ticketId, messageId } = event.data;
    const { companyId } = event.metadata;
    await answer({ event, companyId, ticketId, messageId, begins: false }, reaction);
  };

  return {
    name: 'assistant',
    start: 'head',
    // Each waits for somebody else's answer, not for us.
    parallel: 64,
    key: ({ data }) => (data as { ticketId: string }).ticketId,
    skips: ({ type, data, metadata, revision }) => {
      if (type === 'AssistantBegan') return false;
      const { ticketId } = data as { readonly ticketId: string };
      return desk.tickets.isAssisted(metadata.companyId, { ticketId, revision }) === false;
    },
    handles: {
      async AssistantBegan(event, reaction) {
        const { ticketId, messageId, waiting } = event.data;
        const { companyId } = event.metadata;
        const begins = waiting.length === 0;
        const last = waiting.at(-1) ?? messageId;
        await answer({ event, companyId, ticketId, messageId: last, begins }, reaction);
      },
      async MessageReceived(event, reaction) {
        const { ticketId, messageId, fromMe, mediaType } = event.data;
        const { companyId } = event.metadata;
        if (fromMe || mediaType === 'call_log') return;
        if (mediaType === 'audio' && (await isSpokenLater(companyId, ticketId, messageId, event.position)))
          return;
        await answer({ event, companyId, ticketId, messageId, begins: false }, reaction);
      },
      MessageFileAttached: fileHandler,
      MessageFileFailed: fileHandler,
    },
  };
}
