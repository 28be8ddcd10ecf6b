import type { Question } from '../bot/invoices.ts';
import type { BotState, Counted, Said, Turn } from '../bot/turn.ts';
import { botTurn, questionIn } from '../bot/turn.ts';
import { deriveId } from '../kernel/ids.ts';
import type { TicketCommandOf } from './commands.ts';
import { routeOf } from './decide-messages.ts';
import type { TicketEvent } from './events.ts';
import { kindOfFile } from './kind.ts';
import { findMessage } from './messages.ts';
import type { KnownTicket, LiveTicket } from './state.ts';

/** The bot has something to decide here: the command is to come again with the script. */
export class NeedsScript extends Error {
  override readonly name = 'NeedsScript';
}

/** The company's own system is to be asked first: the command is to come again with what it answers. */
export class NeedsAnswer extends Error {
  override readonly name = 'NeedsAnswer';
  /** Whoever logs the error logs nobody's document. */
  readonly #question: Question;
  constructor(question: Question) {
    super('the bot has a question');
    this.#question = question;
  }
  get question(): Question {
    return this.#question;
  }
}

export const newBot: BotState = {
  phase: 'new',
  queueId: null,
  optionId: null,
  wrong: 0,
  at: '',
  heard: [],
};
export const botOver: BotState = { ...newBot, phase: 'over' };

/**
 * One of them is enough to answer; the others are there in case it cannot be. The newest: who writes all night while it is closed
 * is answered in the morning.
 */
const mostHeard = 20;

function heardIn(
  bot: BotState,
  ticket: KnownTicket,
  data: Extract<TicketEvent, { type: 'MessageReceived' }>['data'],
): BotState {
  if (ticket.status !== 'pending' || bot.phase === 'over') return bot;
  // Somebody answers on the company's own phone.
  if (data.fromMe) return botOver;
  if (ticket.isGroup || data.mediaType === 'call_log') return bot;
  return { ...bot, heard: [...bot.heard, data.messageId].slice(-mostHeard) };
}

/** Returns where the bot stands after an event; `ticket`: as it is after it. Whoever takes or moves the ticket ends it. */
export function botAfter(bot: BotState, ticket: KnownTicket, event: TicketEvent, at: string): BotState {
  switch (event.type) {
    case 'MessageReceived':
      return heardIn(bot, ticket, event.data);
    case 'TicketReopened':
      return event.data.status === 'pending' ? newBot : botOver;
    case 'TicketAccepted':
    case 'TicketReturned':
    case 'TicketTransferred':
    case 'TicketResolved':
    case 'TicketDeleted':
    case 'BotHandedOver':
      return bot.phase === 'over' ? bot : botOver;
    case 'BotMenuShown': {
      const { queueId, optionId, wrong } = event.data;
      return { phase: 'running', queueId, optionId, wrong, at, heard: [] };
    }
    case 'BotSaidClosed':
      return { ...newBot, phase: 'closed', at };
    default:
      return assistedAfter(bot, ticket, event, at);
  }
}

/**
 * Answers of an assistant at most. Nobody reads and writes as fast for a quarter of an hour, nor as long in a day: another robot does,
 * a quick one, or one that takes minutes an exchange.
 */
const bounds = {
  quick: { most: 60, withinMs: 15 * 60_000 },
  slow: { most: 300, withinMs: 24 * 3_600_000 },
} as const;
type Bound = (typeof bounds)[keyof typeof bounds];

const isWithin = ({ since }: Counted, { withinMs }: Bound, at: number): boolean =>
  at - Date.parse(since) < withinMs;

/** Returns the count one higher, or begun anew where its first is too long ago. */
const countedOnce = (counted: Counted | undefined, bound: Bound, at: string): Counted =>
  counted && isWithin(counted, bound, Date.parse(at))
    ? { since: counted.since, count: counted.count + 1 }
    : { since: at, count: 1 };

/** Returns how often an assistant has answered since its first answers that are counted, one more. */
const countAnswer = (answers: BotState['answers'], at: string): NonNullable<BotState['answers']> => ({
  quick: countedOnce(answers?.quick, bounds.quick, at),
  slow: countedOnce(answers?.slow, bounds.slow, at),
});

const isReached = (counted: Counted, bound: Bound, at: Date): boolean =>
  counted.count >= bound.most && isWithin(counted, bound, at.getTime());

/** Whether an assistant has answered so often that whoever writes is hardly a person. */
export const isLooping = ({ answers }: Pick<BotState, 'answers'>, at: Date): boolean =>
  answers !== undefined &&
  (isReached(answers.quick, bounds.quick, at) || isReached(answers.slow, bounds.slow, at));

/** Returns the bot after an assistant's own events, and after those of an agent who calls it or sends it away. */
function assistedAfter(bot: BotState, ticket: KnownTicket, event: TicketEvent, at: string): BotState {
  const assistedBot: BotState = { ...newBot, phase: 'assisted', queueId: ticket.queueId, at };
  switch (event.type) {
    case 'AssistantBegan': {
      const { waiting, messageId } = event.data;
      return { ...assistedBot, heard: waiting.length > 0 ? waiting : [messageId] };
    }
    case 'MessageQueued':
      if (bot.phase !== 'assisted' || bot.spokeApart || event.data.automatic !== 'api') return bot;
      return { ...bot, spokeApart: true };
    case 'AssistantAnswered': {
      const { spokeApart, ...answeredBot } = bot;
      // Whom nothing is said answers nothing: no robot goes on by that.
      const isSaid = event.data.silent !== true || spokeApart === true;
      return {
        ...answeredBot,
        at,
        ...(isSaid && { answers: countAnswer(bot.answers, at) }),
        heard: bot.heard.slice(bot.heard.indexOf(event.data.messageId) + 1),
      };
    }
    case 'AssistantHandedOver':
      return botOver;
    case 'TicketIntegrationChanged':
      if (!event.data.useIntegration) return bot.phase === 'assisted' ? botOver : bot;
      return ticket.status === 'pending' && ticket.userId === null && !ticket.isGroup ? assistedBot : bot;
    default:
      return bot;
  }
}

function queuedBy(
  say: readonly (Said & { readonly messageId: string })[],
  ticket: LiveTicket,
  queueId: string | null,
): TicketEvent[] {
  return say.map(({ body, file, messageId }) => ({
    type: 'MessageQueued',
    data: {
      ...routeOf(ticket, messageId),
      body,
      mediaType: file ? kindOfFile(file.mime) : 'chat',
      ...(file && { media: file }),
      userId: null,
      queueId,
      automatic: 'bot',
    },
  }));
}

const isNobodys = ({ status, userId, erased }: KnownTicket): boolean =>
  status === 'pending' && userId === null && !erased;

/** Whether the bot has this message to answer: it once had and has not any more is for good. */
export const isForBot = (ticket: KnownTicket, messageId: string): boolean =>
  isNobodys(ticket) && ticket.bot.phase !== 'assisted' && ticket.bot.heard.includes(messageId);

/** Whether an assistant answers in this ticket. */
export const isAssisted = (ticket: KnownTicket): boolean =>
  isNobodys(ticket) && ticket.bot.phase === 'assisted';

/**
 * Returns what the bot does about a message, with all that it says, in one append. What was written before it last spoke is
 * no answer to that: who writes three messages at once gets one menu.
 * @throws NeedsScript, NeedsAnswer
 */
export function runBot({ data, metadata }: TicketCommandOf<'RunBot'>, ticket: LiveTicket): TicketEvent[] {
  const { messageId, body, answered } = data;
  const { ticketId, protocol, bot, status, queueId, userId } = ticket;
  if (status !== 'pending' || !isForBot(ticket, messageId)) return [];
  if (data.script === undefined) throw new NeedsScript();
  const script = { ...data.script, values: { ...data.script.values, protocol } };
  const heardMessage = { body, at: data.heardAt };
  const question = answered ? undefined : questionIn(bot, heardMessage, script);
  if (question) throw new NeedsAnswer(question);
  const turn = botTurn(bot, heardMessage, script, answered);
  if (!turn) return [];
  const { choice } = turn;
  const to = turn.queueId === undefined ? queueId : turn.queueId;
  const ids = { ticketId, messageId };
  const sayings = turn.say.map((said, index) => ({
    ...said,
    messageId: deriveId(metadata.commandId, 'bot', index),
  }));
  return [
    ...(choice ? [{ type: 'BotChoiceMade', data: { ...ids, ...choice } } as const] : []),
    ...(to === queueId
      ? []
      : [
          {
            type: 'TicketTransferred',
            data: { ticketId, status, queueId: to, userId, before: { status, queueId, userId } },
          } as const,
        ]),
    ...queuedBy(sayings, ticket, to),
    outcomeOf(turn, ids, bot.heard),
  ];
}

/**
 * Returns the event that a turn of the bot comes to. @param heardIds what was written since the bot last spoke: an
 * assistant answers it, unless it was a choice in a menu
 */
function outcomeOf(
  { next, choice }: Turn,
  ids: { ticketId: string; messageId: string },
  heardIds: readonly string[],
): TicketEvent {
  switch (next.is) {
    case 'menu': {
      const { queueId, optionId, wrong } = next;
      return { type: 'BotMenuShown', data: { ...ids, queueId, optionId, wrong } };
    }
    case 'closed':
      return { type: 'BotSaidClosed', data: ids };
    case 'assistant': {
      const { promptId, integrationId } = next;
      const waiting = choice ? [] : [...heardIds];
      return { type: 'AssistantBegan', data: { ...ids, promptId, integrationId, waiting } };
    }
    case 'over':
      return { type: 'BotHandedOver', data: { ...ids, reason: next.reason } };
  }
}

/**
 * Returns what an assistant says, and that it has answered or is done: `outcome` comes with the last of what it says. Nobody hears it
 * where an agent took over meanwhile; what was said before a death is not said again.
 */
export function runAssistant({ data }: TicketCommandOf<'RunAssistant'>, ticket: LiveTicket): TicketEvent[] {
  const { messageId, say, outcome } = data;
  if (!isAssisted(ticket) || !ticket.bot.heard.includes(messageId)) return [];
  const unsaid = say.filter((one) => findMessage(ticket.messages, one.messageId) === undefined);
  const said = queuedBy(unsaid, ticket, ticket.queueId);
  if (outcome === undefined) return said;
  const ids = { ticketId: ticket.ticketId, messageId };
  if (outcome.is === 'over') {
    const { is: _, ...why } = outcome;
    return [...said, { type: 'AssistantHandedOver', data: { ...ids, ...why } }];
  }
  const answered = { ...ids, tokens: outcome.tokens, ...(say.length === 0 && { silent: true }) };
  return [...said, { type: 'AssistantAnswered', data: answered }];
}
