import { expect, test } from 'vitest';
import { type Facts, isBeginning, nameFrom, stepsOf, writtenNumber } from './first-steps.ts';

const ana = { id: 'ana', name: 'Ana' };
const nothing: Facts = {
  connections: [],
  queues: [],
  users: [ana],
  scheduleType: 'disabled',
  counters: { supportHappening: 0, supportPending: 0, supportFinished: 0 },
};
const connection = (over: Partial<Facts['connections'][number]>) => ({
  connections: [
    { id: 'w1', channel: 'whatsapp', name: 'Loja', status: 'CONNECTED' as const, number: '', ...over },
  ],
});
const doneOf = (over: Partial<Facts>) =>
  stepsOf({ ...nothing, ...over }).flatMap(({ id, done }) => (done ? [id] : []));
const counted = (over: Partial<Facts['counters']>) => ({ counters: { ...nothing.counters, ...over } });

test('of a company that has nothing, nothing is done; its only user is whoever looks', () => {
  expect(stepsOf(nothing).map(({ id }) => id)).toEqual(['number', 'queue', 'colleague', 'hours', 'answer']);
  expect(doneOf({})).toEqual([]);
});

test('each step ticks itself off by what is there', () => {
  expect(doneOf(connection({}))).toEqual(['number']);
  expect(doneOf({ queues: [{ name: 'Vendas' }] })).toEqual(['queue']);
  expect(doneOf({ users: [ana, { id: 'eva', name: 'Eva', invitedAt: '2026-11-20' }] })).toEqual([
    'colleague',
  ]);
  expect(doneOf({ scheduleType: 'company' })).toEqual(['hours']);
  expect(doneOf({ scheduleType: 'queue' })).toEqual(['hours']);
  expect(doneOf(counted({ supportHappening: 1 }))).toEqual(['answer']);
  expect(doneOf(counted({ supportFinished: 1 }))).toEqual(['answer']);
});

test('a customer who waits is not answered yet', () => {
  expect(doneOf(counted({ supportPending: 3 }))).toEqual([]);
});

test('a connection whose code nobody has read is no number yet; one that was paired and is down is', () => {
  expect(doneOf(connection({ status: 'qrcode' }))).toEqual([]);
  expect(doneOf(connection({ status: 'DISCONNECTED', number: '5511955500142' }))).toEqual(['number']);
});

test('a desk at work is not taught how to begin', () => {
  expect([isBeginning(0), isBeginning(19), isBeginning(20)]).toEqual([true, true, false]);
});

test.each([
  ['5511955500166', '+55 11 95550-0166'],
  ['551132104567', '+55 11 3210-4567'],
  ['351912345678', '+351912345678'],
  ['', ''],
])('the number %s is written %s', (digits, written) => {
  expect(writtenNumber(digits)).toBe(written);
});

test.each([
  ['joana.telles@example.org', 'Joana Telles'],
  ['bia@example.org', 'Bia'],
  ['j@example.org', 'j@example.org'],
  ['2026@example.org', '2026@example.org'],
])('who is invited as %s is called %s until they say it themselves', (email, name) => {
  expect(nameFrom(email)).toBe(name);
});
