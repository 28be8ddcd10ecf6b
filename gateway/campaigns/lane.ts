import type { CampaignSettings } from '../../domain/campaign/settings.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { CampaignLane, Underway } from '../../messaging/campaign-lane.ts';

const secondMs = 1_000;

type Pace = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>;

/** Returns the lane after a message: a pause of about the interval, and a longer one after so many. */
export function afterMessage(
  { since }: CampaignLane,
  { messageInterval, longerIntervalAfter, greaterInterval }: Pace,
  { underway, nowMs, random }: { underway: Underway; nowMs: number; random: () => number },
): CampaignLane {
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
  /** Whether nobody was left when it was looked for last; absent: it is not known. */
  readonly ended?: boolean;
}

const cursorKey = (campaignId: string) => `campaign-cursor/${campaignId}`;

/** Returns how far a campaign is; where its recipients come from elsewhere now, it begins anew. */
export async function readCursor(state: StateStore, campaignId: string, source: string): Promise<Cursor> {
  const stored = (await state.get<Cursor>(cursorKey(campaignId)))?.value;
  if (stored?.source === source) return stored;
  return { source, after: '', dealt: stored?.dealt ?? 0 };
}
export const writeCursor = (state: StateStore, campaignId: string, cursor: Cursor): Promise<unknown> =>
  state.set(cursorKey(campaignId), cursor, { passing: true });
export const dropCursor = (state: StateStore, campaignId: string): Promise<unknown> =>
  state.delete(cursorKey(campaignId));
