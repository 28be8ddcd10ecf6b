import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../../testing/browser/desk.ts';
import { serious } from '../../../../testing/browser/inspect.ts';
import type { Person, Phone } from '../../../../testing/browser/people.ts';

const desk = withDesk();
let ana: Person;
let bruno: Person;
let admin: Person;
let phone: Phone;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
);

interface Found {
  readonly id: string;
  readonly contact: { readonly name: string };
}
const ticketOf = async (person: Person, status: string, name: string): Promise<string> => {
  let id: string | undefined;
  await expect
    .poll(async () => {
      const { tickets } = await desk.call<{ tickets: Found[] }>(
        person,
        'GET',
        `/tickets?status=${status}&showAll=true`,
      );
      id = tickets.find((ticket) => ticket.contact.name === name)?.id;
      return id;
    })
    .toBeDefined();
  return id as string;
};
/** Somebody writes, Ana accepts and has the conversation on her screen. */
const conversationWith = async (name: string, number: string, first: string): Promise<string> => {
  await phone.write(first, { name, number });
  const id = await ticketOf(ana, 'pending', name);
  await desk.call(ana, 'PUT', `/tickets/${id}`, { status: 'open' });
  await ana.page.goto(`${desk.server.url}/tickets/${id}`);
  await log(ana).getByText(first).waitFor();
  return id;
};
const log = ({ page }: Person) => page.getByRole('log');
const bubble = (person: Person, text: string) =>
  log(person).locator('[data-message]').filter({ hasText: text });
const composer = ({ page }: Person) =>
  page.locator('.tk-composer').getByRole('textbox', { name: 'Mensagem' });
const barriers = ({ page }: Person) => serious(page);
const dialog = ({ page }: Person) => page.getByRole('dialog');
const choose = async (page: Page, field: string, typed: string, option: string) => {
  await page.getByRole('combobox', { name: field }).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
};

beforeAll(async () => {
  ana = await desk.signIn('ana', { blank: true });
  bruno = await desk.signIn('bruno');
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
}, 240_000);

test('Ana hands a ticket to Bruno: his queue is chosen for her, and he has it within two seconds', async () => {
  const id = await conversationWith('Cliente Transferido', '5511911110001', 'Quero comprar dez luminárias');
  await ana.page.locator('.tk-th-head').getByRole('button', { name: 'Transferir' }).click();
  await choose(ana.page, 'Usuário', 'Bru', 'Bruno');
  await expect.poll(() => ana.page.getByRole('combobox', { name: 'Fila' }).inputValue()).toBe('Vendas');
  await dialog(ana).getByRole('button', { name: 'Transferir' }).click();
  await ana.page.waitForURL(/\/tickets(\?.*)?$/);
  await bruno.page.getByRole('tab', { name: /Atendendo/ }).click();
  await bruno.page.locator('.tk-list').getByText('Cliente Transferido').first().waitFor({ timeout: 10_000 });
  await bruno.page.goto(`${desk.server.url}/tickets/${id}`);
  await log(bruno).getByText('Quero comprar dez luminárias').waitFor();
});

test('a transfer to where the ticket is already is refused at the field, and Esc leaves the dialog', async () => {
  const id = await ticketOf(admin, 'open', 'Marina Coutinho');
  await ana.page.goto(`${desk.server.url}/tickets/${id}`);
  await ana.page.locator('.tk-th-head').getByRole('button', { name: 'Transferir' }).click();
  const suggested = ana.page.getByRole('option');
  // The dialog shows all its fields; the list comes with the first key.
  await ana.page.getByRole('combobox', { name: 'Usuário' }).press('ArrowDown');
  await suggested.first().waitFor();
  // Those of the present queue, without Ana, who has it.
  expect(await suggested.allInnerTexts()).toEqual([expect.stringContaining('Clara')]);
  await ana.page.keyboard.press('Escape');
  await ana.page.keyboard.press('Escape');
  await dialog(ana).waitFor({ state: 'detached' });
});

test('a contact whose ticket is open elsewhere: the notice names who has it and offers the way only to those allowed', async () => {
  await bruno.page.goto(`${desk.server.url}/tickets`);
  await bruno.page.getByRole('button', { name: 'Novo atendimento' }).first().click();
  await choose(bruno.page, 'Contato', 'Marina', 'Marina Coutinho');
  await dialog(bruno).getByRole('button', { name: 'Iniciar' }).click();
  const notice = dialog(bruno).getByRole('alert');
  await notice.getByText('Este contato já está em atendimento com Ana, na fila Suporte.').waitFor();
  expect(await notice.getByRole('button', { name: 'Abrir atendimento' }).count()).toBe(0);
  await bruno.page.keyboard.press('Escape');

  await ana.page.goto(`${desk.server.url}/tickets`);
  await ana.page.getByRole('button', { name: 'Novo atendimento' }).first().click();
  await choose(ana.page, 'Contato', 'João Paulo', 'João Paulo Siqueira');
  await dialog(ana).getByRole('button', { name: 'Iniciar' }).click();
  await dialog(ana).getByRole('button', { name: 'Abrir atendimento' }).click();
  const waiting = await ticketOf(admin, 'pending', 'João Paulo Siqueira');
  await ana.page.waitForURL(`**/tickets/${waiting}*`);
  await ana.page.getByText('Somente leitura').waitFor();
});

test('a new contact is created while starting the conversation; what is wrong stands at its field', async () => {
  await bruno.page.goto(`${desk.server.url}/tickets`);
  await bruno.page.getByRole('button', { name: 'Novo atendimento' }).first().click();
  await choose(bruno.page, 'Contato', 'Zilda Prado', 'Criar contato “Zilda Prado”');
  await dialog(bruno).getByRole('button', { name: 'Iniciar' }).click();
  await dialog(bruno).getByText('Obrigatório').waitFor();
  await dialog(bruno).getByLabel('Número').fill('5511922220001');
  await dialog(bruno).getByRole('button', { name: 'Iniciar' }).click();
  await bruno.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await composer(bruno).fill('Oi, Zilda!');
  await composer(bruno).press('Enter');
  await expect
    .poll(async () => (await phone.received('5511922220001')).map(({ body }) => body).join())
    .toContain('Oi, Zilda!');
});

test('an edit and a deletion are seen on the other screen; the admin sees what was said before', async () => {
  const id = await conversationWith('Cliente Atento', '5511911110002', 'Qual o prazo?');
  await admin.page.goto(`${desk.server.url}/tickets/${id}`);
  await log(admin).getByText('Qual o prazo?').waitFor();
  await composer(ana).fill('Sete dias uteis');
  await composer(ana).press('Enter');
  await bubble(admin, 'Sete dias uteis').waitFor({ timeout: 10_000 });

  await composer(ana).fill('rascunho que espera');
  await bubble(ana, 'Sete dias uteis').hover();
  await bubble(ana, 'Sete dias uteis').getByRole('button', { name: 'Editar' }).click();
  await expect.poll(() => composer(ana).inputValue()).toBe('Sete dias uteis');
  await ana.page.keyboard.press('Escape');
  await expect.poll(() => composer(ana).inputValue()).toBe('rascunho que espera');
  await bubble(ana, 'Sete dias uteis').hover();
  await bubble(ana, 'Sete dias uteis').getByRole('button', { name: 'Editar' }).click();
  await composer(ana).fill('Sete dias úteis');
  await composer(ana).press('Enter');
  const edited = bubble(admin, 'Sete dias úteis');
  await edited.getByText('editada').waitFor({ timeout: 10_000 });
  await expect.poll(() => composer(ana).inputValue()).toBe('rascunho que espera');
  await edited.getByRole('button', { name: /editada/ }).click();
  await dialog(admin).getByText('Sete dias uteis').waitFor();
  await admin.page.keyboard.press('Escape');

  await bubble(ana, 'Sete dias úteis').hover();
  await bubble(ana, 'Sete dias úteis').getByRole('button', { name: 'Ações da mensagem' }).click();
  await ana.page.getByRole('menuitem', { name: 'Apagar' }).click();
  await dialog(ana).getByRole('button', { name: 'Apagar' }).click();
  await log(ana).getByText('Mensagem apagada').waitFor({ timeout: 10_000 });
  // Who may see deleted texts sees it struck through.
  await log(admin).locator('s').getByText('Sete dias úteis').waitFor({ timeout: 10_000 });
});

test('a colleague resolves the ticket under her hands: Ana is told, and finds her draft when she reopens it', async () => {
  const id = await conversationWith('Cliente Resolvido', '5511911110005', 'Era só isso');
  await composer(ana).fill('Antes de encerrar');
  await ana.page.getByText('Rascunho salvo').waitFor();
  await desk.call(admin, 'PUT', `/tickets/${id}`, { status: 'closed' });
  await ana.page
    .getByText('Este atendimento foi resolvido por outra pessoa. Seu rascunho ficou guardado.')
    .waitFor({ timeout: 10_000 });
  await ana.page.locator('.tk-peek').getByRole('button', { name: 'Reabrir' }).click();
  await expect.poll(() => composer(ana).inputValue()).toBe('Antes de encerrar');
});

test('an answer quotes what it answers, and the quote leads there', async () => {
  await conversationWith('Cliente Citado', '5511911110006', 'Vocês têm a Aurora?');
  for (let line = 0; line < 12; line += 1) {
    await composer(ana).fill(`resposta ${line}`);
    await composer(ana).press('Enter');
  }
  await bubble(ana, 'Vocês têm a Aurora?').hover();
  await bubble(ana, 'Vocês têm a Aurora?').getByRole('button', { name: 'Responder' }).click();
  await composer(ana).fill('Temos, em cobre');
  await composer(ana).press('Enter');
  const answer = bubble(ana, 'Temos, em cobre');
  await answer.locator('.tk-quote').getByText('Vocês têm a Aurora?').click();
  await log(ana).locator('.tk-found').getByText('Vocês têm a Aurora?').waitFor({ timeout: 10_000 });
});

test('tags are seen live by a colleague, added and taken off', async () => {
  const id = await ticketOf(admin, 'open', 'Cliente Atento');
  await ana.page.goto(`${desk.server.url}/tickets/${id}`);
  await admin.page.goto(`${desk.server.url}/tickets/${id}`);
  const tags = (person: Person) => person.page.getByRole('list', { name: 'Etiquetas' });
  await ana.page.getByRole('button', { name: 'Adicionar etiqueta' }).click();
  await choose(ana.page, 'Adicionar etiqueta', 'vip', 'VIP');
  await tags(admin).getByText('VIP').waitFor({ timeout: 10_000 });
  // The field for tags goes as it is left, and what lies below moves up: the click that left it arrives all the same.
  const note = ana.page.getByRole('button', { name: 'Adicionar observação' });
  await ana.page.keyboard.press('Escape');
  await note.click();
  await note.and(ana.page.locator('[aria-expanded=true]')).waitFor({ timeout: 5_000 });
  await tags(ana).getByRole('button', { name: 'Remover a etiqueta VIP' }).click();
  await tags(admin).getByText('VIP').waitFor({ state: 'detached', timeout: 10_000 });
  await tags(ana).getByText('VIP').waitFor({ state: 'detached', timeout: 10_000 });
});

/** Milliseconds from the Enter key to the bubble with this text. */
const untilBubble = async (person: Person, text: string, press: () => Promise<void>): Promise<number> => {
  await person.page.evaluate((wanted) => {
    const state = window as unknown as { pressed: number; shown: number };
    state.pressed = 0;
    state.shown = 0;
    addEventListener(
      'keydown',
      () => {
        if (state.pressed === 0) state.pressed = performance.now();
      },
      { capture: true, once: true },
    );
    const look = new MutationObserver(() => {
      const there = [...document.querySelectorAll('[role=log] [data-message]')].some((element) =>
        element.textContent?.includes(wanted),
      );
      if (!there) return;
      state.shown = performance.now();
      look.disconnect();
    });
    look.observe(document.querySelector('[role=log]') as Element, { childList: true, subtree: true });
  }, text);
  await press();
  await bubble(person, text).first().waitFor();
  return person.page.evaluate(() => {
    const { shown, pressed } = window as unknown as { pressed: number; shown: number };
    return shown - pressed;
  });
};

test('what a customer writes while the conversation is being read anew stays on the screen', async () => {
  const writer = { name: 'Cliente Apressada', number: '5511911110019' };
  const id = await conversationWith(writer.name, writer.number, 'Bom dia');
  const { page } = ana;
  await page.goto(`${desk.server.url}/`);
  const written = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  await page.route(`**/messages/${id}*`, async (route) => {
    const answer = await route.fetch();
    read.resolve();
    await written.promise;
    await route.fulfill({ response: answer });
  });
  await page.goto(`${desk.server.url}/tickets/${id}?tab=open&half=assigned`);
  await read.promise;
  await phone.write('O pedido é para hoje', writer);
  await page.getByText('O pedido é para hoje').first().waitFor();
  written.resolve();
  await bubble(ana, 'Bom dia').waitFor();
  await bubble(ana, 'O pedido é para hoje').waitFor();
  await page.unroute(`**/messages/${id}*`);
});

test('a text and a picture stand in the thread at once, and the phone has each once', async () => {
  const number = '5511911110003';
  await conversationWith('Cliente da Foto', number, 'Tem foto?');
  await composer(ana).fill('Já mando a foto');
  const text = await untilBubble(ana, 'Já mando a foto', () => composer(ana).press('Enter'));
  await ana.page
    .locator('.tk-composer input[type=file]')
    .setInputFiles([{ name: 'pendente.png', mimeType: 'image/png', buffer: PNG }]);
  await ana.page.getByRole('list', { name: 'Arquivos anexados' }).getByText('pendente.png').waitFor();
  await composer(ana).fill('O pendente Aurora');
  const picture = await untilBubble(ana, 'O pendente Aurora', () => composer(ana).press('Enter'));
  console.log(`bubble after ${text.toFixed(0)} ms (text), ${picture.toFixed(0)} ms (picture)`);
  // Below 100 ms on a quiet machine, as printed above; beside other suites only that neither waits for the server.
  expect(text).toBeLessThan(1_000);
  expect(picture).toBeLessThan(1_000);
  const sent = async () => {
    const all = (await phone.received(number)).filter(({ fromBusiness }) => fromBusiness);
    return {
      texts: all.filter(({ body }) => body.includes('Já mando a foto')).length,
      pictures: all.filter(({ mediaUrl }) => mediaUrl !== null).length,
      captions: all.filter(({ body }) => body.includes('O pendente Aurora')).length,
    };
  };
  await expect.poll(sent, { timeout: 5_000 }).toEqual({ texts: 1, pictures: 1, captions: 1 });
  // The server's own version takes the optimistic one's place: one bubble each, none doubled.
  await bubble(ana, 'O pendente Aurora').locator('[data-ack=sent], [data-ack=delivered]').waitFor();
  expect(await bubble(ana, 'O pendente Aurora').count()).toBe(1);
  expect(await sent()).toEqual({ texts: 1, pictures: 1, captions: 1 });
});

test('1,000 messages scrolled up: what is read moves at most 2 px a page, nothing is missing or doubled', async () => {
  const number = '5511911119999';
  const name = 'Cliente Prolixo';
  const total = 1_000;
  await phone.write('linha 1', { name, number });
  for (let line = 2; line <= total; line += 1) await phone.write(`linha ${line}`, { name, number });
  const id = await ticketOf(ana, 'pending', name);
  await desk.call(ana, 'PUT', `/tickets/${id}`, { status: 'open' });
  await ana.page.goto(`${desk.server.url}/tickets/${id}`);
  await bubble(ana, `linha ${total}`).waitFor({ timeout: 10_000 });

  const moved: number[] = [];
  for (;;) {
    const shift = await ana.page.evaluate(async () => {
      const box = document.querySelector('[role=log]') as HTMLElement;
      const frame = () => new Promise(requestAnimationFrame);
      const count = () => box.querySelectorAll('[data-message]').length;
      const before = count();
      box.scrollTop = 40;
      await frame();
      const edge = box.getBoundingClientRect().top;
      const seen = [...box.querySelectorAll('[data-message]')].find(
        (element) => element.getBoundingClientRect().bottom > edge + 1,
      ) as HTMLElement;
      const top = seen.getBoundingClientRect().top;
      const until = performance.now() + 5_000;
      let most = 0;
      // Every frame counts, not only the last: a jump that is undone is seen as well.
      while (count() === before && performance.now() < until) {
        await frame();
        most = Math.max(most, Math.abs(seen.getBoundingClientRect().top - top));
      }
      for (let rest = 0; rest < 10; rest += 1) {
        await frame();
        most = Math.max(most, Math.abs(seen.getBoundingClientRect().top - top));
      }
      return count() === before ? null : most;
    });
    if (shift === null) break;
    moved.push(shift);
    if (moved.length > 40) break;
  }
  console.log(`${moved.length} older pages, at most ${Math.max(...moved).toFixed(2)} px`);
  const lines = await ana.page.evaluate(() =>
    [...document.querySelectorAll('[role=log] [data-message] .tk-text')].map(
      (element) => /^linha (\d+)$/.exec(element.textContent ?? '')?.[1],
    ),
  );
  expect(lines.map(Number)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  expect(moved.length).toBeGreaterThanOrEqual(24);
  expect(Math.max(...moved)).toBeLessThanOrEqual(2);
  const late = await untilBubble(ana, 'Li tudo!', async () => {
    await composer(ana).fill('Li tudo!');
    await composer(ana).press('Enter');
  });
  console.log(`bubble under 1,000 others after ${late.toFixed(0)} ms`);
  // Below 100 ms on a quiet machine, as printed above; beside other suites only that it does not grow with the thread.
  expect(late).toBeLessThan(1_000);
}, 180_000);

test('the admin deletes a ticket: it leaves every screen, and whoever had it open is told', async () => {
  const id = await conversationWith('Cliente Excluído', '5511911110004', 'Foi engano');
  await admin.page.goto(`${desk.server.url}/tickets/${id}`);
  await admin.page.locator('.tk-th-head').getByRole('button', { name: 'Mais ações' }).click();
  await admin.page.getByRole('menuitem', { name: 'Excluir atendimento' }).click();
  await dialog(admin).getByRole('button', { name: 'Excluir' }).click();
  await admin.page.waitForURL(/\/tickets(\?.*)?$/);
  await ana.page.getByText('Este atendimento não existe mais.').waitFor({ timeout: 3_000 });
  await ana.page.waitForURL(/\/tickets(\?.*)?$/);
  await ana.page.locator('.tk-list').getByText('Cliente Excluído').waitFor({ state: 'detached' });
});

test('axe finds nothing serious in the conversation, its panel and its dialogs, and they need no pointer', async () => {
  const id = await ticketOf(admin, 'open', 'Marina Coutinho');
  const { page } = ana;
  await page.goto(`${desk.server.url}/tickets/${id}`);
  await log(ana).locator('[data-message]').first().waitFor();
  const found = await barriers(ana);
  const opened: readonly (readonly [string, string])[] = [
    ['Transferir', 'Transferir atendimento'],
    ['Editar contato', 'Editar contato'],
    ['Adicionar etiqueta', ''],
  ];
  for (const [button, title] of opened) {
    await page.getByRole('button', { name: button, exact: true }).last().focus();
    await page.keyboard.press('Enter');
    if (title !== '') await page.getByRole('dialog', { name: title }).waitFor();
    else await page.getByRole('option').first().waitFor();
    found.push(...(await barriers(ana)).map((text) => `${button}: ${text}`));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog(ana).waitFor({ state: 'detached' });
    // The focus is back where it came from, not lost at the page's beginning.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(button);
  }
  expect(found).toEqual([]);
});

test('nothing was complained about in any of the three browsers but the refusals asked for', () => {
  const refusals = /status of (403|404|409)/;
  for (const { complaints } of [ana, bruno, admin])
    expect(complaints.filter((complaint) => !refusals.test(complaint))).toEqual([]);
});

// Last: a user has one session, and Bruno's first browser ends with it.
test('on a phone the conversation has the screen: a tap on a bubble opens its menu, the header its own', async () => {
  const id = await ticketOf(admin, 'open', 'Cliente Transferido');
  const touch = await desk.signIn('bruno', { width: 390, height: 844, touch: true, blank: true });
  await touch.page.goto(`${desk.server.url}/tickets/${id}`);
  await log(touch).getByText('Quero comprar dez luminárias').tap();
  await touch.page.getByRole('menuitem', { name: 'Responder' }).tap();
  await touch.page.locator('.tk-subject').getByText('Quero comprar dez luminárias').waitFor();
  await composer(touch).fill('Claro!');
  await touch.page.getByRole('button', { name: 'Enviar' }).tap();
  await bubble(touch, 'Claro!').waitFor();
  await touch.page.getByRole('button', { name: 'Mais ações' }).tap();
  await touch.page.getByRole('menuitem', { name: 'Dados do contato' }).tap();
  await dialog(touch).getByText('+55 11 91111-0001').waitFor();
  await dialog(touch).getByRole('button', { name: 'Fechar' }).tap();
  // No sideways scroll, and what a finger must hit is large enough for it.
  expect(await touch.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const small = await touch.page.evaluate(() =>
    [...document.querySelectorAll('.tk-th-head :is(a, button), .tk-composer button')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && (width < 40 || height < 40)),
  );
  expect(small).toEqual([]);
  await touch.page.getByRole('link', { name: 'Voltar à lista' }).tap();
  await touch.page.waitForURL(/\/tickets(\?.*)?$/);
  expect(touch.complaints).toEqual([]);
  await touch.context.close();
});
