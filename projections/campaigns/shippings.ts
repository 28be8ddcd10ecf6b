import { channels } from '../../contract/channels.ts';
import type { ShippingEvent } from '../../domain/campaign/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { begin, type Handler, projection } from '../definition.ts';
import type { CampaignReportDocument, ShippingDocument, ShippingState } from './document.ts';

type Events = TicketEvent | ShippingEvent;
type EventOf<T extends Events['type']> = RecordedEvent<T, Extract<Events, { type: T }>['data']>;
type Named = { readonly data: { readonly shippingId: string; readonly campaignId: string } };

const byShipping = ({ data }: Named) => data.shippingId;
const byCampaign = ({ data }: Named) => data.campaignId;

/** What was said to somebody who was refused, in a report's words. */
const answers = { yes: null, no: 'refused', none: 'noAnswer' } as const;

const queued = (
  doc: ShippingDocument | undefined,
  event: EventOf<'CampaignMessageQueued'>,
): ShippingDocument => {
  const { campaignId, contactId, connectionId, ticketId, messageId, variant, awaits, shippingId } =
    event.data;
  return {
    ...(doc ?? {
      ...begin(event, shippingId),
      campaignId,
      contactId,
      variant,
      order: event.position,
      confirmationRequestedAt: null,
      confirmedAt: null,
      deliveredAt: null,
    }),
    connectionId,
    ticketId,
    messageId,
    state: 'sending',
    reason: null,
    awaitsUntil: awaits?.until ?? null,
  };
};

/** Recipients that campaigns came to, and what became of each. */
export const shippings = projection<ShippingDocument, Events>('shippings', {
  indexes: [['campaignId', 'order'], ['campaignId', 'state', 'order'], ['contactId']],
  on: {
    CampaignMessageQueued: { id: byShipping, apply: queued },
    CampaignMessageSettled: {
      id: byShipping,
      apply: (doc, { data: { kind, outcome, failure }, metadata: { at } }) => {
        if (!doc) return undefined;
        if (outcome === 'failed') return { ...doc, state: 'failed', reason: failure?.code ?? null };
        return kind === 'question'
          ? { ...doc, state: 'asked', reason: null, confirmationRequestedAt: at }
          : { ...doc, state: 'delivered', reason: null, deliveredAt: at };
      },
    },
    CampaignAnswered: {
      id: byShipping,
      apply: (doc, { data: { answer }, metadata: { at } }) => {
        if (!doc) return undefined;
        const isYes = answer === 'yes';
        const state = isYes ? 'confirmed' : 'leftOut';
        return {
          ...doc,
          state,
          reason: answers[answer],
          ...(isYes && { confirmedAt: at }),
          awaitsUntil: null,
        };
      },
    },
    CampaignRecipientLeftOut: {
      id: byShipping,
      creates: true,
      apply: (doc, event) => {
        const { campaignId, contactId, reason, shippingId } = event.data;
        if (doc) return { ...doc, state: 'leftOut', reason };
        return {
          ...begin(event, shippingId),
          campaignId,
          contactId,
          connectionId: null,
          ticketId: null,
          messageId: null,
          state: 'leftOut',
          reason,
          variant: 0,
          order: event.position,
          awaitsUntil: null,
          confirmationRequestedAt: null,
          confirmedAt: null,
          deliveredAt: null,
        };
      },
    },
  },
});

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
}

function withReason(reasons: CampaignReportDocument['reasons'], reason: string | undefined, by: 1 | -1) {
  if (reason === undefined) return reasons;
  const { [reason]: before = 0, ...others } = reasons;
  return before + by > 0 ? { ...others, [reason]: before + by } : others;
}

function counted(
  doc: CampaignReportDocument,
  { from, to, reason, formerReason, requested }: Step,
): CampaignReportDocument {
  const states = { ...doc.states, [to]: doc.states[to] + 1 };
  if (from !== null) states[from] -= 1;
  return {
    ...doc,
    begun: doc.begun + (from === null ? 1 : 0),
    states,
    confirmationRequested: doc.confirmationRequested + (requested ? 1 : 0),
    confirmed: doc.confirmed + (to === 'confirmed' ? 1 : 0),
    reasons: withReason(withReason(doc.reasons, formerReason, -1), reason, 1),
  };
}

const counts = <T extends Events['type']>(
  stepOf: (data: EventOf<T>['data']) => Step,
): Handler<CampaignReportDocument, EventOf<T> & Named> => ({
  id: byCampaign,
  apply: (doc, event) =>
    counted(
      doc ?? {
        ...begin(event, event.data.campaignId),
        begun: 0,
        states: none,
        confirmationRequested: 0,
        confirmed: 0,
        reasons: {},
      },
      stepOf(event.data as never),
    ),
});

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
      const { kind, outcome, failure, formerCode: formerReason } = data;
      const from = stateBefore(data);
      if (outcome === 'failed') return { from, to: 'failed', reason: failure?.code };
      return kind === 'question'
        ? { from, to: 'asked', requested: true, formerReason }
        : { from, to: 'delivered', formerReason };
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
  },
});
