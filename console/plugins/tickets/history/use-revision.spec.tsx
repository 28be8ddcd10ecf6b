import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, type Navigator, Router, type To, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRevision } from './use-revision.ts';

const at = (address: string) => {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <MemoryRouter initialEntries={['/tickets', address]} initialIndex={1}>
      {children}
    </MemoryRouter>
  );
  const { result } = renderHook(
    () => ({ ...useRevision(20), search: useLocation().search, navigate: useNavigate() }),
    { wrapper },
  );
  return result;
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the revision of the address', () => {
  it('is ahead of the address while sliding, which is written once the slider rests', async () => {
    const travel = at('/tickets/t/history?rev=3');
    for (const revision of [4, 5, 6]) {
      act(() => travel.current.goTo(revision));
      expect(travel.current.requested).toEqual({ kind: 'revision', revision });
      await pass(50);
      expect(travel.current.search).toBe('?rev=3');
    }
    await pass(200);
    expect(travel.current.search).toBe('?rev=6');
    expect(travel.current.requested).toEqual({ kind: 'revision', revision: 6 });
  });

  it('leaves the address without one for the present', async () => {
    const travel = at('/tickets/t/history?rev=3');
    act(() => travel.current.goTo(undefined));
    expect(travel.current.requested).toEqual({ kind: 'now' });
    await pass(200);
    expect(travel.current.search).toBe('');
  });

  it('follows an address that somebody else changed, also one that slid on meanwhile', async () => {
    const travel = at('/tickets/t/history?rev=3');
    act(() => travel.current.goTo(8));
    await act(async () => travel.current.navigate('?rev=12'));
    expect(travel.current.requested).toEqual({ kind: 'revision', revision: 12 });
    await pass(500);
    expect(travel.current.search).toBe('?rev=12');
  });

  it('comes back to where it stood without writing anything', async () => {
    const travel = at('/tickets/t/history?rev=3');
    act(() => travel.current.goTo(4));
    act(() => travel.current.goTo(3));
    await pass(500);
    expect(travel.current.search).toBe('?rev=3');
    expect(travel.current.requested).toEqual({ kind: 'revision', revision: 3 });
    act(() => travel.current.goTo(5));
    await pass(500);
    expect(travel.current.search).toBe('?rev=5');
  });

  it('adds nothing to the way back, however far one slides', async () => {
    const travel = at('/tickets/t/history?rev=3');
    for (const revision of [7, 9]) {
      act(() => travel.current.goTo(revision));
      await pass(500);
    }
    await act(async () => travel.current.navigate(-1));
    expect(travel.current.search).toBe('');
    expect(travel.current.requested).toEqual({ kind: 'now' });
  });

  it('goes back to where it stood although the address still lags behind', async () => {
    const asked: To[] = [];
    const navigator: Navigator = {
      createHref: String,
      go: () => {},
      push: () => {},
      replace: (to) => void asked.push(to),
    };
    let search = '?rev=3';
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <Router location={{ pathname: '/history', search, key: search }} navigator={navigator}>
        {children}
      </Router>
    );
    const { result, rerender } = renderHook(() => useRevision(20), { wrapper });
    const revision = () => result.current.requested;
    act(() => result.current.goTo(4));
    await pass(200);
    act(() => result.current.goTo(3));
    await pass(200);
    expect(asked).toMatchObject([{ search: '?rev=4' }, { search: '?rev=3' }]);
    for (search of ['?rev=4', '?rev=3']) {
      rerender();
      await pass(500);
      expect(revision()).toEqual({ kind: 'revision', revision: 3 });
    }
    expect(asked).toHaveLength(2);
    search = '?rev=9';
    rerender();
    expect(revision()).toEqual({ kind: 'revision', revision: 9 });
  });
});
