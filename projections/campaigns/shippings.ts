import type { ShippingEvent } from '../../domain/campaign/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { begin, projection } from '../definition.ts';
import type { ShippingDocument } from './document.ts';

type Events = TicketEvent | ShippingEvent;
type EventOf<T extends Events['type']> = RecordedEvent<T, Extract<Events, { type: T }>['data']>;

const byShipping = ({ data }: { readonly data: { readonly shippingId: string } }) => data.shippingId;

/** What was said to somebody who was refused, in a report's words. */
export const answers = { yes: null, no: 'refused', none: 'noAnswer' } as const;

const queueShipping = (
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

/**
 * Recipients that campaigns came to, and what became of each. They stay when their campaign is deleted: who got it may leave by a word
 * for as long as they like, and whoever erases them finds by these the conversations that nobody is shown.
 */
export const shippings = projection<ShippingDocument, Events>('shippings', {
  indexes: [['campaignId', 'order'], ['campaignId', 'state', 'order'], ['contactId']],
  on: {
    CampaignMessageQueued: { id: byShipping, apply: queueShipping },
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
