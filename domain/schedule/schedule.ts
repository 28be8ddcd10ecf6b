/** A message that is sent later, once or over and over: what it says to whom, when it is due, and what became of it. */

import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { deriveId } from '../kernel/ids.ts';
import { isSeen } from '../text/clean.ts';
import type { Media } from '../ticket/events.ts';
import { type RecurrenceRule, type ScheduleEvent, scheduleEvents } from './events.ts';

type DataOf<T extends ScheduleEvent['type']> = Readonly<Extract<ScheduleEvent, { type: T }>['data']>;

export interface Schedule {
  readonly id: string;
  readonly status: 'pending' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'deleted';
  readonly contactId: string;
  readonly body: string;
  readonly sendAt: string;
  readonly connectionId: string | null;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly media: Media | undefined;
  readonly recurrence: RecurrenceRule | null;
  readonly series: DataOf<'ScheduleCreated'>['series'];
  /** Whether it is not sent when the contact writes before its time. */
  readonly cancelOnReply: boolean;
  /** How often it was begun to be sent. */
  readonly attempts: number;
  /** What it becomes; absent: it has not begun to be sent. */
  readonly message?: {
    readonly ticketId: string;
    readonly messageId: string;
    /** Every ticket that was named for it, this one too, in the order in which they were first. */
    readonly named: readonly string[];
  };
}
export type ScheduleState = { readonly status: 'absent' } | Schedule;

/** What a form says. */
export type ScheduleContent = Pick<
  Schedule,
  'contactId' | 'body' | 'sendAt' | 'connectionId' | 'queueId' | 'recurrence' | 'cancelOnReply'
>;

/** What says whether it is sent, and to whom. */
type Aim = Pick<Schedule, 'contactId' | 'connectionId' | 'sendAt' | 'cancelOnReply'>;
interface Seen {
  /** As the caller saw it: what is another by now is looked at anew. */
  readonly seen?: Aim;
}

export type ScheduleCommand =
  | Command<
      'CreateSchedule',
      Omit<ScheduleContent, 'cancelOnReply'> & {
        /** Absent: whatever the contact writes, it is sent. */
        readonly cancelOnReply?: boolean | undefined;
        readonly scheduleId: string;
        readonly userId: string | null;
        readonly media?: Media | undefined;
        /** Absent: it is the first. */
        readonly series?: Schedule['series'];
      }
    >
  | Command<'UpdateSchedule', Partial<ScheduleContent>>
  | Command<'SetScheduleMedia', { readonly media: Media | undefined }>
  | Command<'DeleteSchedule', object>
  /** Its time has come, in this ticket; `insteadOf`: in place of one in which its message cannot stand. */
  | Command<'SendSchedule', Seen & { readonly ticketId: string; readonly insteadOf?: string | undefined }>
  | Command<'RecordScheduleSent', { readonly sentAt: string }>
  | Command<'RecordScheduleFailed', Seen & { readonly code: string }>
  | Command<'RetrySchedule', object>
  /** The contact wrote this message before its time. */
  | Command<'CancelSchedule', { readonly ticketId: string; readonly messageId: string }>;

const shortestBody = 5;

/** @param isKept its text stood before: the next of a series says it too @throws ERR_VALIDATION */
function demandSound(
  { body, contactId }: Pick<ScheduleContent, 'body' | 'contactId'>,
  isKept: boolean,
): void {
  const isShort = body.trim().length < shortestBody || !(isKept || isSeen(body));
  const errors = {
    ...(isShort && { body: 'tooShort' as const }),
    ...(contactId === '' && { contactId: 'required' as const }),
  };
  if (Object.keys(errors).length > 0)
    throw new DomainError('ERR_VALIDATION', 'not a message to be scheduled', { errors });
}

const attemptOf = ({ id, attempts }: Schedule) => deriveId(id, 'message', attempts);

/** @throws ERR_SCHEDULE_SENT */
function demandUnsent({ status }: Schedule): void {
  if (status === 'sending' || status === 'sent') throw new DomainError('ERR_SCHEDULE_SENT');
}

function update(schedule: Schedule, change: Partial<ScheduleContent>): ScheduleEvent[] {
  demandUnsent(schedule);
  const {
    id: scheduleId,
    contactId,
    body,
    sendAt,
    connectionId,
    queueId,
    recurrence,
    cancelOnReply,
  } = schedule;
  const before = { contactId, body, sendAt, connectionId, queueId, recurrence, cancelOnReply };
  const content = { ...before, ...change };
  demandSound(content, content.body === body);
  // One that was cancelled is scheduled again, as it was too.
  const isSame = JSON.stringify(before) === JSON.stringify(content);
  if (isSame && schedule.status !== 'cancelled') return [];
  const isSeriesKept =
    sendAt === content.sendAt && JSON.stringify(recurrence) === JSON.stringify(content.recurrence);
  const series = isSeriesKept ? schedule.series : { first: content.sendAt, index: 1 };
  return [{ type: 'ScheduleUpdated', data: { scheduleId, ...content, series } }];
}

const isAs = (
  schedule: Schedule,
  { contactId, connectionId, sendAt, cancelOnReply }: Aim = schedule,
): boolean =>
  schedule.contactId === contactId &&
  schedule.connectionId === connectionId &&
  schedule.sendAt === sendAt &&
  schedule.cancelOnReply === cancelOnReply;

function send(
  schedule: Schedule,
  { ticketId, insteadOf }: { readonly ticketId: string; readonly insteadOf?: string | undefined },
  at: string,
): ScheduleEvent[] {
  const { id: scheduleId, status, message } = schedule;
  if (status === 'pending' && schedule.sendAt <= at)
    return [
      {
        type: 'ScheduleSending',
        data: { scheduleId, ticketId, messageId: attemptOf(schedule) },
      },
    ];
  if (status !== 'sending' || insteadOf === undefined || message?.ticketId !== insteadOf) return [];
  return [{ type: 'ScheduleSending', data: { scheduleId, ticketId, messageId: message.messageId } }];
}

function decide(command: ScheduleCommand, state: ScheduleState): readonly ScheduleEvent[] {
  const { type, data, metadata } = command;
  if (type === 'CreateSchedule') {
    if (state.status !== 'absent') return [];
    const { media, series, cancelOnReply = false, ...content } = data;
    demandSound(content, series !== undefined);
    return [
      {
        type: 'ScheduleCreated',
        data: {
          ...content,
          cancelOnReply,
          ...(media && { media }),
          series: series ?? { first: data.sendAt, index: 1 },
        },
      },
    ];
  }
  if (state.status === 'absent' || state.status === 'deleted') throw new DomainError('ERR_NO_SCHEDULE_FOUND');
  const { id: scheduleId, contactId, status } = state;
  switch (type) {
    case 'UpdateSchedule':
      return update(state, data);
    case 'SetScheduleMedia':
      demandUnsent(state);
      if (data.media?.id === state.media?.id) return [];
      return [
        {
          type: 'ScheduleMediaChanged',
          data: { scheduleId, contactId, ...(data.media && { media: data.media }) },
        },
      ];
    case 'DeleteSchedule':
      // What is on its way cannot be taken back; who is erased takes all of it along.
      if (status === 'sending' && metadata.actor.kind === 'user') demandUnsent(state);
      return [{ type: 'ScheduleDeleted', data: { scheduleId } }];
    case 'SendSchedule':
      return isAs(state, data.seen) ? send(state, data, metadata.at) : [];
    case 'RecordScheduleSent':
      return status === 'sending'
        ? [{ type: 'ScheduleSent', data: { scheduleId, sentAt: data.sentAt } }]
        : [];
    case 'RecordScheduleFailed':
      return (status === 'sending' || status === 'pending') && isAs(state, data.seen)
        ? [{ type: 'ScheduleFailed', data: { scheduleId, code: data.code } }]
        : [];
    case 'RetrySchedule':
      demandUnsent(state);
      return status === 'failed'
        ? [{ type: 'ScheduleRetried', data: { scheduleId, sendAt: metadata.at } }]
        : [];
    case 'CancelSchedule':
      // What has begun to be sent goes out: its stream says which of the two was first.
      return status === 'pending' && state.cancelOnReply
        ? [{ type: 'ScheduleCancelled', data: { scheduleId, ...data } }]
        : [];
    default:
      command satisfies never;
      return [];
  }
}

function evolve(state: ScheduleState, event: ScheduleEvent): ScheduleState {
  if (event.type === 'ScheduleCreated') {
    const { scheduleId: id, media, cancelOnReply = false, ...content } = event.data;
    return { ...content, cancelOnReply, id, media, status: 'pending', attempts: 0 };
  }
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'ScheduleUpdated': {
      const { scheduleId: _, cancelOnReply = false, ...content } = event.data;
      return { ...state, ...content, cancelOnReply, status: 'pending' };
    }
    case 'ScheduleMediaChanged':
      return { ...state, media: event.data.media };
    case 'ScheduleSending': {
      const { ticketId, messageId } = event.data;
      const before = state.message?.messageId === messageId ? state.message.named : [];
      const named = before.includes(ticketId) ? before : [...before, ticketId];
      return { ...state, status: 'sending', message: { ticketId, messageId, named } };
    }
    case 'ScheduleSent':
      return { ...state, status: 'sent' };
    case 'ScheduleFailed':
      return { ...state, status: 'failed', attempts: state.attempts + 1 };
    case 'ScheduleRetried':
      return { ...state, status: 'pending', sendAt: event.data.sendAt };
    case 'ScheduleCancelled':
      return { ...state, status: 'cancelled' };
    case 'ScheduleDeleted':
      return { ...state, status: 'deleted', body: '', media: undefined };
    default:
      event satisfies never;
      return state;
  }
}

export const scheduleDecider: Decider<ScheduleState, ScheduleCommand, ScheduleEvent> = {
  category: 'schedule',
  types: new Set(Object.keys(scheduleEvents)),
  initial: { status: 'absent' },
  decide,
  evolve,
};
