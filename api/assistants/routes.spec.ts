import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../domain/kernel/ids.ts';
import { createSpending } from '../../messaging/assistant-spending.ts';
import { startTestApi } from '../../testing/api.ts';
import {
  type AssistantsDouble,
  modelKey,
  serviceAccount,
  startAssistants,
} from '../../testing/assistants/server.ts';

type Api = Awaited<ReturnType<typeof startTestApi>>;
let api: Api;
let double: AssistantsDouble;
let headers: Awaited<ReturnType<Api['signIn']>>;
let companyId: string;

beforeAll(async () => {
  double = await startAssistants();
  api = await startTestApi({ assistants: double.settings });
  const company = await api.company('Ours');
  companyId = company.companyId;
  headers = await api.signIn(company.email);
});
beforeEach(() => {
  double.asked.length = 0;
});
afterAll(async () => {
  await api.close();
  await double.stop();
});

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as = headers) => {
  const answer = await api.app.inject({
    method,
    url: `/api${url}`,
    headers: as,
    ...(payload && { payload }),
  });
  await api.reached(await api.gateway.eventStore.head());
  return { status: answer.statusCode, body: answer.json() };
};

async function prompt(more: object = {}) {
  const queue = await call('POST', '/queue', { name: `Vendas ${newId()}`, color: randomColor() });
  const { body } = await call('POST', '/prompt', {
    ...{ name: 'Vendedora', queueId: queue.body.id, prompt: 'Você vende tinta.', apiKey: modelKey },
    baseUrl: `${double.url}/v1`,
    ...more,
  });
  return (body as { readonly id: string }).id;
}
let colors = 0;
const randomColor = () => {
  colors += 1;
  return `#0000${String(colors).padStart(2, '0')}`;
};

it('tries a prompt with its own key, and says what came of it', async () => {
  expect(await call('POST', `/prompt/${await prompt()}/test`)).toEqual({
    status: 200,
    body: { outcome: 'answers', status: null, text: 'Posso ajudar?' },
  });
  expect((await call('POST', `/prompt/${await prompt({ apiKey: 'sk-wrong' })}/test`)).body).toEqual({
    ...{ outcome: 'keys', status: 401, text: '' },
  });
  expect((await call('POST', `/prompt/${newId()}/test`)).status).toBe(404);
});

it('tells what each prompt has cost today', async () => {
  const id = await prompt({ name: 'Cara', dailyTokens: 500 });
  await createSpending(api.state, () => new Date()).add(companyId, id, 120);
  const { body } = await call('GET', '/prompt/spending');
  expect(body.prompts).toContainEqual({ id, name: 'Cara', tokens: 120, dailyTokens: 500 });
  expect(body.tokens).toBeGreaterThanOrEqual(120);
  expect(body.dailyTokens).toBeGreaterThanOrEqual(500);
});

it('counts what a try costs among what its prompt has cost', async () => {
  const id = await prompt({ name: 'Provada' });
  const spent = async () => {
    const { prompts } = (await call('GET', '/prompt/spending')).body;
    return (prompts as { id: string; tokens: number }[]).find((one) => one.id === id)?.tokens;
  };
  expect(await spent()).toBe(0);
  await call('POST', `/prompt/${id}/test`);
  const once = await spent();
  expect(once).toBeGreaterThan(0);
  await call('POST', `/prompt/${id}/test`);
  expect(await spent()).toBe(2 * once!);
});

it('tries a Dialogflow project before and after it is saved', async () => {
  const asked = { projectName: 'loja', language: 'pt-BR' };
  const session = (more: object) => call('POST', '/queueIntegration/testSession', { ...asked, ...more });
  expect((await session({ jsonContent: serviceAccount })).body).toMatchObject({
    ...{ outcome: 'answers', text: 'Ouvi: Oi' },
  });
  expect(await session({})).toMatchObject({ status: 400, body: { errors: { jsonContent: 'required' } } });
  expect((await session({ jsonContent: '{}' })).body).toMatchObject({ outcome: 'keys' });
  const saved = await call('POST', '/queueIntegration', {
    ...{ name: 'Robô', type: 'dialogflow', projectName: 'loja', jsonContent: serviceAccount },
  });
  const { id } = saved.body as { readonly id: string };
  expect((await session({ id })).body).toMatchObject({ outcome: 'answers' });
  const regional = { id, region: 'europe-west1' };
  expect((await session(regional)).body).toMatchObject({ outcome: 'answers' });
  expect(double.asked.at(-1)?.path).toContain('/projects/loja/locations/europe-west1/agent/');
  expect(await session({ id, region: 'mars' })).toMatchObject({
    status: 400,
    body: { errors: { region: 'invalid' } },
  });
  expect((await call('POST', `/queueIntegration/${id}/test`)).body).toMatchObject({ outcome: 'answers' });
});

it('lets nobody try what is another company’s', async () => {
  const id = await prompt();
  const other = await api.company('Theirs');
  const theirs = await api.signIn(other.email);
  expect((await call('POST', `/prompt/${id}/test`, undefined, theirs)).status).toBe(404);
  expect((await call('GET', '/prompt/spending', undefined, theirs)).body).toMatchObject({
    ...{ prompts: [], tokens: 0, dailyTokens: 0 },
  });
  expect(double.asked).toEqual([]);
});
