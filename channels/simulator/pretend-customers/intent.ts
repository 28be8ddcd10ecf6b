import type { PhoneMessage } from '../phone-events.ts';
import { nudges, type Story, stories } from './script.ts';

/** What a pretend customer would do now. Reading costs nothing; writing takes its turn. */
export type Intent =
  | { readonly kind: 'read' }
  | { readonly kind: 'write'; readonly body: string; readonly since: number }
  | { readonly kind: 'begin' };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const readingMs = { from: 4 * SECOND, to: 20 * SECOND };
const answeringMs = { from: 15 * SECOND, to: 60 * SECOND };
const losingPatience = { from: 8 * MINUTE, to: 15 * MINUTE };
/** After a story is over, its teller is somebody who might have another question. */
const resting = { from: 30 * MINUTE, to: 90 * MINUTE };

/** Returns how long a message is waited for: equally long whoever asks, however often the process started since. */
const delayOf = (id: string, { from, to }: { from: number; to: number }): number => {
  let hash = 2_166_136_261;
  for (const char of id) hash = Math.imul(hash ^ char.codePointAt(0)!, 16_777_619) >>> 0;
  return from + (hash / 2 ** 32) * (to - from);
};

/** Returns the story being told and how many of its answers were said: both stand in the chat, nothing else is kept. */
const toldOf = (chat: readonly PhoneMessage[]): { story: Story; said: number } | undefined => {
  let told: { story: Story; said: number } | undefined;
  for (const { fromBusiness, body } of chat) {
    if (fromBusiness) continue;
    const story = stories.find(({ opening }) => opening === body);
    if (story) told = { story, said: 0 };
    else if (told && !nudges.includes(body)) told = { ...told, said: told.said + 1 };
  }
  return told;
};

/** Returns what a customer does now; undefined: they wait. @param now milliseconds since the epoch */
export function intentOf(chat: readonly PhoneMessage[], now: number): Intent | undefined {
  const lastMessage = chat.at(-1);
  if (!lastMessage) return { kind: 'begin' };
  const waited = now - Date.parse(lastMessage.at);
  const isDue = (delay: { from: number; to: number }) => waited >= delayOf(lastMessage.id, delay);
  if (lastMessage.fromBusiness && lastMessage.ack < 4) return isDue(readingMs) ? { kind: 'read' } : undefined;
  const since = Date.parse(lastMessage.at);
  if (!lastMessage.fromBusiness) {
    // One nudge and no more: who is left alone waits, and the lists of a forgotten demo do not grow.
    if (nudges.includes(lastMessage.body) || !isDue(losingPatience)) return undefined;
    return { kind: 'write', body: nudges[lastMessage.id.length % nudges.length]!, since };
  }
  const told = toldOf(chat);
  const answer = told?.story.answers[told.said];
  if (answer === undefined) return isDue(resting) ? { kind: 'begin' } : undefined;
  return isDue(answeringMs) ? { kind: 'write', body: answer, since } : undefined;
}
