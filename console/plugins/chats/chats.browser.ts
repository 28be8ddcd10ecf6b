import { beforeAll, expect, test } from 'vitest';
import type { ChatMessageView, ChatView } from '../../../contract/chat.ts';
import type { TicketView } from '../../../contract/ticket.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let ana: Person;
let bia: Person;
let caio: Person;
const nameOf = async (person: Person) => (await desk.call<{ name: string }>(person, 'GET', '/auth/me')).name;
beforeAll(async () => {
  ana = await desk.signIn('ana', { width: 1440, blank: true });
  bia = await desk.signIn('bruno', { width: 1440, blank: true });
  caio = await desk.signIn('admin', { width: 390, blank: true });
  for (const { page } of [ana, bia, caio]) page.setDefaultTimeout(12_000);
  await desk.empty(caio, '/chats');
}, 240_000);

const writeIn = (person: Person) => person.page.getByRole('combobox', { name: /Escreva uma mensagem/ });
const dot = (person: Person) => person.page.locator('a[href="/chats"]').first();

test('two colleagues talk: typing, unread, live; who is no member sees nothing', async () => {
  const { url } = desk.server;
  const name = await nameOf(bia);
  await bia.page.goto(`${url}/tickets`);
  await ana.page.goto(`${url}/chats`);
  await ana.page.getByRole('heading', { name: 'Nenhuma conversa ainda' }).waitFor();
  await ana.page.getByRole('button', { name: 'Nova conversa' }).click();
  const dialog = ana.page.getByRole('dialog', { name: 'Nova conversa' });
  await dialog.getByRole('button', { name: 'Criar conversa' }).click();
  await dialog.getByText('Por favor, preencha o título da conversa.').waitFor();
  await dialog.getByText('Por favor, selecione pelo menos um usuário.').waitFor();
  await dialog.getByLabel('Título').fill('Escala de dezembro');
  await dialog.getByLabel('Pessoas').fill(name.slice(0, 4));
  await ana.page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Criar conversa' }).click();
  await ana.page.getByRole('heading', { name: 'Escala de dezembro' }).waitFor();
  await writeIn(ana).fill('Quem fica no dia 24?');
  await writeIn(ana).press('Enter');
  // On a wide screen the list and what is said stand side by side, without tabs.
  await ana.page.locator('.ch-msg', { hasText: 'Quem fica no dia 24?' }).waitFor();
  await ana.page.getByRole('link', { name: /Escala de dezembro/ }).waitFor();
  expect(await ana.page.getByRole('navigation', { name: 'Equipe' }).count()).toBe(0);

  await expect.poll(() => dot(bia).locator('.dot, [class*="dot"]').count()).toBeGreaterThan(0);
  await bia.page.goto(`${url}/chats`);
  const row = bia.page.getByRole('link', { name: /Escala de dezembro/ });
  await row.getByText('1 não lida').waitFor();
  await row.click();
  await bia.page.getByText('1 mensagem nova').waitFor();
  await expect.poll(() => row.getByText('não lida').count()).toBe(0);

  await writeIn(bia).pressSequentially('Eu fico');
  await ana.page.getByText(`${name} está digitando…`).first().waitFor();
  await writeIn(bia).press('Enter');
  await ana.page.locator('.ch-msg', { hasText: 'Eu fico' }).waitFor();
  // Who answered has read what the line was about.
  await bia.page.getByText('1 mensagem nova').waitFor({ state: 'detached' });
  expect(await ana.page.getByText('está digitando').count()).toBe(0);

  await caio.page.goto(`${url}/chats`);
  await caio.page.getByRole('heading', { name: 'Nenhuma conversa ainda' }).waitFor();
  expect(await ana.page.getByRole('button', { name: 'Editar conversa' }).count()).toBe(1);
  expect(await bia.page.getByRole('button', { name: 'Editar conversa' }).count()).toBe(0);
}, 90_000);

test('on a phone list and messages are two tabs', async () => {
  const { page } = bia;
  await page.setViewportSize({ width: 390, height: 844 });
  const tab = (name: string) => page.getByRole('navigation', { name: 'Equipe' }).getByRole('link', { name });
  await tab('Chats').click();
  await page.getByRole('link', { name: /Escala de dezembro/ }).waitFor();
  expect(await page.getByText('Eu fico').count()).toBe(1);
  await tab('Mensagens').click();
  await page.locator('.ch-msg', { hasText: 'Eu fico' }).waitFor();
  expect(await page.getByRole('link', { name: /Escala de dezembro/ }).count()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}, 30_000);

test('the bar says what is unread, and its list leads into the chat from any page', async () => {
  const { page } = bia;
  await page.goto(`${desk.server.url}/tickets`);
  await page.getByRole('button', { name: 'Chat interno', exact: true }).waitFor();
  await writeIn(ana).fill('E no dia 31?');
  await writeIn(ana).press('Enter');
  await page.getByRole('button', { name: 'Chat interno: 1 não lida' }).click();
  const list = page.getByRole('dialog', { name: 'Chat interno' });
  await list.getByRole('link', { name: /Escala de dezembro.*E no dia 31\?.*1 não lida/ }).click();
  await page.waitForURL('**/chats/*');
  await list.waitFor({ state: 'detached' });
  await page.locator('.ch-msg', { hasText: 'E no dia 31?' }).waitFor();
  await page.getByRole('button', { name: 'Chat interno', exact: true }).click();
  await list.getByRole('link', { name: 'Todas as conversas' }).click();
  await page.waitForURL('**/chats');
  await page.getByRole('link', { name: /Escala de dezembro/ }).click();
}, 30_000);

test('a mention of a ticket opens it', async () => {
  const { tickets } = await desk.call<{ tickets: TicketView[] }>(
    ana,
    'GET',
    '/tickets?showAll=true&status=open',
  );
  const ticket = tickets[0]!;
  const first = ticket.contact.name.split(' ')[0]!;
  await writeIn(ana).fill('');
  await writeIn(ana).pressSequentially(`Vê o #${first}`);
  await ana.page
    .getByRole('option', { name: new RegExp(ticket.contact.name) })
    .first()
    .waitFor();
  await writeIn(ana).press('Escape');
  expect(await ana.page.getByRole('option').count()).toBe(0);
  await writeIn(ana).fill(`Vê o #${ticket.protocol}`);
  await writeIn(ana).press('Escape');
  await writeIn(ana).press('Enter');
  await ana.page.getByRole('button', { name: `Abrir o atendimento #${ticket.protocol}` }).click();
  await ana.page.waitForURL(`**/tickets/${ticket.id}`);
}, 60_000);

/** What rings in this page from now on is counted as well. */
async function countRings({ page }: Person): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const rung = { times: 0 };
    Object.assign(window, { rung });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      rung.times += 1;
      start.call(this, when);
    };
  });
  // A browser rings only after the page was touched.
  await page.mouse.click(5, 5);
  return () => page.evaluate(() => (Reflect.get(window, 'rung') as { times: number }).times);
}

test('what a colleague says rings in a chat that is not open: not the own words, nor with sounds off', async () => {
  const { records } = await desk.call<{ records: ChatView[] }>(ana, 'GET', '/chats');
  const { id } = records[0]!;
  const say = (person: Person, message: string) =>
    desk.call<ChatMessageView>(person, 'POST', `/chats/${id}/messages`, { message });
  const { page } = bia;
  await page.goto(`${desk.server.url}/contacts`);
  const bar = (unread: string) => page.getByRole('button', { name: `Chat interno${unread}`, exact: true });
  await bar('').waitFor();
  const rung = await countRings(bia);
  await say(bia, 'digo eu mesma');
  await say(ana, 'Alô?');
  await bar(': 1 não lida').waitFor();
  // One bell is two notes: the own words, said before, did not ring.
  await expect.poll(rung).toBe(2);
  await page.waitForTimeout(500);
  expect(await rung()).toBe(2);

  await page.evaluate(() => localStorage.setItem('volume', '0'));
  await page.reload();
  await bar(': 1 não lida').waitFor();
  const silent = await countRings(bia);
  await say(ana, 'Sem som');
  await bar(': 2 não lidas').waitFor();
  await page.waitForTimeout(500);
  expect(await silent()).toBe(0);
  await page.evaluate(() => localStorage.setItem('volume', '1'));

  await page.goto(`${desk.server.url}/chats/${id}`);
  await page.locator('.ch-msg', { hasText: 'Sem som' }).waitFor();
  const reading = await countRings(bia);
  await say(ana, 'Já te leio');
  await page.locator('.ch-msg', { hasText: 'Já te leio' }).waitFor();
  await page.waitForTimeout(500);
  expect(await reading()).toBe(0);
}, 60_000);

test('who is taken out sees the open chat close, and hears nothing more of it', async () => {
  const { page } = bia;
  const { records } = await desk.call<{ records: ChatView[] }>(ana, 'GET', '/chats');
  const { id, title, users } = records[0]!;
  const members = users.map(({ userId }) => userId);
  const caioId = await caio.page.evaluate(() => localStorage.getItem('userId'));
  await page.goto(`${desk.server.url}/chats/${id}`);
  await page.locator('.ch-msg', { hasText: 'Já te leio' }).waitFor();
  const rung = await countRings(bia);
  await desk.call(ana, 'PUT', `/chats/${id}`, { title, users: [caioId] });
  await page.waitForURL('**/chats');
  await page.getByText('Esta conversa não está mais ao seu alcance.').waitFor();
  await expect.poll(() => page.getByText(title).count()).toBe(0);
  await desk.call(ana, 'POST', `/chats/${id}/messages`, { message: 'só entre nós' });
  await page.waitForTimeout(1_000);
  expect(await page.getByText('só entre nós').count()).toBe(0);
  expect(await rung()).toBe(0);

  await desk.call(ana, 'PUT', `/chats/${id}`, { title, users: members });
  await page.getByRole('link', { name: new RegExp(title) }).click();
  await page.locator('.ch-msg', { hasText: 'só entre nós' }).waitFor();
}, 60_000);

test('a link to a chat that is gone leads to the others and says so', async () => {
  const { page } = ana;
  for (const id of ['018f3c3e-7d5a-7cc0-8a57-1f0e7d2b9c11', '%25']) {
    await page.goto(`${desk.server.url}/chats/${id}`);
    await page.waitForURL('**/chats');
    await page.getByText('Esta conversa não está mais ao seu alcance.').waitFor();
    expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
  }
});

test('older messages come as one scrolls up, and stay where they were', async () => {
  const { records } = await desk.call<{ records: ChatView[] }>(ana, 'GET', '/chats');
  const chat = records[0]!;
  for (let number = 1; number <= 120; number++)
    await desk.call<ChatMessageView>(bia, 'POST', `/chats/${chat.id}/messages`, {
      message: `linha ${number}`,
    });
  const { page } = ana;
  await page.goto(`${desk.server.url}/chats/${chat.id}`);
  await page.getByText('linha 120', { exact: true }).last().waitFor();
  const thread = page.getByRole('log');
  const distance = () => thread.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  expect(await distance()).toBeLessThan(4);
  await thread.hover();
  await page.mouse.wheel(0, -400);
  await thread.evaluate((box) => {
    box.scrollTop = 300;
  });
  await expect.poll(() => page.locator('.ch-msg').count()).toBeGreaterThan(60);
  await expect.poll(() => thread.evaluate((box) => box.scrollTop)).toBeGreaterThan(600);
}, 60_000);

test('what was not sent says so, and is sent once', async () => {
  const { page } = ana;
  await page.route('**/api/chats/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await writeIn(ana).fill('sem rede');
  await writeIn(ana).press('Enter');
  await page.getByText('Não enviada.').waitFor({ timeout: 20_000 });
  await page.unroute('**/api/chats/*/messages');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await bia.page.locator('.ch-msg', { hasText: 'sem rede' }).waitFor();
  expect(await page.locator('.ch-msg', { hasText: 'sem rede' }).count()).toBe(1);
}, 60_000);

test('its owner takes it away from everybody', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: 'Excluir conversa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click();
  await page.getByText('Conversa excluída.').waitFor();
  await expect.poll(() => bia.page.getByRole('link', { name: /Escala de dezembro/ }).count()).toBe(0);
}, 60_000);

test('older messages that do not come say so once, and come when they are asked for again', async () => {
  const { page } = ana;
  const { id: userId } = await desk.call<{ id: string }>(bia, 'GET', '/auth/me');
  const chat = await desk.call<{ id: string }>(ana, 'POST', '/chats', {
    title: 'Longa',
    users: [{ id: userId }],
  });
  for (let at = 0; at < 60; at++)
    await desk.call(ana, 'POST', `/chats/${chat.id}/messages`, { message: `linha ${at}\n\nfim` });
  let asked = 0;
  let isRefused = true;
  await page.route(`**/api/chats/${chat.id}/messages?before=*`, (route) => {
    asked++;
    return isRefused ? route.fulfill({ status: 400, json: { error: 'ERR_VALIDATION' } }) : route.continue();
  });
  await page.goto(`${desk.server.url}/chats/${chat.id}`);
  const log = page.getByRole('log');
  await log.getByText('linha 59').waitFor();
  const up = (top: number) => log.evaluate((box, to) => box.scrollTo(0, to), top);
  await up(0);
  const again = log.getByRole('button', { name: 'Tentar de novo' });
  await again.waitFor();
  await up(40);
  await up(0);
  expect(asked).toBe(1);
  isRefused = false;
  await again.click();
  await expect
    .poll(async () => {
      await up(0);
      return log.getByText(/^linha 0\b/).count();
    })
    .toBeGreaterThan(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
