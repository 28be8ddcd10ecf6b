import type { Change } from '../../../../contract/changes.ts';
import type { TicketView } from '../../../../contract/ticket.ts';

/** Longer than a request may take. */
const KEPT_MS = 30_000;
let recentChanges: { readonly at: number; readonly change: Change<TicketView> }[] = [];

export const rememberChange = (change: Change<TicketView>, now = performance.now()): void => {
  recentChanges = [...recentChanges.filter(({ at }) => now - at < KEPT_MS), { at: now, change }].slice(
    -1_000,
  );
};

/** Whether this version of a ticket came as a change, which lists and counts have followed. */
export const isRemembered = ({ id, position }: Pick<TicketView, 'id' | 'position'>): boolean =>
  recentChanges.some(
    ({ change }) => change.id === id && (change.document?.position ?? change.position) === position,
  );

let followedAt = 0;
/** The feed is followed from now on. */
export const markFollowed = (now = performance.now()): void => {
  followedAt = now;
};
export const followedSince = (): number => followedAt;
