import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompanyView } from '../../contract/company.ts';
import type { ChargeView, InvoiceView } from '../../contract/invoice.ts';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';

// kill -9 while companies are made, signed up and pay: each of them is whole or not there, and nothing of it happens twice.

const rounds = Number(process.env.ROUNDS ?? 5);
/** An invoice's letter waits up to 90 s for a first admin whose maker died, and a renewal comes after it. */
const wholeMs = 120_000;
const password = 'girassol amarelo 73';
const rootEmail = 'root@example.org';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let server: ServerProcess;
beforeAll(async () => {
  const env = {
    ADMIN_EMAIL: rootEmail,
    ADMIN_PASSWORD: password,
    DEMO: '0',
    PUBLIC_URL: 'http://desk.example',
  };
  server = await startServer(env, { readyTimeoutMs: 120_000 });
}, 130_000);
afterAll(async () => server?.stop());

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** Asks under one key until somebody answers; what is refused because it is there already was done before. */
async function insist<T>({ method, path, token, body }: Asked): Promise<{ status: number; body: T }> {
  const key = randomUUID();
  let refusal = 'nobody answered';
  for (const until = performance.now() + wholeMs; performance.now() < until; ) {
    try {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          'idempotency-key': key,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(15_000),
      });
      const text = await answer.text();
      if (answer.status < 500 && answer.status !== 429)
        return {
          status: answer.status,
          body: (text.startsWith('<') || text === '' ? undefined : JSON.parse(text)) as T,
        };
      refusal = `${answer.status} ${text}`;
    } catch {
      // Nobody is there: it was killed, or is starting.
    }
    await sleep(50);
  }
  throw new Error(`${method} ${path}: ${refusal}`);
}

const login = async (email: string) => {
  const { body } = await insist<{ token: string }>({
    method: 'POST',
    path: '/api/auth/login',
    body: { email, password },
  });
  return body.token;
};

async function letters() {
  const folder = join(server.dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter(
    // What begins with a dot was being written when its process was killed, and is no letter yet.
    (name) => name.endsWith('.eml') && !name.startsWith('.'),
  );
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

it('companies, sign-ups, invoices, payments and letters: each whole, and once', async () => {
  const root = await login(rootEmail);
  const ask = <T>(method: string, path: string, body?: unknown, token = root) =>
    insist<T>({ method, path: `/api${path}`, token, ...(body !== undefined && { body }) });
  const { body: plan } = await ask<{ id: string }>('POST', '/plans', {
    ...{ name: 'Profissional', users: 10, connections: 7, queues: 12, value: 349.9, useInternal: true },
  });
  await ask('PUT', '/settings/allowregister', { value: 'enabled' });

  const make = (name: string) =>
    ask<CompanyView>('POST', '/companies', {
      ...{
        name,
        email: `${name.toLowerCase()}@example.org`,
        phone: '11988887777',
        password,
        planId: plan.id,
      },
      ...{ dueDate: inDays(3), recurrence: 'MENSAL', status: true, campaignsEnabled: true },
    });
  const signUp = (name: string) =>
    insist({
      method: 'POST',
      path: '/api/companies/cadastro',
      body: {
        ...{ name, email: `${name.toLowerCase()}@example.org`, phone: '(11) 95550-0166', password },
        planId: plan.id,
      },
    });
  const pay = async (name: string) => {
    const token = await login(`${name.toLowerCase()}@example.org`);
    const { body: charge } = await ask<ChargeView>(
      'POST',
      '/subscription',
      {
        ...{
          firstName: 'Ana',
          lastName: 'Lima',
          address2: 'Rua das Flores, 1',
          city: 'São Paulo',
          state: 'SP',
        },
        ...{ zipcode: '01001-000', country: 'BR', useAddressForPaymentDetails: false, plan: plan.id },
      },
      token,
    );
    await insist({ method: 'POST', path: new URL(charge.payPage!, server.url).pathname });
  };

  const names = Array.from({ length: rounds }, (_, at) => ({ made: `Casa${at}`, signed: `Sol${at}` }));
  for (const [at, { made, signed }] of names.entries()) {
    const working = Promise.all([make(made), signUp(signed), at > 0 ? pay(names[at - 1]!.made) : undefined]);
    await sleep(20 + Math.random() * 500);
    await server.kill('SIGKILL');
    await server.restart();
    await working;
  }
  await pay(names.at(-1)!.made);

  const invoicesOf = async (name: string) => {
    const token = await login(`${name.toLowerCase()}@example.org`);
    const { body } = await ask<{ invoices: InvoiceView[] }>(
      'GET',
      '/invoices/all?pageNumber=1',
      undefined,
      token,
    );
    return body.invoices.map(({ status, surplus }) => ({ status, surplus }));
  };
  const { body: companies } = await ask<CompanyView[]>('GET', '/companies/list');
  for (const { made, signed } of names) {
    const [company, ...more] = companies.filter(({ name }) => name === made);
    expect([company?.dueDate?.slice(8), more]).toEqual([inDays(3).slice(8), []]);
    await expect.poll(() => invoicesOf(made), { timeout: wholeMs }).toEqual([{ status: 'paid', surplus: 0 }]);
    await expect
      .poll(async () => (await ask<CompanyView>('GET', `/companies/${company!.id}`)).body.dueDate, {
        timeout: wholeMs,
      })
      .not.toBe(inDays(3));
    expect(companies.filter(({ name }) => name === signed)).toHaveLength(1);
    expect(await login(`${signed.toLowerCase()}@example.org`)).toEqual(expect.any(String));
  }
  // Renewed by one month, whoever died on the way.
  const due = new Date(`${inDays(3)}T12:00:00Z`);
  due.setUTCMonth(due.getUTCMonth() + 1);
  const { body: renewed } = await ask<CompanyView[]>('GET', '/companies/list');
  for (const { made } of names)
    expect(renewed.find(({ name }) => name === made)?.dueDate).toBe(due.toISOString().slice(0, 10));
  const told = async () =>
    (await letters())
      .filter(({ subject = '' }) => /fatura/i.test(subject))
      .map(({ to }) => to?.[0]?.address)
      .sort();
  await expect
    .poll(told, { timeout: wholeMs, interval: 500 })
    .toEqual(
      names
        .flatMap(({ made, signed }) => [made, signed].map((name) => `${name.toLowerCase()}@example.org`))
        .sort(),
    )
    .catch(async (error: unknown) => {
      for (const { date, subject, to, messageId } of await letters())
        console.log(date, to?.[0]?.address, subject, messageId);
      throw error;
    });
}, 300_000);
