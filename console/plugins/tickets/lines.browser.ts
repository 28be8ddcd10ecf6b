import { beforeAll, expect, test } from 'vitest';
import { fakeMicrophone } from '../../../testing/browser/chromium.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person, Phone } from '../../../testing/browser/people.ts';

// What the specification says of the tickets page and the conversation, line by line, where no journey shows it.

const desk = withDesk({ chromium: fakeMicrophone });
let ana: Person;
let admin: Person;
let phone: Phone;

interface Found {
  readonly id: string;
  readonly contact: { readonly name: string };
}
const ticketOf = async (name: string, status: string): Promise<string> => {
  const { tickets } = await desk.call<{ tickets: Found[] }>(
    admin,
    'GET',
    `/tickets?status=${status}&showAll=true`,
  );
  const found = tickets.find(({ contact }) => contact.name === name);
  if (found === undefined) throw new Error(`the demo has no ${status} ticket of ${name}`);
  return found.id;
};
const row = ({ page }: Person, name: string) =>
  page.locator('.tk-rows > li').filter({ has: page.locator('.tk-t-n', { hasText: name }) });
const log = ({ page }: Person) => page.getByRole('log');
const composer = ({ page }: Person) => page.getByRole('textbox', { name: 'Mensagem' });
const go = async ({ page }: Person, path: string) => {
  await page.goto(`${desk.server.url}${path}`);
  await page.locator('.tk-list').waitFor({ state: 'attached' });
};
const show = async (who: Person, id: string) => {
  await go(who, `/tickets/${id}`);
  await log(who).locator('[data-message]').first().waitFor();
};
/** Addresses of a call from now on, each with when it was made. */
const asked = ({ page }: Person, path: RegExp) => {
  const found: { readonly query: URLSearchParams; readonly at: number }[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (path.test(url.pathname)) found.push({ query: url.searchParams, at: Date.now() });
  });
  return found;
};

beforeAll(async () => {
  ana = await desk.signIn('ana');
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
}, 240_000);

test('without a ticket there is a welcome', async () => {
  await go(ana, '/tickets');
  await ana.page.locator('.tk-welcome').getByText('Escolha um atendimento').waitFor();
  await ana.page.locator('.tk-welcome svg').first().waitFor();
});

test('list left, conversation right, the contact beside it, at the widths of the spec', async () => {
  await show(ana, await ticketOf('Marina Coutinho', 'open'));
  const boxes = [];
  for (const part of ['.rail', '.tk-list', '.tk-thread', '.tk-panel'])
    boxes.push(await ana.page.locator(part).evaluate((element) => element.getBoundingClientRect().toJSON()));
  const edges = boxes.map(({ left }) => left);
  expect(edges).toEqual(edges.toSorted((a, b) => a - b));
  expect(new Set(edges).size).toBe(4);
  expect(boxes[3].width).toBe(320);
});

test('a phone has two sides: Ticket and Atendimentos', async () => {
  const id = await ticketOf('Marina Coutinho', 'open');
  await ana.page.setViewportSize({ width: 390, height: 844 });
  await show(ana, id);
  expect(await ana.page.locator('.tk-list').isVisible()).toBe(false);
  await ana.page.getByRole('link', { name: 'Voltar à lista' }).click();
  const sides = ana.page.locator('.tk-sides');
  expect(await sides.locator('> *').allTextContents()).toEqual(['Ticket', 'Atendimentos']);
  await sides.getByRole('link', { name: 'Ticket' }).click();
  await log(ana).waitFor();
  expect(new URL(ana.page.url()).pathname).toBe(`/tickets/${id}`);
  await ana.page.setViewportSize({ width: 1440, height: 900 });
});

test('a row says all that the spec names', async () => {
  const id = await ticketOf('Priscila Yamamoto', 'open');
  await go(ana, '/tickets?tab=open&half=assigned');
  const open = row(ana, 'Priscila Yamamoto');
  await open.waitFor();
  const text = (await open.textContent()) ?? '';
  for (const part of ['Pedido 20.388', 'Suporte', 'Loja Centro', 'Garantia', '1 não lida', 'min'])
    expect(text).toContain(part);
  const dot = open.locator('.tk-q > *').first();
  expect(await dot.evaluate((element) => getComputedStyle(element).backgroundColor)).toMatch(
    /^(rgb|oklch|color)\(/,
  );
  await open.getByRole('link').click();
  await ana.page.waitForURL(`**/tickets/${id}*`);

  // Where others' are listed too, it says whose it is besides.
  await go(admin, '/tickets?tab=closed');
  for (const part of ['Loja Centro', 'Ana']) await row(admin, 'Beatriz Fontoura').getByText(part).waitFor();

  await ana.page.getByRole('tab', { name: /^Aguardando/ }).click();
  const pending = row(ana, 'João Paulo Siqueira');
  await pending.waitFor();
  expect(await pending.getByRole('link').count()).toBe(0);
  await pending.locator('.tk-t-n').click();
  await ana.page.waitForTimeout(300);
  expect(ana.page.url()).toContain(id);
  await pending.getByRole('button', { name: 'Aceitar: João Paulo Siqueira' }).waitFor();
});

test('a condensed list shows twenty characters of the last message', async () => {
  await ana.page.setViewportSize({ width: 800, height: 800 });
  await go(ana, '/tickets?tab=open&half=assigned');
  const preview = row(ana, 'Heitor Vasconcelos').locator('.tk-t-m');
  await expect.poll(() => preview.textContent()).toContain('Que estranho! Parece…');
  await ana.page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => preview.textContent()).toContain('Parece mau contato');
});

test('a search waits half a second for the typing, in lower case; emptied it leads back to the open tab', async () => {
  await go(ana, '/tickets?tab=search');
  const searches = asked(ana, /^\/api\/tickets$/);
  const field = ana.page.getByRole('searchbox');
  await field.pressSequentially('MARIN', { delay: 40 });
  const typed = Date.now();
  await field.press('A');
  await expect.poll(() => searches.filter(({ query }) => query.has('searchParam')).length).toBe(1);
  const [search] = searches.filter(({ query }) => query.has('searchParam'));
  expect(search?.query.get('searchParam')).toBe('marina');
  expect((search?.at ?? 0) - typed).toBeGreaterThanOrEqual(480);
  await row(ana, 'Marina Coutinho').first().waitFor();
  await field.fill('');
  await ana.page.waitForURL(/tab=open/);
});

test('however a search is emptied, the open tab comes back', async () => {
  const field = ana.page.getByRole('searchbox');
  const ways = {
    'the clear button': () => ana.page.locator('.tk-searchbox button').click(),
    'the Escape key': () => field.press('Escape'),
    'Enter in the empty field': async () => {
      await field.fill('');
      await field.press('Enter');
    },
  };
  for (const [way, empty] of Object.entries(ways)) {
    await go(ana, '/tickets?tab=search');
    await field.fill('marina');
    await field.press('Enter');
    await ana.page.waitForURL(/marina/);
    await empty();
    await expect.poll(() => ana.page.url(), { message: way }).toMatch(/tab=open/);
  }
});

test('the user filter is for admins', async () => {
  for (const [person, many] of [
    [ana, 0],
    [admin, 1],
  ] as const) {
    await go(person, '/tickets?tab=search');
    await person.page.getByRole('button', { name: /^Etiquetas/ }).waitFor();
    expect(await person.page.getByRole('button', { name: /^Usuários/ }).count()).toBe(many);
  }
});

test('an admin peeks: the conversation is there to be read only, and the history keeps the look', async () => {
  await go(admin, '/tickets?tab=open&half=pending');
  const id = await ticketOf('João Paulo Siqueira', 'pending');
  await row(admin, 'João Paulo Siqueira').hover();
  await admin.page.getByRole('button', { name: 'Espiar conversa: João Paulo Siqueira' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByText('Pedido 20.418').waitFor();
  await dialog.getByText('Somente leitura').waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  const events = async () =>
    (
      await desk.call<{ events: { type: string; actor: { name: string } }[] }>(
        admin,
        'GET',
        `/tickets/${id}/history`,
      )
    ).events
      .filter(({ type }) => type === 'TicketPeeked')
      .map(({ actor }) => actor.name);
  await expect.poll(events).toEqual(['Clara Nogueira']);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  const { status, unreadMessages } = await desk.call<{ status: string; unreadMessages: number }>(
    admin,
    'GET',
    `/tickets/${id}`,
  );
  expect([status, unreadMessages > 0]).toEqual(['pending', true]);
  // Whoever has not the right to is not offered it.
  await go(ana, '/tickets?tab=open&half=pending');
  await row(ana, 'João Paulo Siqueira').hover();
  expect(await ana.page.getByRole('button', { name: /^Espiar/ }).count()).toBe(0);
});

test('what is peeked at is shown as it is now: accepted by a colleague meanwhile, it is not offered any more', async () => {
  await phone.write('Ainda tem a Aurora?', { name: 'Cliente Espiado', number: '5511955550001' });
  await go(admin, '/tickets?tab=open&half=pending');
  await row(admin, 'Cliente Espiado').hover();
  await admin.page.getByRole('button', { name: 'Espiar conversa: Cliente Espiado' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Aceitar atendimento' }).waitFor();
  const id = await ticketOf('Cliente Espiado', 'pending');
  await desk.call(ana, 'PUT', `/tickets/${id}`, { status: 'open' });
  await dialog.getByText('Ana', { exact: true }).first().waitFor();
  await dialog.getByRole('button', { name: 'Aceitar atendimento' }).waitFor({ state: 'detached' });
  await desk.call(admin, 'DELETE', `/tickets/${id}`);
  await dialog.waitFor({ state: 'detached' });
});

test('every kind of message is shown', async () => {
  const [connection] = await desk.call<{ id: string }[]>(admin, 'GET', '/whatsapp');
  await desk.call(admin, 'POST', `/channels/simulator/${connection?.id}/messages`, {
    ...{ number: '5585955500133', name: 'Heitor Vasconcelos', id: 'a-call' },
    extra: { call: { missed: true, video: false } },
  });
  const kinds = async (name: string) => {
    await show(ana, await ticketOf(name, 'open'));
    const kind = (wanted: string) => log(ana).locator(`[data-kind=${wanted}]`).first();
    return kind;
  };
  let kind = await kinds('Marina Coutinho');
  await kind('chat').getByText('Vi o pendente Aurora', { exact: false }).waitFor();
  const picture = kind('image').locator('img');
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await kind('audio').getByRole('button').first().waitFor();
  await kind('application')
    .getByRole('link', { name: /^Baixar/ })
    .waitFor();
  await kind('locationMessage').getByText('Rua das Laranjeiras, 482').waitFor();
  await kind('contactMessage').getByText('Sebastião Prado').waitFor();
  await log(ana).locator('.tk-quote').first().waitFor();
  await log(ana).getByText('Mensagem apagada', { exact: false }).first().waitFor();
  kind = await kinds('Heitor Vasconcelos');
  const video = kind('video').locator('video');
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState)).toBeGreaterThan(0);
  await kind('call_log')
    .getByText(/perdida/i)
    .waitFor();
});

test('an edit and a deletion that the network refuses are said under their message', async () => {
  await show(ana, await ticketOf('Heitor Vasconcelos', 'open'));
  await composer(ana).fill('Amanhã às 15h');
  await composer(ana).press('Enter');
  const bubble = (text: string) => log(ana).locator('[data-message]').filter({ hasText: text });
  await bubble('Amanhã às 15h').locator('[data-ack=sent], [data-ack=delivered]').waitFor();
  await phone.fault('refuse');
  await bubble('Amanhã às 15h').hover();
  await bubble('Amanhã às 15h').getByRole('button', { name: 'Editar' }).click();
  await composer(ana).fill('Amanhã às 16h');
  await composer(ana).press('Enter');
  await log(ana).getByText('Não editada no celular do contato').waitFor();
  await phone.fault('refuse');
  await bubble('Amanhã às 16h').hover();
  await bubble('Amanhã às 16h').getByRole('button', { name: 'Ações da mensagem' }).click();
  await ana.page.getByRole('menuitem', { name: 'Apagar' }).click();
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click();
  await log(ana).getByText('Não apagada no celular do contato: Simulador recusou a exclusão').waitFor();
  expect(await log(ana).getByText('Não editada no celular do contato').count()).toBe(0);
});

test('older messages come under 50 px from the top, page after page', async () => {
  const writer = { number: '5511911112222', name: 'Cliente Antigo' };
  for (let line = 1; line <= 100; line += 1) await phone.write(`linha ${line}`, writer);
  let id = '';
  await expect
    .poll(async () => (id = await ticketOf('Cliente Antigo', 'pending').catch(() => '')))
    .not.toBe('');
  const pages = asked(ana, new RegExp(`^/api/messages/${id}$`));
  const began = Date.now();
  await show(ana, id);
  await log(ana).getByText('linha 100', { exact: true }).waitFor();
  // Each ends where the one before it begins, whatever comes meanwhile.
  const ends = () => pages.map(({ query }) => Number(query.get('before') ?? Number.POSITIVE_INFINITY));
  expect(ends()).toEqual([Number.POSITIVE_INFINITY]);
  // Nothing waits but typing.
  expect((pages[0]?.at ?? 0) - began).toBeLessThan(5_000);
  const scrollTo = (top: number) => log(ana).evaluate((box, to) => box.scrollTo({ top: to }), top);
  await scrollTo(52);
  await ana.page.waitForTimeout(400);
  expect(pages).toHaveLength(1);
  await scrollTo(48);
  await expect.poll(() => pages.length).toBe(2);
  await expect.poll(() => log(ana).locator('[data-message]').count()).toBe(80);
  await scrollTo(48);
  await expect.poll(() => pages.length).toBe(3);
  await expect.poll(() => log(ana).locator('[data-message]').count()).toBe(100);
  expect(ends()).toEqual(ends().toSorted((a, b) => b - a));
  expect(new Set(ends()).size).toBe(3);
});

test('a conversation that is not open has nothing to write with', async () => {
  for (const [name, status, way] of [
    ['Ícaro Gusmão', 'pending', 'Aceitar atendimento'],
    ['Beatriz Fontoura', 'closed', 'Reabrir'],
  ] as const) {
    await show(admin, await ticketOf(name, status));
    await admin.page.locator('.tk-thread').getByRole('button', { name: way }).waitFor();
    expect(await composer(admin).count()).toBe(0);
    expect(await admin.page.getByRole('button', { name: 'Gravar áudio' }).count()).toBe(0);
  }
});

test('whose conversation it is stands whole below what is written, however narrow', async () => {
  await show(admin, await ticketOf('Marina Coutinho', 'open'));
  const said = admin.page.getByText('Este atendimento está com Ana.', { exact: true });
  const before = admin.page.viewportSize()!;
  for (const width of [600, 720, 760, 900, 1024]) {
    await admin.page.setViewportSize({ width, height: 900 });
    const look = await said.evaluate((one) => {
      const [box, words] = [one.getBoundingClientRect(), document.createRange()];
      words.selectNodeContents(one);
      const covered = document.elementFromPoint(box.right - 4, box.bottom - 4) !== one;
      return { isCut: one.scrollWidth > one.clientWidth, rows: words.getClientRects().length, covered };
    });
    expect(look, `${width}`).toEqual({ isCut: false, rows: width === 900 ? 2 : 1, covered: false });
  }
  await admin.page.setViewportSize(before);
});

test('a recording is asked for at 128 kbit/s', async () => {
  await ana.context.grantPermissions(['microphone']);
  await show(ana, await ticketOf('Marina Coutinho', 'open'));
  await ana.page.evaluate(() => {
    const Real = window.MediaRecorder;
    class Noted extends Real {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        Object.assign(window, { bitrate: options?.audioBitsPerSecond });
      }
    }
    window.MediaRecorder = Noted;
  });
  await ana.page.getByRole('button', { name: 'Gravar áudio' }).click();
  await ana.page.getByText('Gravando').waitFor();
  expect(await ana.page.evaluate(() => (window as unknown as { bitrate: number }).bitrate)).toBe(128_000);
  await ana.page.keyboard.press('Escape');
});

test('the contact is corrected from its drawer', async () => {
  await show(ana, await ticketOf('Marina Coutinho', 'open'));
  const panel = ana.page.locator('.tk-panel');
  await panel.getByText('CL-2087').waitFor();
  await panel.getByRole('button', { name: 'Editar contato' }).click();
  const dialog = ana.page.getByRole('dialog');
  await dialog.getByLabel(/E-mail/).fill('marina@nova.example');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await ana.page.getByText('Contato salvo com sucesso.').waitFor();
  await panel.getByText('marina@nova.example').waitFor();
  await panel.getByText('CL-2087').waitFor();
});

test('Alt+J and Alt+K walk the list, Alt+L goes to where the answer is written', async () => {
  const { page } = ana;
  await go(ana, '/tickets?tab=open&half=assigned');
  await page.locator('.tk-rows > li').first().waitFor();
  const opened = async (keys: string, before = '') => {
    await page.keyboard.press(keys);
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/tickets\/./);
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(before);
    return new URL(page.url()).pathname;
  };
  const first = await opened('Alt+j');
  const second = await opened('Alt+j', first);
  expect(await opened('Alt+k', second)).toBe(first);
  // Each takes a step, however quickly they come one after the other; the third row is passed on no other way.
  await page.keyboard.press('Alt+j');
  await page.keyboard.press('Alt+j');
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(first);
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(second);
  const third = new URL(page.url()).pathname;
  expect(await opened('Alt+k', third)).toBe(second);
  await composer(ana).waitFor();
  await page.locator('.tk-rows [data-main]').first().focus();
  await page.keyboard.press('Alt+l');
  await expect.poll(() => composer(ana).evaluate((field) => field === document.activeElement)).toBe(true);
  // Asked for while the next conversation is on its way, it is that one which is written to.
  await page.locator('.tk-rows [data-main]').first().focus();
  await page.keyboard.press('Alt+j');
  await page.keyboard.press('Alt+l');
  await page.locator('.tk-composer textarea:focus').waitFor();
  await page.keyboard.type('Para a terceira');
  await expect.poll(() => composer(ana).inputValue()).toBe('Para a terceira');
  expect(new URL(page.url()).pathname).toBe(third);
  await composer(ana).fill('');
});

test('a contact is searched from the third character on, half a second after the typing', async () => {
  await go(ana, '/tickets');
  await ana.page.getByRole('button', { name: 'Novo atendimento' }).first().click();
  const searches = asked(ana, /^\/api\/contacts$/);
  const field = ana.page.getByRole('combobox', { name: 'Contato' });
  await field.pressSequentially('Ma');
  await ana.page.waitForTimeout(900);
  expect(searches).toEqual([]);
  const typed = Date.now();
  await field.press('r');
  await expect.poll(() => searches.length).toBe(1);
  expect((searches[0]?.at ?? 0) - typed).toBeGreaterThanOrEqual(480);
  expect(searches[0]?.query.get('searchParam')).toBe('Mar');
  for (const name of ['Fila', 'Conexão', 'Usuário'])
    await ana.page.getByRole('dialog').getByRole('combobox', { name }).waitFor();
});

test('what a dialog refuses can be read: the suggestions of its field do not lie over it', async () => {
  await go(ana, '/tickets');
  await ana.page.getByRole('button', { name: 'Novo atendimento' }).first().click();
  const form = ana.page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Contato' }).waitFor();
  await form.getByRole('button', { name: 'Iniciar' }).click();
  const refusal = form.getByText('Escolha um contato');
  await refusal.waitFor();
  const covered = await refusal.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen === null || !(element.contains(seen) || seen.contains(element));
  });
  expect(covered).toBe(false);
});

test('a conversation that is mine already is opened instead of a second one', async () => {
  const { page } = ana;
  await page.getByRole('combobox', { name: 'Contato' }).fill('Marina');
  await page.getByRole('option', { name: 'Marina Coutinho' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar' }).click();
  await page.waitForURL(`**/tickets/${await ticketOf('Marina Coutinho', 'open')}*`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('returned to its queue the screen is the list again', async () => {
  await show(ana, await ticketOf('Heitor Vasconcelos', 'open'));
  await ana.page.locator('.tk-th-head').getByRole('button', { name: 'Devolver à fila' }).click();
  await ana.page.waitForURL(/\/tickets(\?.*)?$/);
  const { userId } = await desk.call<{ userId: string | null }>(
    admin,
    'GET',
    `/tickets/${await ticketOf('Heitor Vasconcelos', 'pending')}`,
  );
  expect(userId).toBeNull();
});

test('resolving offers to go on with who waits next', async () => {
  await show(ana, await ticketOf('Priscila Yamamoto', 'open'));
  const next = (await ana.page.locator('.tk-next b').textContent()) ?? '';
  await ana.page.locator('.tk-th-head').getByRole('button', { name: 'Resolver' }).click();
  const toast = ana.page.locator('.toast').filter({ hasText: 'resolvido' });
  const deed = (name: string) => toast.getByRole('button', { name });
  const before = ana.page.viewportSize()!;
  await deed('Reabrir').focus();
  // On a phone what is said has a line, and what can be done another.
  await ana.page.setViewportSize({ width: 390, height: 844 });
  const words = toast.getByText(/resolvido/);
  await expect.poll(() => words.evaluate((one) => one.clientHeight)).toBe(18);
  expect((await deed('Reabrir').boundingBox())!.y).toBe((await deed('Próximo').boundingBox())!.y);
  await ana.page.setViewportSize(before);
  await deed('Próximo').click();
  await ana.page.locator('.tk-th-name', { hasText: next }).waitFor();
  await expect.poll(() => composer(ana).evaluate((field) => field === document.activeElement)).toBe(true);
});

test('the age label grows while one looks', async () => {
  const writer = { number: '5511933334444', name: 'Cliente Paciente' };
  await phone.write('Estou esperando', writer);
  // An answer's date would set the page right again, whose clock runs ahead here.
  await ana.page.route(/\/api\//, async (route) => {
    const response = await route.fetch().catch(() => undefined);
    if (!response) return route.abort();
    const { date: _, ...headers } = response.headers();
    return route.fulfill({ response, headers });
  });
  await ana.page.clock.install();
  await go(ana, '/tickets?tab=open&half=pending');
  const age = row(ana, 'Cliente Paciente').locator('.tk-age');
  await row(ana, 'Cliente Paciente').waitFor();
  expect(await age.count()).toBe(0);
  await ana.page.clock.runFor(4 * 60_000);
  await expect.poll(() => age.textContent()).toMatch(/^[45] min$/);
  expect(await age.getAttribute('class')).toContain('t-success');
  await ana.page.clock.runFor(8 * 60_000);
  await expect.poll(() => age.count()).toBe(0);
  await ana.page.unrouteAll({ behavior: 'ignoreErrors' });
});
