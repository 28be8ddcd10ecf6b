import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { CompanySettings } from '../log/company-settings.ts';
import type { Outcomes } from '../log/outcomes.ts';

export interface CampaignsDeps {
  readonly desk: Pick<Desk, 'campaigns' | 'contacts' | 'tickets'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies'>;
  readonly state: StateStore;
  readonly media: Pick<MediaStore, 'stat'>;
  readonly settings: Pick<CompanySettings, 'isStopped' | 'of'>;
  readonly outcomes: Pick<Outcomes, 'of'>;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly now: () => Date;
  readonly random?: () => number;
  readonly log: Logger;
  /** Milliseconds after which it looks again, whatever it knows of: clocks are set. */
  readonly everyMs: number;
}

/** Returns the context of one step: the same command however often it comes. */
export const contextsOf =
  ({ now }: Pick<CampaignsDeps, 'now'>) =>
  (companyId: string, campaignId: string, ...step: readonly string[]): Context => ({
    companyId,
    actor: { kind: 'system', id: 'campaigns' },
    causationId: campaignId,
    commandId: deriveId(campaignId, ...step),
    at: now().toISOString(),
  });

/** How long one step waits for what is on its way. */
export const settlingMs = 1_000;

/** Returns whether the read models know, in time, everything that the log knows now. */
export const haveModelsSettled = async ({
  eventStore,
  reached,
}: Pick<CampaignsDeps, 'eventStore' | 'reached'>): Promise<boolean> =>
  reached(await eventStore.head(), settlingMs);
