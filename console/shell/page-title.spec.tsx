import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { usePageTitle, useUnreadTitle } from './page-title.ts';

afterEach(cleanup);

const Desk = ({ page, many = 0 }: { readonly page?: string; readonly many?: number }) => {
  usePageTitle('Listas de contatos', 'section');
  useUnreadTitle(many);
  return page === undefined ? null : <Page name={page} />;
};
const Page = ({ name }: { readonly name: string }) => {
  usePageTitle(name);
  return null;
};

test('a page is called as the menu calls it, unless it has a name of its own', () => {
  const { rerender, unmount } = render(<Desk page="Inverno" />);
  expect(document.title).toBe('Inverno · Balcão');
  rerender(<Desk page="Verão" />);
  expect(document.title).toBe('Verão · Balcão');
  rerender(<Desk />);
  expect(document.title).toBe('Listas de contatos · Balcão');
  unmount();
  expect(document.title).toBe('Balcão');
});

test('what is unread is counted before it, and no more once nobody is signed in', () => {
  const { rerender, unmount } = render(<Desk page="Inverno" many={3} />);
  expect(document.title).toBe('(3) Inverno · Balcão');
  rerender(<Desk many={1} />);
  expect(document.title).toBe('(1) Listas de contatos · Balcão');
  unmount();
  expect(document.title).toBe('Balcão');
});
