import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withDesk } from './desk.ts';
import { type Gate, openGate } from './gate.ts';
import { type Person, type Phone, signIn } from './people.ts';

// The server is killed while an agent works, and the agent does not sit still: when the line is back, whatever failed
// meanwhile is asked again and nothing that was said is missing.

const desk = withDesk();
let gate: Gate;
let ana: Person;
let admin: Person;
let phone: Phone;
const url = () => `http://127.0.0.1:${gate.port}`;
const people = { Helena: '5511944441001', Marta: '5511944441002', Nunca: '5511944441003' } as const;
const tickets = new Map<string, string>();

const row = (name: string) => ana.page.locator('[data-row]').filter({ hasText: `Queda ${name}` });
const show = (name: string) => row(name).locator('[data-main]').click();
const log = (page: Page) => page.getByRole('log');
const open = async (name: string) => {
  await ana.page.goto(`${url()}/tickets/${tickets.get(name)}?tab=open&half=assigned`);
  await log(ana.page).getByText('oi', { exact: true }).waitFor();
};
const opened = async (name: keyof typeof people) => {
  await phone.write('oi', { name: `Queda ${name}`, number: people[name] });
  const ticket = await vi.waitFor(async () => {
    const { tickets: found } = await desk.call<{ tickets: { id: string; contact: { name: string } }[] }>(
      admin,
      'GET',
      '/tickets?status=pending&showAll=true',
    );
    const one = found.find(({ contact }) => contact.name === `Queda ${name}`)?.id;
    if (one === undefined) throw new Error(`no ticket of ${name} yet`);
    return one;
  }, 10_000);
  tickets.set(name, ticket);
  await desk.call(ana, 'PUT', `/tickets/${ticket}`, { status: 'open' });
};
/** The line is cut and the server killed; back again in the other order, so that what happens between is missed. */
const goDown = async () => {
  gate.shut();
  await desk.server.kill('SIGKILL');
  await ana.page.getByText('Sem conexão.').waitFor({ timeout: 30_000 });
};
const comeBack = async (meanwhile?: () => Promise<unknown>) => {
  await desk.server.restart();
  await meanwhile?.();
  gate.open();
};

beforeAll(async () => {
  gate = await openGate('127.0.0.1', desk.server.port);
  ana = await signIn(desk.browser, { url: url() }, 'ana');
  admin = await desk.signIn('admin');
  phone = await desk.takePhone(admin);
  for (const name of Object.keys(people)) await opened(name as keyof typeof people);
}, 240_000);
afterAll(async () => {
  await gate?.close();
});

test('a browser that takes itself to be without a network works on with a server that answers', async () => {
  await open('Nunca');
  await ana.page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await show('Marta');
  await ana.page.waitForURL(new RegExp(tickets.get('Marta') ?? '-'));
  await log(ana.page).getByText('oi', { exact: true }).waitFor();
  await phone.write('ainda aí?', { name: 'Queda Marta', number: people.Marta });
  await log(ana.page).getByText('ainda aí?', { exact: true }).waitFor();
});

test('a conversation opened again during an outage has everything that was said meanwhile', async () => {
  await open('Helena');
  let unanswered = 0;
  ana.page.on('requestfailed', (request) => {
    if (request.url().includes(`/api/messages/${tickets.get('Helena')}`)) unanswered += 1;
  });
  await goDown();
  await show('Marta');
  await ana.page.waitForURL(new RegExp(tickets.get('Marta') ?? '-'));
  await show('Helena');
  await log(ana.page).getByText('oi', { exact: true }).waitFor();
  // Asked four times, the console gives up.
  await expect.poll(() => unanswered, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
  const said = ['primeira', 'segunda', 'terceira'];
  await comeBack(async () => {
    for (const body of said) await phone.write(body, { name: 'Queda Helena', number: people.Helena });
  });
  for (const body of said) await log(ana.page).getByText(body, { exact: true }).waitFor({ timeout: 30_000 });
  for (const body of said) expect(await log(ana.page).getByText(body, { exact: true }).count()).toBe(1);
  await expect
    .poll(async () => {
      const ticket = await desk.call<{ unreadMessages: number }>(
        admin,
        'GET',
        `/tickets/u/${tickets.get('Helena')}`,
      );
      return ticket.unreadMessages;
    })
    .toBe(0);
});

test('what could not be opened during an outage opens by itself afterwards, and no error stays', async () => {
  await open('Marta');
  await goDown();
  await show('Nunca');
  await ana.page.getByText('Não foi possível abrir a conversa').waitFor({ timeout: 30_000 });
  await comeBack();
  await log(ana.page).getByText('oi', { exact: true }).waitFor({ timeout: 30_000 });
  await ana.page.getByText('Não foi possível').first().waitFor({ state: 'detached' });
});

test('a list whose answer never comes says so, and is there when the line answers again', async () => {
  const page = await ana.context.newPage();
  // The half minute in half a second.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms / 60);
  });
  let isDead = true;
  await page.route('**/api/resources/tags*', (route) => (isDead ? undefined : route.continue()));
  await page.goto(`${url()}/tags`);
  const again = page.getByRole('main').getByRole('button', { name: 'Tentar de novo' });
  await again.waitFor();
  await page.getByRole('main').getByText('O servidor não responde.').waitFor();
  isDead = false;
  await again.click();
  await page.getByRole('cell', { name: 'Garantia' }).first().waitFor();
  await page.close();
});

test('a message written offline is sent after its tab was closed, whichever page is opened next', async () => {
  await open('Helena');
  const field = ana.page.getByRole('textbox', { name: 'Mensagem' });
  await ana.context.setOffline(true);
  await field.fill('escrita sem rede');
  await field.press('Enter');
  await log(ana.page).getByText('escrita sem rede').waitFor();
  await ana.page.close();
  await ana.context.setOffline(false);
  const page = await ana.context.newPage();
  // Until the way is free it is said that it waits, on every page, with the way to it.
  await page.route('**/api/messages/*', (route) => route.abort());
  await page.goto(`${url()}/contacts`);
  await page.getByText('Uma mensagem ainda não foi enviada.').waitFor({ timeout: 20_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const arrived = async () =>
    (await phone.received(people.Helena)).filter(({ body }) => body.includes('escrita sem rede')).length;
  await expect.poll(arrived, { timeout: 30_000 }).toBe(1);
  await page.getByText('Uma mensagem ainda não foi enviada.').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/contacts');
});
