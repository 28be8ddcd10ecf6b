/** Who may answer customers in a company's name, each over an API of its own: language models, speech, other bots. */

import type { z } from 'zod';
import { AssistantError } from '../../domain/ports/assistant.ts';
import { type Answer, type Ask, type Asked, OutgoingError } from '../ask.ts';

/** Returns the answer. @throws AssistantError where there is none, or it is a refusal */
export async function demand(ask: Ask, asked: Asked): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await ask(asked);
  } catch (error) {
    if (error instanceof OutgoingError) throw new AssistantError(error.failure, error.message);
    throw error;
  }
  const { status } = answer;
  if (status === 401 || status === 403) throw new AssistantError('keys', 'it does not know us', status);
  if (status < 200 || status > 299) throw new AssistantError('refused', `it answers ${status}`, status);
  return answer;
}

/** Returns the answer, read. @throws AssistantError: it is not of the documented form */
export function readAs<T>(schema: z.ZodType<T>, { body, status }: Answer): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const path = read.error.issues[0]?.path.join('.') ?? '';
  throw new AssistantError('odd', `the answer is unlike its documents at '${path}'`, status);
}

/** Messages of one reply at most: what says more is no reply to a person. */
const mostMessages = 10;
/** As long as a message may be. */
const longestMessage = 4_096;

/** Returns texts as they may be sent: none is empty, too long or one too many. */
export const sayable = (texts: readonly string[]): { readonly body: string }[] =>
  texts
    .map((text) => text.trim().slice(0, longestMessage))
    .filter((text) => text !== '')
    .slice(0, mostMessages)
    .map((body) => ({ body }));

/** Returns a word or a sentence without case, accents and punctuation around it. */
const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}#]+|[^\p{L}\p{N}#]+$/gu, '');

/** Whether a message is one of these words (`atendente, humano`), and nothing else. */
export function isWord(body: string, words: string): boolean {
  const said = plainWords(body);
  return said !== '' && words.split(',').some((word) => plainWords(word) === said);
}
