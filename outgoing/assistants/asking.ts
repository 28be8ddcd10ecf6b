/** Who may answer customers in a company's name, each over an API of its own: language models, speech, other bots. */

import { type Assistant, AssistantError, type Unanswered } from '../../domain/ports/assistant.ts';
import { cleanText, isSeen } from '../../domain/text/clean.ts';
import { demandingAs } from '../demanding.ts';

export const { demand, readAs } = demandingAs(AssistantError);

/** Messages of one reply at most: what says more is no reply to a person. */
const mostMessages = 10;
/** As long as a message may be. */
export const longestMessage = 4_096;

/** Returns texts as they may be sent and stored: something is to be seen of each, none is too long or one too many. */
export const sayable = (texts: readonly string[]): { readonly body: string }[] =>
  texts
    .map((text) => cleanText(text.trim(), longestMessage))
    .filter(isSeen)
    .slice(0, mostMessages)
    .map((body) => ({ body }));

/** Returns what is said of a message to who reads words alone; '' where nothing was written and nothing sent. */
export const wordsOf = ({ body, kind }: Pick<Unanswered, 'body' | 'kind'>): string =>
  body.trim() === '' && kind !== 'chat' ? `[${kind}]` : body;

/** A text between punctuation. Looked for from the start alone: a long row of signs within would be walked from each of them. */
const between = /^[^\p{L}\p{N}#]*([\p{L}\p{N}#](?:[\s\S]*[\p{L}\p{N}#])?)/u;

/** Returns a word or a sentence without case, accents and punctuation around it. */
const plainWords = (text: string): string =>
  between.exec(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())?.[1] ?? '';

/** Whether a message is one of these words (`atendente, humano`), and nothing else. */
export function isWord(body: string, words: string): boolean {
  const said = plainWords(body);
  return said !== '' && words.split(',').some((word) => plainWords(word) === said);
}

/**
 * Returns an assistant whose every failure is said as one. An answer that is well-formed may still break who reads it (one
 * nested deeper than a stack goes, an id that no address takes); the contact would wait for an event that is never done.
 */
export const wary = (assistant: Assistant): Assistant => ({
  ...assistant,
  async reply(question, signal) {
    try {
      return await assistant.reply(question, signal);
    } catch (error) {
      if (error instanceof AssistantError) throw error;
      // Only its name: words of the conversation may stand in it.
      throw new AssistantError('odd', `the answer cannot be read: ${(error as Error).name}`);
    }
  },
});
