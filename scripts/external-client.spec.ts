import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiScopes } from '../domain/api-token/scopes.ts';
import { startTestApi } from '../testing/api.ts';
import * as client from '../testing/external-client/client.ts';
import * as forms from '../testing/external-client/forms.ts';
import { givePlan } from '../testing/plan.ts';
import { clientsOf } from './external-client.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId?: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
interface Reference {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const number = '5511955500142';
let api: Awaited<ReturnType<typeof startTestApi>>;
let text: string;
let connectionId: string;
let reference: Reference;
let tokenOf: (scopes: readonly string[], whatsappId?: string) => Promise<{ authorization: string }>;

beforeAll(async () => {
  api = await startTestApi();
  const { companyId, email } = await api.company('Ours');
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  await api.desk.connections.create(context, { name: 'Loja', channel: 'simulator', isDefault: true });
  await api.reached((await givePlan(api.desk, context, {})).position);
  const admin = await api.signIn(email);
  connectionId = (
    await api.desk.connections.create(context, { name: 'Filial', channel: 'simulator', isDefault: false })
  ).connectionId;
  tokenOf = async (scopes, whatsappId) => {
    const payload = { name: 'ERP', scopes, ...(whatsappId && { whatsappId }) };
    const answer = await api.app.inject({ method: 'POST', url: '/api/tokens', headers: admin, payload });
    return { authorization: `Bearer ${answer.json<{ secret: string }>().secret}` };
  };
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  text = await (await fetch(`${baseUrl}/api/docs/json`)).text();
  reference = JSON.parse(text) as Reference;
  for (const { defaults } of [client, forms])
    Object.assign(defaults, { baseUrl, headers: await tokenOf(apiScopes) });
}, 60_000);
afterAll(() => api.close());

const operations = () => Object.values(reference.paths).flatMap((path) => Object.values(path));
const byToken = () => operations().filter(({ security }) => security?.some((way) => 'token' in way));

describe('the reference of what other systems call', () => {
  it('is what the client in the project was made from: `npm run client` when it changes', async () => {
    const made = await clientsOf(text);
    expect(made.size).toBe(2);
    for (const [file, code] of made)
      expect(code, file).toBe(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
  });

  it('names each call once, and asks each scope of tokens for one at least', () => {
    const names = operations().flatMap(({ operationId }) => operationId ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(byToken().map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining([
        'sendMessage',
        'getMessageStatus',
        'saveContact',
        'listEvents',
        'createWebhook',
      ]),
    );
    for (const { operationId } of byToken()) expect(operationId).toBeDefined();
  });

  it('shows of each body, answer and refusal an example that holds by its own schema', () => {
    const refused = z.fromJSONSchema(reference.components.schemas.Refusal as never);
    let seen = 0;
    for (const { operationId, requestBody, responses } of byToken()) {
      const media = [requestBody, ...Object.values(responses)].flatMap(
        (one) => one?.content?.['application/json'] ?? [],
      );
      for (const { schema, example, examples } of media) {
        const shown = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples ?? {}).map(({ value }) => value),
        ];
        const isRefusal = '$ref' in schema;
        expect(shown.length, `${operationId} ${JSON.stringify(schema).slice(0, 200)}`).toBeGreaterThan(0);
        for (const one of shown) (isRefusal ? refused : z.fromJSONSchema(schema as never)).parse(one);
        seen += shown.length;
      }
    }
    expect(seen).toBeGreaterThan(40);
  });
});

describe('the client made from it', () => {
  it('sends a message once under its key, and asks what became of it', async () => {
    const body = { number, body: 'Seu pedido saiu para entrega.' };
    const sent = await client.sendMessage({ idempotencyKey: 'order-4711', body });
    if (sent.status !== 202) throw new Error(JSON.stringify(sent));
    expect(sent.data).toMatchObject({ status: 'queued', ids: [sent.data.id] });
    expect(await client.sendMessage({ idempotencyKey: 'order-4711', body })).toMatchObject({
      data: sent.data,
    });
    expect(
      await client.sendMessage({ idempotencyKey: 'order-4711', body: { number, body: 'Outro' } }),
    ).toMatchObject({
      status: 422,
      data: { error: 'ERR_IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await client.getMessageStatus({ id: sent.data.id })).toMatchObject({
      status: 200,
      data: { ticketId: sent.data.ticketId, status: 'queued', reason: null },
    });
  });

  it('sends files as a form, each a message of its own', async () => {
    const medias = ['um', 'dois'].map(
      (name) => new File([`${name}\n`], `${name}.txt`, { type: 'text/plain' }),
    );
    const sent = await forms.sendMessage({ body: { number, body: 'Notas', medias } });
    if (sent.status !== 202) throw new Error(JSON.stringify(sent));
    expect(sent.data.ids).toHaveLength(2);
    expect(await client.getMessageStatus({ id: sent.data.ids[1]! })).toMatchObject({ status: 200 });
  });

  it('saves a contact: new at first, changed then', async () => {
    const $number = '5511955500143';
    expect(await client.saveContact({ $number, body: { name: 'Maria Souza' } })).toMatchObject({
      status: 201,
      data: { number: $number, name: 'Maria Souza', created: true },
    });
    expect(await client.saveContact({ $number, body: { email: 'maria@example.com' } })).toMatchObject({
      status: 200,
      data: { name: 'Maria Souza', email: 'maria@example.com', created: false },
    });
  });

  it('reads what happened, by type', async () => {
    const told = await client.listEvents({ after: 0, types: 'contact.created' });
    if (told.status !== 200) throw new Error(JSON.stringify(told));
    expect(told.data.events.map(({ type }) => type)).toContain('contact.created');
    expect(told.data.hasMore).toBe(false);
  });

  it('makes a webhook, tries it, and reads of it what a token of that scope may', async () => {
    const body = { name: 'ERP', url: 'https://erp.example.com/hooks', secret: 'um segredo de muitas letras' };
    const made = await client.createWebhook({ body });
    if (made.status !== 201) throw new Error(JSON.stringify(made));
    const { id } = made.data;
    expect(await client.testWebhook({ id })).toMatchObject({ status: 202 });
    expect(await client.listDeliveries({ id })).toMatchObject({
      status: 200,
      data: { deliveries: [{ type: 'webhook.test', state: 'due' }], next: null },
    });
    expect(await client.updateWebhook({ id, body: { active: false } })).toMatchObject({
      data: { active: false },
    });
    expect(await client.listWebhooks({})).toMatchObject({
      status: 200,
      data: { webhooks: [{ id, active: false }] },
    });
    expect(await client.deleteWebhook({ id })).toMatchObject({ status: 204 });
  });

  it('is told by its types why a call was refused', async () => {
    expect(await client.sendMessage({ body: { number: 'abc', body: 'Oi' } })).toMatchObject({
      status: 400,
      data: { error: 'ERR_VALIDATION', errors: { number: 'invalid' } },
    });
    expect(await client.getMessageStatus({ id: 'nada' })).toMatchObject({ status: 404 });
    const headers = await tokenOf(['messages:read']);
    for (const call of [
      client.sendMessage({ body: { number, body: 'Oi' } }, { headers }),
      client.listWebhooks({}, { headers }),
    ])
      expect(await call).toMatchObject({ status: 403, data: { error: 'ERR_TOKEN_SCOPE' } });
    const bound = { headers: await tokenOf(apiScopes, connectionId) };
    for (const call of [client.listEvents({}, bound), client.listWebhooks({}, bound)])
      expect(await call).toMatchObject({ status: 403, data: { error: 'ERR_NO_PERMISSION' } });
    expect(await client.listEvents({}, { headers: { authorization: 'Bearer blc_none' } })).toMatchObject({
      status: 401,
      data: { error: 'ERR_NO_SESSION' },
    });
  });
});
