/** Letters from their words to the outbox: in the reader's language, as text and HTML, sealed until they are sent. */

import type { StateStore } from '../../domain/ports/state-store.ts';
import { type MailLanguage, mailLanguages } from './words/words.ts';

const key = (userId: string) => `mail/language/${userId}`;

/** Remembers the language that a person reads, for letters that nobody asks for. */
export async function rememberLanguage(
  state: StateStore,
  userId: string,
  language: MailLanguage,
): Promise<void> {
  if ((await state.get(key(userId)))?.value !== language) await state.set(key(userId), language);
}

/** Returns the language that a person reads; Portuguese where nobody knows. */
export async function mailLanguageOf(state: StateStore, userId: string): Promise<MailLanguage> {
  const value = (await state.get<string>(key(userId)))?.value;
  return mailLanguages.find((language) => language === value) ?? 'pt';
}
