import type { CampaignSettings } from '../../domain/campaign/settings.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';

const secondMs = 1_000;

/** What is on its way on a connection. */
export interface Underway {
  readonly companyId: string;
  readonly campaignId: string;
  readonly ticketId: string;
  readonly messageId: string;
}

/** How far one connection is with what campaigns send on it. */
export interface Lane {
  /** Nothing goes out before: milliseconds since the epoch. */
  readonly nextAt: number;
  /** Messages since the last longer pause. */
  readonly since: number;
  readonly underway: Underway | null;
}

const newLane: Lane = { nextAt: 0, since: 0, underway: null };

const laneKey = (connectionId: string) => `campaign-lane/${connectionId}`;

/** Returns how far a connection is, as any gateway left it. */
export const readLane = async (state: StateStore, connectionId: string): Promise<Lane> =>
  (await state.get<Lane>(laneKey(connectionId)))?.value ?? newLane;

/** It paces and finds its way back: what must not happen twice the streams say. */
export const writeLane = (state: StateStore, connectionId: string, lane: Lane): Promise<unknown> =>
  state.set(laneKey(connectionId), lane, { passing: true });

type Pace = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>;

/** Returns the lane after a message: a pause of about the interval, and a longer one after so many. */
export function afterMessage(
  { since }: Lane,
  { messageInterval, longerIntervalAfter, greaterInterval }: Pace,
  { underway, nowMs, random }: { underway: Underway; nowMs: number; random: () => number },
): Lane {
  const sent = since + 1;
  const isLonger = longerIntervalAfter > 0 && sent >= longerIntervalAfter;
  const seconds = isLonger ? greaterInterval : messageInterval;
  // Half less to half more: nobody writes like a clock.
  const pauseMs = Math.round(seconds * secondMs * (0.5 + random()));
  return { nextAt: nowMs + pauseMs, since: isLonger ? 0 : sent, underway };
}

/** How far a campaign has come with its recipients. `dealt`: variants given out. */
export interface Cursor {
  readonly source: string;
  readonly after: string;
  readonly dealt: number;
  readonly isDone: boolean;
}

const cursorKey = (campaignId: string) => `campaign-cursor/${campaignId}`;

/** Returns how far a campaign is; where its recipients come from elsewhere now, it begins anew. */
export async function readCursor(state: StateStore, campaignId: string, source: string): Promise<Cursor> {
  const stored = (await state.get<Cursor>(cursorKey(campaignId)))?.value;
  if (stored?.source === source) return stored;
  return { source, after: '', dealt: stored?.dealt ?? 0, isDone: false };
}
export const writeCursor = (state: StateStore, campaignId: string, cursor: Cursor): Promise<unknown> =>
  state.set(cursorKey(campaignId), cursor, { passing: true });
export const dropCursor = (state: StateStore, campaignId: string): Promise<unknown> =>
  state.delete(cursorKey(campaignId));
