import { beforeAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import type { Person, Phone } from './people.ts';

const desk = withDesk();
let ana: Person;
let admin: Person;
let phone: Phone;
const row = (person: Person, name: string) =>
  person.page
    .getByRole('list', { name: 'Lista de atendimentos' })
    .or(person.page.locator('.tk-list'))
    .getByText(name, { exact: true })
    .first();
const button = (person: Person, name: RegExp | string) => person.page.getByRole('button', { name }).first();
const composer = (person: Person) => person.page.getByPlaceholder('Escreva uma mensagem');
const log = (person: Person) => person.page.getByRole('log');

beforeAll(async () => {
  ana = await desk.signIn('ana');
  admin = await desk.signIn('admin');
  phone = await desk.takePhone(admin);
}, 240_000);

test('the tickets page shows what waits, contacts no foreign host and has nothing to complain of', async () => {
  await button(ana, 'Aceitar: João Paulo Siqueira').waitFor();
  expect(ana.complaints).toEqual([]);
});

test('a customer writes: card and count appear within a second, without the list being fetched again', async () => {
  await button(ana, 'Aceitar: João Paulo Siqueira').waitFor();
  const fetched: string[] = [];
  ana.page.on('request', (request) => {
    if (/\/api\/tickets(\?|$)/.test(request.url())) fetched.push(request.url());
  });
  await phone.write('Oi, vocês entregam hoje?');
  await button(ana, 'Aceitar: Cliente Teste').waitFor({ timeout: 10_000 });
  await ana.page.getByText('Oi, vocês entregam hoje?').first().waitFor({ timeout: 10_000 });
  expect(fetched).toEqual([]);
});

test('two accept at once: one has the composer, the other is told who has it', async () => {
  await button(admin, 'Aceitar: Cliente Teste').waitFor();
  // Neither acceptance leaves its browser before both were clicked: otherwise the faster one's change takes the other's button away.
  let waiting = 0;
  const bothClicked = Promise.withResolvers<void>();
  for (const person of [ana, admin])
    await person.page.route(/\/api\/tickets\/[^/?]+$/, async (route) => {
      if (route.request().method() === 'PUT') {
        waiting += 1;
        if (waiting === 2) bothClicked.resolve();
        await bothClicked.promise;
      }
      await route.continue();
    });
  await Promise.all([
    button(ana, 'Aceitar: Cliente Teste').click(),
    button(admin, 'Aceitar: Cliente Teste').click(),
  ]);
  await expect
    .poll(async () => (await composer(ana).count()) + (await composer(admin).count()), { timeout: 5_000 })
    .toBe(1);
  const [winner, loser] = (await composer(ana).count()) === 1 ? [ana, admin] : [admin, ana];
  await loser.page
    .getByText(winner === ana ? /Ana/ : /Clara/)
    .first()
    .waitFor({ timeout: 10_000 });
  for (const person of [ana, admin]) await person.page.unrouteAll({ behavior: 'wait' });
});

test('an answer is shown at once, reaches the phone exactly once, and its ticks turn read', async () => {
  const winner = (await composer(ana).count()) === 1 ? ana : admin;
  // At once: while the server has not even been asked.
  const seen = Promise.withResolvers<void>();
  await winner.page.route('**/api/messages/*', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await composer(winner).fill('Entregamos sim, até as 18h.');
  await composer(winner).press('Enter');
  await log(winner).getByText('Entregamos sim, até as 18h.').first().waitFor({ timeout: 10_000 });
  seen.resolve();
  await winner.page.unrouteAll({ behavior: 'wait' });
  await expect
    .poll(
      async () =>
        (await phone.received()).filter(
          (message) => message.fromBusiness && message.body.includes('até as 18h'),
        ).length,
      { timeout: 5_000 },
    )
    .toBe(1);
  await phone.read();
  await expect
    .poll(async () => log(winner).getByText('lida', { exact: false }).count(), { timeout: 5_000 })
    .toBeGreaterThan(0);
});

test('a refused message says why, and Retry delivers it exactly once', async () => {
  const winner = (await composer(ana).count()) === 1 ? ana : admin;
  await phone.fault('refuse');
  await composer(winner).fill('Segue o código de rastreio.');
  await composer(winner).press('Enter');
  const retry = winner.page.getByRole('button', { name: 'Tentar de novo' }).last();
  await retry.waitFor({ timeout: 5_000 });
  await retry.click();
  await expect
    .poll(
      async () =>
        (await phone.received()).filter(
          (message) => message.fromBusiness && message.body.includes('rastreio'),
        ).length,
      { timeout: 5_000 },
    )
    .toBe(1);
});

test('the server is killed mid-typing: the draft stays, and what was missed is caught up with', async () => {
  const winner = (await composer(ana).count()) === 1 ? ana : admin;
  await composer(winner).fill('Estou escrevendo isto');
  await desk.server.kill('SIGKILL');
  await winner.page.getByText('Sem conexão.').waitFor({ timeout: 30_000 });
  await desk.server.restart();
  phone = await desk.takePhone(admin);
  await phone.write('Escrevi enquanto vocês estavam fora');
  await log(winner).getByText('Escrevi enquanto vocês estavam fora').waitFor({ timeout: 30_000 });
  expect(await composer(winner).inputValue()).toBe('Estou escrevendo isto');
  expect(await log(winner).getByText('Escrevi enquanto vocês estavam fora').count()).toBe(1);
});

test('resolving closes the ticket and leads back to the list', async () => {
  const winner = (await composer(ana).count()) === 1 ? ana : admin;
  await composer(winner).fill('');
  // Its row in the list has the same button while the pointer is there.
  await winner.page.locator('.tk-thread').getByRole('button', { name: 'Resolver' }).click();
  await winner.page.waitForURL(/\/tickets(\?.*)?$/, { timeout: 5_000 });
  await row(winner, 'Cliente Teste').waitFor({ state: 'detached', timeout: 10_000 });
});

test('the address of a ticket of another queue: "Acesso não permitido", then the list', async () => {
  const bruno = await desk.signIn('bruno');
  const { tickets } = await desk.call<{ tickets: { id: string; queue: { name: string } | null }[] }>(
    admin,
    'GET',
    '/tickets?status=pending&showAll=true',
  );
  const foreign = tickets.find((ticket) => ticket.queue?.name === 'Suporte');
  await bruno.page.goto(`${desk.server.url}/tickets/${foreign?.id}`);
  await bruno.page.getByText('Acesso não permitido').first().waitFor({ timeout: 5_000 });
  await bruno.page.waitForURL(/\/tickets(\?.*)?$/, { timeout: 5_000 });
  await bruno.context.close();
});
