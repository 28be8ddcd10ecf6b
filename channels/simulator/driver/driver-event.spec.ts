import { expect, it } from 'vitest';
import type { PhoneEvent } from '../phone-events.ts';
import { driverEvent } from './driver-event.ts';

type Said = Extract<PhoneEvent, { kind: 'message' }>;
const bubble: Said['message'] = {
  id: 'b1',
  fromBusiness: false,
  body: 'Oi',
  mediaType: 'chat',
  media: null,
  extra: null,
  quotedId: null,
  ack: 1,
  at: '2026-11-25T12:00:00.000Z',
  edited: false,
  deleted: false,
};
const says = (more: Partial<Said>): Said => ({
  kind: 'message',
  number: '5511955500142',
  name: 'Marina',
  message: bubble,
  ...more,
});
const rung = (outcome: 'missed' | 'answered') =>
  says({
    message: {
      ...bubble,
      mediaType: 'call_log',
      extra: { call: { missed: outcome === 'missed', video: false, outcome } },
    },
  });
const callOf = (...given: Parameters<typeof driverEvent>) => {
  const event = driverEvent(...given);
  return event.type === 'message' ? event.message.extra?.call?.outcome : undefined;
};

it('what is written in a group comes from the group, and names who wrote it', () => {
  const group = { number: '120363000000000042', name: 'Feira de sábado' };
  expect(driverEvent(says({ group }))).toMatchObject({
    message: {
      ...{ addresses: [group.number], name: group.name, isGroup: true },
      participant: { name: 'Marina', number: '5511955500142' },
    },
  });
  expect(driverEvent(says({}))).toMatchObject({
    message: { addresses: ['5511955500142'], name: 'Marina', isGroup: false },
  });
});

it('a call is missed where calls are taken, refused where none are, and what was answered stays so', () => {
  expect(callOf(rung('missed'), () => true)).toBe('missed');
  expect(callOf(rung('missed'), () => false)).toBe('refused');
  expect(callOf(rung('answered'), () => false)).toBe('answered');
});
