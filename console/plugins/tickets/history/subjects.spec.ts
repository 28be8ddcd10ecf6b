import { expect, test } from 'vitest';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { subjectOf, subjectsOf } from './subjects.ts';

const event = (type: string, data: object) => ({ type, data }) as unknown as HistoryEventView;
const poll = { poll: { options: ['Cobre', 'Preto', 'Branco'], choices: 0 } };
const subjects = subjectsOf([
  event('MessageReceived', { messageId: 'm1', body: 'Qual cor?', extra: poll }),
  event('MessageQueued', { messageId: 'm2', body: '*Ana:*\nTemos\nsim' }),
  event('MessageReceived', { messageId: 'm3', body: '', file: { name: 'nota.jpg' } }),
]);
const about = (type: string, data: object) => subjectOf(event(type, data), subjects);

test('a vote names what was chosen; taken back, the question', () => {
  expect(about('PollVoted', { messageId: 'm1', choices: [0, 2] })).toBe('Cobre, Branco');
  expect(about('PollVoted', { messageId: 'm1', choices: [] })).toBe('Qual cor?');
});

test('a reaction quotes its message in one line, without the agent’s name', () => {
  expect(about('MessageReacted', { messageId: 'm2', emoji: '👍' })).toBe('Temos sim');
});

test('a file that did not come is named', () => {
  expect(about('MessageFileFailed', { messageId: 'm3', code: 'ERR_MEDIA' })).toBe('nota.jpg');
});

test('of a message whose event is not among those loaded, and of other events, nothing is known', () => {
  expect(about('MessageReacted', { messageId: 'old', emoji: '👍' })).toBeUndefined();
  expect(about('TicketAccepted', { messageId: 'm1' })).toBeUndefined();
});
