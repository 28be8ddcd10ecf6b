/** Who may answer customers in a company's name, each over an API of its own: language models, speech, other bots. */

import { AssistantError } from '../../domain/ports/assistant.ts';
import { demandingAs } from '../demanding.ts';

export const { demand, readAs } = demandingAs(AssistantError);

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
