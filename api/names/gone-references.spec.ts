import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let headers: { authorization: string };
let contactId = '';
beforeAll(async () => {
  api = await startTestApi();
  const { companyId, email } = await api.company('Loja');
  const system = { companyId, actor: { kind: 'system', id: 'test' } } as const;
  await givePlan(api.desk, system, {});
  ({ contactId } = await api.desk.contacts.ensure(system, { numbers: ['5511955500142'], name: 'Marina' }));
  const kept = await api.desk.connections.create(system, { name: 'Matriz', channel: 'simulator' });
  await api.reached(kept.position);
  headers = await api.signIn(email);
}, 30_000);
afterAll(() => api.close());

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const answer = await api.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as Row };
}
let count = 0;
const made = async (path: string, form: object): Promise<Row> => {
  count += 1;
  const { status, body } = await ask('POST', path, { ...form, name: `Nome ${count}` });
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
};
const queue = () => made('/queue', { color: `#${100_000 + count}` });
const tag = () => made('/tags', { color: `#${100_000 + count}` });
const connection = (more: object = {}) => made('/whatsapp', { channel: 'simulator', ...more });
const prompt = async (queueId?: string) =>
  made('/prompt', { prompt: 'Ajude', apiKey: 'chave', queueId: queueId ?? (await queue()).id });
const integration = () => made('/queueIntegration', { type: 'n8n', urlN8N: 'https://robo.example/x' });
const files = () => made('/files', { message: 'Olá' });
const list = () => made('/contact-lists', {});
const campaign = (more: object) => made('/campaigns', { message1: 'Olá!', ...more });
const schedule = (more: object) =>
  made('/schedules', { body: 'Bom dia!', contactId, sendAt: '2031-03-04T12:00:00.000Z', ...more });

/** What names another, how it is made, and where the other is deleted. */
const cases: readonly {
  readonly what: string;
  readonly field: string;
  readonly of: readonly [path: string, make: () => Promise<Row>];
  readonly by: readonly [path: string, make: (id: string) => Promise<Row>];
}[] = [
  {
    ...{ what: 'the prompt of a queue', field: 'promptId' },
    of: ['/prompt', prompt],
    by: ['/queue', (promptId) => made('/queue', { color: `#${100_000 + count}`, promptId })],
  },
  {
    ...{ what: 'the integration of a queue', field: 'integrationId' },
    of: ['/queueIntegration', integration],
    by: ['/queue', (integrationId) => made('/queue', { color: `#${100_000 + count}`, integrationId })],
  },
  { what: 'the queue of a prompt', field: 'queueId', of: ['/queue', queue], by: ['/prompt', prompt] },
  {
    ...{ what: 'the connection of a campaign', field: 'whatsappId' },
    of: ['/whatsapp', connection],
    by: ['/campaigns', (whatsappId) => campaign({ whatsappId })],
  },
  {
    ...{ what: 'the list of a campaign', field: 'contactListId' },
    of: ['/contact-lists', list],
    by: ['/campaigns', (contactListId) => campaign({ contactListId })],
  },
  {
    ...{ what: 'the tag of a campaign', field: 'tagListId' },
    of: ['/tags', tag],
    by: ['/campaigns', (tagListId) => campaign({ tagListId })],
  },
  {
    ...{ what: 'the files of a campaign', field: 'fileListId' },
    of: ['/files', files],
    by: ['/campaigns', (fileListId) => campaign({ fileListId })],
  },
  {
    ...{ what: 'the queue of a campaign', field: 'queueId' },
    of: ['/queue', queue],
    by: ['/campaigns', (queueId) => campaign({ queueId })],
  },
  {
    ...{ what: 'the queue of a scheduled message', field: 'queueId' },
    of: ['/queue', queue],
    by: ['/schedules', (queueId) => schedule({ queueId })],
  },
];

describe.each(cases)('where $what was deleted', ({ field, of: [ofPath, makeOther], by: [byPath, make] }) => {
  it('what names it is shown, sent back as it was given, and changed; what never was there is refused', async () => {
    const { id } = await makeOther();
    const row = await make(id);
    expect([row[field]].flat(), JSON.stringify(row)).toEqual([id]);
    expect((await ask('DELETE', `${ofPath}/${id}`)).status).toBeLessThan(300);
    const shown = await ask('GET', `${byPath}/${row.id}`);
    expect(shown.status, JSON.stringify(shown.body)).toBe(200);
    const text = 'body' in shown.body ? { body: 'Boa tarde!' } : { name: `Outro ${++count}` };
    const changed = await ask('PUT', `${byPath}/${row.id}`, { ...shown.body, ...text });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject(text);
    const wrong = { ...changed.body, [field]: Array.isArray(row[field]) ? ['nowhere'] : 'nowhere' };
    expect((await ask('PUT', `${byPath}/${row.id}`, wrong)).status).toBe(400);
  });
});

it('a queue that was deleted is none of a connection’s any more, and is named by none', async () => {
  const { id: queueId } = await queue();
  const { id } = await connection({ queueIds: [queueId] });
  expect((await ask('DELETE', `/queue/${queueId}`)).status).toBeLessThan(300);
  expect((await ask('GET', `/whatsapp/${id}`)).body).toMatchObject({ queues: [] });
  const saved = await ask('PUT', `/whatsapp/${id}`, { name: 'Filial', queueIds: [] });
  expect(saved).toMatchObject({ status: 200, body: { name: 'Filial', queues: [] } });
  expect(await ask('PUT', `/whatsapp/${id}`, { queueIds: [queueId] })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_QUEUE_FOUND' },
  });
});

it('a scheduled message whose connection was deleted is shown, and saved once it has another', async () => {
  const { id: whatsappId } = await connection();
  const row = await schedule({ whatsappId });
  expect((await ask('DELETE', `/whatsapp/${whatsappId}`)).status).toBeLessThan(300);
  const { status, body } = await ask('GET', `/schedules/${row.id}`);
  expect([status, body.whatsappId]).toEqual([200, whatsappId]);
  expect(await ask('PUT', `/schedules/${row.id}`, { ...body, body: 'Boa tarde!' })).toMatchObject({
    status: 400,
    body: { errors: { whatsappId: 'invalid' } },
  });
  const saved = await ask('PUT', `/schedules/${row.id}`, { ...body, body: 'Boa tarde!', whatsappId: null });
  expect(saved).toMatchObject({ status: 200, body: { body: 'Boa tarde!', whatsappId: null } });
});
