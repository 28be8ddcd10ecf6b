import { expect, test, vi } from 'vitest';
import { orderWriting, takeWriting } from './writing-orders.ts';

test('a note is the composer’s, without one the panel’s; a message is the composer’s alone', () => {
  const [composer, panel] = [vi.fn(), vi.fn()];
  const leave = takeWriting('panel', panel);
  const close = takeWriting('composer', composer);
  orderWriting('note');
  orderWriting('message');
  expect(composer.mock.calls).toEqual([['note'], ['message']]);
  expect(panel).not.toHaveBeenCalled();
  close();
  orderWriting('note');
  orderWriting('message');
  expect(panel.mock.calls).toEqual([['note']]);
  leave();
  orderWriting('note');
  expect(panel).toHaveBeenCalledTimes(1);
});

test('quick replies are the composer’s alone: the panel writes notes only', () => {
  const [composer, panel] = [vi.fn(), vi.fn()];
  const leave = takeWriting('panel', panel);
  orderWriting('quick');
  expect(panel).not.toHaveBeenCalled();
  const close = takeWriting('composer', composer);
  orderWriting('quick');
  expect(composer.mock.calls).toEqual([['quick']]);
  close();
  leave();
});

test('who comes before the last has left is not sent away with it', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const leave = takeWriting('composer', first);
  const away = takeWriting('composer', second);
  leave();
  orderWriting('message');
  expect(second).toHaveBeenCalledTimes(1);
  away();
});
