import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import { password } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'balcao-session-'));
const offsetFile = join(folder, 'offset');
/** Milliseconds; a second try puts the clock forward once more. */
let offset = 0;
const desk = withDesk({
  env: {
    // The server's clock is put forward, so that its tokens expire while a test waits.
    CLOCK_OFFSET_FILE: offsetFile,
    NODE_OPTIONS: `--import ${new URL('../../scripts/faults/clock.mjs', import.meta.url).href}`,
  },
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const onTickets = (page: Page) => page.getByRole('heading', { name: 'Atendimentos' }).first().waitFor();

test('the bare address leads to the login, and signed in to the tickets', async () => {
  const context = await desk.browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  const answer = await page.goto(`${desk.server.url}/`);
  expect(answer?.status()).toBe(200);
  await page.waitForURL(/\/login/);
  await context.close();
  const ana = await desk.signIn('ana');
  await ana.page.goto(`${desk.server.url}/`);
  await ana.page.waitForURL(/\/tickets/);
  await onTickets(ana.page);
  await ana.context.close();
});

test('while the login page is read the first page is fetched: signing in asks for no more code', async () => {
  const context = await desk.browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  await page.goto(`${desk.server.url}/login`);
  await page.locator('input[type=email]').fill('bruno@demo.example');
  await page.locator('input[type=password]').fill(password);
  // It begins when the browser has nothing else to do; what is opened from the page comes last.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('transfer-dialog')),
  );
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (['script', 'stylesheet', 'font'].includes(request.resourceType())) asked.push(request.url());
  });
  const pressed = performance.now();
  await page.locator('button[type=submit]').click();
  await page.locator('[data-row]').first().waitFor();
  console.log(`from the click to the list: ${Math.round(performance.now() - pressed)} ms`);
  expect(asked).toEqual([]);
  await context.close();
});

test('two tabs whose token expires together: one refresh, both go on, neither is signed out', async () => {
  const { page: first, context } = await desk.signIn('ana');
  const second = await context.newPage();
  await second.goto(`${desk.server.url}/tickets`);
  await Promise.all([onTickets(first), onTickets(second)]);
  const refused: string[] = [];
  const refreshes: number[] = [];
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/api/auth/refresh_token') refreshes.push(response.status());
    else if (response.status() === 403) refused.push(pathname);
  });

  // Nobody is answered before both have asked: the tab that comes second would have the first one's new token already.
  const asking = new Set<Page>();
  const both = Promise.withResolvers<void>();
  const expired = Promise.withResolvers<void>();
  await context.route(/\/api\/(?!auth\/refresh_token)/, async (route) => {
    // What a page asks by itself meanwhile waits too, or it would fetch the new token before the other has asked.
    if (new URL(route.request().url()).searchParams.get('status') === 'closed')
      asking.add(route.request().frame().page());
    if (asking.size === 2) both.resolve();
    await Promise.all([both.promise, expired.promise]);
    await route.continue();
  });
  offset += 20 * 60_000;
  writeFileSync(offsetFile, String(offset));
  await sleep(300);
  expired.resolve();
  await Promise.all([first, second].map((page) => page.getByRole('tab', { name: 'Fechados' }).click()));
  await expect.poll(() => new Set(refused).size, { timeout: 10_000 }).toBeGreaterThan(0);
  for (const page of [first, second])
    await page.getByText('Fim da lista').first().waitFor({ timeout: 10_000 });
  expect(refreshes).toEqual([200]);
  expect(refused.length, 'both tabs were refused once').toBeGreaterThanOrEqual(2);
  for (const page of [first, second]) expect(new URL(page.url()).pathname).toBe('/tickets');
  await first.reload();
  await onTickets(first);
  await context.close();
});

test('signing in elsewhere ends the first session with its message, and takes it to the login page', async () => {
  const here = await desk.signIn('bruno');
  await onTickets(here.page);
  const there = await desk.signIn('bruno');
  await onTickets(there.page);
  await here.page.waitForURL(/\/login/, { timeout: 10_000 });
  // It waits for whoever was away.
  const told = here.page.getByText('Sua conta foi acessada em outro computador.');
  await told.waitFor();
  expect(new URL(there.page.url()).pathname).toBe('/tickets');
  await here.context.close();
  await there.context.close();
});
