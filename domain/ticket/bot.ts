import type { Question } from '../bot/invoices.ts';
import type { BotState, Turn } from '../bot/turn.ts';
import { botTurn, questionIn } from '../bot/turn.ts';
import { deriveId } from '../kernel/ids.ts';
import type { TicketCommandOf } from './commands.ts';
import { routed } from './decide-messages.ts';
import type { TicketEvent } from './events.ts';
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

/** One of them is enough to answer; the others are there in case it cannot be. */
const mostHeard = 20;

function heardIn(
  bot: BotState,
  ticket: KnownTicket,
  data: Extract<TicketEvent, { type: 'MessageReceived' }>['data'],
): BotState {
  if (ticket.status !== 'pending' || bot.phase === 'over') return bot;
  // Somebody answers on the company's own phone.
  if (data.fromMe) return botOver;
  if (ticket.isGroup || data.mediaType === 'call_log' || bot.heard.length >= mostHeard) return bot;
  return { ...bot, heard: [...bot.heard, data.messageId] };
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
      return bot;
  }
}

function queuedBy(
  { say }: Turn,
  ticket: LiveTicket,
  queueId: string | null,
  commandId: string,
): TicketEvent[] {
  return say.map(({ body, file }, index) => ({
    type: 'MessageQueued',
    data: {
      ...routed(ticket, deriveId(commandId, 'bot', index)),
      body,
      mediaType: file ? kindOfFile(file.mime) : 'chat',
      ...(file && { media: file }),
      userId: null,
      queueId,
      automatic: 'bot',
    },
  }));
}

const kindOfFile = (mime: string) => {
  const [kind] = mime.split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'application';
};

/** Whether the bot has this message to answer: it once had and has not any more is for good. */
export const isForBot = ({ status, userId, erased, bot }: KnownTicket, messageId: string): boolean =>
  status === 'pending' && userId === null && !erased && bot.heard.includes(messageId);

/**
 * Returns what the bot does about a message, with all that it says, in one append. What was written before it last spoke is
 * no answer to that: who writes three messages at once gets one menu.
 * @throws NeedsScript, NeedsAnswer
 */
export function runBot({ data, metadata }: TicketCommandOf<'RunBot'>, ticket: LiveTicket): TicketEvent[] {
  const { messageId, body, script, answered } = data;
  const { ticketId, bot, status, queueId, userId } = ticket;
  if (status !== 'pending' || !isForBot(ticket, messageId)) return [];
  if (script === undefined) throw new NeedsScript();
  const heard = { body, at: data.heardAt };
  const question = answered ? undefined : questionIn(bot, heard, script);
  if (question) throw new NeedsAnswer(question);
  const turn = botTurn(bot, heard, script, answered);
  if (!turn) return [];
  const { choice, next } = turn;
  const to = turn.queueId === undefined ? queueId : turn.queueId;
  const ids = { ticketId, messageId };
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
    ...queuedBy(turn, ticket, to, metadata.commandId),
    outcomeOf(next, ids),
  ];
}

function outcomeOf(next: Turn['next'], ids: { ticketId: string; messageId: string }): TicketEvent {
  switch (next.is) {
    case 'menu': {
      const { queueId, optionId, wrong } = next;
      return { type: 'BotMenuShown', data: { ...ids, queueId, optionId, wrong } };
    }
    case 'closed':
      return { type: 'BotSaidClosed', data: ids };
    case 'over':
      return { type: 'BotHandedOver', data: { ...ids, reason: next.reason } };
  }
}
