import { quietUntil } from '../../domain/campaign/quiet-hours.ts';
import { isLongAway } from '../../domain/company/away.ts';
import { defaultTimeZone } from '../../domain/company/events.ts';
import { hasFeature } from '../../domain/company/features.ts';
import { errorStatus } from '../../domain/error-codes.ts';
import { isDomainError } from '../../domain/errors.ts';
import { countRecipients } from '../../projections/campaigns/count-recipients.ts';
import type { CampaignDocument } from '../../projections/campaigns/document.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { everyDocument } from '../../projections/ports/collection-pages.ts';
import type { DueJob } from '../jobs/due-work.ts';
import { isLongPast, isUnpaid, latestMs } from '../scheduling/standing-still.ts';
import { type CampaignsDeps, contextsOf, haveModelsSettled } from './deps.ts';
import { createDispatch } from './dispatch.ts';
import { createStopping, demandThere } from './stopping.ts';

/** How long a round serves before it looks which campaigns there are. */
const roundMs = 2_000;

/** For so long a process sees a company unpaid before it stops its campaigns: at its start payments may yet be taken in. */
const surelyMs = 10 * 60_000;

/** Returns what begins the campaigns whose time has come. */
function createStarting(deps: CampaignsDeps) {
  const { desk, readStore, now } = deps;
  const contextFor = contextsOf(deps);
  const stop = createStopping(deps);

  async function start(campaign: CampaignDocument): Promise<void> {
    const { companyId, id: campaignId, scheduledAt } = campaign;
    // Also while it may not begin: later it would, the moment that somebody has paid.
    if (scheduledAt !== null && isLongPast(scheduledAt, campaign, now())) return stop(campaign, 'late');
    const context = contextFor(companyId, campaignId, 'start', scheduledAt ?? '');
    try {
      const reader = readStore.forCompany(companyId);
      const company = await reader.get<CompanyDocument>('companies', companyId);
      if (company && isUnpaid(company, now())) return;
      await demandThere(reader, campaign);
      const recipients = await countRecipients(reader, campaign);
      await desk.campaigns.start(context, { campaignId, recipients, isDue: true });
    } catch (error) {
      if (!isDomainError(error) || error.code === 'ERR_CONFLICT' || errorStatus[error.code] >= 500)
        throw error;
      await stop(campaign, error.code);
    }
  }

  return async function startDue(signal: AbortSignal): Promise<void> {
    const due = await everyDocument<CampaignDocument>(readStore.allCompanies(), 'campaigns', {
      where: { status: 'PROGRAMADA', scheduledAt: { lte: now().toISOString() } },
      sort: ['scheduledAt'],
    });
    for (const campaign of due)
      if (!signal.aborted && !deps.settings.isStopped(campaign.companyId)) await start(campaign);
  };
}

/**
 * Returns the job that sends campaigns (docs/decisions/0041-campaigns.md). Which of them run the read models tell;
 * before each message the campaign's own stream is asked. What was said to whom stands in the tickets' streams, so that
 * a death between any two steps, or a second gateway, writes to nobody twice.
 */
export function createCampaigns(deps: CampaignsDeps): DueJob {
  const { readStore, settings, now } = deps;
  const startDue = createStarting(deps);
  const serve = createDispatch(deps);
  const stop = createStopping(deps);
  /** Companies that have to pay, and since when this process has seen that. */
  let unpaidCompanies = new Map<string, number>();

  /** Returns whether a company has surely not paid for so long that what runs is somebody's again. */
  async function isLeft(company: CompanyDocument): Promise<boolean> {
    const at = now().getTime();
    if (!isUnpaid(company, new Date(at - latestMs))) return false;
    return at - (unpaidCompanies.get(company.id) ?? at) >= surelyMs && haveModelsSettled(deps);
  }

  /** Whether a company has surely been switched off or deleted for so long: it may be restored. Of one whose keys are destroyed nothing goes on. */
  const isLongOff = async (company: CompanyDocument): Promise<boolean> => {
    const isGone = company.deletedAt !== null && company.deletedUntil === null;
    return !isGone && isLongAway(company, now().toISOString()) && haveModelsSettled(deps);
  };

  /** Returns those that may write now, and when the first of the others may. */
  async function readyLanes(running: readonly CampaignDocument[]) {
    const companies = new Map<string, CompanyDocument | undefined>();
    const seenUnpaid = new Map<string, number>();
    const lanes = new Map<string, CampaignDocument[]>();
    let nextAt = Number.POSITIVE_INFINITY;
    for (const campaign of running) {
      const { companyId, connectionId } = campaign;
      if (connectionId === null) continue;
      const reader = readStore.forCompany(companyId);
      if (!companies.has(companyId))
        companies.set(companyId, await reader.get<CompanyDocument>('companies', companyId));
      const company = companies.get(companyId);
      if (settings.isStopped(companyId)) {
        if (company && (await isLongOff(company))) await stop(campaign, 'ERR_COMPANY_OFF');
        continue;
      }
      // No gateway ran while it was off: nobody stopped it then.
      if (company?.backAt !== undefined && campaign.updatedAt < company.backAt) {
        await stop(campaign, 'ERR_COMPANY_OFF');
        continue;
      }
      if (company && isUnpaid(company, now())) {
        seenUnpaid.set(companyId, unpaidCompanies.get(companyId) ?? now().getTime());
        if (await isLeft(company)) await stop(campaign, 'ERR_COMPANY_EXPIRED');
        continue;
      }
      if (!company || !hasFeature(company, 'useCampaigns')) continue;
      const at = now().toISOString();
      const quiet = campaign.quietHours ? quietUntil(at, company.timeZone ?? defaultTimeZone) : null;
      if (quiet !== null) {
        nextAt = Math.min(nextAt, Date.parse(quiet));
        continue;
      }
      const connection = await reader.get<ConnectionDocument>('connections', connectionId);
      // Nobody will ever connect it.
      if (connection === undefined) await stop(campaign, 'ERR_NO_WAPP_FOUND');
      // It waits: what is queued now would go out all at once later.
      if (connection?.status !== 'CONNECTED') continue;
      lanes.set(connectionId, [...(lanes.get(connectionId) ?? []), campaign]);
    }
    unpaidCompanies = seenUnpaid;
    return { lanes, nextAt };
  }

  async function round(signal: AbortSignal): Promise<number> {
    await startDue(signal);
    const running = await everyDocument<CampaignDocument>(readStore.allCompanies(), 'campaigns', {
      where: { status: 'EM_ANDAMENTO' },
      sort: ['scheduledAt'],
    });
    const { lanes, nextAt } = await readyLanes(running);
    const untilMs = now().getTime() + roundMs;
    // Where one fails the others are waited for: once the round has ended somebody else may serve them.
    const served = await Promise.allSettled(
      [...lanes].map(([connectionId, campaigns]) => serve(connectionId, campaigns, untilMs, signal)),
    );
    const ends = served.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    const waitMs = Math.min(nextAt, ...ends) - now().getTime();
    return Math.max(1, Math.min(waitMs, deps.everyMs));
  }

  return {
    name: 'campaigns',
    everyMs: deps.everyMs,
    after: ['CampaignStarted', 'CampaignCreated', 'CampaignUpdated', 'CampaignAnswered'],
    waiting: 'campaigns wait for the stores',
    round,
  };
}
