import type { CampaignContent } from '../../domain/campaign/campaign.ts';
import { errorStatus } from '../../domain/error-codes.ts';
import { isDomainError } from '../../domain/errors.ts';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { type CampaignLane, readLane, type Underway, writeLane } from '../../messaging/campaign-lane.ts';
import type {
  CampaignDocument,
  CampaignReportDocument,
  ShippingDocument,
} from '../../projections/campaigns/document.ts';
import { createAhead } from './ahead.ts';
import { type CampaignsDeps, contextsOf, haveModelsSettled, settlingMs } from './deps.ts';
import { afterMessage, type Cursor, dropCursor, readCursor, writeCursor } from './lane.ts';
import { sourceOf } from './recipients.ts';
import { createSending } from './sending.ts';
import { createStopping, demandThere, goneOf } from './stopping.ts';

/** How often what is on its way is looked at, while nothing is told of it. */
const lookMs = [10, 20, 30, 50];
/** Looks that ask no store: it is mostly this process that sends, and remembers what became of it. */
const freeLooks = 3;
/** Between two looks whether a campaign without recipients left is over, or somebody answered. */
const restMs = 1_000;
const page = 100;

/** What a campaign has to do next. */
type Next =
  /** `move` writes how far the campaign is by now. */
  | { readonly is: 'said'; readonly said: Underway; readonly move?: () => Promise<void> }
  | { readonly is: 'more' }
  | { readonly is: 'rests' };
const moreWork: Next = { is: 'more' };
const rests: Next = { is: 'rests' };
const nobody = { recipient: undefined, ended: false };

/** Returns what is said to whom, to be compared. */
const sayingOf = (content: CampaignContent, media: Media | undefined): string => {
  const { messages, confirmation, confirmationMessages, confirmationWords } = content;
  const { connectionId, queueId, contactListId, tagListId, fileListId } = content;
  const texts = [messages, confirmation, confirmationMessages, confirmationWords];
  return JSON.stringify([texts, connectionId, queueId, contactListId, tagListId, fileListId, media?.id]);
};

/** How long nobody counts as asked: read models are a moment behind, and it is looked for before each message. */
const nobodyAskedMs = 1_000;

/** Returns what says whether a campaign that asks nobody any more, changed while it was stopped, still hears whom it had asked. */
function createAskedBefore({ readStore }: Pick<CampaignsDeps, 'readStore'>) {
  const withNobody = boundedCache<true>(1_000, nobodyAskedMs);
  return async ({ companyId, id }: CampaignDocument): Promise<boolean> => {
    if (withNobody.get(id)) return false;
    const report = await readStore.forCompany(companyId).get<CampaignReportDocument>('campaignReports', id);
    const { asked = 0, confirmed = 0 } = report?.states ?? {};
    if (asked + confirmed > 0) return true;
    withNobody.set(id, true);
    return false;
  };
}

/** Returns what takes one campaign a step further. */
function createStepping(deps: CampaignsDeps, sending: ReturnType<typeof createSending>) {
  const { desk, readStore, state } = deps;
  const contextFor = contextsOf(deps);
  const haveSomeBeenAsked = createAskedBefore(deps);
  const ahead = createAhead(deps);
  /** Of each campaign the confirmed ones that were just written to: read models are a moment behind. */
  const answeredContacts = new Map<string, Set<string>>();

  const inState = (campaign: CampaignDocument, where: ShippingDocument['state'], limit: number) =>
    readStore.forCompany(campaign.companyId).find<ShippingDocument>('shippings', {
      where: { campaignId: campaign.id, state: where },
      sort: ['order'],
      limit,
    });

  /** What was asked before comes first: somebody waits for it. */
  async function answers(campaign: CampaignDocument): Promise<Next | undefined> {
    if (!campaign.confirmation && !(await haveSomeBeenAsked(campaign))) return undefined;
    const now = deps.now().toISOString();
    for (const shipping of await inState(campaign, 'asked', page))
      if (shipping.awaitsUntil !== null && shipping.awaitsUntil < now)
        await sending.lapse(campaign, shipping);
    const confirmed = await inState(campaign, 'confirmed', page);
    const before = answeredContacts.get(campaign.id);
    const done = new Set(confirmed.map(({ id }) => id).filter((id) => before?.has(id)));
    answeredContacts.set(campaign.id, done);
    for (const shipping of confirmed) {
      if (done.has(shipping.id)) continue;
      done.add(shipping.id);
      const said = await sending.toConfirmed(campaign, shipping).catch((error: unknown) => {
        done.delete(shipping.id);
        throw error;
      });
      if (said) return { is: 'said', said };
    }
    return undefined;
  }

  /** Nobody is left, and of everybody it is known what became of them. */
  async function finish(campaign: CampaignDocument, cameToEverybody: boolean): Promise<void> {
    const { companyId, id: campaignId } = campaign;
    if (!(await haveModelsSettled(deps))) return;
    const reader = readStore.forCompany(companyId);
    const report = await reader.get<CampaignReportDocument>('campaignReports', campaignId);
    const { sending: out = 0, asked = 0, confirmed = 0 } = report?.states ?? {};
    if (out + asked + confirmed > 0) return;
    // Who waited in a list that was deleted is gone with it: that is no end. What came to everybody before is over.
    if (!cameToEverybody) await demandThere(reader, campaign);
    await desk.campaigns.finish(contextFor(companyId, campaignId, 'finish', campaign.updatedAt), {
      campaignId,
    });
    await dropCursor(state, campaignId);
    ahead.drop(campaignId);
    answeredContacts.delete(campaignId);
  }

  /** @param cursors how far campaigns are, of whoever alone serves them meanwhile: read once, and written each time */
  return async function step(campaign: CampaignDocument, cursors: Map<string, Cursor>): Promise<Next> {
    const { id: campaignId } = campaign;
    const first = await answers(campaign);
    if (first) return first;
    const cursor = cursors.get(campaignId) ?? (await readCursor(state, campaignId, sourceOf(campaign)));
    const moveTo = async (next: Cursor) => {
      cursors.delete(campaignId);
      await writeCursor(state, campaignId, next);
      cursors.set(campaignId, next);
    };
    // Those read ahead of a list that was deleted are not written to, but who was asked is heard to the end.
    const isGone = (await goneOf(readStore.forCompany(campaign.companyId), campaign)) !== undefined;
    const { recipient, ended } = isGone ? nobody : await ahead.next(campaign, cursor);
    if (recipient === undefined) {
      if (ended && !cursor.ended) await moveTo({ ...cursor, ended });
      await finish(campaign, ended || cursor.ended === true);
      return rests;
    }
    const said = await sending.toRecipient(campaign, recipient, cursor.dealt);
    const next = { ...cursor, after: recipient.key, ended };
    if (said) return { is: 'said', said, move: () => moveTo({ ...next, dealt: cursor.dealt + 1 }) };
    await moveTo(next);
    return moreWork;
  };
}

/** Returns what sends on one connection until it has to wait: one message at a time, so that an agent's answer waits for one at most. */
export function createDispatch(deps: CampaignsDeps) {
  const { desk, state, outcomes } = deps;
  const sending = createSending(deps);
  const step = createStepping(deps, sending);
  const stop = createStopping(deps);
  const nowMs = () => deps.now().getTime();

  /** Returns whether what is on its way is out, or has failed. */
  async function isSettled({ companyId, ...said }: Underway, signal: AbortSignal): Promise<boolean> {
    const started = performance.now();
    const outcome = outcomes.of(said.messageId);
    try {
      let isTold = false;
      for (let look = 0; ; look += 1) {
        let mark = desk.tickets.rememberedMark(companyId, said);
        if (mark === undefined || (mark.state === 'queued' && (isTold || look >= freeLooks)))
          mark = await desk.tickets.campaignMark(companyId, said);
        if (mark?.state !== 'queued') return true;
        if (signal.aborted || performance.now() - started > settlingMs) return false;
        isTold = await outcome.told(lookMs[Math.min(look, lookMs.length - 1)]!, signal);
      }
    } finally {
      outcome.close();
    }
  }

  /** By its own stream: a stop holds from the next message on, and so does what was changed in it. */
  async function isRunning(campaign: CampaignDocument): Promise<boolean> {
    const state = await desk.campaigns.look(campaign.companyId, campaign.id);
    if (state.status !== 'EM_ANDAMENTO') return false;
    return sayingOf(state.content, state.media) === sayingOf(campaign, campaign.media ?? undefined);
  }

  async function stepSafely(campaign: CampaignDocument, cursors: Map<string, Cursor>): Promise<Next> {
    if (!(await isRunning(campaign))) return rests;
    try {
      return await step(campaign, cursors);
    } catch (error) {
      if (!isDomainError(error) || error.code === 'ERR_CONFLICT' || errorStatus[error.code] >= 500)
        throw error;
      await stop(campaign, error.code);
      return rests;
    }
  }

  /**
   * Serves a connection's campaigns in turn until `untilMs` or until it has to wait. Returns when there is more to do,
   * milliseconds since the epoch.
   */
  return async function serve(
    connectionId: string,
    campaigns: readonly CampaignDocument[],
    untilMs: number,
    signal: AbortSignal,
  ): Promise<number> {
    let lane: CampaignLane = await readLane(state, connectionId);
    const resting = new Set<string>();
    const cursors = new Map<string, Cursor>();
    // While a message is on its way: after a death it is found said, whatever was written of it.
    let lastWrites: Promise<unknown> = Promise.resolve();
    for (let turn = 0; !signal.aborted; turn += 1) {
      // It waits its turn on the connection, or for the link: that takes as long as it takes.
      const isOut = lane.underway === null || (await isSettled(lane.underway, signal));
      await lastWrites;
      if (!isOut) return nowMs() + restMs;
      if (lane.nextAt > nowMs()) return lane.nextAt;
      const waiting = campaigns.filter(({ id }) => !resting.has(id));
      if (waiting.length === 0) return nowMs() + restMs;
      if (nowMs() > untilMs) return nowMs();
      const campaign = waiting[turn % waiting.length]!;
      const next = await stepSafely(campaign, cursors);
      if (next.is === 'rests') resting.add(campaign.id);
      if (next.is !== 'said') continue;
      const settings = await sending.settingsOf(campaign.companyId);
      const random = deps.random ?? Math.random;
      lane = afterMessage(lane, settings, { underway: next.said, nowMs: nowMs(), random });
      lastWrites = Promise.all([next.move?.(), writeLane(state, connectionId, lane)]);
      // Told when it is waited for.
      lastWrites.catch(() => undefined);
    }
    await lastWrites;
    return nowMs();
  };
}
