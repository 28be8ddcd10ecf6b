import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putDraft } from '../ticket/calls.ts';
import { keyOf } from './drafts.ts';
import { useDraft } from './use-draft.ts';

vi.mock('../../../shell/live.ts', () => ({ useLiveStatus: () => 'online' }));
vi.mock('../ticket/calls.ts', () => ({
  getDraft: () => new Promise(() => undefined),
  putDraft: vi.fn(() => Promise.resolve()),
}));

const key = keyOf('ana', 't1');
/** What the browser tells a tab when another one has written. */
const writtenElsewhere = (body: string | undefined) => {
  const oldValue = localStorage.getItem(key);
  if (body === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify({ body, synced: false }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue })));
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

test('a tab that hears of it late, when it is looked at again, loses what was sent in the other', () => {
  focus(false);
  const draft = open();
  writtenElsewhere('Bom dia');
  focus(true);
  writtenElsewhere(undefined);
  expect(draft.current.body).toBe('');
});

test('what was typed here and sent in another tab goes here as well, and is not kept on the server again', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  focus(true);
  const draft = open();
  act(() => draft.current.change('Bom dia'));
  writtenElsewhere(undefined);
  expect(draft.current.body).toBe('');
  vi.mocked(putDraft).mockClear();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(putDraft).not.toHaveBeenCalled();
});

test('the tab one types in keeps its text', () => {
  focus(true);
  const draft = open();
  writtenElsewhere('Outro');
  act(() => draft.current.change('O meu'));
  localStorage.setItem(key, JSON.stringify({ body: 'Outro', synced: true }));
  writtenElsewhere('Outro ainda');
  expect(draft.current.body).toBe('O meu');
});
