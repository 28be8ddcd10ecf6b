import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { createI18n } from '../i18n.ts';
import { ListFoot } from './list-foot.tsx';

vi.mock('../i18n.ts', async (original) => {
  const i18n = await original<typeof import('../i18n.ts')>();
  return { ...i18n, useT: () => i18n.translate };
});

beforeAll(async () => {
  localStorage.setItem('locale', 'pt');
  await createI18n([]);
});

const foot = (state: { readonly isPlaceholderData: boolean }) => {
  const list = { hasNextPage: false, isFetchingNextPage: false, isFetchNextPageError: false, ...state };
  render(<ListFoot shown={20} text="20 de 51" list={{ ...list, fetchNextPage: () => undefined }} />);
};

test('the end is said of what was found, not of what still stands there from the search before', () => {
  foot({ isPlaceholderData: true });
  expect(screen.queryByText('Fim da lista')).toBeNull();
  expect(screen.getByText('Carregando')).toBeDefined();
  foot({ isPlaceholderData: false });
  expect(screen.getByText('Fim da lista')).toBeDefined();
});
