import type { EventStore } from '../domain/kernel/event-store.ts';
import type { Vault } from '../domain/ports/vault.ts';
import { createIssueJob } from './billing/issue-job.ts';
import { createReconcileJob } from './billing/reconcile-job.ts';
import { createCampaigns } from './campaigns/campaigns.ts';
import { createDeletions } from './companies/deletions.ts';
import { createListChecks } from './contact-lists/checks.ts';
import type { GatewayDeps } from './gateway-config.ts';
import { createAutoClose } from './jobs/auto-close.ts';
import { createDeletedDestinationsJobs } from './jobs/deleted-destinations.ts';
import { createDeletedUsersJob } from './jobs/deleted-users.ts';
import type { DueJob } from './jobs/due-work.ts';
import { createErasures } from './jobs/erasures.ts';
import { createLogChecks, createLogSeals } from './jobs/log-seals.ts';
import { createMediaSweep } from './jobs/media-sweep.ts';
import { createMerges } from './jobs/merges.ts';
import { createRetention } from './jobs/retention.ts';
import { createSignUps } from './jobs/signups.ts';
import { createUnconfirmed } from './jobs/unconfirmed.ts';
import type { CompanySettings } from './log/company-settings.ts';
import type { Outcomes } from './log/outcomes.ts';
import { createDueNotices } from './mail/due-notices.ts';
import { createMailJob } from './mail/job.ts';
import { createSchedules } from './schedules/schedules.ts';
import { createDelivering } from './webhooks/delivering.ts';
import { createOffLetters } from './webhooks/off-letters.ts';

/** Somebody waits for a code. */
const mailMs = 2_000;
/** How old what is not sealed yet may become. */
const sealsMs = 20_000;
/** Whoever sets the clock sees what was scheduled go out this soon. */
const schedulesMs = 2_000;
/** How soon a campaign goes on whose reason to wait is over. */
const campaignsMs = 2_000;
/** How long an event waits at most until its webhook is called. */
const webhooksMs = 1_000;
/** A number a second, of each company. */
const listChecksMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

export interface JobsDeps extends GatewayDeps {
  readonly vault: Vault;
  readonly eventStore: EventStore;
  readonly settings: CompanySettings;
  readonly outcomes: Outcomes;
  /** Connections that there are, as the log tells. */
  readonly isThere: (connectionId: string) => boolean;
}

/** Returns everything that is due by itself: which job there is, and how often, stands here. */
export function jobsOf(deps: JobsDeps): readonly DueJob[] {
  const { chain, charges, config, contactKeys, mail, storedEvents } = deps;
  const graceMs = config.mediaGraceMs ?? 0;
  const now = () => new Date();
  const chainJob =
    chain && storedEvents
      ? { ...deps, chain, storedEvents, now, everyMs: config.sealsEveryMs ?? sealsMs }
      : undefined;
  const remembered = config.addressesRememberedMs;
  return [
    createAutoClose({ ...deps, now, everyMs: config.autoCloseEveryMs ?? minuteMs }),
    createDeletedUsersJob({ ...deps, everyMs: config.deletedUsersEveryMs ?? minuteMs }),
    createMerges({
      ...deps,
      everyMs: config.mergesEveryMs ?? minuteMs,
      ...(remembered !== undefined && { rememberedMs: remembered }),
    }),
    ...(contactKeys
      ? [
          createErasures({ ...deps, contactKeys, everyMs: config.erasuresEveryMs ?? minuteMs }),
          createDeletions({ ...deps, contactKeys, now, everyMs: config.deletionsEveryMs ?? 10 * minuteMs }),
        ]
      : []),
    ...createDeletedDestinationsJobs({ ...deps, everyMs: config.deletedDestinationsEveryMs ?? minuteMs }),
    ...(mail ? [createMailJob({ ...deps, transport: mail, everyMs: config.mailEveryMs ?? mailMs })] : []),
    ...(chainJob ? [createLogSeals(chainJob), createLogChecks(chainJob)] : []),
    createDueNotices({
      ...deps,
      now,
      publicUrl: config.publicUrl,
      everyMs: config.dueNoticesEveryMs ?? 10 * minuteMs,
    }),
    createListChecks({ ...deps, everyMs: config.listChecksEveryMs ?? listChecksMs }),
    createCampaigns({ ...deps, now, everyMs: config.campaignsEveryMs ?? campaignsMs }),
    createSchedules({ ...deps, now, everyMs: config.schedulesEveryMs ?? schedulesMs }),
    ...(deps.webhooks
      ? [
          createDelivering({
            ...deps,
            ask: deps.webhooks,
            tellAdmins: mail && createOffLetters({ ...deps, publicUrl: config.publicUrl }),
            now,
            everyMs: config.webhooksEveryMs ?? webhooksMs,
          }),
        ]
      : []),
    createSignUps({ ...deps, everyMs: config.signUpsEveryMs ?? minuteMs }),
    createUnconfirmed({ ...deps, now, everyMs: hourMs }),
    createIssueJob({ ...deps, now, everyMs: config.invoicesEveryMs ?? 10 * minuteMs }),
    ...(charges
      ? [createReconcileJob({ ...deps, charges, everyMs: config.paymentsEveryMs ?? minuteMs })]
      : []),
    createRetention({ ...deps, now, everyMs: config.retentionEveryMs ?? hourMs }),
    ...(storedEvents && graceMs > 0 ? [createMediaSweep({ ...deps, storedEvents, graceMs })] : []),
  ];
}
