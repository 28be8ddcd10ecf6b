import { attachedFile, awaitedFile, type FileFacts } from './files.ts';
import {
  everyMessage,
  lastThousand,
  type MessageFacts,
  noMessages,
  unsettledChanges,
  writeMessage,
} from './messages.ts';
import type { KnownTicket, NoteFacts } from './state.ts';

/** A ticket's state as JSON: what it holds in maps stands in lists. */
export type FrozenTicket = Omit<KnownTicket, 'messages' | 'notes'> & {
  readonly forgotten: KnownTicket['messages']['forgotten'];
  readonly messages: readonly (readonly [string, MessageFacts])[];
  readonly notes: readonly (readonly [string, NoteFacts])[];
};

/** Returns a ticket's state as JSON can hold it. Only of one that keeps its last thousand messages. */
export const freezeTicket = ({ messages, notes, ...ticket }: KnownTicket): FrozenTicket => ({
  ...ticket,
  forgotten: messages.forgotten,
  messages: everyMessage(messages),
  notes: [...notes],
});

// What a thousand messages have in common is one object, as it is in a state that was folded.
const sharedFile = (file: FileFacts): FileFacts =>
  file.is === 'awaited' ? awaitedFile : file.is === 'attached' ? attachedFile : file;
const isUnsettled = ({ edit, delete: deletion, react }: MessageFacts['settled']): boolean =>
  edit === -1 && deletion === -1 && react === -1;
const shareFacts = (facts: MessageFacts): MessageFacts => ({
  ...facts,
  ...(facts.file && { file: sharedFile(facts.file) }),
  settled: isUnsettled(facts.settled) ? unsettledChanges : facts.settled,
});

/** Returns the state that was frozen. */
export const thawTicket = ({ forgotten, messages, notes, ...ticket }: FrozenTicket): KnownTicket => {
  let kept = noMessages(lastThousand);
  for (const [id, facts] of messages) kept = writeMessage(kept, id, shareFacts(facts));
  return { ...ticket, messages: { ...kept, forgotten }, notes: new Map(notes) };
};
