import { describe, expect, test } from 'vitest';
import type { ScheduleEvent } from './events.ts';
import { type ScheduleCommand, type ScheduleState, scheduleDecider } from './schedule.ts';

const sendAt = '2026-11-24T12:00:00.000Z';
const content = {
  ...{ contactId: 'k', body: 'Bom dia!', sendAt, connectionId: null, queueId: null, recurrence: null },
};

/** A schedule and the clock it is asked by. */
function schedule() {
  let state: ScheduleState = scheduleDecider.initial;
  const give = (
    type: ScheduleCommand['type'],
    data: object = {},
    { at = sendAt, kind = 'user' }: { at?: string; kind?: 'user' | 'system' } = {},
  ): readonly ScheduleEvent[] => {
    const metadata = { companyId: 'c', actor: { kind, id: 'ana' }, commandId: 'x', at };
    const events = scheduleDecider.decide({ type, data, metadata } as never, state);
    for (const event of events) state = scheduleDecider.evolve(state, event, at);
    return events;
  };
  const types = (...given: Parameters<typeof give>) => give(...given).map(({ type }) => type);
  give('CreateSchedule', { ...content, scheduleId: 's', userId: 'ana' });
  return { give, types, state: () => state };
}

test.each([
  [{ body: 'Oi  ' }, { body: 'tooShort' }],
  [{ body: '\u2060'.repeat(5) }, { body: 'tooShort' }],
  [{ contactId: '' }, { contactId: 'required' }],
])('%j is refused', (change, errors) => {
  expect(() => schedule().give('UpdateSchedule', change)).toThrow(expect.objectContaining({ errors }));
});

test('nothing is scheduled of which nothing is seen; a series that says so already goes on, and is moved', () => {
  const unseen = { ...content, body: '\u2060'.repeat(5), userId: 'ana' };
  const decide = (data: object, state: ScheduleState = scheduleDecider.initial, type = 'CreateSchedule') => {
    const metadata = {
      companyId: 'c',
      actor: { kind: 'system', id: 'schedules' },
      commandId: 'x',
      at: sendAt,
    };
    return scheduleDecider.decide({ type, data, metadata } as never, state);
  };
  expect(() => decide({ ...unseen, scheduleId: 's' })).toThrow(
    expect.objectContaining({ errors: { body: 'tooShort' } }),
  );
  const [next] = decide({ ...unseen, scheduleId: 's', series: { first: sendAt, index: 2 } });
  const state = scheduleDecider.evolve(scheduleDecider.initial, next!, sendAt);
  expect(decide({ sendAt: '2026-11-25T12:00:00.000Z' }, state, 'UpdateSchedule')).toHaveLength(1);
});

test('it is edited until it is sent; the same content says nothing', () => {
  const { types, give } = schedule();
  expect(types('UpdateSchedule', content)).toEqual([]);
  expect(types('UpdateSchedule', { body: 'Boa tarde!' })).toEqual(['ScheduleUpdated']);
  give('SendSchedule', { ticketId: 't' });
  for (const type of ['UpdateSchedule', 'SetScheduleMedia', 'DeleteSchedule', 'RetrySchedule'] as const)
    expect(() => give(type, { body: 'Outra coisa' })).toThrow('ERR_SCHEDULE_SENT');
  give('RecordScheduleSent', { sentAt: sendAt });
  expect(() => give('UpdateSchedule', { body: 'Outra coisa' })).toThrow('ERR_SCHEDULE_SENT');
  expect(types('DeleteSchedule')).toEqual(['ScheduleDeleted']);
  expect(() => give('DeleteSchedule')).toThrow('ERR_NO_SCHEDULE_FOUND');
});

test('it is sent when its time has come, and begins once, whatever the clock does then', () => {
  const { types } = schedule();
  expect(types('SendSchedule', { ticketId: 't' }, { at: '2026-11-24T11:59:59.999Z' })).toEqual([]);
  expect(types('SendSchedule', { ticketId: 't' })).toEqual(['ScheduleSending']);
  for (const at of [sendAt, '2026-11-20T12:00:00.000Z', '2027-01-01T12:00:00.000Z'])
    expect(types('SendSchedule', { ticketId: 'other' }, { at })).toEqual([]);
  expect(types('RecordScheduleSent', { sentAt: sendAt })).toEqual(['ScheduleSent']);
  expect(types('RecordScheduleSent', { sentAt: sendAt })).toEqual([]);
});

test('in place of a ticket in which it cannot stand it goes to another, as the same message', () => {
  const { give } = schedule();
  const [first] = give('SendSchedule', { ticketId: 't' });
  const [second] = give('SendSchedule', { ticketId: 'u', insteadOf: 't' });
  expect(second!.data).toEqual({ ...first!.data, ticketId: 'u' });
  expect(give('SendSchedule', { ticketId: 'v', insteadOf: 't' })).toEqual([]);
});

test('what failed is tried again as another message, at once', () => {
  const { give, types, state } = schedule();
  const [first] = give('SendSchedule', { ticketId: 't' });
  expect(types('RecordScheduleFailed', { code: 'ERR_SENDING_WAPP_MSG' })).toEqual(['ScheduleFailed']);
  expect(types('RecordScheduleFailed', { code: 'ERR_SENDING_WAPP_MSG' })).toEqual([]);
  const at = '2026-11-25T12:00:00.000Z';
  expect(types('RetrySchedule', {}, { at })).toEqual(['ScheduleRetried']);
  expect(state()).toMatchObject({ status: 'pending', sendAt: at });
  const [second] = give('SendSchedule', { ticketId: 't' }, { at });
  expect(second!.data).not.toEqual(first!.data);
});

test('a series begins anew with another time, and goes on with another text', () => {
  const { give, state } = schedule();
  const recurrence = { frequency: 'daily', interval: 1, weekdays: [], until: null, count: null };
  give('UpdateSchedule', { recurrence });
  give('UpdateSchedule', { body: 'Boa noite!' });
  expect(state()).toMatchObject({ series: { first: sendAt, index: 1 } });
  give('UpdateSchedule', { sendAt: '2026-11-26T12:00:00.000Z' });
  expect(state()).toMatchObject({ series: { first: '2026-11-26T12:00:00.000Z', index: 1 } });
});

test('who is erased takes along what is on its way', () => {
  const { give, types } = schedule();
  give('SendSchedule', { ticketId: 't' });
  expect(types('DeleteSchedule', {}, { kind: 'system' })).toEqual(['ScheduleDeleted']);
});

describe('one that is cancelled when the contact writes', () => {
  const answer = { ticketId: 't', messageId: 'm' };
  const waiting = () => {
    const one = schedule();
    one.give('UpdateSchedule', { cancelOnReply: true });
    return one;
  };

  test('is cancelled once, and not sent then', () => {
    const { give, types } = waiting();
    expect(give('CancelSchedule', answer)).toEqual([
      { type: 'ScheduleCancelled', data: { scheduleId: 's', ...answer } },
    ]);
    for (const type of ['CancelSchedule', 'SendSchedule', 'RecordScheduleFailed', 'RetrySchedule'] as const)
      expect(types(type, { ...answer, code: 'ERR_SENDING_WAPP_MSG' })).toEqual([]);
  });

  test('is not when it has begun to be sent, or nobody wants it cancelled', () => {
    const { give, types } = waiting();
    give('SendSchedule', { ticketId: 't' });
    expect(types('CancelSchedule', answer)).toEqual([]);
    expect(schedule().types('CancelSchedule', answer)).toEqual([]);
  });

  test('is scheduled again by whoever saves it, changed or not, and deleted like any other', () => {
    const { give, types, state } = waiting();
    give('CancelSchedule', answer);
    expect(types('UpdateSchedule', {})).toEqual(['ScheduleUpdated']);
    expect(state()).toMatchObject({ status: 'pending', cancelOnReply: true });
    give('CancelSchedule', answer);
    expect(types('DeleteSchedule')).toEqual(['ScheduleDeleted']);
  });

  test('written before there was such a thing, it is sent', () => {
    const series = { first: sendAt, index: 1 };
    const data = { ...content, scheduleId: 's', userId: null, series };
    const { initial, evolve } = scheduleDecider;
    const state = evolve(initial, { type: 'ScheduleCreated', data }, sendAt);
    expect(state).toMatchObject({ cancelOnReply: false });
    const changed = evolve(state, { type: 'ScheduleUpdated', data }, sendAt);
    expect(changed).toMatchObject({ cancelOnReply: false });
  });
});
