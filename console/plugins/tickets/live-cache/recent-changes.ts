import type { Change } from '../../../../contract/changes.ts';
import type { TicketView } from '../../../../contract/ticket.ts';

/** Longer than a request may take. */
const KEPT_MS = 30_000;
let recentVersions: { readonly at: number; readonly id: string; readonly position: number }[] = [];

export const rememberChange = (
  { id, document, position }: Change<TicketView>,
  now = performance.now(),
): void => {
  const version = { at: now, id, position: document?.position ?? position };
  recentVersions = [...recentVersions.filter(({ at }) => now - at < KEPT_MS), version].slice(-1_000);
};

/** Whether this version of a ticket came as a change, which lists and counts have followed. */
export const isRemembered = ({ id, position }: Pick<TicketView, 'id' | 'position'>): boolean =>
  recentVersions.some((version) => version.id === id && version.position === position);

let followedAt = 0;
/** The feed is followed from now on. */
export const markFollowed = (now = performance.now()): void => {
  followedAt = now;
};
export const followedSince = (): number => followedAt;
