import type { Answered } from './invoices.ts';
import type { BotScript } from './script.ts';
import { type BotState, botTurn, type HandedOver, type Said, type Turn } from './turn.ts';

/** One step of a talk that is only tried out. */
export interface TriedStep {
  readonly heard: string;
  readonly say: readonly Said[];
  /** What was chosen with it. */
  readonly choice?: Turn['choice'];
  /** Where the talk stands after it; absent: the bot had nothing to say. */
  readonly next?: Turn['next'];
}

export interface TriedTalk {
  readonly steps: readonly TriedStep[];
  /** Why nobody answers any more; absent: the bot still does. */
  readonly over?: HandedOver;
}

const untouchedBot: BotState = { phase: 'new', queueId: null, optionId: null, wrong: 0, at: '', heard: [] };
/** Nobody's system is asked: it is shown what an answer looks like. */
const sample: Answered = {
  is: 'invoices',
  invoices: [{ amountCents: 9_990, dueDate: '2030-01-10', pix: '00020126580014BR.GOV.BCB.PIX0136exemplo' }],
};
/** Nobody who tries it out writes in bursts. */
const betweenMs = 60_000;

/** Returns where the bot stands after a turn, as a ticket does after the turn's events. */
function stateAfter({ next }: Turn, at: string): BotState {
  switch (next.is) {
    case 'menu':
      return { ...untouchedBot, ...next, phase: 'running', at };
    case 'closed':
      return { ...untouchedBot, phase: 'closed', at };
    case 'assistant':
      return { ...untouchedBot, phase: 'assisted' };
    case 'over':
      return { ...untouchedBot, phase: 'over' };
    default:
      return next satisfies never;
  }
}

/**
 * Returns the whole talk that these messages come to, from the first one on: a draft that is changed while it is tried out
 * answers at once as it is then. Nothing is sent or kept.
 */
export function tryOut(script: BotScript, messages: readonly string[]): TriedTalk {
  const begun = Date.parse(script.values.at);
  const steps: TriedStep[] = [];
  let state = untouchedBot;
  let over: HandedOver | undefined;
  for (const [index, heard] of messages.entries()) {
    const at = new Date(begun + index * betweenMs).toISOString();
    const turn = botTurn(state, { body: heard, at }, script, sample);
    steps.push({
      heard,
      say: turn?.say ?? [],
      ...(turn?.choice && { choice: turn.choice }),
      ...(turn && { next: turn.next }),
    });
    if (!turn) continue;
    state = stateAfter(turn, at);
    if (turn.next.is === 'over') over = turn.next.reason;
  }
  return { steps, ...(over && { over }) };
}

/** Returns what somebody has to write to come to an option: the numbers of the menus on the way; undefined: it is nowhere. */
export function wayTo(script: BotScript, optionId: string): readonly string[] | undefined {
  const find = (options: BotScript['queues'][number]['options']): readonly string[] | undefined => {
    for (const [index, option] of options.entries()) {
      const number = String(index + 1);
      if (option.id === optionId) return [number];
      const rest = find(option.options);
      if (rest) return [number, ...rest];
    }
    return undefined;
  };
  const hasRoot = script.queues.length > 1 || script.menuForOne;
  for (const [index, queue] of script.queues.entries()) {
    const first = hasRoot ? [String(index + 1)] : [];
    if (queue.id === optionId) return first;
    const way = find(queue.options);
    if (way) return [...first, ...way];
  }
  return undefined;
}
