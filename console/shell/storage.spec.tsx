import { beforeEach, expect, test, vi } from 'vitest';
import type { SessionUserView } from '../../contract/user.ts';
import { chosenLocale, intlLocale } from './i18n.ts';
import { forgetPayer, heldPayer, holdPayer } from './payer.ts';
import { reloadOnceThere } from './reload-page.ts';
import { logout } from './session.tsx';
import { beginSession, endReason, endSession, resumeSession, sessionState } from './session-store.ts';
import { setVolume, volume } from './volume.ts';

const user = (flags: readonly string[] = []): SessionUserView => ({
  ...{ id: 'ana', name: 'Ana', email: 'ana@demo.example', profile: 'user', super: false, companyId: 'c1' },
  ...{ allTicket: 'desabled', connectionId: null, queues: [], queueIds: [], position: 1 },
  company: {
    ...{ id: 'c1', name: 'Casa Lume', dueDate: '2026-12-31', timeZone: 'America/Sao_Paulo', settings: [] },
    flags: [...flags],
  },
});
const kept = () => Object.fromEntries(Object.entries(localStorage));

beforeEach(() => localStorage.clear());

test('a session is kept under the spec’s names', () => {
  beginSession(user(['useCampaigns']), 'a token');
  expect(kept()).toEqual({
    ...{ token: 'a token', companyId: 'c1', userId: 'ana', companyDueDate: '2026-12-31', cshow: 'true' },
  });
  // It only mirrors what the company's plan holds.
  beginSession(user());
  expect(localStorage.getItem('cshow')).toBeNull();
  expect(localStorage.getItem('token')).toBe('a token');
});

test('the end of a session clears what was kept of it, and says why', () => {
  beginSession(user(['useCampaigns']), 'a token');
  localStorage.setItem('signOption', 'false');
  expect([endReason('deleted'), endReason('something new')]).toEqual(['deleted', 'expired']);
  endSession(endReason('elsewhere'));
  expect(kept()).toEqual({ signOption: 'false' });
  expect(sessionState()).toEqual({ status: 'out', reason: 'elsewhere' });
  // A second reason does not take the place of the first.
  endSession('expired');
  expect(sessionState()).toEqual({ status: 'out', reason: 'elsewhere' });
  expect(resumeSession()).toBe(false);
});

test('who signs out leaves none of their drafts, unsent messages and filters, and nobody else’s go', async () => {
  beginSession(user(), 'a token');
  const theirs = ['draft.ana.t1', 'draft.ana.note.t1', 'outbox.ana', 'tickets.list.ana', 'firstSteps.ana'];
  const others = ['draft.anabel.t1', 'outbox.bruno', 'tickets.list.bruno', 'preferredTheme'];
  for (const key of [...theirs, ...others]) localStorage.setItem(key, 'x');
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  await logout();
  vi.unstubAllGlobals();
  expect(Object.keys(kept()).toSorted()).toEqual(others.toSorted());
});

test('who is signed out by the clock finds their drafts again', () => {
  beginSession(user(), 'a token');
  localStorage.setItem('draft.ana.t1', 'x');
  endSession('expired');
  expect(kept()).toEqual({ 'draft.ana.t1': 'x' });
});

test('the loudness is kept as volume, and what is no loudness is all of it', () => {
  expect(volume()).toBe(1);
  setVolume(0.3);
  expect([volume(), localStorage.getItem('volume')]).toEqual([0.3, '0.3']);
  for (const wrong of ['7', '-1', 'loud']) {
    localStorage.setItem('volume', wrong);
    window.dispatchEvent(new StorageEvent('storage', { key: 'volume', newValue: wrong }));
    expect(volume()).toBe(1);
  }
});

test('Portuguese is the language until another is chosen', () => {
  expect(chosenLocale()).toBe('pt');
  // What the spec calls ptBR.
  localStorage.setItem('locale', 'ptBR');
  expect(intlLocale[chosenLocale()]).toBe('pt-BR');
  localStorage.setItem('locale', 'es');
  expect(chosenLocale()).toBe('es');
  localStorage.setItem('locale', 'tlh');
  expect(chosenLocale()).toBe('pt');
});

/** A browser that refuses to keep anything: even to look for the storage throws. */
const refuseStorage = () => {
  const found = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')!;
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  return () => Object.defineProperty(globalThis, 'sessionStorage', found);
};

test('who pays in a tab that keeps nothing is known as long as its page', () => {
  const allow = refuseStorage();
  holdPayer('pays');
  expect(heldPayer()).toBe('pays');
  forgetPayer();
  expect(heldPayer()).toBeNull();
  allow();
});

test('a page whose file is missing is opened anew once, and never by itself where the tab cannot remember it', async () => {
  const asked = vi.fn(async () => new Response(null, { status: 200 }));
  vi.stubGlobal('fetch', asked);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  sessionStorage.clear();
  const allow = refuseStorage();
  reloadOnceThere();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  await new Promise((resolve) => setTimeout(resolve));
  allow();
  expect(reload).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 120_000);
  reloadOnceThere();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  reloadOnceThere();
  await new Promise((resolve) => setTimeout(resolve));
  expect([asked.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1]);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
