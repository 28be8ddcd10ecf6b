import type { Integration } from '../company/integrations.ts';
import { answeredNumber, typedAnswer } from '../text/typed-answer.ts';
import type { Media } from '../ticket/events.ts';
import { expandTemplate } from '../ticket/template.ts';
import { type Answered, documentIn, type Question, spokenInvoices } from './invoices.ts';
import { type AssistantChoice, type BotOption, type BotQueue, type BotScript, botWords } from './script.ts';

/** Where the bot stands with somebody. `heard`: what they wrote since it last spoke, oldest first. */
export interface BotState {
  /** `assisted`: an assistant answers, and the menus are done. */
  readonly phase: 'new' | 'running' | 'closed' | 'assisted' | 'over';
  readonly queueId: string | null;
  readonly optionId: string | null;
  /** Answers in a row that were none. */
  readonly wrong: number;
  /** When it last spoke; '' before. */
  readonly at: string;
  readonly heard: readonly string[];
  /**
   * Of an assistant: its answers of about the last quarter of an hour and the last day that said something, themselves or through the
   * API. Absent: none yet.
   */
  readonly answers?: { readonly quick: Counted; readonly slow: Counted };
  /** Something was said through the API since the assistant last answered: by a workflow that answers with nothing, it seems. */
  readonly spokeApart?: true;
}

/** So many, the first of them at `since`. */
export interface Counted {
  readonly since: string;
  readonly count: number;
}

/** What somebody wrote, and when it came, on our clock. */
export interface Heard {
  readonly body: string;
  readonly at: string;
}

export interface Said {
  readonly body: string;
  readonly file?: Media;
}

export type HandedOver = 'asked' | 'wrong' | 'chosen' | 'closed';

/** What the bot does next, in one step. */
export interface Turn {
  readonly choice?: { readonly queueId: string; readonly optionId: string | null; readonly title: string };
  readonly next:
    | {
        readonly is: 'menu';
        readonly queueId: string | null;
        readonly optionId: string | null;
        readonly wrong: number;
      }
    | { readonly is: 'closed' }
    | ({ readonly is: 'assistant' } & AssistantChoice)
    | { readonly is: 'over'; readonly reason: HandedOver };
  /** The queue that the ticket is in from now on; null: none; absent: as before. */
  readonly queueId?: string | null;
  readonly say: readonly Said[];
}

/** Answers that were none until an agent takes over. */
const mostWrong = 3;
/** Nobody has read a menu so soon: what comes is the rest of what they were writing, unless it chooses. */
const burstMs = 3_000;
/** Who writes again while it is closed is told again after so long. */
const closedAgainMs = 12 * 3_600_000;

const msBetween = (since: string, at: string): number => Date.parse(at) - Date.parse(since);

function textOf(script: BotScript, body: string, queue?: BotQueue): readonly Said[] {
  if (body.trim() === '') return [];
  return [{ body: expandTemplate(body, { ...script.values, ...(queue && { queue: queue.title }) }) }];
}

const optionSayings = (script: BotScript, queue: BotQueue, { message, file }: BotOption): readonly Said[] => [
  ...textOf(script, message, queue),
  ...(file ? [{ body: '', file }] : []),
];

/** Returns what was said with the menu below it: in one message where the last is a text. */
function withMenu(said: readonly Said[], options: readonly BotOption[], mayGoBack: boolean): readonly Said[] {
  const lines = options.map(({ title }, index) => `*${index + 1}* – ${title}`);
  const fixed = [...(mayGoBack ? [`*#* – ${botWords.back}`] : []), `*0* – ${botWords.agent}`];
  const menu = [...lines, ...fixed].join('\n');
  const last = said.at(-1);
  if (last === undefined || last.file) return [...said, { body: menu }];
  return [...said.slice(0, -1), { body: `${last.body}\n\n${menu}` }];
}

const hasRoot = ({ queues, menuForOne }: BotScript): boolean => queues.length > 1 || menuForOne;

/** Where somebody stands: at a queue's options, or inside one of them; `path` are the options from the outermost. */
interface Place {
  readonly queue: BotQueue;
  readonly path: readonly BotOption[];
}

function pathTo(options: readonly BotOption[], id: string): readonly BotOption[] | undefined {
  for (const option of options) {
    if (option.id === id) return [option];
    const inside = pathTo(option.options, id);
    if (inside) return [option, ...inside];
  }
  return undefined;
}

/** Returns the place as the script has it now; undefined: the menu of queues, also where the place is gone. */
function placeOf({ queues }: BotScript, { queueId, optionId }: BotState): Place | undefined {
  const queue = queues.find(({ id }) => id === queueId);
  if (!queue) return undefined;
  const path = optionId === null ? [] : (pathTo(queue.options, optionId) ?? []);
  return { queue, path };
}

const optionsAt = (script: BotScript, place: Place | undefined): readonly BotOption[] => {
  if (!place) return script.queues;
  const { action, options } = place.path.at(-1) ?? place.queue;
  return action ? [] : options;
};

function handOver(reason: HandedOver, body: string = botWords.handedOver): Turn {
  return { next: { is: 'over', reason }, say: [{ body }] };
}

/** Returns the turn that shows a place's menu again, below a line of the bot's own. */
function showMenu(script: BotScript, place: Place | undefined, heading: string, wrong: number): Turn {
  const mayGoBack = place !== undefined && (place.path.length > 0 || hasRoot(script));
  const optionId = place?.path.at(-1)?.id ?? null;
  return {
    next: { is: 'menu', queueId: place?.queue.id ?? null, optionId, wrong },
    say: withMenu([{ body: heading }], optionsAt(script, place), mayGoBack),
  };
}

function enterQueue(script: BotScript, queue: BotQueue, before: readonly Said[] = []): Turn {
  const closed = queue.isOpen ? [] : textOf(script, queue.outOfHours.trim() || script.outOfHours, queue);
  const queueId = queue.id;
  if (closed.length > 0)
    return { queueId, next: { is: 'over', reason: 'closed' }, say: [...before, ...closed] };
  const said = [...before, ...optionSayings(script, queue, queue)];
  if (queue.assistant) return { queueId, next: { is: 'assistant', ...queue.assistant }, say: said };
  if (queue.options.length === 0) return { queueId, next: { is: 'over', reason: 'chosen' }, say: said };
  const say = withMenu(said, queue.options, hasRoot(script));
  return { queueId, next: { is: 'menu', queueId, optionId: null, wrong: 0 }, say };
}

function enterOption(script: BotScript, queue: BotQueue, option: BotOption): Turn {
  const own = optionSayings(script, queue, option);
  const said = option.action && own.length === 0 ? [{ body: botWords.askDocument }] : own;
  if (said.length === 0 && option.options.length === 0) return { ...handOver('chosen'), queueId: queue.id };
  return {
    queueId: queue.id,
    next: { is: 'menu', queueId: queue.id, optionId: option.id, wrong: 0 },
    say: withMenu(said, option.action ? [] : option.options, true),
  };
}

/** Returns how it begins; undefined: it has nothing to say. */
function begin(script: BotScript): Turn | undefined {
  const closed = script.isOpen ? [] : textOf(script, script.outOfHours);
  if (closed.length > 0) return { next: { is: 'closed' }, say: closed };
  const greeting = textOf(script, script.greeting);
  const [only] = script.queues;
  if (only && !hasRoot(script)) {
    const turn = enterQueue(script, only, greeting);
    return turn.say.length > 0 || turn.next.is === 'assistant' ? turn : undefined;
  }
  if (!only)
    return greeting.length > 0 ? { next: { is: 'over', reason: 'chosen' }, say: greeting } : undefined;
  const heading = greeting.length > 0 ? greeting : [{ body: botWords.choose }];
  return { ...showMenu(script, undefined, '', 0), say: withMenu(heading, script.queues, false) };
}

function goBack(script: BotScript, place: Place | undefined): Turn {
  const { queue, path } = place ?? { queue: undefined, path: [] };
  const above = hasRoot(script) ? undefined : place;
  const out = queue && path.length > 0 ? { queue, path: path.slice(0, -1) } : above;
  const turn = showMenu(script, out, botWords.choose, 0);
  // Out of the queue, unless it is the only one there is.
  return out === undefined && script.queues.length > 1 ? { ...turn, queueId: null } : turn;
}

/** Returns the system that is asked where somebody stands; undefined: a menu is. */
const askedAt = (place: Place | undefined): Integration | undefined => place?.path.at(-1)?.action;

/** Returns what has to be known of the company's system before this can be answered; undefined: nothing. */
export function questionIn(
  state: BotState,
  { body }: Pick<Heard, 'body'>,
  script: BotScript,
): Question | undefined {
  const system = state.phase === 'running' ? askedAt(placeOf(script, state)) : undefined;
  const document = system && documentIn(body);
  return system && document ? { system, document } : undefined;
}

/** Returns how it goes on with who was asked for a document: by what the company's system says of it. */
function tellInvoices(
  state: BotState,
  { body, at }: Heard,
  script: BotScript,
  place: Place,
  answered: Answered | undefined,
): Turn | undefined {
  if (documentIn(body) === undefined && msBetween(state.at, at) < burstMs) return undefined;
  const outcome = documentIn(body) === undefined ? 'bad' : (answered?.is ?? 'failed');
  if (outcome === 'failed') return handOver('chosen', botWords.noLookUp);
  if (outcome === 'invoices') {
    const invoices = answered?.is === 'invoices' ? answered.invoices : [];
    const said = invoices.length > 0 ? spokenInvoices(invoices) : [botWords.nothingOpen];
    const menu = showMenu(script, { ...place, path: place.path.slice(0, -1) }, botWords.more, 0);
    return { ...menu, say: [...said.map((text) => ({ body: text })), ...menu.say] };
  }
  const wrong = state.wrong + 1;
  if (wrong >= mostWrong) return handOver('wrong');
  return showMenu(script, place, outcome === 'bad' ? botWords.badDocument : botWords.unknownDocument, wrong);
}

function answer(
  state: BotState,
  heardMessage: Heard,
  script: BotScript,
  answered: Answered | undefined,
): Turn | undefined {
  const { body, at } = heardMessage;
  const place = placeOf(script, state);
  if (/^\*?#\*?$/.test(typedAnswer(body))) return goBack(script, place);
  const number = answeredNumber(body);
  if (number === 0) return handOver('asked');
  if (place && askedAt(place)) return tellInvoices(state, heardMessage, script, place, answered);
  const chosen = number === undefined ? undefined : optionsAt(script, place)[number - 1];
  if (chosen) {
    const queue = place?.queue ?? script.queues.find(({ id }) => id === chosen.id)!;
    const turn = place ? enterOption(script, queue, chosen) : enterQueue(script, queue);
    const optionId = place ? chosen.id : null;
    return { ...turn, choice: { queueId: queue.id, optionId, title: chosen.title } };
  }
  if (msBetween(state.at, at) < burstMs) return undefined;
  const wrong = state.wrong + 1;
  if (wrong >= mostWrong) return handOver('wrong');
  return showMenu(script, place, botWords.misunderstood, wrong);
}

/**
 * Returns what the bot does about something that was written; undefined: nothing.
 * @param answered what came of `questionIn`, where there was a question
 */
export function botTurn(
  state: BotState,
  heard: Heard,
  script: BotScript,
  answered?: Answered,
): Turn | undefined {
  if (state.phase === 'over' || state.phase === 'assisted') return undefined;
  if (state.phase === 'running') return answer(state, heard, script, answered);
  if (state.phase === 'closed' && !script.isOpen && msBetween(state.at, heard.at) < closedAgainMs)
    return undefined;
  return begin(script);
}
