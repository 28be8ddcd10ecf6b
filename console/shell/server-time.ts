let aheadMs = 0;

/** Takes the `Date` of an answer: instants are compared by the server's clock, whatever this computer believes. */
export const noteServerTime = (date: string | null): void => {
  const instant = Date.parse(date ?? '');
  // Dates of answers have no fractions of a second: less than that is no difference.
  if (!Number.isNaN(instant)) aheadMs = Math.abs(instant - Date.now()) < 2_000 ? 0 : instant - Date.now();
};

/** Returns milliseconds since the epoch, by the server's clock. */
export const serverNow = (): number => Date.now() + aheadMs;
