import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOf } from './drafts.ts';
import { useDraft } from './use-draft.ts';

vi.mock('../../../shell/live.ts', () => ({ useLiveStatus: () => 'online' }));
vi.mock('../ticket/calls.ts', () => ({
  getDraft: () => new Promise(() => undefined),
  putDraft: () => Promise.resolve(),
}));

const key = keyOf('ana', 't1');
/** What the browser tells a tab when another one has written. */
const writtenElsewhere = (body: string | undefined) => {
  if (body === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify({ body, synced: false }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
};
const open = () => renderHook(() => useDraft('ana', 't1', 'message')).result;
const focus = (has: boolean) => void vi.spyOn(document, 'hasFocus').mockReturnValue(has);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('what is typed in one tab stands in the other, and goes from it when it is sent', () => {
  focus(false);
  const draft = open();
  writtenElsewhere('Bom dia');
  expect(draft.current.body).toBe('Bom dia');
  writtenElsewhere(undefined);
  expect(draft.current.body).toBe('');
});

test('the tab one types in keeps its text', () => {
  focus(true);
  const draft = open();
  act(() => draft.current.change('O meu'));
  writtenElsewhere('Outro');
  expect(draft.current.body).toBe('O meu');
});
