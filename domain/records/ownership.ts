import type { Rights, Subject } from '../access/policy.ts';
import { can } from '../access/policy.ts';
import type { RecordDefinition } from './definition.ts';

type Row = Readonly<Record<string, unknown>>;
type Who = Rights & Pick<Subject, 'userId'>;

/** What the asker may do with rows that belong to people; absent from a command: the system, which may do all. */
export interface RowRights {
  readonly userId: string;
  readonly any: boolean;
  readonly share: boolean;
}

/** Returns what somebody may do with rows; undefined: rows of the record belong to nobody. */
export const rowRights = ({ ownership }: RecordDefinition, who: Who): RowRights | undefined =>
  ownership && { userId: who.userId, any: can(who, ownership.any), share: can(who, ownership.share) };

/** Whether somebody may read the row. */
export const seesRow = ({ ownership, shownWhile }: RecordDefinition, who: Who, row: Row): boolean => {
  if (shownWhile !== undefined && row[shownWhile] !== true && !can(who, 'super')) return false;
  return (
    ownership === undefined ||
    can(who, ownership.any) ||
    row[ownership.owner] === who.userId ||
    row[ownership.shared] === true
  );
};

/** Whether somebody may change or delete the row, as far as it is about whose it is. */
export const changesRow = (
  { ownership }: RecordDefinition,
  rights: RowRights | undefined,
  row: Row,
): boolean =>
  ownership === undefined ||
  rights === undefined ||
  rights.any ||
  (row[ownership.owner] === rights.userId && row[ownership.shared] !== true);
