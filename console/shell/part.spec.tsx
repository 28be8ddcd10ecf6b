import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fetchPart, partOf } from './part.ts';

afterEach(cleanup);

const load = (text: string) => () => Promise.resolve({ default: () => <p>{text}</p> });
const draw = (of: ReturnType<typeof load>) => {
  const Part = partOf(of);
  return render(
    <Suspense fallback={<i>Carregando</i>}>
      <Part />
    </Suspense>,
  );
};

test('a part that was fetched is drawn at once, without a fallback before it', async () => {
  const tickets = load('Atendimentos');
  await fetchPart(tickets);
  draw(tickets);
  expect(screen.getByText('Atendimentos')).toBeTruthy();
});

test('one that was not comes when it is there, and stays the same component when it is fetched later', async () => {
  const history = load('Histórico');
  draw(history);
  expect(screen.getByText('Carregando')).toBeTruthy();
  await screen.findByText('Histórico');
  const before = partOf(history);
  await fetchPart(history);
  expect(partOf(history)).toBe(before);
});
