import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../domain/kernel/ids.ts';
import { isSamePlace } from '../../domain/records/shapes.ts';
import { recordStream } from '../../domain/streams.ts';
import { recordSecrets } from '../../messaging/secrets.ts';
import { startTestApi } from '../../testing/api.ts';
import { type AssistantsDouble, modelKey, startAssistants } from '../../testing/assistants/server.ts';

type Api = Awaited<ReturnType<typeof startTestApi>>;
interface Row {
  readonly id: string;
  readonly baseUrl: string;
  readonly apiKeySet: boolean;
  readonly error?: string;
  readonly errors?: object;
}
let api: Api;
let double: AssistantsDouble;
let headers: Awaited<ReturnType<Api['signIn']>>;
let companyId = '';
let queueId = '';
/** Where the key was given for, and a server of somebody who does not know it. */
let ours = '';
let theirs = '';

beforeAll(async () => {
  double = await startAssistants();
  [ours, theirs] = [`${double.url}/v1`, `${double.url}/theirs/v1`];
  api = await startTestApi({ assistants: double.settings });
  const company = await api.company('Ours');
  companyId = company.companyId;
  headers = await api.signIn(company.email);
  queueId = (await call('POST', '/queue', { name: 'Vendas', color: '#112233' })).body.id;
});
beforeEach(() => {
  double.asked.length = 0;
});
afterAll(async () => {
  await api.close();
  await double.stop();
});

async function call<T = Row>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await api.app.inject({
    method,
    url: `/api${url}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<T>() };
}
async function prompt(more: object = {}) {
  const { body } = await call('POST', '/prompt', {
    name: `Vendedora ${newId()}`,
    queueId,
    prompt: 'Você vende tinta.',
    apiKey: modelKey,
    baseUrl: ours,
    ...more,
  });
  return body.id;
}
const keyOf = (id: string) => `${recordSecrets('prompt', companyId, id)}apiKey`;
const outcomeOf = async (id: string) =>
  (await call<{ outcome: string }>('POST', `/prompt/${id}/test`)).body.outcome;
const toldToThem = () =>
  double.asked.filter(({ path }) => path.startsWith('/theirs/')).map((one) => one.headers.authorization);
const refused = { status: 400, body: { error: 'ERR_VALIDATION', errors: { apiKey: 'required' } } };

/** Makes a key as one was kept before its address was kept beside it. */
async function makeOlder(id: string) {
  const entry = await api.state.get<{ readonly sealed: string }>(keyOf(id));
  await api.state.set(keyOf(id), { sealed: entry!.value.sealed });
}

/** Holds back what is written to the vault until it is let go, as where its process dies before that. */
function holdVault(id: string) {
  const { set } = api.state;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let came = () => {};
  const reached = new Promise<void>((resolve) => {
    came = resolve;
  });
  api.state.set = (async (...given: Parameters<typeof set>) => {
    const isNew = given[0] === keyOf(id) && given[2]?.expected === undefined;
    if (isNew) {
      came();
      await held;
    }
    return set(...given);
  }) as typeof set;
  return {
    reached,
    letGo: () => {
      api.state.set = set;
      letGo();
    },
  };
}

it.each(['/prompt', '/resources/prompts'])(
  'a key is not sent elsewhere by who does not know it: PUT %s asks for it with another address',
  async (path) => {
    const id = await prompt();
    expect(await call('PUT', `${path}/${id}`, { baseUrl: theirs })).toMatchObject(refused);
    // `null` is the usual address, which is another as well.
    expect(await call('PUT', `${path}/${id}`, { baseUrl: null })).toMatchObject(refused);
    expect((await call('GET', `/prompt/${id}`)).body).toMatchObject({ baseUrl: ours, apiKeySet: true });
    expect(await outcomeOf(id)).toBe('answers');
    expect(toldToThem()).toEqual([]);
  },
);

it('goes with another address where the key comes along, or goes, or there is none', async () => {
  const id = await prompt();
  const moved = await call('PUT', `/prompt/${id}`, { baseUrl: theirs, apiKey: 'sk-theirs' });
  expect(moved).toMatchObject({ status: 200, body: { baseUrl: theirs, apiKeySet: true } });
  await outcomeOf(id);
  expect(toldToThem()).toEqual(['Bearer sk-theirs']);
  const emptied = await call('PUT', `/prompt/${id}`, { baseUrl: ours, apiKey: '' });
  expect(emptied).toMatchObject({ status: 200, body: { baseUrl: ours, apiKeySet: false } });
  expect((await call('PUT', `/prompt/${id}`, { baseUrl: theirs })).status).toBe(200);
});

it('a password that is taken out of an address leaves the key where it was given for', async () => {
  const id = await prompt();
  const withPassword = ours.replace('http://', 'http://ana:secret@');
  // As one was kept before addresses had none.
  const entry = await api.state.get<{ readonly sealed: string }>(keyOf(id));
  await api.state.set(keyOf(id), { ...entry!.value, sentTo: withPassword });
  const stream = recordStream('prompt', companyId, id);
  const metadata = {
    ...{ companyId, actor: { kind: 'system' as const, id: 'test' }, at: new Date().toISOString() },
    ...{ commandId: newId(), correlationId: newId() },
  };
  const data = { id, name: 'Antiga', queueId, prompt: 'Você vende tinta.', baseUrl: withPassword };
  await api.gateway.eventStore.append(stream, 0, [{ id: newId(), type: 'PromptUpdated', data, metadata }]);
  await api.reached(await api.gateway.eventStore.head());
  expect((await call('GET', `/prompt/${id}`)).body.baseUrl).toBe(withPassword);
  expect((await call('PUT', `/prompt/${id}`, { baseUrl: ours })).status).toBe(200);
  expect((await call('GET', `/prompt/${id}`)).body).toMatchObject({ baseUrl: ours, apiKeySet: true });
  expect(await outcomeOf(id)).toBe('answers');
});

it.each([
  ['http://theirs.example\\@host.example/v1', 'http://host.example/v1'],
  ['http://host.example@theirs.example/v1', 'http://host.example/v1'],
  ['http://host.example:81/v1', 'http://host.example/v1'],
  ['http://host.example/v2', 'http://host.example/v1'],
])('%s is another place than %s', (one, other) => {
  expect(isSamePlace(one, other)).toBe(false);
});

it('what leaves the address as it is needs no key', async () => {
  const id = await prompt();
  const { status } = await call('PUT', `/prompt/${id}`, {
    baseUrl: ours,
    maxTokens: 50,
    voiceRegion: 'eastus',
  });
  expect(status).toBe(200);
  expect(await outcomeOf(id)).toBe('answers');
});

it.each([
  ['one that was kept with its address', async () => {}],
  ['one of before addresses were kept', makeOlder],
])('between another address and its key the old key goes nowhere: %s', async (_which, makeSo) => {
  const id = await prompt();
  await makeSo(id);
  expect(await outcomeOf(id)).toBe('answers');
  const vault = holdVault(id);
  const moving = call('PUT', `/prompt/${id}`, { baseUrl: theirs, apiKey: 'sk-theirs' });
  await vault.reached;
  await api.reached(await api.gateway.eventStore.head());
  expect((await call('GET', `/prompt/${id}`)).body).toMatchObject({ baseUrl: theirs, apiKeySet: false });
  expect(await outcomeOf(id)).toBe('gone');
  vault.letGo();
  expect(await moving).toMatchObject({ status: 200, body: { apiKeySet: true } });
  await outcomeOf(id);
  expect(toldToThem()).toEqual(['Bearer sk-theirs']);
});

it('a key of before is used as ever, and asked for with another address as any', async () => {
  const id = await prompt();
  await makeOlder(id);
  expect(await outcomeOf(id)).toBe('answers');
  expect(await call('PUT', `/prompt/${id}`, { baseUrl: theirs })).toMatchObject(refused);
  expect((await call('PUT', `/prompt/${id}`, { maxTokens: 50 })).body.apiKeySet).toBe(true);
  expect(await outcomeOf(id)).toBe('answers');
});

it('of a key and another address that come at once neither is told to the other', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await prompt({ apiKey: '' });
    const key = () => call('PUT', `/prompt/${id}`, { baseUrl: ours, apiKey: modelKey });
    const address = () => call('PUT', `/prompt/${id}`, { baseUrl: theirs });
    await Promise.all(round % 2 === 0 ? [key(), address()] : [address(), key()]);
    await outcomeOf(id);
  }
  expect(toldToThem()).toEqual([]);
});

it('is compared with what stands there by then, not with what was read before', async () => {
  const id = await prompt();
  const elsewhere = `${double.url}/elsewhere/v1`;
  const { list } = api.state;
  let isFirst = true;
  // Once the row was read, and before it is decided, somebody gives it another address with its key.
  api.state.list = (async (...given: Parameters<typeof list>) => {
    if (isFirst && keyOf(id).startsWith(given[0])) {
      isFirst = false;
      await call('PUT', `/prompt/${id}`, { baseUrl: elsewhere, apiKey: 'sk-of-elsewhere' });
    }
    return list(...given);
  }) as typeof list;
  try {
    expect(await call('PUT', `/prompt/${id}`, { baseUrl: ours })).toMatchObject(refused);
  } finally {
    api.state.list = list;
  }
  expect((await call('GET', `/prompt/${id}`)).body).toMatchObject({ baseUrl: elsewhere, apiKeySet: true });
});

it('of several who give it addresses at once none is told the key of another', async () => {
  const id = await prompt();
  const moves = ['a', 'b', 'c'].map((name) =>
    call('PUT', `/prompt/${id}`, { baseUrl: `${double.url}/${name}/v1`, apiKey: `sk-of-${name}` }),
  );
  await Promise.all([...moves, call('PUT', `/prompt/${id}`, { baseUrl: theirs })]);
  await outcomeOf(id);
  expect(toldToThem()).toEqual([]);
  for (const { path, headers: told } of double.asked)
    expect(told.authorization).toBe(
      path.startsWith('/v1') ? `Bearer ${modelKey}` : `Bearer sk-of-${path[1]}`,
    );
});
