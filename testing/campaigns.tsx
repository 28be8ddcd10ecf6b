import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, vi } from 'vitest';
import type { CampaignView } from '../console/plugins/campaigns/data.ts';
import { plugin } from '../console/plugins/campaigns/plugin.ts';
import { createI18n } from '../console/shell/i18n.ts';
import { beginSession } from '../console/shell/session-store.ts';
import { Toasts } from '../console/shell/ui/toasts.tsx';
import type { SessionUserView } from '../contract/user.ts';
import { toWire } from '../contract/wire.ts';
import { admin as companyAdmin } from './admin.ts';

export const admin: SessionUserView = {
  ...companyAdmin,
  company: { ...companyAdmin.company, flags: ['useCampaigns'] },
};
const texts = { message1: '', message2: '', message3: '', message4: '', message5: '' };
const questions = {
  ...{ confirmationMessage1: '', confirmationMessage2: '', confirmationMessage3: '' },
  ...{ confirmationMessage4: '', confirmationMessage5: '' },
};
export const made = (values: Partial<CampaignView>): CampaignView => ({
  ...{ id: 'k1', name: 'Natal', status: 'INATIVA', confirmation: false, quietHours: false, editable: true },
  ...{
    confirmationWords: ['sim'],
    scheduledAt: null,
    completedAt: null,
    connectionId: null,
    connection: null,
  },
  ...{ contactListId: null, contactList: null, tagListId: null, tagList: null, fileListId: null },
  ...{ fileList: null, queueId: null, mediaPath: null, mediaName: null, companyId: 'c1', position: 1 },
  ...{ createdAt: '2026-11-23T10:00:00.000Z', updatedAt: '2026-11-23T10:00:00.000Z' },
  ...texts,
  ...questions,
  ...values,
});
export const totals = {
  ...{ recipients: 1787, delivered: 398, confirmationRequested: 981, confirmed: 415, failed: 17 },
  ...{ asked: 566, leftOut: 0, waiting: 806, waitsUntil: null as string | null },
  ...{ waitsBecause: null as string | null, reasons: [] as { reason: string; count: number }[] },
  ...{ received: 390, read: 301, answered: 127, left: 6, hourly: 157, endsAt: null as string | null },
  nextInSeconds: 12 as number | null,
  variants: [
    { variant: 2, sent: 131, answered: 52 },
    { variant: 1, sent: 267, answered: 75 },
  ],
  bestVariant: 2,
};
export const lists = [{ id: 'l1', name: 'Clientes de 2026', validCount: 1_204 }];

interface Asked {
  readonly call: string;
  readonly body: unknown;
}
type Answers = Readonly<Record<string, unknown>>;

/** Shows an address of the plugin before a server that gives these answers. */
export const show = async (address: string, answers: Answers) => {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url), 'http://localhost');
    const call = `${method} ${pathname.slice(4)}`;
    asked.push({ call: call + search, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const answer = answers[call] ?? answers[call.replace('GET ', '')];
    if (answer instanceof Response) return answer.clone();
    return Response.json(answer ?? (call === 'GET /files' ? { files: [] } : []));
  });
  beginSession(admin, 'a token');
  const i18n = await createI18n([plugin]);
  const pages = await Promise.all(
    plugin.routes.map(async ({ path, load }) => ({ path, Page: (await load()).default })),
  );
  const router = createMemoryRouter(
    pages.map(({ path, Page }) => ({ path, element: <Page /> })),
    { initialEntries: [address] },
  );
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <I18nContextProvider value={i18n}>
        <Toasts />
        <RouterProvider router={router} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  return Object.assign(asked, { cache });
};
export const listOf = (...records: CampaignView[]) => ({
  records: records.map(toWire),
  hasMore: false,
  count: records.length,
  running:
    records
      .filter(({ status }) => status === 'EM_ANDAMENTO')
      .map((one) => ({ ...toWire(one), waitsUntil: null, waitsBecause: null }))[0] ?? null,
});
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const calls = (asked: readonly Asked[]) => asked.map(({ call }) => call);
export const bodyOf = (asked: readonly Asked[], call: string) => asked.find((one) => one.call === call)?.body;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
