import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { loadLater } from './later.tsx';

afterEach(cleanup);

const dialog = () =>
  loadLater<{ name: string }>(() => Promise.resolve({ default: ({ name }) => <p>Olá, {name}</p> }));

test('what was not fetched is nothing until it is there', async () => {
  const Dialog = dialog();
  const { container } = render(<Dialog name="Ana" />);
  expect(container.textContent).toBe('');
  await screen.findByText('Olá, Ana');
});

test('what was fetched is there with the press', async () => {
  const Dialog = dialog();
  Dialog.fetch();
  await Promise.resolve().then(() => undefined);
  await new Promise((resolve) => setTimeout(resolve));
  render(<Dialog name="Bruno" />);
  expect(screen.getByText('Olá, Bruno')).toBeTruthy();
});
