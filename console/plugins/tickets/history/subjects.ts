import type { HistoryEventView } from '../../../../contract/history.ts';
import type { MessageExtra } from '../../../../domain/ticket/extra.ts';
import { splitSignature } from '../ticket/signature.ts';
import { bodyOf } from './past.ts';

/** Events that say nothing of their own, and which message they are about is what a reader asks. */
const aboutMessages = new Set([
  ...['MessageReacted', 'MessageReactionSettled', 'PollVoted', 'MessageHeld', 'MessageFailed'],
  ...['MessageRetried', 'MessageFileAttached', 'MessageFileFailed', 'MessageFileRequested'],
]);

interface Subject {
  readonly body: string;
  readonly file: string;
  readonly options: readonly string[];
}
type Subjects = ReadonlyMap<string, Subject>;

function textIn(value: unknown, name: string): string {
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' ? found : '';
}
/** Returns a text in one line, without the agent's name before it. */
export const lineOf = (body: string): string => splitSignature(body).text.replaceAll(/\s+/gu, ' ');

/** Returns what messages said, by their ids, as far as the events that brought them are among these. */
export function subjectsOf(events: readonly HistoryEventView[]): Subjects {
  const foundSubjects = new Map<string, Subject>();
  for (const { type, data } of events) {
    const isNew = type === 'MessageReceived' || type === 'MessageQueued' || type === 'MessageRecovered';
    if (!isNew || typeof data.messageId !== 'string') continue;
    const extra = (data.extra ?? undefined) as MessageExtra | undefined;
    foundSubjects.set(data.messageId, {
      body: lineOf(bodyOf(data.body) ?? ''),
      file: textIn(data.file, 'name') || textIn(data.media, 'name'),
      options: extra?.poll?.options ?? [],
    });
  }
  return foundSubjects;
}

/** Returns what the message said that an event is about: of a vote what was chosen, of a file its name; undefined: not known. */
export function subjectOf({ type, data }: HistoryEventView, subjects: Subjects): string | undefined {
  if (!aboutMessages.has(type) || typeof data.messageId !== 'string') return undefined;
  const { body = '', file = '', options = [] } = subjects.get(data.messageId) ?? {};
  if (type === 'PollVoted' && Array.isArray(data.choices)) {
    const chosen = data.choices.map((place) => options[Number(place)]).filter((one) => one !== undefined);
    if (chosen.length > 0) return chosen.join(', ');
  }
  return (type.startsWith('MessageFile') ? file || body : body || file) || undefined;
}
