import { expect, test, vi } from 'vitest';
import { composerRank, ticketCommands } from './ticket-commands.ts';

const writers = () => ({ note: vi.fn(), message: vi.fn(), quick: vi.fn() });
const composerOf = ({ note, message, quick }: ReturnType<typeof writers>) =>
  ticketCommands.handle({ 'write.note': note, 'write.message': message, 'write.quick': quick }, composerRank);
const panelOf = ({ note }: ReturnType<typeof writers>) => ticketCommands.handle({ 'write.note': note });

test('a note is the composer’s, without one the panel’s; a message is the composer’s alone', () => {
  const [composer, panel] = [writers(), writers()];
  const close = composerOf(composer);
  const leave = panelOf(panel);
  ticketCommands.dispatch('write.note');
  ticketCommands.dispatch('write.message');
  expect(composer.note).toHaveBeenCalledTimes(1);
  expect(composer.message).toHaveBeenCalledTimes(1);
  expect(panel.note).not.toHaveBeenCalled();
  close();
  ticketCommands.dispatch('write.note');
  ticketCommands.dispatch('write.message');
  expect(panel.note).toHaveBeenCalledTimes(1);
  leave();
  ticketCommands.dispatch('write.note');
  expect(panel.note).toHaveBeenCalledTimes(1);
});

test('quick replies are the composer’s alone: the panel writes notes only', () => {
  const [composer, panel] = [writers(), writers()];
  const leave = panelOf(panel);
  ticketCommands.dispatch('write.quick');
  expect(panel.note).not.toHaveBeenCalled();
  const close = composerOf(composer);
  ticketCommands.dispatch('write.quick');
  expect(composer.quick).toHaveBeenCalledTimes(1);
  close();
  leave();
});

test('who comes before the last has left is not sent away with it', () => {
  const [first, second] = [writers(), writers()];
  const leave = composerOf(first);
  const away = composerOf(second);
  leave();
  ticketCommands.dispatch('write.message');
  expect(second.message).toHaveBeenCalledTimes(1);
  away();
});
