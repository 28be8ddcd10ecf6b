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

test('who comes before the last has left is not sent away with it', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const leave = takeWriting('composer', first);
  const away = takeWriting('composer', second);
  leave();
  orderWriting('message');
  expect(second).toHaveBeenCalledTimes(1);
  away();
});
