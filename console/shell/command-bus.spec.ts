import { expect, test, vi } from 'vitest';
import { createCommandBus } from './command-bus.ts';

const aBus = () => createCommandBus<'next' | 'note'>();

test('a command is done by whoever handles it now, and nowhere is nothing done', () => {
  const bus = aBus();
  const next = vi.fn();
  const leave = bus.handle({ next });
  bus.dispatch('next');
  bus.dispatch('note');
  expect(next).toHaveBeenCalledTimes(1);
  leave();
  bus.dispatch('next');
  expect(next).toHaveBeenCalledTimes(1);
});

test('where nobody is there yet, it is opened, and the command waits for it once', () => {
  const bus = aBus();
  const [next, open] = [vi.fn(), vi.fn()];
  bus.dispatch('next', open);
  expect(open).toHaveBeenCalledTimes(1);
  bus.handle({ note: vi.fn() });
  expect(next).not.toHaveBeenCalled();
  bus.handle({ next });
  bus.handle({ next: vi.fn() });
  expect(next).toHaveBeenCalledTimes(1);
});

test('the higher rank comes first, whoever came later', () => {
  const bus = aBus();
  const [composer, panel] = [vi.fn(), vi.fn()];
  const close = bus.handle({ note: composer }, 1);
  bus.handle({ note: panel });
  bus.dispatch('note');
  expect([composer.mock.calls.length, panel.mock.calls.length]).toEqual([1, 0]);
  close();
  bus.dispatch('note');
  expect(panel).toHaveBeenCalledTimes(1);
});
