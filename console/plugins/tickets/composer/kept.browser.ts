import type { Dialog } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { withDesk } from '../../../../testing/browser/desk.ts';
import type { Person, Phone } from '../../../../testing/browser/people.ts';

// What was written or attached and not sent yet: nothing of it is lost, and nothing that was sent comes back.

const desk = withDesk();
let ana: Person;
let admin: Person;
let phone: Phone;
let id = '';
let other = '';

const field = () => ana.page.getByRole('textbox', { name: 'Mensagem' });
const note = () => ana.page.getByRole('textbox', { name: 'Observação para a equipe' });
const attached = () => ana.page.getByRole('list', { name: 'Arquivos anexados' }).getByRole('listitem');
/** What another device of Ana's would offer. */
const onServer = async (kind: 'message' | 'note') =>
  (await desk.call<{ body: string }>(ana, 'GET', `/drafts/${id}?kind=${kind}`)).body;
const row = (name: string) => ana.page.locator('[data-row]').filter({ hasText: name });
const goTo = async (name: string) => {
  await row(name).locator('[data-main]').click();
  await ana.page.locator('.tk-th-name').filter({ hasText: name }).waitFor();
  await field().waitFor();
};
const opened = async (name: string, number: string): Promise<string> => {
  await phone.write('oi', { name, number });
  const ticket = await vi.waitFor(async () => {
    const { tickets } = await desk.call<{ tickets: { id: string; contact: { name: string } }[] }>(
      ana,
      'GET',
      '/tickets?status=pending',
    );
    const found = tickets.find(({ contact }) => contact.name === name)?.id;
    if (found === undefined) throw new Error(`no ticket of ${name} yet`);
    return found;
  }, 10_000);
  await desk.call(ana, 'PUT', `/tickets/${ticket}`, { status: 'open' });
  return ticket;
};

beforeAll(async () => {
  ana = await desk.signIn('ana', { blank: true });
  ana.page.setDefaultTimeout(10_000);
  admin = await desk.signIn('admin', { blank: true });
  phone = await desk.takePhone(admin);
  id = await opened('Cliente Guardado', '5511944440001');
  other = await opened('Cliente Vizinho', '5511944440002');
  await ana.page.goto(`${desk.server.url}/tickets/${other}?tab=open&half=assigned`);
  await field().waitFor();
  await goTo('Cliente Guardado');
}, 240_000);

test('a text that is left while it is being typed is on the server', async () => {
  await field().fill('meia resposta');
  await row('Cliente Vizinho').locator('[data-main]').click();
  await expect.poll(() => onServer('message')).toBe('meia resposta');
  await goTo('Cliente Guardado');
  expect(await field().inputValue()).toBe('meia resposta');
});

test('what was sent is no draft any more, however quickly its conversation was left', async () => {
  await field().fill('resposta inteira');
  await ana.page.getByText('Rascunho salvo').waitFor();
  await field().press('Enter');
  await row('Cliente Vizinho').locator('[data-main]').click();
  await expect.poll(() => onServer('message')).toBe('');
  await goTo('Cliente Guardado');
  expect(await field().inputValue()).toBe('');
});

test('a note that is not finished is on the server too, apart from the message', async () => {
  await ana.page.keyboard.press('Alt+P');
  await note().fill('cuidado com o prazo');
  await row('Cliente Vizinho').locator('[data-main]').click();
  await expect.poll(() => onServer('note')).toBe('cuidado com o prazo');
  expect(await onServer('message')).toBe('');
  // As on another device: this browser has kept nothing.
  await ana.page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft.')) localStorage.removeItem(key);
  });
  await ana.page.reload();
  await field().waitFor();
  await goTo('Cliente Guardado');
  expect(await field().inputValue()).toBe('');
  await ana.page.keyboard.press('Alt+P');
  await expect.poll(() => note().inputValue()).toBe('cuidado com o prazo');
  await note().fill('');
  await note().press('Escape');
});

test('an attached file waits while another conversation is looked at', async () => {
  await ana.page.locator('.tk-composer input[type=file]').setInputFiles({
    ...{ name: 'orçamento.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
  });
  await attached().filter({ hasText: 'orçamento.pdf' }).waitFor();
  await goTo('Cliente Vizinho');
  expect(await attached().count()).toBe(0);
  await goTo('Cliente Guardado');
  await attached().filter({ hasText: 'orçamento.pdf' }).waitFor();
});

test('a page that is left while a file is on its way asks first', async () => {
  await ana.context.route('**/api/messages/**', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  const asked: string[] = [];
  ana.page.on('dialog', (dialog: Dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await field().fill('Segue o orçamento');
  await field().press('Enter');
  await ana.page.getByRole('log').getByText('Segue o orçamento').waitFor();
  await ana.page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  ana.page.removeAllListeners('dialog');
  await ana.page.getByRole('log').getByText('Segue o orçamento').waitFor();
  await ana.context.unrouteAll();
  ana.page.once('dialog', (dialog: Dialog) => void dialog.accept());
  await ana.page.goto(`${desk.server.url}/tickets/${id}?tab=open&half=assigned`);
  await field().waitFor();
});

test('a message that is deleted while it is edited: Ana is told, and keeps what she typed', async () => {
  await field().fill('com erro');
  await field().press('Enter');
  let message = '';
  await expect
    .poll(async () => {
      const { messages } = await desk.call<{ messages: { id: string; body: string }[] }>(
        admin,
        'GET',
        `/messages/${id}`,
      );
      message = messages.find(({ body }) => body.includes('com erro'))?.id ?? '';
      return message;
    })
    .not.toBe('');
  await field().press('ArrowUp');
  await ana.page.getByText('Editando mensagem').waitFor();
  await field().fill('sem erro nenhum');
  await desk.call(admin, 'DELETE', `/messages/${message}`);
  await ana.page.getByText('A mensagem foi apagada enquanto você escrevia.').waitFor();
  await ana.page.getByText('Editando mensagem').waitFor({ state: 'detached' });
  expect(await field().inputValue()).toBe('sem erro nenhum');
});

test('a text longer than a message may be is refused while it can still be cut, and stays', async () => {
  const long = 'x '.repeat(40_000);
  await field().fill(long);
  await field().press('Enter');
  await ana.page.getByText(/A mensagem passa do limite do canal em [0-9]+ caracteres/).waitFor();
  expect(await field().inputValue()).toBe(long);
  expect(await ana.page.locator('[data-ack=failed]').count()).toBe(0);
  await field().fill('');
});

test('a name without a blank keeps to the contact panel', async () => {
  await opened('Nomesemespaconenhum'.repeat(5), '5511944440003');
  await row('Nomesemespaconenhum').locator('[data-main]').click();
  const name = ana.page.locator('.tk-who-name');
  await name.filter({ hasText: 'Nomesemespaconenhum' }).waitFor();
  const box = await name.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(box[0]).toBe(box[1]);
  const copy = await ana.page.getByRole('button', { name: 'Copiar número' }).boundingBox();
  const text = await name.boundingBox();
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(copy?.x ?? 0);
});

test('cells of a spreadsheet are pasted as their text, not as a picture of them', async () => {
  const taken = await field().evaluate((element) => {
    const data = new DataTransfer();
    data.items.add('Aurora\t2', 'text/plain');
    data.items.add('<table><tr><td>Aurora<td>2</table>', 'text/html');
    data.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
    return !element.dispatchEvent(event);
  });
  // Left to the browser, which puts the text where the caret stands.
  expect(taken).toBe(false);
  expect(await attached().count()).toBe(0);
});

test('Alt+A pressed twice in a hurry accepts one', async () => {
  for (const at of [4, 5])
    await phone.write('alguém aí?', { name: `Cliente ${at}`, number: `551194444000${at}` });
  await ana.page.goto(`${desk.server.url}/tickets?tab=open&half=pending`);
  await row('Cliente 5').waitFor();
  const accepted: string[] = [];
  let release = () => {};
  const pressed = new Promise<void>((done) => {
    release = done;
  });
  await ana.context.route('**/api/tickets/*', async (route) => {
    if (route.request().method() === 'PUT') {
      accepted.push(route.request().url());
      await pressed;
    }
    await route.continue();
  });
  await ana.page.keyboard.press('Alt+A');
  await expect.poll(() => accepted.length).toBe(1);
  await ana.page.keyboard.press('Alt+A');
  release();
  await ana.page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await field().fill('Pois não?');
  await field().press('Enter');
  await ana.page.locator('[data-ack=delivered]').first().waitFor();
  expect(accepted).toHaveLength(1);
  await ana.context.unrouteAll();
});

test('on a phone the end of the conversation stays in sight when the composer becomes another', async () => {
  for (let line = 0; line < 15; line += 1)
    await phone.write(`linha ${line}`, { name: 'Cliente Guardado', number: '5511944440001' });
  ana = await desk.signIn('ana', { width: 390, height: 844, touch: true, blank: true });
  ana.page.setDefaultTimeout(10_000);
  await ana.page.goto(`${desk.server.url}/tickets/${id}`);
  await ana.page.getByRole('log').getByText('linha 14').waitFor();
  const left = () =>
    ana.page
      .locator('.tk-msgs')
      .evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
  await expect.poll(left).toBe(0);
  const modes = ana.page.locator('.tk-modes');
  for (const round of [1, 2]) {
    await field().tap();
    await modes.getByRole('button', { name: 'Observação' }).tap();
    await note().waitFor();
    await ana.page.waitForFunction(() => document.activeElement?.matches('.tk-noting textarea'));
    await expect.poll(left, { message: `note ${round}` }).toBe(0);
    await modes.getByRole('button', { name: 'Responder' }).tap();
    await field().waitFor();
    await expect.poll(left, { message: `reply ${round}` }).toBe(0);
  }
});
