import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { records } from '../../domain/records/index.ts';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const prompt = records.find(({ name }) => name === 'prompt')!;

type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly error?: string;
  readonly errors?: object;
};

/** An admin whose company has this plan. */
async function company(flags: object = {}) {
  const { companyId, email } = await api.company('Ours');
  await givePlan(
    api.desk,
    { companyId, actor: { kind: 'system', id: 'test' } },
    { useOpenAi: true, useIntegrations: true, ...flags },
  );
  await api.contentOf(companyId);
  const headers = await api.signIn(email);
  const call = async <T = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const answer = await api.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as T };
  };
  return { companyId, call };
}

const typebot = { name: 'Vendas', urlN8N: 'https://bot.example.org', typebotSlug: 'vendas' };

describe('an integration of a queue', () => {
  it('is a Typebot unless it says otherwise, with its usual values', async () => {
    const { call } = await company();
    const { status, body } = await call('POST', '/queueIntegration', typebot);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...typebot,
      ...{ type: 'typebot', language: 'pt-BR', typebotExpires: 1, typebotDelayMessage: 1_000 },
      jsonContentSet: false,
    });
    const { body: list } = await call<{ queueIntegrations: Row[]; hasMore: boolean }>(
      'GET',
      '/queueIntegration/?searchParam=vend&pageNumber=1',
    );
    expect([list.queueIntegrations.map(({ id }) => id), list.hasMore]).toEqual([[body.id], false]);
  });

  it.each([
    ['typebot', {}, ['urlN8N', 'typebotSlug']],
    ['n8n', {}, ['urlN8N']],
    ['webhook', {}, ['urlN8N']],
    ['dialogflow', {}, ['projectName']],
    ['n8n', { urlN8N: 'javascript:alert(1)' }, ['urlN8N']],
    ['webhook', { urlN8N: 'file:///etc/passwd' }, ['urlN8N']],
    ['n8n', { urlN8N: 'https://bot:senha@n8n.example.org/webhook' }, ['urlN8N']],
  ])('of type %s with %j is refused at what it needs: %j', async (type, more, fields) => {
    const { call } = await company();
    const { status, body } = await call('POST', '/queueIntegration', { type, name: 'Bot', ...more });
    expect([status, body.error, Object.keys(body.errors ?? {})]).toEqual([400, 'ERR_VALIDATION', fields]);
  });

  it('says all that is wrong at once, and of a type that there is not what it is', async () => {
    const { call } = await company();
    const wrong = async (payload: object) => (await call('POST', '/queueIntegration', payload)).body.errors;
    expect(await wrong({})).toEqual({ name: 'required', urlN8N: 'required', typebotSlug: 'required' });
    expect(await wrong({ type: 'n8n', name: 'B', language: 'fr' })).toEqual({
      ...{ name: 'tooShort', urlN8N: 'required', language: 'invalid' },
    });
    expect(await wrong({ type: 'webhook', name: 'x'.repeat(51), urlN8N: 'https://bot.example.org' })).toEqual(
      {
        name: 'tooLong',
      },
    );
    const urlN8N = 'https://bot:senha@bot.example.org';
    expect(await wrong({ type: 'n8n', name: 'Bot', urlN8N })).toEqual({ urlN8N: 'withPassword' });
    expect(await wrong({ type: 'manychat', name: 'Bot' })).toEqual({ type: 'invalid' });
    expect(await wrong({ type: '', name: 'Bot' })).toEqual({ type: 'required' });
  });

  it('has every field of the specification under its name, and the languages that there are', async () => {
    const { call } = await company();
    const content = {
      ...typebot,
      ...{ type: 'typebot', projectName: 'loja', typebotExpires: 5, typebotDelayMessage: 250 },
      ...{ typebotKeywordFinish: 'sair', typebotKeywordRestart: 'início', typebotRestartMessage: 'De novo!' },
      ...{ typebotUnknownMessage: 'Como?', region: 'europe-west1' },
    };
    for (const language of ['pt-BR', 'en', 'es']) {
      const { body } = await call('POST', '/queueIntegration', { ...content, language });
      expect((await call('GET', `/queueIntegration/${body.id}`)).body).toMatchObject({
        ...{ ...content, language, id: body.id },
      });
    }
    const elsewhere = { ...content, language: 'fr', region: 'us-central1' };
    expect((await call('POST', '/queueIntegration', elsewhere)).body.errors).toEqual({
      language: 'invalid',
      region: 'invalid',
    });
  });

  it('is one of its own company: read, changed and deleted by nobody else', async () => {
    const { call } = await company();
    const theirs = await company();
    const { body } = await call('POST', '/queueIntegration', typebot);
    for (const [method, more] of [['GET'], ['PUT', { name: 'Deles' }], ['DELETE']] as const)
      expect((await theirs.call(method, `/queueIntegration/${body.id}`, more)).status).toBe(404);
    expect((await call('PUT', `/queueIntegration/${body.id}`, { name: 'Nossa' })).body.name).toBe('Nossa');
    expect((await call('DELETE', `/queueIntegration/${body.id}`)).status).toBe(204);
    expect((await call('GET', `/queueIntegration/${body.id}`)).status).toBe(404);
  });

  it('keeps its credential in the vault, and loses nothing that it needs later', async () => {
    const { companyId, call } = await company();
    const jsonContent = '{"private_key":"very secret"}';
    const dialogflow = { type: 'dialogflow', name: 'Agente', projectName: 'loja', jsonContent };
    const { body: made } = await call('POST', '/queueIntegration', dialogflow);
    expect(made).toMatchObject({ jsonContentSet: true });
    const { log, models, state } = await api.standOf(companyId, [made.id]);
    expect(JSON.stringify([made, log, models, state])).not.toContain('very secret');
    expect((await call('PUT', `/queueIntegration/${made.id}`, { projectName: '' })).status).toBe(400);
    expect((await call('DELETE', `/queueIntegration/${made.id}`)).status).toBe(204);
  });

  it('is for companies whose plan has integrations', async () => {
    const { call } = await company({ useIntegrations: false });
    expect(await call('GET', '/queueIntegration')).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE' },
    });
    expect((await call('POST', '/queueIntegration', typebot)).status).toBe(403);
  });
});

describe('a prompt', () => {
  it('has the usual values, and its keys in the vault alone', async () => {
    const { companyId, call } = await company();
    const { body: queue } = await call('POST', '/queue', { name: 'Vendas', color: '#112233' });
    expect((await call<Row[]>('GET', '/queue')).body).toMatchObject([{ id: queue.id, name: 'Vendas' }]);
    const keys = { apiKey: 'sk-very-secret', voiceKey: 'voice-very-secret' };
    const { status, body } = await call('POST', '/prompt', {
      name: 'Ana',
      prompt: 'Seja breve.',
      queueId: queue.id,
      ...keys,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{
        voice: 'texto',
        maxTokens: 100,
        temperature: 1,
        maxMessages: 10,
        baseUrl: 'https://api.openai.com/v1',
      },
      ...{ apiKeySet: true, voiceKeySet: true, queueId: queue.id },
    });
    const { body: list } = await call<{ prompts: Row[] }>('GET', '/prompt');
    const { log, models, state } = await api.standOf(companyId, [body.id]);
    expect(JSON.stringify([body, list, log, models, state])).not.toContain('very-secret');
    expect(list.prompts.map(({ id }) => id)).toEqual([body.id]);
  });

  it('has every field of the specification under its name, is changed, and is nobody else’s', async () => {
    const { call } = await company();
    const theirs = await company();
    const { body: queue } = await call('POST', '/queue', { name: 'Vendas', color: '#112233' });
    const content = {
      ...{ name: 'Ana', prompt: 'Seja breve.', queueId: queue.id, voice: 'pt-BR-YaraNeural' },
      ...{ voiceRegion: 'brazilsouth', maxTokens: 300, temperature: 0.5, maxMessages: 20 },
    };
    const { body: made } = await call('POST', '/prompt', content);
    expect((await call('GET', `/prompt/${made.id}`)).body).toMatchObject({ ...content, id: made.id });
    expect((await call('PUT', `/prompt/${made.id}`, { maxTokens: 50 })).body).toMatchObject({
      ...{ ...content, maxTokens: 50 },
    });
    for (const [method, more] of [['GET'], ['PUT', { name: 'Deles' }], ['DELETE']] as const)
      expect((await theirs.call(method, `/prompt/${made.id}`, more)).status).toBe(404);
    const page = await call<{ prompts: Row[]; hasMore: boolean }>(
      'GET',
      '/prompt?searchParam=an&pageNumber=1',
    );
    expect([page.body.prompts.map(({ id }) => id), page.body.hasMore]).toEqual([[made.id], false]);
  });

  it('speaks with one of fifteen Brazilian voices, or writes', async () => {
    const { widget } = prompt.fields.voice!;
    const voices = widget.kind === 'select' ? widget.options.map(({ value }) => String(value)) : [];
    expect(voices[0]).toBe('texto');
    expect(voices.slice(1)).toHaveLength(15);
    for (const voice of voices.slice(1)) expect(voice).toMatch(/^pt-BR-[A-Z][a-z]+Neural$/);
  });

  it('is deleted with a message, and once', async () => {
    const { call } = await company();
    const { body: queue } = await call('POST', '/queue', { name: 'Vendas', color: '#112233' });
    const { body } = await call('POST', '/prompt', { name: 'Ana', prompt: 'Breve.', queueId: queue.id });
    expect(await call('DELETE', `/prompt/${body.id}`)).toEqual({
      ...{ status: 200, body: { message: 'Prompt deleted' } },
    });
    expect((await call('DELETE', `/prompt/${body.id}`)).status).toBe(404);
  });

  it('needs a queue, and a plan with the assistant', async () => {
    const { call } = await company();
    const { body } = await call('POST', '/prompt', { name: 'Ana', prompt: 'Seja breve.' });
    expect(Object.keys(body.errors ?? {})).toEqual(['queueId']);
    const without = await company({ useOpenAi: false });
    expect((await without.call('GET', '/prompt')).body.error).toBe('ERR_PLAN_FEATURE');
  });
});
