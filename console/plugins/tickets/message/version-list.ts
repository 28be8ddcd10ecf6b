import type { HistoryEventView } from '../../../../contract/history.ts';

/** A text that an edit replaced: what it said, who changed it and when. */
export interface Version {
  readonly revision: number;
  readonly at: string;
  readonly by: string;
  readonly before: string;
}

/** Returns every text a message had before its present one, oldest first. */
export const versionsOf = (events: readonly HistoryEventView[], messageId: string): readonly Version[] =>
  events.flatMap(({ type, data, revision, at, actor }) =>
    type === 'MessageEdited' && data.messageId === messageId && typeof data.beforeBody === 'string'
      ? [{ revision, at, by: actor.name, before: data.beforeBody }]
      : [],
  );
