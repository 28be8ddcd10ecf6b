import { botWords } from '../../domain/bot/script.ts';
import { hasFeature } from '../../domain/company/features.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import { sleep } from '../../domain/kernel/retry.ts';
import { isLooping } from '../../domain/ticket/bot.ts';
import type { TicketIntegration } from '../../domain/ticket/events.ts';
import { readRecordSecret } from '../../messaging/record-secrets.ts';
import { type Chosen, createChoice } from '../../outgoing/assistants/chosen.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ProcessManager, Reaction } from '../process/process-manager.ts';
import { demandReached } from '../process/read-models.ts';
import { createAsking, over, type Replied } from './asking.ts';
import type { AssistantDeps } from './assistant-deps.ts';
import type { Occasion } from './occasion.ts';
import type { StoredReply } from './replies.ts';

const settleMs = 1_200;
/** How long the read models may take to know of what was written. */
const behindMs = 10_000;

/** Returns what finds who answers in a ticket: nobody whom the company's plan does not have any more. */
function choiceOf(deps: AssistantDeps) {
  const choose = createChoice({
    rowOf: (companyId, collection, id) => deps.readStore.forCompany(companyId).get(collection, id) as never,
    secretOf: (of, name) => readRecordSecret(deps, of, name),
  });
  return async (companyId: string, chosen: TicketIntegration): Promise<Chosen | undefined> => {
    const company = await deps.readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
    const feature = chosen.integrationId === null ? 'useOpenAi' : 'useIntegrations';
    return company && hasFeature(company, feature) ? choose(companyId, chosen) : undefined;
  };
}

/** Says one message after the other, as far apart as the company wants; the last one says what became of it. */
async function say(
  { tickets }: AssistantDeps['desk'],
  { ticketId, messageId, event }: Occasion,
  { say: said, over: reason, failure, cause, unheard, tokens }: StoredReply,
  delayMs: number,
  { command, signal }: Reaction,
): Promise<void> {
  const words = reason === undefined ? [] : [{ body: botWords.handedOver }];
  const all = [...said, ...words].map((one, index) => ({
    ...one,
    messageId: deriveId('assistant', event.id, index),
  }));
  for (const [index, one] of all.slice(0, -1).entries()) {
    await tickets.runAssistant(command(`say ${index}`), { ticketId, messageId, say: [one] });
    if (delayMs > 0) await sleep(delayMs, signal);
  }
  const why = { ...(failure && { failure }), ...(cause && { cause }), ...(unheard && { unheard }) };
  const outcome =
    reason === undefined ? ({ is: 'answered', tokens } as const) : ({ is: 'over', reason, ...why } as const);
  await tickets.runAssistant(command('outcome'), { ticketId, messageId, say: all.slice(-1), outcome });
}

type FileEvent = RecordedEvent<string, { readonly ticketId: string; readonly messageId: string }>;

/**
 * Returns the process manager that lets a language model, or a bot of another platform, answer contacts whose ticket
 * nobody has yet. What it says is written to the ticket before it goes anywhere; an agent who takes the ticket while
 * it thinks is the one who goes on.
 */
export function createAssistant(deps: AssistantDeps): ProcessManager {
  const { desk } = deps;
  const chosenOf = choiceOf(deps);
  const asking = createAsking(deps);

  /** Who is answered again after an end begins anew. */
  async function tell(occasion: Occasion, replied: Replied, delayMs: number, reaction: Reaction) {
    await say(desk, occasion, replied.reply, delayMs, reaction);
    await asking.forget(occasion, replied);
  }

  /**
   * Says a reply that was kept to its end, whatever was written since: a flow that was asked again would have moved on, a workflow
   * would do its work twice. Returns whether there was one.
   */
  async function goOn(occasion: Occasion, reaction: Reaction): Promise<boolean> {
    const replied = await asking.kept(occasion);
    if (!replied) return false;
    const { companyId, ticketId, messageId } = occasion;
    const answered = { ...occasion, messageId: replied.messageId ?? messageId };
    const ticket = await desk.tickets.assisted(companyId, ticketId);
    if (!ticket?.heard.includes(answered.messageId)) return false;
    const chosenAssistant = await chosenOf(companyId, ticket.integration);
    await tell(answered, replied, chosenAssistant?.delayMs ?? 0, reaction);
    return true;
  }

  async function answer(occasion: Occasion, reaction: Reaction): Promise<void> {
    if (await goOn(occasion, reaction)) return;
    const { companyId, ticketId, messageId, begins, event } = occasion;
    const waitingTicket = async () => {
      const ticket = await desk.tickets.assisted(companyId, ticketId);
      // Taken meanwhile, or more was written: that is handled next, and answers this too.
      const waits = begins ? ticket?.heard.includes(messageId) : ticket?.heard.at(-1) === messageId;
      return waits ? ticket : undefined;
    };
    if (!begins) {
      // Asked before the pause too: who writes twenty at once does not wait twenty pauses for the one reply.
      if (!(await waitingTicket())) return;
      await sleep(deps.settleMs ?? settleMs, reaction.signal);
    }
    const ticket = await waitingTicket();
    if (!ticket) return;
    if (isLooping(ticket, (deps.now ?? (() => new Date()))())) {
      await tell(occasion, { reply: { ...over('limit'), cause: 'loop' } }, 0, reaction);
      return;
    }
    const chosenAssistant = await chosenOf(companyId, ticket.integration);
    if (!chosenAssistant) {
      await tell(occasion, { reply: over('gone') }, 0, reaction);
      return;
    }
    await demandReached(deps.reached, event.position, behindMs);
    // It is answered once its file is there.
    if (chosenAssistant.hears && (await asking.isAwaited(companyId, ticket.heard))) return;
    const replied = await asking.ask(occasion, ticket, chosenAssistant, reaction.signal);
    await tell(occasion, replied, chosenAssistant.delayMs, reaction);
  }

  /** A voice message is there now, or never will be: what was written after it waited for that too. */
  async function hearFile(event: FileEvent, reaction: Reaction): Promise<void> {
    const { ticketId, messageId } = event.data;
    const { companyId } = event.metadata;
    const { heard = [] } = (await desk.tickets.assisted(companyId, ticketId)) ?? {};
    const last = heard.at(-1);
    if (last === undefined || !heard.includes(messageId)) return;
    await answer({ event, companyId, ticketId, messageId: last, begins: false }, reaction);
  }

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
        await answer({ event, companyId, ticketId, messageId, begins: false }, reaction);
      },
      MessageFileAttached: hearFile,
      MessageFileFailed: hearFile,
    },
  };
}
