import type { StateStore } from '../domain/ports/state-store.ts';

/** What is on its way on a connection. */
export interface Underway {
  readonly companyId: string;
  readonly campaignId: string;
  readonly ticketId: string;
  readonly messageId: string;
}

/** How far one connection is with what campaigns send on it. */
export interface CampaignLane {
  /** Nothing goes out before: milliseconds since the epoch. */
  readonly nextAt: number;
  /** Messages since the last longer pause. */
  readonly since: number;
  readonly underway: Underway | null;
}

const newLane: CampaignLane = { nextAt: 0, since: 0, underway: null };

const laneKey = (connectionId: string) => `campaign-lane/${connectionId}`;

/** Returns how far a connection is, as any gateway left it. */
export const readLane = async (state: Pick<StateStore, 'get'>, connectionId: string): Promise<CampaignLane> =>
  (await state.get<CampaignLane>(laneKey(connectionId)))?.value ?? newLane;

/** Resolves once it is written. It paces and finds its way back: what must not happen twice the streams say. */
export const writeLane = (state: StateStore, connectionId: string, lane: CampaignLane): Promise<unknown> =>
  state.set(laneKey(connectionId), lane, { passing: true });
