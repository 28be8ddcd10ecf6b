import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Gate, openGate } from './gate.ts';
import { type Person, type Phone, signIn, takePhone, tokenOf } from './people.ts';
import { type ServerProcess, startServer } from './server.ts';

const mongo = process.env.READ_STORE_URL;
if (mongo === undefined)
  console.warn('SKIPPED the product on MongoDB: READ_STORE_URL names no server to run it on');

describe.skipIf(mongo === undefined)('the product with its read models and state in MongoDB', () => {
  const url = new URL(mongo ?? 'mongodb://127.0.0.1');
  let gate: Gate;
  let server: ServerProcess;
  let browser: Browser;
  let ana: Person;
  let phone: Phone;

  beforeAll(async () => {
    url.pathname = `/browser_${randomBytes(6).toString('hex')}`;
    gate = await openGate(url.hostname, Number(url.port));
    const throughGate = new URL(url);
    throughGate.host = `127.0.0.1:${gate.port}`;
    server = await startServer(
      { READ_STORE: throughGate.href, SECRET_KEY: randomBytes(32).toString('hex') },
      { readyTimeoutMs: 240_000 },
    );
    browser = await launchChromium();
    ana = await signIn(browser, server, 'ana');
    const admin = await signIn(browser, server, 'admin');
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
    await accept().waitFor({ timeout: 5_000 });
    await accept().click();
    await composer().fill('Abrimos sim, das 9h às 13h.');
    await composer().press('Enter');
    await log().getByText('das 9h às 13h').first().waitFor({ timeout: 1_000 });
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
});
