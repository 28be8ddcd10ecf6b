import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proto } from 'baileys';
import { QRCodeSVG } from 'qrcode.react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNetwork } from '../../../channels/whatsapp/testing/network.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person } from '../../../testing/browser/people.ts';

// Numbers at a network that speaks WhatsApp's protocol, as the admin sees them.

const network = await startNetwork();
/** Where the installation looks a current version up. */
let versionPage = '2.3000.1000000000';
const versions = createServer((_request, response) => response.end(versionPage));
await new Promise<void>((resolve) => versions.listen(0, '127.0.0.1', resolve));
const versionUrl = `http://127.0.0.1:${(versions.address() as AddressInfo).port}/`;
const desk = withDesk({ env: { WHATSAPP_URL: network.url, WHATSAPP_VERSION_URL: versionUrl } });
let admin: Person;
beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
}, 240_000);
afterAll(async () => {
  await network.close();
  versions.close();
});

const begin = async (name: string) => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/connections`);
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  await page.getByRole('dialog').getByLabel('Nome', { exact: true }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  return page.getByRole('dialog', { name: `Conectar ${name}` });
};
/** Returns the one ticket of who wrote from this number, once there is one. */
const ticketOf = async (number: string): Promise<string> => {
  const found = async () => {
    const path = `/tickets?searchParam=${number}&showAll=true`;
    return (await desk.call<{ tickets: { id: string }[] }>(admin, 'GET', path)).tickets;
  };
  await expect.poll(found).toHaveLength(1);
  return (await found())[0]!.id;
};
const row = (name: string) => admin.page.getByRole('row').filter({ hasText: name });

test('a number is paired by a code: asked for with its number, typed into the phone, connected', async () => {
  const dialog = await begin('Filial');
  await dialog.getByRole('tab', { name: 'Digitar código' }).click();
  const number = dialog.getByLabel('Número do celular a conectar');
  await number.fill('123');
  await dialog.getByRole('button', { name: 'Gerar código' }).click();
  await dialog.getByText('Valor inválido').waitFor();
  await number.fill('(11) 98888-7777');
  await dialog.getByRole('button', { name: 'Gerar código' }).click();
  const code = dialog.getByLabel('Código de pareamento');
  await code.waitFor();
  const letters = ((await code.textContent()) ?? '').trim();
  expect(letters).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await network.typeCode(letters.replace('-', ''), '5511988887777');
  await admin.page.getByText('Conexão feita!').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await row('Filial').getByText('Conectada', { exact: true }).waitFor();
  await row('Filial').getByText('+55 11 98888-7777').waitFor();
  expect(network.problems).toEqual([]);
});

/** Returns the squares of a QR code, as the console draws them. */
const squares = (code: string) =>
  /fill="#000000" d="([^"]+)"/.exec(
    renderToStaticMarkup(createElement(QRCodeSVG, { value: code, size: 208 })),
  )![1];

test('a number is paired by the QR code of the dialog, read by the phone; who writes to it is answered by it', async () => {
  const { page } = admin;
  const [own, customer] = ['5511977776666', '5521987650009'];
  const dialog = await begin('Quiosque');
  const picture = dialog.locator('.cx-code svg[role=img]');
  await picture.getByText('QR Code de pareamento').waitFor({ state: 'attached' });
  await dialog.getByText('Aguardando leitura').waitFor();
  const shown = (await desk.call<ConnectionView[]>(admin, 'GET', '/whatsapp')).find(
    ({ name }) => name === 'Quiosque',
  )!;
  expect(await picture.locator('path').last().getAttribute('d')).toBe(squares(shown.qrcode));
  await network.readCode(shown.qrcode, own);
  await page.getByText('Conexão feita!').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await row('Quiosque').getByText('Conectada', { exact: true }).waitFor();
  await row('Quiosque').getByText('+55 11 97777-6666').waitFor();

  const message = { conversation: 'Vocês abrem no sábado?' };
  network.write({ id: 'SATURDAY', from: customer, name: 'Rita', message }, own);
  await page.goto(`${desk.server.url}/tickets/${await ticketOf(customer)}`);
  await page.getByRole('button', { name: 'Aceitar atendimento' }).first().click();
  await page.getByRole('log').getByText('Vocês abrem no sábado?').waitFor();
  const field = page.getByPlaceholder('Escreva uma mensagem');
  await field.fill('Abrimos, das 9h às 13h.');
  await field.press('Enter');
  const answers = () =>
    network.sent.filter(({ to }) => to.includes(customer)).map((one) => JSON.stringify(one.message));
  await expect.poll(answers).toContainEqual(expect.stringContaining('Abrimos, das 9h às 13h.'));
  expect(network.problems).toEqual([]);
});

test('a proxy is typed, refused where it is none, seen while it is typed, kept as host and port, and taken out', async () => {
  const { page } = admin;
  await page.goto(`${desk.server.url}/connections`);
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Nome', { exact: true }).fill('Longe');
  const proxy = form.getByLabel(/^Proxy/);
  const save = () => form.getByRole('button', { name: 'Salvar' }).click();
  await proxy.fill('endereço nenhum');
  await save();
  const problem = form.getByRole('alert');
  await problem.getByText('http://usuario:senha@host:porta').waitFor();
  await expect.poll(() => proxy.evaluate((field) => field === document.activeElement)).toBe(true);
  await proxy.fill('socks5://ana:segredo@203.0.113.9:1080');
  expect(await proxy.getAttribute('type')).toBe('password');
  await form.getByRole('button', { name: 'Mostrar: Proxy' }).click();
  expect(await proxy.getAttribute('type')).toBe('text');
  await form.getByRole('button', { name: 'Ocultar: Proxy' }).click();
  await save();
  const pairing = page.getByRole('dialog', { name: 'Conectar Longe' });
  await pairing.getByRole('button', { name: 'Fechar' }).last().click();
  await pairing.waitFor({ state: 'detached' });
  const edit = async () => {
    // By key: a banner that comes in above the list moves the button from under a pointer.
    await row('Longe').getByRole('button', { name: 'Editar Longe' }).press('Enter');
    await form.getByLabel('Nome', { exact: true }).waitFor();
  };
  await edit();
  await form.getByText(/^Atual: .*203\.0\.113\.9:1080\. Deixe em branco/).waitFor();
  expect((await page.content()).includes('segredo')).toBe(false);
  await form.getByRole('button', { name: 'Remover: Proxy' }).click();
  await form.getByText('Será removido ao salvar.').waitFor();
  expect(await proxy.isDisabled()).toBe(true);
  await save();
  await form.waitFor({ state: 'detached' });
  await edit();
  await form.getByText('http, https ou socks5').waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  const { id } = (await desk.call<ConnectionView[]>(admin, 'GET', '/whatsapp')).find(
    ({ name }) => name === 'Longe',
  )!;
  await desk.call(admin, 'DELETE', `/whatsapp/${id}`);
});

test('an edit by anybody but who wrote the message has no effect; the writer’s own has', async () => {
  const [marina, bia] = ['5521987650001', '5521987650002'];
  const filial = '5511988887777';
  const text = (id: string, from: string, conversation: string) =>
    network.write({ id, from, name: from === marina ? 'Marina' : 'Bia', message: { conversation } }, filial);
  const edit = (id: string, from: string, conversation: string) =>
    network.write(
      {
        id,
        from,
        message: {
          protocolMessage: {
            type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
            key: { id: 'PRICE' },
            editedMessage: { conversation },
          },
        },
      },
      filial,
    );
  const { page } = admin;
  text('PRICE', marina, 'Combinamos R$ 500');
  await page.goto(`${desk.server.url}/tickets/${await ticketOf(marina)}`);
  const thread = page.getByRole('log');
  await thread.getByText('Combinamos R$ 500').waitFor();
  edit('FORGED', bia, 'Combinamos R$ 5');
  text('AFTER', bia, 'Bom dia, sou a Bia');
  // By then the forged one was looked at: one person's messages keep their order.
  await ticketOf(bia);
  expect(await page.getByText('Combinamos R$ 5', { exact: true }).count()).toBe(0);
  await thread.getByText('Combinamos R$ 500').waitFor();
  edit('OWN', marina, 'Combinamos R$ 450');
  await thread.getByText('Combinamos R$ 450').waitFor();
  expect(network.problems).toEqual([]);
});

test('a banned number says so with advice, is not tried again by itself, and is when somebody asks', async () => {
  network.rules.login = () => 403;
  const before = network.logins.length;
  const dialog = await begin('Promoções');
  await dialog.getByRole('alert').filter({ hasText: 'baniu este número' }).waitFor();
  await dialog.getByText('Parada até').waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await row('Promoções').getByText('Banida', { exact: true }).waitFor();
  await row('Promoções').getByText('Peça uma revisão no aplicativo').waitFor();
  const tried = network.logins.length;
  expect(tried - before).toBe(1);
  // Several times the pause after which a lost line is tried again.
  await admin.page.waitForTimeout(4_000);
  expect(network.logins.length).toBe(tried);
  await row('Promoções')
    .getByRole('button', { name: /^Tentar de novo/ })
    .click();
  await expect.poll(() => network.logins.length, { timeout: 15_000 }).toBe(tried + 1);
  await row('Promoções').getByText('Peça uma revisão no aplicativo').waitFor();
});

test('a number refused as outdated says so, and a version that somebody looks up brings it back', async () => {
  const newer = '2.3000.1999999999';
  network.rules.login = () => (network.versions.at(-1) === newer ? undefined : 405);
  const dialog = await begin('Matriz');
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  const look = row('Matriz').getByRole('button', { name: 'Procurar versão nova: Matriz' });
  await look.waitFor();
  versionPage = newer;
  // Said in the row and by a toast: the row may be on its way again before anybody reads it.
  const found = admin.page.getByText(`Encontrada a versão ${newer}`).first().waitFor();
  await Promise.all([look.press('Enter'), found]);
  await row('Matriz')
    .getByRole('button', { name: /^Ver QR Code/ })
    .waitFor({ timeout: 20_000 });
  expect(network.versions.at(-1)).toBe(newer);
  expect(network.versions).not.toContain('2.3000.1000000000');
});

test('a first message to somebody new waits its turn and says so in its bubble', async () => {
  const [connection] = (await desk.call<ConnectionView[]>(admin, 'GET', '/whatsapp')).filter(
    ({ channel }) => channel === 'simulator',
  );
  const { id, name, isDefault, queues, greetingMessage } = connection!;
  await desk.call(admin, 'PUT', `/whatsapp/${id}`, {
    ...{ name, isDefault, greetingMessage, queueIds: queues.map((queue) => queue.id) },
    pace: { newPerMinute: 0, newPerHour: 1, newPerDay: 0, jitterSeconds: 0, typing: 'never' },
  });
  const write = async (number: string) => {
    const contact = await desk.call<{ id: string }>(admin, 'POST', '/contacts', {
      name: `Lead ${number}`,
      number,
    });
    const ticket = await desk.call<{ id: string }>(admin, 'POST', '/tickets', {
      ...{ contactId: contact.id, whatsappId: id, status: 'open' },
    });
    await desk.call(admin, 'POST', `/messages/${ticket.id}`, { body: 'Olá! Posso ajudar?' });
    return ticket.id;
  };
  await write('5511955501001');
  const second = await write('5511955501002');
  await admin.page.goto(`${desk.server.url}/tickets/${second}`);
  await admin.page.getByText(/Aguardando: limite de novos contatos, até \d/).waitFor();
});
