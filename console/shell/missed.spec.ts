import { expect, test } from 'vitest';
import type { Change } from '../../contract/changes.ts';
import { createMissed } from './missed.ts';

const change = (channel: string, id: string, document: unknown): Change => ({
  ...{ channel, action: 'update', id, document, position: 1 },
});
const message = (id: string) => change('company-1-appMessage', id, { id, ticketId: 't1' });
const ticket = (id: string) => change('company-1-ticket', id, { id });

test('three messages of one conversation are three news, on however many channels they come', () => {
  const missed = createMissed();
  expect(missed.add([message('m1'), ticket('t1')])).toBe(1);
  // Another subscription of the same page brings the same again.
  missed.add([message('m1'), message('m2'), message('m3'), ticket('t1'), ticket('t1')]);
  expect(missed.add([change('company-1-appMessage/t1', 'm3', { id: 'm3', ticketId: 't1' })])).toBe(3);
});

test('a conversation that changed without a word is one', () => {
  const missed = createMissed();
  expect(missed.add([ticket('t2'), ticket('t2'), message('m1')])).toBe(2);
});
