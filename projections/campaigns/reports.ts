import { channels } from '../../contract/channels.ts';
import { type ShippingEvent, variants } from '../../domain/campaign/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import type { Reach } from '../../domain/ticket/state.ts';
import { begin, type Handler, projection } from '../definition.ts';
import type { CampaignReportDocument, ShippingState } from './document.ts';
import { answers } from './shippings.ts';

type Events = TicketEvent | ShippingEvent;
type EventOf<T extends Events['type']> = RecordedEvent<T, Extract<Events, { type: T }>['data']>;
type Named = { readonly data: { readonly campaignId: string } };

const byCampaign = ({ data }: Named) => data.campaignId;

const none: CampaignReportDocument['states'] = {
  sending: 0,
  asked: 0,
  confirmed: 0,
  delivered: 0,
  failed: 0,
  leftOut: 0,
};

/** One recipient goes from one state to another. */
interface Step {
  /** Null: the campaign has just come to them. */
  readonly from: ShippingState | null;
  readonly to: ShippingState;
  /** Why it did not reach them now, and why it did not before. */
  readonly reason?: string | undefined;
  readonly formerReason?: string | undefined;
  readonly requested?: boolean;
  readonly variant?: number | undefined;
}

function withReason(reasons: CampaignReportDocument['reasons'], reason: string | undefined, by: 1 | -1) {
  if (reason === undefined) return reasons;
  const { [reason]: before = 0, ...others } = reasons;
  return before + by > 0 ? { ...others, [reason]: before + by } : others;
}

const withVariant = (
  before: CampaignReportDocument['variants'],
  variant: number | undefined,
  count: 'sent' | 'answered',
  by: -1 | 0 | 1,
) =>
  by === 0
    ? before
    : before.map((one, index) => (index === variant ? { ...one, [count]: one[count] + by } : one));

function countOutcome(
  doc: CampaignReportDocument,
  { from, to, reason, formerReason, requested, variant }: Step,
): CampaignReportDocument {
  const went = to === 'delivered' ? 1 : from === 'delivered' ? -1 : 0;
  const states = { ...doc.states, [to]: doc.states[to] + 1 };
  if (from !== null) states[from] -= 1;
  return {
    ...doc,
    begun: doc.begun + (from === null ? 1 : 0),
    states,
    confirmationRequested: doc.confirmationRequested + (requested ? 1 : 0),
    confirmed: doc.confirmed + (to === 'confirmed' ? 1 : 0),
    reasons: withReason(withReason(doc.reasons, formerReason, -1), reason, 1),
    variants: withVariant(doc.variants, variant, 'sent', went),
  };
}

const newReport = (event: RecordedEvent & Named): CampaignReportDocument => ({
  ...begin(event, event.data.campaignId),
  begun: 0,
  states: none,
  confirmationRequested: 0,
  confirmed: 0,
  reasons: {},
  reached: { received: 0, read: 0, answered: 0 },
  left: 0,
  variants: Array.from({ length: variants }, () => ({ sent: 0, answered: 0 })),
});

const counts = <T extends Events['type']>(
  stepOf: (data: EventOf<T>['data']) => Step,
): Handler<CampaignReportDocument, EventOf<T> & Named> => ({
  id: byCampaign,
  apply: (doc, event) => countOutcome(doc ?? newReport(event), stepOf(event.data as never)),
});

const steps: readonly Reach[] = ['received', 'read', 'answered'];

/** Returns the figures with one message further: what was skipped is implied. */
function further(
  doc: CampaignReportDocument,
  { before, reached: reachedStage, variant }: EventOf<'CampaignMessageReached'>['data'],
): CampaignReportDocument {
  const from = before === 'sent' ? 0 : steps.indexOf(before) + 1;
  const counted = { ...doc.reached };
  for (const step of steps.slice(from, steps.indexOf(reachedStage) + 1)) counted[step] += 1;
  return {
    ...doc,
    reached: counted,
    variants: reachedStage === 'answered' ? withVariant(doc.variants, variant, 'answered', 1) : doc.variants,
  };
}

type Settled = EventOf<'CampaignMessageSettled'>['data'];
const stateBefore = ({ kind, before }: Settled): ShippingState => {
  if (before === 'sent') return kind === 'question' ? 'asked' : 'delivered';
  return before === 'failed' ? 'failed' : 'sending';
};

/** The figures of campaigns: each event says what it changes, so that no recipient is looked up. */
export const campaignReports = projection<CampaignReportDocument, Events>('campaignReports', {
  indexes: [],
  notices: [{ channel: (companyId) => channels.record(companyId, 'campaign'), document: () => undefined }],
  on: {
    CampaignMessageQueued: counts<'CampaignMessageQueued'>(({ confirmed }) => ({
      from: confirmed ? 'confirmed' : null,
      to: 'sending',
    })),
    CampaignMessageSettled: counts<'CampaignMessageSettled'>((data) => {
      const { kind, outcome, failure, formerCode: formerReason, variant } = data;
      const from = stateBefore(data);
      if (outcome === 'failed') return { from, to: 'failed', reason: failure?.code, variant };
      return kind === 'question'
        ? { from, to: 'asked', requested: true, formerReason }
        : { from, to: 'delivered', formerReason, variant };
    }),
    CampaignAnswered: counts<'CampaignAnswered'>(({ answer }) => ({
      from: 'asked',
      to: answer === 'yes' ? 'confirmed' : 'leftOut',
      reason: answers[answer] ?? undefined,
    })),
    CampaignRecipientLeftOut: counts<'CampaignRecipientLeftOut'>(({ reason, confirmed }) => ({
      from: confirmed ? 'confirmed' : null,
      to: 'leftOut',
      reason,
    })),
    CampaignMessageReached: {
      id: byCampaign,
      apply: (doc, { data }) => doc && further(doc, data),
    },
    CampaignLeft: { id: byCampaign, apply: (doc) => doc && { ...doc, left: doc.left + 1 } },
  },
});
