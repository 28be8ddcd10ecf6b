import { channels } from '../../contract/channels.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { ScheduleEvent } from '../../domain/schedule/events.ts';
import { begin, type Handler, projection } from '../definition.ts';
import type { ScheduleDocument } from './document.ts';

type DataOf<T extends ScheduleEvent['type']> = Extract<ScheduleEvent, { type: T }>['data'];
const id = (event: { data: { scheduleId: string } }) => event.data.scheduleId;

const changes = <T extends ScheduleEvent['type']>(
  change: (data: DataOf<T>) => Partial<ScheduleDocument>,
): Handler<ScheduleDocument, RecordedEvent<T, DataOf<T>>> => ({
  id,
  apply: (doc, { data, metadata: { at } }) => doc && { ...doc, ...change(data), updatedAt: at },
});

/** Messages that are sent later. Those that are due, and those on their way, are found by status and instant. */
export const schedules = projection<ScheduleDocument, ScheduleEvent>('schedules', {
  indexes: [['sendAt'], ['status', 'sendAt'], ['contactId', 'sendAt'], ['queueId'], ['userId']],
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
        const { scheduleId, series: _, media = null, ...content } = event.data;
        return {
          ...begin(event, scheduleId),
          ...content,
          media,
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
    ScheduleUpdated: changes<'ScheduleUpdated'>(({ scheduleId: _id, series: _, ...content }) => ({
      ...content,
      status: 'PENDENTE',
      reason: null,
    })),
    ScheduleMediaChanged: changes<'ScheduleMediaChanged'>(({ media = null }) => ({ media })),
    ScheduleSending: changes<'ScheduleSending'>(({ ticketId, messageId }) => ({
      status: 'ENVIANDO',
      ticketId,
      messageId,
    })),
    ScheduleSent: changes<'ScheduleSent'>(({ sentAt }) => ({ status: 'ENVIADA', sentAt })),
    ScheduleFailed: changes<'ScheduleFailed'>(({ code }) => ({ status: 'ERRO', reason: code })),
    ScheduleRetried: changes<'ScheduleRetried'>(({ sendAt }) => ({
      status: 'PENDENTE',
      reason: null,
      sendAt,
    })),
    ScheduleDeleted: { id, apply: () => 'delete' },
  },
});
