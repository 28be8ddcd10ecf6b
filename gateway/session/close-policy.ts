import type { CloseCause } from '../driver/driver.ts';

const minute = 60_000;
const hour = 60 * minute;

export interface Pace {
  readonly firstMs: number;
  readonly capMs: number;
}

/**
 * How long to wait before the next try, first and at most. `halt`: nobody tries until somebody asks, for trying makes it
 * worse (a banned number that keeps logging in) or can change nothing. `usual`: what may pass in a moment.
 */
const paces: Readonly<Record<CloseCause, Pace | 'halt' | 'usual'>> = {
  'logged-out': 'halt',
  replaced: 'halt',
  unpaired: 'halt',
  banned: 'halt',
  suspended: { firstMs: hour, capMs: 6 * hour },
  outdated: { firstMs: 10 * minute, capMs: 2 * hour },
  'multi-device': { firstMs: 10 * minute, capMs: 2 * hour },
  'bad-session': { firstMs: 5_000, capMs: 10 * minute },
  proxy: { firstMs: 5_000, capMs: 2 * minute },
  'proxy-login': { firstMs: minute, capMs: 30 * minute },
  'proxy-private': { firstMs: minute, capMs: 30 * minute },
  deaf: 'usual',
  restart: 'usual',
  lost: 'usual',
};

export const paceOf = (cause: CloseCause, usual: Pace): Pace | 'halt' => {
  const pace = paces[cause];
  return pace === 'usual' ? usual : pace;
};

/** Returns what the log and the screen say: a cause that has a name by its name, another by its own words; with its code. */
export const reasonOf = (event: {
  readonly cause: CloseCause;
  readonly detail?: string;
  readonly code?: number;
}): string => {
  const said = paces[event.cause] === 'usual' ? (event.detail ?? event.cause) : event.cause;
  return event.code === undefined ? said : `${said} (${event.code})`;
};

/** Whether the nth failure in a row is worth an event of its own: the first, and ever fewer. */
export const worthTelling = (retries: number): boolean => Number.isInteger(Math.log2(retries));
