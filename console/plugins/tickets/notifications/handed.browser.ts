import { beforeAll, expect, test } from 'vitest';
import type { TicketView } from '../../../../contract/ticket.ts';
import { withDesk } from '../../../../testing/browser/desk.ts';
import type { Person } from '../../../../testing/browser/people.ts';

// A colleague hands a ticket over: whoever gets it is told, wherever in the console they are.

const desk = withDesk();
let ana: Person;
let bruno: Person;
let ticket: TicketView;

beforeAll(async () => {
  ana = await desk.signIn('ana');
  bruno = await desk.signIn('bruno', { blank: true });
  await bruno.context.addInitScript(() => {
    // What rings is counted, not heard.
    const started: number[] = [];
    Object.assign(window, { started });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      started.push(when ?? 0);
      start.call(this, when);
    };
  });
  await bruno.page.goto(`${desk.server.url}/contacts`);
  await bruno.page.getByRole('heading', { name: 'Contatos' }).first().waitFor();
  await bruno.page.locator('main').click();
  const { tickets } = await desk.call<{ tickets: TicketView[] }>(ana, 'GET', '/tickets?status=open');
  const read = tickets.find(({ unreadMessages, contact }) => unreadMessages === 0 && contact.name !== '');
  if (read === undefined) throw new Error('Ana has nothing that is read');
  ticket = read;
}, 240_000);

const unread = async () =>
  Number(
    /\d+/.exec(
      (await bruno.page.getByRole('button', { name: /^Notificações/ }).getAttribute('aria-label')) ?? '',
    )?.[0] ?? 0,
  );

test('a ticket handed to me is told with a word, a bell, a sound, and stays unread until I look', async () => {
  const { page } = bruno;
  await page.getByRole('button', { name: /^Notificações/ }).waitFor();
  await page.waitForTimeout(1_000);
  const before = await unread();
  const users = await desk.call<
    | { id: string; name: string; queues: { id: string }[] }[]
    | { users: { id: string; name: string; queues: { id: string }[] }[] }
  >(ana, 'GET', '/users/list');
  const to = (Array.isArray(users) ? users : users.users).find(({ name }) => name === 'Bruno');
  await desk.call(ana, 'PUT', `/tickets/${ticket.id}`, {
    userId: to?.id,
    queueId: to?.queues[0]?.id ?? null,
    status: 'open',
  });
  const toast = page.locator('.toast').filter({ hasText: `Ana passou ${ticket.contact.name} para você.` });
  await toast.waitFor({ timeout: 5_000 });
  await expect.poll(unread).toBe(before + 1);
  expect(await page.evaluate(() => (Reflect.get(window, 'started') as number[]).length)).toBeGreaterThan(0);
  await page.getByRole('button', { name: /^Notificações/ }).click();
  await page
    .getByRole('dialog', { name: 'Notificações' })
    .getByText('Ana passou este atendimento para você.')
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Notificações' }).waitFor({ state: 'detached' });
  await page.goto(`${desk.server.url}/tickets/${ticket.id}`);
  await page.getByRole('log').waitFor();
  await expect.poll(unread).toBe(before);
});

test('in two windows of one browser news rings once, and not at all while one of them reads it', async () => {
  const windows = [bruno.page, await bruno.context.newPage()] as const;
  const rung = async () => {
    const counts = await Promise.all(
      windows.map((page) => page.evaluate(() => (Reflect.get(window, 'started') as number[]).length)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  for (const page of windows) {
    await page.goto(`${desk.server.url}/contacts`);
    await page.getByRole('button', { name: /^Notificações/ }).waitFor();
    await page.locator('main').click();
  }
  await windows[0].waitForTimeout(1_000);
  const admin = await desk.signIn('admin', { blank: true });
  const phone = await desk.takePhone(admin);
  const write = async (body: string) => {
    const before = await unread();
    await phone.write(body, { number: ticket.contact.number, name: ticket.contact.name });
    return before;
  };
  const first = await write('Alguém aí?');
  await expect.poll(unread).toBe(first + 1);
  // Two notes a ring.
  await expect.poll(rung).toBe(2);
  await windows[1].goto(`${desk.server.url}/tickets/${ticket.id}`);
  await windows[1].getByRole('log').getByText('Alguém aí?').waitFor();
  await expect.poll(unread).toBe(first);
  await windows[1].locator('main').click();
  await windows[0].waitForTimeout(1_000);
  const before = await rung();
  await write('Então?');
  await windows[1].getByRole('log').getByText('Então?').waitFor();
  await windows[0].waitForTimeout(1_500);
  expect(await rung()).toBe(before);
});
