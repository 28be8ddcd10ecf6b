import { channels } from '../../contract/channels.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { ScheduleEvent } from '../../domain/schedule/events.ts';
import { begin, type Handler, projection } from '../definition.ts';
import type { ScheduleDocument } from './document.ts';

type DataOf<T extends ScheduleEvent['type']> = Extract<ScheduleEvent, { type: T }>['data'];
const id = (event: { data: { scheduleId: string } }) => event.data.scheduleId;

const changes = <T extends ScheduleEvent['type']>(
  change: (
    data: DataOf<T>,
    doc: ScheduleDocument,
    event: RecordedEvent<T, DataOf<T>>,
  ) => Partial<ScheduleDocument>,
): Handler<ScheduleDocument, RecordedEvent<T, DataOf<T>>> => ({
  id,
  apply: (doc, event) => doc && { ...doc, ...change(event.data, doc, event), updatedAt: event.metadata.at },
});

/** Why a schedule is cancelled (code). */
const contactWrote = 'CONTACT_WROTE';

/** Returns what is an answer to it from now on. */
const awaiting = ({ after }: DataOf<'ScheduleCreated'>['series'], position: number) => ({
  answersAfter: position,
  answersFrom: after ?? null,
  cancelledAt: null,
});

/** Messages that are sent later. Those that are due, and those on their way, are found by status and instant. */
export const schedules = projection<ScheduleDocument, ScheduleEvent>('schedules', {
  indexes: [['sendAt'], ['status', 'sendAt'], ['contactId', 'sendAt'], ['queueId'], ['userId'], ['awaits']],
  sparse: ['awaits'],
  notices: [
    {
      // What is told is fetched by who may see it: it names no text.
      channel: (companyId) => channels.record(companyId, 'schedule'),
      document: () => undefined,
    },
  ],
  on: {
    ScheduleCreated: {
      id,
      creates: true,
      apply: (_doc, event) => {
        const { scheduleId, series, media = null, cancelOnReply = false, ...content } = event.data;
        return {
          ...begin(event, scheduleId),
          ...content,
          media,
          cancelOnReply,
          ...awaiting(series, event.position),
          awaits: cancelOnReply ? content.contactId : null,
          sentAt: null,
          status: 'PENDENTE',
          reason: null,
          ticketId: null,
          messageId: null,
          createdAt: event.metadata.at,
          updatedAt: event.metadata.at,
        };
      },
    },
    ScheduleUpdated: changes<'ScheduleUpdated'>((data, doc, event) => {
      const { scheduleId: _id, series, cancelOnReply = false, ...content } = data;
      // What was written before somebody scheduled it (again), to them, or switched this on, is no answer.
      const isSameContact = doc.contactId === content.contactId;
      const isAwaited = doc.status === 'PENDENTE' && doc.cancelOnReply && isSameContact;
      return {
        ...content,
        cancelOnReply,
        ...awaiting(series, isAwaited ? doc.answersAfter : event.position),
        awaits: cancelOnReply ? content.contactId : null,
        status: 'PENDENTE',
        reason: null,
        ...(doc.status === 'CANCELADA' && { ticketId: null }),
      };
    }),
    ScheduleMediaChanged: changes<'ScheduleMediaChanged'>(({ media = null }) => ({ media })),
    ScheduleSending: changes<'ScheduleSending'>(({ ticketId, messageId }) => ({
      status: 'ENVIANDO',
      awaits: null,
      ticketId,
      messageId,
    })),
    ScheduleSent: changes<'ScheduleSent'>(({ sentAt }) => ({ status: 'ENVIADA', sentAt })),
    ScheduleFailed: changes<'ScheduleFailed'>(({ code }) => ({ status: 'ERRO', reason: code, awaits: null })),
    ScheduleRetried: changes<'ScheduleRetried'>(({ sendAt }, doc, { position }) => ({
      awaits: doc.cancelOnReply ? doc.contactId : null,
      status: 'PENDENTE',
      reason: null,
      sendAt,
      answersAfter: position,
    })),
    ScheduleCancelled: changes<'ScheduleCancelled'>(({ ticketId }, _doc, { metadata: { at } }) => ({
      status: 'CANCELADA',
      reason: contactWrote,
      awaits: null,
      cancelledAt: at,
      ticketId,
    })),
    ScheduleDeleted: { id, apply: () => 'delete' },
  },
});
