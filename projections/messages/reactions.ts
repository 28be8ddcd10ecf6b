import type { TicketEvent } from '../../domain/ticket/events.ts';
import { sideOf } from '../../domain/ticket/side.ts';
import type { MessageDocument, Reaction } from './document.ts';

type Data<T extends TicketEvent['type']> = Extract<TicketEvent, { type: T }>['data'];
type Side = Pick<Reaction, 'fromMe' | 'participant'>;

const side = ({ fromMe, participant }: Side) => sideOf({ fromMe, participant: participant ?? undefined });
const without = <T extends Side>(marks: readonly T[], of: Side): readonly T[] =>
  marks.filter((mark) => side(mark) !== side(of));

/** Returns the reactions after one of them. An agent's that is being taken back stays, empty, until that has reached the app. */
export function addReaction(
  doc: MessageDocument,
  data: Data<'MessageReacted'>,
  by: { readonly userId: string | null; readonly revision: number; readonly at: string },
): readonly Reaction[] {
  const { emoji, fromMe, byContact } = data;
  const ownAuthor = { fromMe, participant: data.participant ?? null };
  const reactions = doc.reactions ?? [];
  const known = reactions.find((reaction) => side(reaction) === side(ownAuthor));
  const rest = without(reactions, ownAuthor);
  if (byContact) return emoji === '' ? rest : [...rest, { emoji, ...ownAuthor, userId: null, at: by.at }];
  // What the contact still sees, should this one not reach them.
  const before = known?.asked ? known.asked.before : (known?.emoji ?? '');
  const asked = { revision: by.revision, before };
  return [...rest, { emoji, ...ownAuthor, userId: by.userId, at: by.at, asked }];
}

/** Returns the reactions once the app has taken an agent's, or refused it: then what stood before it stands again. */
export function settleReaction(
  { reactions = [] }: MessageDocument,
  { revision, failure }: Data<'MessageReactionSettled'>,
): readonly Reaction[] | undefined {
  const own = reactions.find(({ asked }) => asked !== undefined && asked.revision <= revision);
  if (!own?.asked) return undefined;
  const { asked, ...rest } = own;
  const emoji = failure ? asked.before : own.emoji;
  return [...without(reactions, own), ...(emoji === '' ? [] : [{ ...rest, emoji }])];
}

export function addVote({ votes = [] }: MessageDocument, data: Data<'PollVoted'>): MessageDocument['votes'] {
  const own = { fromMe: data.fromMe, participant: data.participant ?? null };
  const rest = without(votes, own);
  return data.choices.length === 0 ? rest : [...rest, { choices: data.choices, ...own }];
}
