import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginWithFewConversations } from '../few-conversations.ts';
import { launchChromium } from './chromium.ts';
import { type Gate, openGate } from './gate.ts';
import { type Person, type Phone, signIn, takePhone, tokenOf } from './people.ts';
import { password, type ServerProcess, startServer } from './server.ts';

const mongo = process.env.READ_STORE_URL;
if (mongo === undefined)
  console.warn('SKIPPED the product on MongoDB: READ_STORE_URL names no server to run it on');

describe.skipIf(mongo === undefined)('the product with its read models and state in MongoDB', () => {
  const url = new URL(mongo ?? 'mongodb://127.0.0.1');
  let gate: Gate;
  let server: ServerProcess;
  let browser: Browser;
  let ana: Person;
  let admin: Person;
  let phone: Phone;

  beforeAll(async () => {
    url.pathname = `/browser_${randomBytes(6).toString('hex')}`;
    await beginWithFewConversations(url.href);
    gate = await openGate(url.hostname, Number(url.port));
    const throughGate = new URL(url);
    throughGate.host = `127.0.0.1:${gate.port}`;
    server = await startServer(
      { READ_STORE: throughGate.href, SECRET_KEY: randomBytes(32).toString('hex') },
      { readyTimeoutMs: 240_000 },
    );
    browser = await launchChromium();
    ana = await signIn(browser, server, 'ana');
    admin = await signIn(browser, server, 'admin');
    phone = await takePhone(server, await tokenOf(admin));
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await gate?.close();
    if (mongo === undefined) return;
    const client = new MongoClient(url.href);
    await client.db().dropDatabase();
    await client.close();
  });

  const accept = () => ana.page.getByRole('button', { name: 'Aceitar: Cliente Teste' }).first();
  const composer = () => ana.page.getByPlaceholder('Escreva uma mensagem');
  const log = () => ana.page.getByRole('log');
  const arrived = (body: string) => async () =>
    (await phone.received()).filter((message) => message.fromBusiness && message.body.includes(body)).length;

  it('a customer writes, Ana sees it at once, accepts, answers, sees it read and resolves', async () => {
    await phone.write('Vocês abrem no sábado?');
    await accept().waitFor({ timeout: 30_000 });
    await accept().click();
    await composer().fill('Abrimos sim, das 9h às 13h.');
    await composer().press('Enter');
    await log().getByText('das 9h às 13h').first().waitFor({ timeout: 10_000 });
    await expect.poll(arrived('das 9h'), { timeout: 15_000 }).toBe(1);
    await phone.read();
    await expect
      .poll(async () => log().getByText('lida', { exact: false }).count(), { timeout: 15_000 })
      .toBeGreaterThan(0);
  });

  it('the store is away for a while: not ready meanwhile, and everything is there when it is back', async () => {
    const ready = async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.status ?? 0;
    gate.shut();
    await expect.poll(ready, { timeout: 60_000 }).toBe(503);
    await composer().fill('Escrito enquanto o banco estava fora');
    await composer().press('Enter');
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    gate.open();
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
    await expect.poll(arrived('banco estava fora'), { timeout: 60_000, interval: 500 }).toBe(1);
    await expect
      .poll(() => log().getByText('Escrito enquanto o banco estava fora').count(), { timeout: 30_000 })
      .toBe(1);
    expect(await arrived('banco estava fora')()).toBe(1);
  }, 240_000);

  it('resolving takes the ticket off the list', async () => {
    await ana.page.getByRole('button', { name: 'Resolver', exact: true }).first().click();
    await expect
      .poll(async () => ana.page.getByRole('button', { name: 'Reabrir' }).count(), { timeout: 15_000 })
      .toBeGreaterThan(0);
  });

  const dialog = () => admin.page.getByRole('dialog');
  const row = (name: string) => admin.page.getByRole('row').filter({ hasText: name });
  const save = async () => {
    await dialog().getByRole('button', { name: 'Salvar' }).click();
    await dialog()
      .waitFor({ state: 'detached', timeout: 60_000 })
      .catch(async (error: unknown) => {
        const said = [...(await admin.page.getByRole('alert').allInnerTexts()), await dialog().textContent()];
        throw new Error(`${said.join(' | ')}\n${server.output().slice(-2_000)}`, { cause: error });
      });
  };

  it('a message is found by its words without accents, and opens its conversation', async () => {
    const { page } = admin;
    await page.goto(`${server.url}/tickets?tab=search&in=messages&q=voces+SABADO`);
    await page.getByRole('link', { name: 'Cliente Teste' }).click();
    await page.getByRole('log').getByText('Vocês abrem no sábado?').first().waitFor();
  });

  it('a contact is saved and found by its name without accents and by the end of its number', async () => {
    const { page } = admin;
    await page.goto(`${server.url}/contacts`);
    await page.getByRole('button', { name: 'Novo contato' }).click();
    await dialog().getByLabel('Nome', { exact: true }).fill('Açucena Brandão');
    await dialog().getByLabel('Número').fill('(11) 95550-8001');
    await save();
    const search = page.getByRole('searchbox', { name: /Buscar por nome/ });
    for (const words of ['brandao acu', '1195550-8001']) {
      await search.fill(words);
      await row('Açucena Brandão').waitFor();
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
    }
    await search.fill('acucena xyz');
    await expect.poll(() => row('Açucena Brandão').count()).toBe(0);
  });

  it('a user is added, and signs in', async () => {
    const { page } = admin;
    await page.goto(`${server.url}/users`);
    await row('bruno@demo.example').waitFor();
    await page.getByRole('button', { name: 'Novo usuário' }).click();
    await dialog().getByLabel('Nome', { exact: true }).fill('Érica Moreira');
    await dialog().getByLabel('E-mail', { exact: true }).fill('erica@demo.example');
    await dialog()
      .getByLabel(/^Senha/)
      .fill(password);
    await dialog().getByLabel('Suporte').check();
    await save();
    await row('Érica Moreira').getByText('Suporte').waitFor();
    const erica = await signIn(browser, server, 'erica');
    await erica.page.getByRole('tab', { name: /Aguardando/ }).waitFor();
    await erica.context.close();
  });

  it('a quick message made on its page is offered to a colleague who writes', async () => {
    const { page } = admin;
    await page.goto(`${server.url}/quick-messages`);
    await page.getByRole('link', { name: 'Nova resposta rápida' }).click();
    await dialog().getByLabel('Atalho').fill('/sabado');
    await dialog().getByLabel('Mensagem', { exact: true }).fill('Aos sábados abrimos das 9h às 13h.');
    await dialog().getByLabel('Geral').check();
    await save();
    await phone.write('E aos sábados?');
    await ana.page.goto(`${server.url}/tickets?tab=open&half=pending`);
    await accept().click();
    await ana.page.getByRole('log').getByText('E aos sábados?').first().waitFor();
    await composer().fill('/sab');
    await ana.page.getByRole('option', { name: /sabado/ }).waitFor();
  });

  it('the dashboard counts what was done, for each agent and each hour', async () => {
    const { page } = admin;
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Painel', level: 1 }).waitFor();
    const card = page.locator('.metric', { hasText: 'Finalizados' }).locator('.v');
    await expect.poll(() => card.textContent()).toMatch(/^[1-9]/);
    await page
      .getByRole('region', { name: 'Total de conversas por usuários' })
      .getByText('Ana', { exact: true })
      .first()
      .waitFor();
    const agent = page.getByRole('region', { name: 'Atendentes' }).getByRole('row', { name: /^Ana/ });
    await expect.poll(() => agent.textContent(), { timeout: 35_000 }).toContain('On-line');
    expect(admin.complaints.filter((one) => !/503|ERR_CONNECTION|WebSocket/.test(one))).toEqual([]);
  }, 120_000);
});
