import type { Mail } from '../../domain/ports/mail-transport.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { type Letter, type LetterValues, type MailLanguage, writeLetter } from './letters.ts';

/** Letters that wait to be sent, by id. Sealed: they hold codes and links, and the store is copied into backups. */
export const waitingMails = 'mail/waiting/';
const sentMails = 'mail/sent/';
/** How long a letter that was sent is known, so that whoever asks for it again sends none. */
const knownMs = 30 * 24 * 3_600_000;
const longestMs = 3 * 24 * 3_600_000;

export interface WaitingMail {
  readonly sealed: string;
  /** By the store's clock: when it may be tried, and from when on it is of no use. */
  readonly due: number;
  readonly until: number;
  readonly tries: number;
}

interface Post<L extends Letter> {
  /** The same letter asked for twice is sent once: derived from what it tells of (an event, a code). */
  readonly id: string;
  readonly to: string;
  readonly letter: L;
  readonly values: LetterValues<L>;
  readonly language: MailLanguage;
  /** How long it is worth sending, milliseconds; default: three days. */
  readonly usefulMs?: number;
}

interface Outbox {
  readonly state: StateStore;
  readonly vault: Vault;
}

/** Posts a letter: durable when it resolves, sent by whichever gateway comes first. */
export async function postMail<L extends Letter>({ state, vault }: Outbox, post: Post<L>): Promise<void> {
  const { id, to, letter, values, language } = post;
  if (await state.get(sentMails + id)) return;
  const key = waitingMails + id;
  const mail: Mail = { id, to, ...writeLetter(letter, language, values) };
  const now = await state.now();
  await state.set<WaitingMail>(
    key,
    {
      sealed: vault.seal(key, JSON.stringify(mail)),
      due: now,
      until: now + (post.usefulMs ?? longestMs),
      tries: 0,
    },
    { expected: null },
  );
}

/** Returns the letter that stands under this key. @throws when SECRET_KEY is another one */
export const openMail = (vault: Vault, key: string, { sealed }: WaitingMail): Mail =>
  JSON.parse(vault.open(key, sealed)) as Mail;

/** It is somebody else's now: first known as sent, then gone, so that a death in between sends none twice. */
export async function mailSent(state: StateStore, id: string): Promise<void> {
  await state.set(sentMails + id, true, { ttlMs: knownMs });
  await state.delete(waitingMails + id);
}

/** Returns whether it is known as sent: who died before taking it away left it standing. */
export const isMailSent = async (state: StateStore, id: string): Promise<boolean> =>
  (await state.get(sentMails + id)) !== undefined;

/** Returns whether it waits, or was sent: who writes a letter with a link in it need not make another. */
export const isPosted = async (state: StateStore, id: string): Promise<boolean> =>
  (await isMailSent(state, id)) || (await state.get(waitingMails + id)) !== undefined;
