import type { StateStore } from '../domain/ports/state-store.ts';

/**
 * Whether a number is on the network, asked by an API process of whichever gateway has the connection. Question and
 * answer lie in the state store, for the two may be different processes on different machines. A question nobody
 * answers expires; the answer stands by the number, so that many who ask at once, or soon again, ask the network once:
 * numbers that check too much are banned.
 */
export interface NumberQuestion {
  readonly companyId: string;
  readonly connectionId: string;
  readonly number: string;
}

/** `number`: as the network has it, where it differs by Brazil's ninth digit. `unknown`: the network did not say. */
export type NumberAnswer =
  | { readonly exists: boolean; readonly number?: string }
  | { readonly exists: 'unknown'; readonly because?: 'not-initialized' };

const questions = 'number-check/question/';
const questionKey = ({ connectionId, number }: NumberQuestion) => `${questions}${connectionId}/${number}`;
const answerKey = ({ companyId, number }: Omit<NumberQuestion, 'connectionId'>) =>
  `number-check/answer/${companyId}/${number}`;

const questionMs = 10_000;
const hour = 3_600_000;
/**
 * Returns how long an answer is kept, milliseconds: who is not on the network today may be tomorrow, and one who could
 * not be asked can be at once.
 */
const keptMs = ({ exists }: NumberAnswer) =>
  exists === true ? 24 * hour : exists === false ? hour / 6 : 2_000;

/** Who is told of questions put by this very process, by the store they lie in. */
const waitersOf = new WeakMap<StateStore, Set<() => void>>();

export const putNumberQuestion = async (state: StateStore, question: NumberQuestion): Promise<void> => {
  await state.set(questionKey(question), question, { ttlMs: questionMs });
  for (const heard of waitersOf.get(state) ?? []) heard();
};

/**
 * Returns what ends the hearing. `heard` is called for each question that this process puts: the gateway beside the API
 * need not look again and again to answer at once. Those of other processes are found by looking.
 */
export const hearNumberQuestions = (state: StateStore, heard: () => void): (() => void) => {
  const all = waitersOf.get(state) ?? new Set();
  waitersOf.set(state, all.add(heard));
  return () => void all.delete(heard);
};

/** Returns the questions not answered yet, of all connections. */
export const numberQuestions = async (state: StateStore, limit: number): Promise<readonly NumberQuestion[]> =>
  (await state.list<NumberQuestion>(questions, { limit })).map(({ value }) => value);

/** The answer first: a death between the two leaves a question that is answered once more, never one without an answer. */
export const answerNumberQuestion = async (
  state: StateStore,
  question: NumberQuestion,
  answer: NumberAnswer,
): Promise<void> => {
  await state.set(answerKey(question), answer, { ttlMs: keptMs(answer) });
  await state.delete(questionKey(question));
};

export const readNumberAnswer = async (
  state: StateStore,
  question: Omit<NumberQuestion, 'connectionId'>,
): Promise<NumberAnswer | undefined> => (await state.get<NumberAnswer>(answerKey(question)))?.value;
