import type { MessageView, ReactionView } from '../../../../contract/message.ts';

/** One emoji under a message: by whom, and whether by the company. */
export interface Reacted {
  readonly emoji: string;
  readonly by: readonly ReactionView[];
  readonly own: boolean;
}

/** Returns reactions by emoji, in the order in which each was first given. */
export const gatherReactions = (reactions: readonly ReactionView[]): readonly Reacted[] =>
  [...Map.groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, by]) => ({
    emoji,
    by,
    own: by.some(({ fromMe }) => fromMe),
  }));

/** Returns what to ask for when this emoji is pressed: the company has one reaction, and the same one again takes it back. */
export const pressReaction = (reactions: readonly ReactionView[], emoji: string): string =>
  reactions.some((one) => one.fromMe && one.emoji === emoji) ? '' : emoji;

/** An option of a poll with who chose it. */
export interface Tally {
  readonly option: string;
  readonly by: readonly MessageView['votes'][number][];
  /** Of all who voted, 0 to 1. */
  readonly share: number;
}

export const tallyReactions = (
  options: readonly string[],
  votes: readonly MessageView['votes'][number][],
): readonly Tally[] =>
  options.map((option, place) => {
    const by = votes.filter(({ choices }) => choices.includes(place));
    return { option, by, share: votes.length === 0 ? 0 : by.length / votes.length };
  });
