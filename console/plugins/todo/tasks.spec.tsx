import { expect, test } from 'vitest';
import { addTask, changeTask, tasksOf } from './tasks.ts';

const at = '2026-11-20T12:00:00.000Z';
const later = '2026-11-21T12:00:00.000Z';
const one = addTask([], '  Ligar para a Construtora ', { id: 'a', at });

test('a task is added with its times, the newest first; empty and blank texts are ignored', () => {
  expect(one).toEqual([
    { id: 'a', text: 'Ligar para a Construtora', done: false, createdAt: at, updatedAt: at },
  ]);
  expect(addTask(one, 'Boletos', { id: 'b', at: later }).map(({ id }) => id)).toEqual(['b', 'a']);
  for (const blank of ['', '   ', '\n\t']) expect(addTask(one, blank, { id: 'c', at })).toBe(one);
});

test('a change is dated; an empty text, or what is so already, is none', () => {
  const [task] = changeTask(one, 'a', { text: ' Ligar amanhã ' }, later);
  expect(task).toEqual({ ...one[0], text: 'Ligar amanhã', updatedAt: later });
  expect(changeTask(one, 'a', { done: true }, later)[0]).toMatchObject({ done: true, updatedAt: later });
  expect(changeTask(one, 'a', { text: ' ' }, later)).toBe(one);
  expect(changeTask(one, 'a', { text: one[0]!.text, done: false }, later)[0]).toBe(one[0]);
  expect(changeTask(one, 'other', { text: 'x' }, later)[0]).toBe(one[0]);
});

test('what stands in the browser is read again, each person’s apart; what is no task is left out', () => {
  tasksOf('ana').set(one);
  expect(JSON.parse(localStorage.getItem('todo.ana')!)).toEqual(one);
  expect(tasksOf('bruno').get()).toEqual([]);
  tasksOf('ana').set([]);
  expect(localStorage.getItem('todo.ana')).toBeNull();
  localStorage.setItem('todo.clara', JSON.stringify([{ text: 1 }, ...one, null]));
  expect(tasksOf('clara').get()).toEqual(one);
  localStorage.setItem('todo.davi', '{');
  expect(tasksOf('davi').get()).toEqual([]);
});
