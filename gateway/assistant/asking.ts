import type { AssistedTicket } from '../../domain/desk/tickets/standings.ts';
import { retry, StoppedError } from '../../domain/kernel/retry.ts';
import { AssistantError, type AssistantReply } from '../../domain/ports/assistant.ts';
import { createSpending } from '../../messaging/assistant-spending.ts';
import type { Chosen } from '../../outgoing/assistants/chosen.ts';
import type { AssistantDeps } from './assistant-deps.ts';
import type { Occasion } from './occasion.ts';
import { createQuestions } from './question.ts';
import { createReplies, type Kept, type StoredReply } from './replies.ts';

/** Tries of one question, and the pause after the first. */
const tries = 3;
const retryFirstMs = 500;
/** What came of a question is written though the store is away for a while, also by who stops: nobody is asked twice. */
const written = { firstMs: 250, capMs: 2_000, giveUp: (_error: unknown, failures: number) => failures > 5 };

export const over = (
  reason: NonNullable<StoredReply['over']>,
  failure?: StoredReply['failure'],
): StoredReply => ({ say: [], tokens: 0, over: reason, ...(failure && { failure }) });

/**
 * Whether a question may be asked once more. A flow that has it may have moved on, and a workflow done its work (an order, a
 * charge), whatever came of its answer: a second time it would be done again.
 */
const mayAskAgain = ({ settings }: Chosen, error: unknown): boolean =>
  error instanceof AssistantError && error.isPassing && (settings.kind === 'model' || error.isUnbegun);

/** A reply, and what goes on by. `messageId`: up to which message it answers, where it was kept. */
export interface Replied {
  readonly reply: StoredReply;
  readonly session?: string | undefined;
  readonly by?: string | undefined;
  readonly messageId?: string | undefined;
}

/**
 * Returns the reply to an event that is kept, for it may not have been said to its end; undefined: none is. Of one who was asked
 * when a process died nobody knows what came of it: an agent takes over.
 */
function replyIn({ eventId, reply, asked, ...goesOn }: Kept, event: Occasion['event']): Replied | undefined {
  if (eventId !== event.id) return undefined;
  const known = reply ?? (asked && over('failed', 'unreachable'));
  return known && { reply: known, ...goesOn };
}

/** Resolves with a reply as it is kept: voice messages are files before they are said. */
async function storeReply(
  deps: Pick<AssistantDeps, 'media' | 'newId'>,
  companyId: string,
  { say, over, tokens }: AssistantReply,
): Promise<StoredReply> {
  const sayings: StoredReply['say'] = [];
  for (const { body, voice } of say) {
    if (!voice) {
      sayings.push({ body });
      continue;
    }
    const { name, mime, bytes } = voice;
    const id = deps.newId();
    const content = (async function* () {
      yield bytes;
    })();
    const { size } = await deps.media.put({ id, companyId, name, mime }, content, bytes.length);
    sayings.push({ body: '', file: { id, name, mime, size } });
  }
  return { say: sayings, tokens, ...(over && { over }) };
}

/** Resolves once a cost is counted. At worst what was put aside for it counts for the day: a reply that is there is said all the same. */
const counted = ({ log }: Pick<AssistantDeps, 'log'>, settle: () => Promise<void>): Promise<void> =>
  retry(settle, written).catch((error: unknown) =>
    log.warn({ err: error }, 'what an assistant cost is not counted'),
  );

/** Returns what asks an assistant about what happened in a ticket: once for each event, and no more a day than it may cost. */
export function createAsking(deps: AssistantDeps) {
  const { log, now = () => new Date() } = deps;
  const questions = createQuestions(deps);
  const replies = createReplies(deps);
  const spending = createSpending(deps.state, now);

  /** Resolves undefined where the day's limit is reached. */
  async function askAssistant(
    { companyId, ticketId, begins }: Occasion,
    ticket: AssistedTicket,
    chosen: Chosen,
    {
      session,
      signal,
      begin,
    }: { session: string | undefined; signal: AbortSignal; begin(): Promise<unknown> },
  ): Promise<AssistantReply | undefined> {
    const messages = await questions.waiting(companyId, ticket.heard);
    const isTakenBack = messages.length === ticket.heard.length && messages.every((one) => one.isDeleted);
    // Taken back meanwhile, all of it: a flow that is told nothing would begin anew.
    if (!begins && isTakenBack) return { say: [], tokens: 0, session };
    const question = await questions.ask(companyId, ticketId, ticket, chosen, messages);
    if (!begins && question.heard.length === 0)
      throw new AssistantError('unreachable', 'what was written is not in the read models');
    const asked = begins ? { ...question, heard: [] } : { ...question, session };
    const assistant = deps.assistants.of(chosen.settings);
    const estimate = assistant.estimate?.(asked) ?? 0;
    const reservation = await spending.reserve(companyId, chosen.id, estimate, chosen.dailyTokens);
    if (!reservation) return undefined;
    let tokens = 0;
    try {
      await begin();
      const reply = await retry(() => assistant.reply(asked, signal), {
        signal,
        firstMs: retryFirstMs,
        capMs: 5_000,
        giveUp: (error, failures) => failures >= tries || !mayAskAgain(chosen, error),
      });
      tokens = reply.tokens;
      return reply;
    } finally {
      await counted(deps, () => spending.settle(reservation, tokens));
    }
  }

  /** Returns the reply to an event, which is remembered until `forget`. */
  async function ask(
    occasion: Occasion,
    ticket: AssistedTicket,
    chosenAssistant: Chosen,
    signal: AbortSignal,
  ): Promise<Replied> {
    const { companyId, ticketId, messageId, event } = occasion;
    const before = await replies.read(companyId, ticketId);
    // Another process may have asked while this one paused.
    const asked = replyIn(before, event);
    if (asked) return asked;
    const by = chosenAssistant.id;
    const session = before.by === undefined || before.by === by ? before.session : undefined;
    const isModel = chosenAssistant.settings.kind === 'model';
    const keep = (kept: Kept) =>
      replies.write(companyId, ticketId, { ...kept, by, eventId: event.id, messageId });
    /** The version of the mark that it was asked, where this process made one. */
    let mark: number | undefined;
    const begin = async () => {
      if (!isModel) mark = await keep({ session, asked: true });
    };
    try {
      const reply = await askAssistant(occasion, ticket, chosenAssistant, { session, signal, begin });
      if (!reply) return { reply: over('limit') };
      const replied = { reply: await storeReply(deps, companyId, reply), session: reply.session, by };
      await retry(() => keep(replied), written);
      return replied;
    } catch (error) {
      // Nothing was asked by who stops before it; and what a model is kept from saying by that is asked again.
      if (error instanceof StoppedError && mark !== undefined)
        await replies.takeBack(companyId, ticketId, mark, before);
      if (!(error instanceof AssistantError) || (isModel && signal.aborted)) throw error;
      log.warn({ err: error, companyId, ticketId }, 'an assistant did not answer: an agent takes over');
      const unheard = error.isUnheard && { unheard: true as const };
      const failed = { reply: { ...over('failed', error.failure), ...unheard }, by };
      await retry(() => keep(failed), written);
      return failed;
    }
  }

  return {
    ask,
    kept: async ({ companyId, ticketId, event }: Occasion): Promise<Replied | undefined> =>
      replyIn(await replies.read(companyId, ticketId), event),
    isAwaited: questions.isAwaited,
    /** Its words stand in the log now: only the session is still needed, as long as it goes on. */
    async forget({ companyId, ticketId }: Occasion, { reply, session, by }: Replied): Promise<void> {
      if (reply.over === undefined && session !== undefined)
        await replies.write(companyId, ticketId, { session, by });
      else await replies.drop(companyId, ticketId);
    },
  };
}
