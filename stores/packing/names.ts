import { LRUCache } from 'lru-cache';
import type { Plain } from './shapes.ts';

/** Texts that a file keeps once and names by a number, as ids that many of its values hold. */
export interface NameTable {
  /** Returns what the texts of a key name; undefined: nothing. @param parent the key of their object; undefined: the outermost */
  kindOf(key: string, parent: string | undefined): string | undefined;
  /**
   * Returns a text's number, given to it if it has none yet; undefined: it has none, and cannot get one.
   * @param object what the text stands in
   * @param known ids that are at hand when it is read
   */
  numberOf(name: string, kind: string, object: Plain, known: readonly string[]): number | undefined;
  /** @throws Error where no text has the number */
  nameOf(number: number): string;
  /** After a rollback: what was given a number within it has none. */
  forget(): void;
}

export const namesNothing: NameTable = {
  kindOf: () => undefined,
  numberOf: () => undefined,
  nameOf(number) {
    throw new Error(`packed data of a name that is not there (${number})`);
  },
  forget: () => {},
};

/** Where names are kept. */
export interface NameRows {
  /** Returns the number of a name that has one. */
  find(name: string): number | undefined;
  /** Gives a name that has none its number; undefined: it cannot have one. */
  add(name: string): number | undefined;
  /** Returns the name of a number. */
  nameOf(number: number): string | undefined;
}

/** Of each direction, as many as were met last. */
const keptNames = 4_096;

/** Returns names with those met last in memory. */
export function createNames(rows: NameRows) {
  const numbers = new LRUCache<string, number>({ max: keptNames });
  const names = new LRUCache<number, string>({ max: keptNames });
  const look = (name: string, find: (name: string) => number | undefined): number | undefined => {
    const held = numbers.get(name);
    if (held !== undefined) return held;
    const number = find(name);
    // A copy: the text may be a piece of a long one, which it would keep.
    if (number !== undefined) numbers.set(name.isWellFormed() ? Buffer.from(name).toString() : name, number);
    return number;
  };
  return {
    /** Returns a name's number; undefined: it has none. */
    held: (name: string) => look(name, rows.find),
    numberOf: (name: string) => look(name, (one) => rows.find(one) ?? rows.add(one)),
    nameOf(number: number): string {
      const held = names.get(number);
      if (held !== undefined) return held;
      const name = rows.nameOf(number);
      if (name === undefined) return namesNothing.nameOf(number);
      names.set(number, name);
      return name;
    },
    forget(): void {
      numbers.clear();
      names.clear();
    },
  };
}
export type Names = ReturnType<typeof createNames>;
