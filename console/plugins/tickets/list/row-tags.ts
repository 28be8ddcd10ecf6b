interface Beside {
  /** 'Accept' takes a third of the row. */
  readonly pending: boolean;
  readonly withUser: boolean;
  /** A colleague is there now: their name stands in the same line. */
  readonly watched: boolean;
  /** Values of plain fields that stand there. */
  readonly chips: number;
}

/** Returns how many tags stand in a row's last line; the others give way to its queue and connection, as '+2'. */
export const tagsBeside = ({ pending, withUser, watched, chips }: Beside): number =>
  Math.max(0, 2 - chips - [pending, withUser, watched].filter(Boolean).length);
