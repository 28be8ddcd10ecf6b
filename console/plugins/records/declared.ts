import { createContext, useContext } from 'react';
import type { Declaration } from '../../../domain/records/declare.ts';
import { changesRow, rowRights } from '../../../domain/records/ownership.ts';
import { useSession } from '../../shell/session.tsx';
import type { RecordEntry } from './entry.ts';
import type { RecordParts, Row } from './parts.ts';

export interface Declared {
  readonly entry: Pick<RecordEntry, 'path'>;
  readonly record: Declaration;
  /** The record below this one, where there is one. */
  readonly child: Declaration | undefined;
  readonly parts: RecordParts;
}
export const DeclaredContext = createContext<Declared | undefined>(undefined);

/** Returns the record whose screen this is. */
export const useDeclared = (): Declared => {
  const declared = useContext(DeclaredContext);
  if (declared === undefined) throw new Error('useDeclared outside a record screen');
  return declared;
};

/** Returns what whoever is signed in may do with the record's rows. */
export const useRights = () => {
  const { record } = useDeclared();
  const { can, subject } = useSession();
  const rights = rowRights(record, subject);
  return {
    create: can(record.access.create),
    update: (row: Row) => can(record.access.update) && changesRow(record, rights, row),
    delete: (row: Row) => can(record.access.delete) && changesRow(record, rights, row),
    deleteSome: can(record.access.delete),
  };
};
