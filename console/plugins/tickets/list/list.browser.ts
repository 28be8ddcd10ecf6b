import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { withDesk } from '../../../../testing/browser/desk.ts';
import {
  dress,
  locales,
  look,
  seriousByDayAndNight,
  sizes,
  still,
  themes,
} from '../../../../testing/browser/inspect.ts';
import type { Person, Phone } from '../../../../testing/browser/people.ts';
import { password } from '../../../../testing/browser/server.ts';

const desk = withDesk();
let ana: Person;
let admin: Person;
let phone: Phone;

const composer = (page: Page) => page.getByPlaceholder('Escreva uma mensagem');
const rows = (page: Page) => page.locator('.tk-rows > li');
/** The name of the control that has the focus. */
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

const ticketsOf = async (who: Person, status: string) =>
  (
    await desk.call<{ tickets: { id: string; contact: { name: string } }[] }>(
      who,
      'GET',
      `/tickets?status=${status}`,
    )
  ).tickets;

beforeAll(async () => {
  ana = await desk.signIn('ana');
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
}, 240_000);

test('without a mouse: the ticket is found with arrow keys, accepted, answered and resolved', async () => {
  const { page } = ana;
  await phone.write('Só com o teclado, por favor');
  await page.getByRole('button', { name: 'Aceitar: Cliente Teste' }).waitFor();
  await page.keyboard.press('Alt+g');
  await page.keyboard.press('Home');
  for (let at = 0; at < 20 && (await focused(page)) !== 'Aceitar: Cliente Teste'; at += 1)
    await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe('Aceitar: Cliente Teste');
  await page.keyboard.press('Enter');
  await composer(page).waitFor();
  // Accepting puts the focus where the answer is written.
  await expect.poll(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Respondido sem mouse');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await phone.received()).filter(({ body }) => body.includes('sem mouse')).length)
    .toBe(1);
  await page.keyboard.press('Alt+e');
  await page.waitForURL(/\/tickets(\?.*)?$/);
  await expect.poll(() => rows(page).getByText('Cliente Teste', { exact: true }).count()).toBe(0);
  // The focus is in the list, not at the page's top.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.tk-rows') !== null))
    .toBe(true);
});

test('the list is one stop of the Tab key, and Escape leads from a row’s actions back to the row', async () => {
  const { page } = ana;
  await page.goto(`${desk.server.url}/tickets?tab=open&half=pending`);
  await rows(page).first().waitFor();
  await page.keyboard.press('Alt+g');
  expect(await page.locator('.tk-rows [data-main][tabindex="0"]').count()).toBe(1);
  const row = await focused(page);
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).not.toBe(row);
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe(row);
  await page.keyboard.press('End');
  const last = await focused(page);
  expect(last).not.toBe(row);
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(last);
});

test('filters and place are there again after a reload', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/tickets`);
  await page.getByRole('tab', { name: /^Atendendo/ }).click();
  await page
    .getByRole('switch', { name: 'Mostrar todos' })
    .or(page.getByLabel('Mostrar todos'))
    .first()
    .click();
  await page.getByRole('button', { name: /^Filas/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Vendas' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(0);
  const names = await rows(page).locator('[data-main]').allTextContents();
  for (const queue of await rows(page).locator('.tk-q').allTextContents()) expect(queue).toBe('Vendas');
  await page.reload();
  await rows(page).first().waitFor();
  expect(await rows(page).locator('[data-main]').allTextContents()).toEqual(names);
  expect(await page.getByRole('button', { name: /^Filas/ }).textContent()).toContain('Vendas');
  expect(await page.getByRole('tab', { name: /^Atendendo/ }).getAttribute('aria-selected')).toBe('true');
  // Put back: the other tests look at every queue.
  await page.getByRole('button', { name: /^Filas/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Todas' }).click();
  await page.getByLabel('Mostrar todos').click();
});

test('where list and conversation have no room beside each other, each has all of it', async () => {
  const { page } = await desk.signIn('bruno', { width: 640 });
  await rows(page).first().waitFor();
  expect(await page.locator('.tk-list').evaluate((list) => list.clientWidth)).toBeGreaterThan(500);
  await page.getByRole('tab', { name: /^Atendendo/ }).click();
  await rows(page).first().locator('[data-main]').click();
  await page.getByRole('log').waitFor();
  expect(await page.locator('.tk-list').isVisible()).toBe(false);
  expect(await page.getByRole('log').evaluate((log) => log.clientWidth)).toBeGreaterThan(500);
  await page.getByRole('link', { name: 'Voltar à lista' }).click();
  await rows(page).first().waitFor();
  await page.context().close();
});

test('a search finds by name without accents, marks what it found, and is an address', async () => {
  const { page } = ana;
  await page.goto(`${desk.server.url}/tickets?tab=search`);
  await page.getByRole('searchbox').fill('jose anto');
  await page.waitForURL(/q=jose\+anto/);
  await rows(page).getByText('José Antônio Brandão').first().waitFor();
  expect(await rows(page).first().locator('mark').allTextContents()).toEqual(['José', 'Antô']);
  await page.reload();
  await rows(page).getByText('José Antônio Brandão').first().waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('jose anto');
  // Where the browser's own cross would be, beside ours.
  const end = await page.getByRole('searchbox').evaluate((input) => {
    const { right, top, height } = input.getBoundingClientRect();
    return { x: right - Number.parseFloat(getComputedStyle(input).paddingRight) - 6, y: top + height / 2 };
  });
  await page.mouse.click(end.x, end.y);
  expect(await page.getByRole('searchbox').inputValue()).toBe('jose anto');
  // In messages: the row says which, even where the conversation went on.
  await page.getByRole('button', { name: 'Nas mensagens' }).click();
  await page.getByRole('searchbox').fill('boleto');
  await rows(page)
    .filter({ hasText: 'José Antônio Brandão' })
    .locator('mark', { hasText: 'boleto' })
    .waitFor();
  await page.getByRole('searchbox').press('Escape');
  await page.waitForURL(/tab=open/);
});

test('a burst of changes asks for no list and hardly for the counts', async () => {
  const { page } = ana;
  await page.goto(`${desk.server.url}/tickets?tab=open&half=pending`);
  await rows(page).first().waitFor();
  await page.waitForTimeout(500);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/tickets(\?|$|\/counts)/.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  const before = Number(
    await page
      .getByRole('tab', { name: /^Aguardando/ })
      .locator('.tk-count')
      .textContent(),
  );
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      phone.write(`Mensagem ${index}`, { number: `55119777700${10 + index}`, name: `Rajada ${index}` }),
    ),
  );
  await expect
    .poll(async () =>
      Number(
        await page
          .getByRole('tab', { name: /^Aguardando/ })
          .locator('.tk-count')
          .textContent(),
      ),
    )
    .toBe(before + 12);
  await page.waitForTimeout(1_000);
  expect(asked.filter((path) => path === '/api/tickets')).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('a hundred who wait: the last is reached, who waits longest stays next, and what comes in moves nothing one reads', async () => {
  const { page } = ana;
  const next = page.locator('.tk-next b');
  const before = await next.textContent();
  for (let batch = 0; batch < 9; batch += 1)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        phone.write('Estou na fila', {
          number: `551198888${1000 + batch * 10 + index}`,
          name: `Fila ${batch}.${index}`,
        }),
      ),
    );
  await page.goto(`${desk.server.url}/tickets?tab=open&half=pending`);
  await rows(page).first().waitFor();
  // More than a page now: the first page has the newest, and the one who waits longest is on the last.
  expect(await next.textContent()).toBe(before);
  const box = page.locator('.tk-tickets');
  const atEnd = page.getByText(/Fim da lista/);
  for (let at = 0; at < 20 && (await atEnd.count()) === 0; at += 1) {
    await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await page.waitForTimeout(150);
  }
  await atEnd.waitFor();
  const shown = Number(/\d+/.exec((await atEnd.textContent()) ?? '')?.[0]);
  expect(shown).toBeGreaterThan(90);
  // Only what is in sight is drawn.
  expect(await rows(page).count()).toBeLessThan(45);
  await box.evaluate((element) => element.scrollTo({ top: 2_000 }));
  await page.waitForTimeout(300);
  const place = () =>
    page.evaluate(() => {
      const list = document.querySelector('.tk-tickets')?.getBoundingClientRect();
      const seen = [...document.querySelectorAll('.tk-rows > li')].map((row) => ({
        id: row.getAttribute('data-row'),
        top: row.getBoundingClientRect().top - (list?.top ?? 0),
      }));
      return seen.filter(({ top }) => top > 0 && top < 300);
    });
  const reading = await place();
  const count = page.getByRole('tab', { name: /^Aguardando/ }).locator('.tk-count');
  const many = Number(await count.textContent());
  await phone.write('Cheguei por último', { number: '5511988887000', name: 'Última' });
  await expect.poll(async () => Number(await count.textContent())).toBe(many + 1);
  await page.waitForTimeout(600);
  const after = new Map((await place()).map(({ id, top }) => [id, top]));
  for (const { id, top } of reading.slice(0, 3))
    expect(Math.abs((after.get(id) ?? 1e9) - top)).toBeLessThanOrEqual(1);
});

// Not asked for: the number of a row is how long it waits, and a list by the last change showed 8, 33, 31, 1 h, 36.
test('who waits longest is first, on every page of the list; the order by the last message is a press away, and kept', async () => {
  const { page } = ana;
  await page.goto(`${desk.server.url}/tickets?tab=open&half=pending`);
  await rows(page).first().waitFor();
  const next = (await page.locator('.tk-next b').textContent()) ?? '';
  const first = rows(page).first();
  await expect.poll(() => first.textContent()).toContain(next);
  await page.getByRole('button', { name: 'Ordenar: espera há mais tempo' }).click();
  await expect.poll(() => first.textContent()).not.toContain(next);
  await page.reload();
  await rows(page).first().waitFor();
  expect(await first.textContent()).not.toContain(next);
  await page.getByRole('button', { name: 'Ordenar: espera há mais tempo' }).click();
  await expect.poll(() => first.textContent()).toContain(next);
  const count = page.getByRole('tab', { name: /^Aguardando/ }).locator('.tk-count');
  const box = page.locator('.tk-tickets');
  const atEnd = page.getByText(/Fim da lista/);
  for (let at = 0; at < 20 && (await atEnd.count()) === 0; at += 1) {
    await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await page.waitForTimeout(150);
  }
  expect(await atEnd.textContent()).toContain(`${await count.textContent()} atendimentos`);
});

test('the bell counts, lists and rings for what nobody has read, and stays silent for the conversation one reads', async () => {
  const { page } = ana;
  const [open] = await ticketsOf(ana, 'open');
  await page.goto(`${desk.server.url}/tickets/${open?.id}`);
  await composer(page).waitFor();
  const bell = page.getByRole('button', { name: /^Notificações/ });
  await bell.waitFor();
  await page.evaluate(() => {
    const original = AudioContext.prototype.createOscillator;
    const rung = { times: 0 };
    Object.assign(window, { rung });
    AudioContext.prototype.createOscillator = function () {
      rung.times += 1;
      return original.call(this);
    };
  });
  const rung = () => page.evaluate(() => (window as unknown as { rung: { times: number } }).rung.times);
  // A browser rings only after the page was touched.
  await composer(page).click();
  await phone.write('Tem alguém aí?', { number: '5511966665555', name: 'Dona Sônia' });
  await expect.poll(rung).toBe(2);
  await bell.click();
  await page.getByRole('dialog', { name: 'Notificações' }).getByText('Dona Sônia').waitFor();
  expect(await page.title()).toMatch(/^\(\d+\) .+ · Balcão$/);
  await page.keyboard.press('Escape');
  const silent = await rung();
  const { contact } = await desk.call<{ contact: { name: string; number: string } }>(
    ana,
    'GET',
    `/tickets/${open?.id}`,
  );
  await phone.write('Estou aqui ainda', { number: contact.number, name: contact.name });
  await page.getByRole('log').getByText('Estou aqui ainda').waitFor();
  await page.waitForTimeout(300);
  expect(await rung()).toBe(silent);
});

describe('two at one ticket', () => {
  let ticket: { id: string };
  beforeAll(async () => {
    const [first] = await ticketsOf(ana, 'open');
    if (first === undefined) throw new Error('the demo has no open ticket of Ana');
    ticket = first;
    await ana.page.goto(`${desk.server.url}/tickets/${ticket.id}`);
    await composer(ana.page).waitFor();
    await admin.page.goto(`${desk.server.url}/tickets/${ticket.id}`);
    await admin.page.getByRole('log').waitFor();
  });

  test('each sees that the other is there, and who types', async () => {
    const there = (person: Person) => person.page.locator('.tk-th-head .tk-presence [role=status]');
    await expect.poll(() => there(ana).textContent()).toBe('Clara está vendo');
    await expect.poll(() => there(admin).textContent()).toBe('Ana está vendo');
    await composer(ana.page).pressSequentially('Estou escre');
    await expect.poll(() => there(admin).textContent()).toBe('Ana está digitando');
    // Who stops typing is only looking.
    await expect.poll(() => there(admin).textContent(), { timeout: 8_000 }).toBe('Ana está vendo');
    await admin.page.goto(`${desk.server.url}/queues`);
    await expect.poll(() => there(ana).textContent()).toBe('');
  });

  test('a colleague who returns the ticket to its queue is not done in silence, and the draft stays', async () => {
    await composer(ana.page).fill('Meu rascunho');
    await ana.page.waitForTimeout(1_000);
    await desk.call(admin, 'PUT', `/tickets/${ticket.id}`, { status: 'pending', userId: null });
    await ana.page.getByText('Este atendimento voltou à fila.').waitFor();
    await ana.page.reload();
    await ana.page.getByRole('button', { name: 'Aceitar atendimento' }).first().click();
    await composer(ana.page).waitFor();
    await expect.poll(() => composer(ana.page).inputValue()).toBe('Meu rascunho');
    await composer(ana.page).fill('');
  });
});

describe.each(sizes)('$name', (size) => {
  test.each(locales)(
    'list and conversation in %s: no raw keys, nothing to scroll sideways',
    async (locale) => {
      const { page } = ana;
      const [ticket] = await ticketsOf(ana, 'open');
      await dress(page, { locale, theme: 'light', size });
      for (const path of [
        '/tickets?tab=open&half=assigned',
        '/tickets?tab=open&half=pending',
        '/tickets?tab=closed',
        '/tickets?tab=search',
        `/tickets/${ticket?.id}`,
      ]) {
        await page.goto(`${desk.server.url}${path}`);
        await page.locator('.tk-list, .tk-thread').first().waitFor({ state: 'attached' });
        await page.locator('.tk-list .sk, .tk-thread .sk').first().waitFor({ state: 'detached' });
        await still(page);
        expect({ path, ...(await look(page)) }).toEqual({ path, keys: [], sideways: 0 });
      }
    },
  );

  test('axe finds nothing serious by day or by night', async () => {
    const { page } = admin;
    const [ticket] = await ticketsOf(admin, 'pending');
    for (const theme of themes) {
      await dress(page, { locale: 'pt', theme, size });
      await page.reload();
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    }
    const found: string[] = [];
    for (const path of [
      '/tickets?tab=open&half=pending',
      '/tickets?tab=closed',
      '/tickets?tab=search',
      `/tickets/${ticket?.id}`,
    ]) {
      await page.goto(`${desk.server.url}${path}`);
      await page.locator('main').waitFor();
      await page.locator('main .sk').first().waitFor({ state: 'detached' });
      found.push(...(await seriousByDayAndNight(page)).map((text) => `${path} ${text}`));
    }
    expect(found).toEqual([]);
  });

  test('axe finds nothing serious on the way in, by day or by night', async () => {
    const context = await desk.browser.newContext({ viewport: size });
    const page = await context.newPage();
    await page.goto(`${desk.server.url}/login`);
    await page.locator('input[type=email]').waitFor();
    expect(await seriousByDayAndNight(page)).toEqual([]);
    expect(await look(page)).toEqual({ keys: [], sideways: 0 });
    await context.close();
  });
});

test('all of it without an error in the console', () => {
  expect(ana.complaints).toEqual([]);
  expect(admin.complaints).toEqual([]);
});

// Last: one session a user, it ends the one the other tests use.
test('who signs in after another in the same tab sees nothing of what the other saw', async () => {
  const { page, context } = await desk.signIn('ana', { blank: true });
  await page.goto(`${desk.server.url}/tickets?tab=open&half=assigned`);
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: /^Conta: / }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL(/\/login/);
  // The server answers no list any more: whatever is shown now is what the tab remembers.
  await page.route(/\/api\/tickets\?/, () => undefined);
  await page.locator('input[type=email]').fill('bruno@demo.example');
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByText('Olá, Bruno').waitFor();
  await page.locator('.tk-list').waitFor();
  await page.waitForTimeout(500);
  expect(await rows(page).count()).toBe(0);
  await context.close();
});
