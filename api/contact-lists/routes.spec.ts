import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContactListItemView, ContactListView, ListImport } from '../../contract/contact-list.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { givePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let companyId = '';
const context = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });
const ask = async <T = ContactListView & ContactListItemView & { error?: string; errors?: object }>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) => {
  const answer = await api.app.inject({
    method,
    url: `/api/${path}`,
    headers: admin,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: (answer.body === '' ? undefined : answer.json()) as T };
};
const list = async (name = 'Clientes') => (await ask('POST', 'contact-lists', { name })).body;
const add = (contactListId: string, more: object = {}) =>
  ask('POST', 'contact-list-items', {
    name: 'Bia Prates',
    number: '5511987654321',
    email: '',
    contactListId,
    companyId,
    ...more,
  });
const itemsOf = async (contactListId: string, query = '') =>
  (
    await ask<{ contacts: ContactListItemView[]; hasMore: boolean; count: number }>(
      'GET',
      `contact-list-items?contactListId=${contactListId}&${query}`,
    )
  ).body;
const upload = async (
  listId: string,
  text: string | Buffer,
  more: { preview?: boolean; key?: string; query?: string; name?: string } = {},
) => {
  const data = new FormData();
  data.append(
    'file',
    new Blob([typeof text === 'string' ? text : new Uint8Array(text)], { type: 'text/csv' }),
    more.name ?? 'lista.csv',
  );
  const request = new Request('http://x', { method: 'POST', body: data });
  const answer = await api.app.inject({
    method: 'POST',
    url: `/api/contact-lists/${listId}/upload?preview=${more.preview ?? false}&${more.query ?? ''}`,
    headers: {
      ...admin,
      'content-type': request.headers.get('content-type')!,
      ...(more.key && { 'idempotency-key': more.key }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json<ListImport>() };
};

beforeAll(async () => {
  api = await startTestApi();
  const ours = await api.company('Ours');
  ({ companyId } = ours);
  await api.reached((await givePlan(api.desk, context(), {})).position);
  admin = await api.signIn(ours.email);
}, 30_000);
afterAll(() => api.close());

it('a list is made, found by its name, renamed and deleted with all who stand in it', async () => {
  const { id } = await list('Natal');
  expect((await ask('PUT', `contact-lists/${id}`, { name: 'Fim de ano' })).body).toMatchObject({
    name: 'Fim de ano',
    contactsCount: 0,
  });
  for (let number = 0; number < 21; number += 1) await list(`Lista ${number}`);
  const found = async (query: string) =>
    (await ask<{ records: ContactListView[]; hasMore: boolean }>('GET', `contact-lists?${query}`)).body;
  expect(await found('searchParam=fim')).toMatchObject({ records: [{ id }], hasMore: false });
  const page = await found('searchParam=lista&pageNumber=1');
  expect([page.records.length, page.hasMore]).toEqual([20, true]);
  const last = await found('searchParam=lista&pageNumber=2');
  expect([last.records.length, last.hasMore]).toEqual([1, false]);
  const item = (await add(id)).body;
  expect((await ask('DELETE', `contact-lists/${id}`)).status).toBe(204);
  for (const path of [`contact-lists/${id}`, `contact-list-items/${item.id}`])
    expect((await ask('GET', path)).status).toBe(404);
  for (const [name, code] of [
    ['', 'required'],
    ['a', 'tooShort'],
    ['x'.repeat(51), 'tooLong'],
  ])
    expect(await ask('POST', 'contact-lists', { name })).toMatchObject({
      status: 400,
      body: { errors: { name: code } },
    });
});

it('somebody stands in a list once, with and without the ninth digit; a changed number is asked for again', async () => {
  const { id } = await list('Uma vez');
  const bia = (await add(id, { email: 'bia@exemplo.com.br' })).body;
  expect(bia).toMatchObject({
    ...{ name: 'Bia Prates', number: '5511987654321', email: 'bia@exemplo.com.br' },
    ...{ isWhatsappValid: null, contactListId: id, companyId },
  });
  expect(await add(id, { number: '551187654321' })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CONTACT_LIST_ITEM_EXISTS', errors: { number: 'taken' } },
  });
  const rui = (await add(id, { name: 'Rui', number: '5511912345678' })).body;
  expect((await ask('PUT', `contact-list-items/${rui.id}`, { number: '5511987654321' })).status).toBe(409);
  const doc = await api.desk.contactLists.check(context(), {
    listId: id,
    results: (
      await api.readStore.forCompany(companyId).find<never>('contactListItems', {
        where: { contactListId: id },
      })
    ).map((one: { id: string; bucket: number; number: string }) => ({
      itemId: one.id,
      bucket: one.bucket,
      number: one.number,
      valid: true,
    })),
  });
  expect(doc).toBeUndefined();
  await expect.poll(async () => (await ask('GET', `contact-lists/${id}`)).body.validCount).toBe(2);
  const changed = await ask('PUT', `contact-list-items/${rui.id}`, {
    number: '5511911112222',
    name: 'Rui M.',
  });
  expect(changed.body).toMatchObject({
    id: rui.id,
    number: '5511911112222',
    name: 'Rui M.',
    isWhatsappValid: null,
  });
  expect((await ask('GET', `contact-lists/${id}`)).body).toMatchObject({ contactsCount: 2, validCount: 1 });
  expect((await ask('DELETE', `contact-list-items/${rui.id}`)).status).toBe(204);
  expect((await ask('GET', `contact-lists/${id}`)).body).toMatchObject({ contactsCount: 1, validCount: 1 });
});

it('of two who change different fields of somebody at once both are heard', async () => {
  const { id } = await list('Ao mesmo tempo');
  for (let n = 0; n < 4; n += 1) {
    const item = (await add(id, { number: `551198765433${n}`, email: '' })).body;
    const put = (more: object) => ask('PUT', `contact-list-items/${item.id}`, more);
    const answers = await Promise.all([put({ name: 'Beatriz' }), put({ email: 'bia@exemplo.com.br' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask('GET', `contact-list-items/${item.id}`)).body).toMatchObject({
      name: 'Beatriz',
      email: 'bia@exemplo.com.br',
    });
  }
});

it('says of each who asked to be written to no more, however the number is written, until they may be again', async () => {
  const { id } = await list('Avisos');
  await add(id, { name: 'Rui', number: '551188880001' });
  await add(id, { name: 'Sol', number: '5511988880002' });
  await add(id, { name: 'Sem número', number: '' });
  const rui = (await ask('POST', 'contacts', { name: 'Rui', number: '5511988880001' })).body;
  await ask('POST', 'contacts', { name: 'Sol', number: '5511988880002' });
  const left = async () =>
    (await itemsOf(id)).contacts.flatMap(({ name, leftCampaigns }) => (leftCampaigns ? [name] : []));
  expect(await left()).toEqual([]);
  expect((await ask('POST', `contacts/${rui.id}/campaigns/leave`, { reason: 'pediu' })).status).toBe(200);
  expect(await left()).toEqual(['Rui']);
  const [{ id: itemId } = { id: '' }] = (await itemsOf(id)).contacts.filter(({ name }) => name === 'Rui');
  expect(Date.parse((await ask('GET', `contact-list-items/${itemId}`)).body.leftCampaigns!)).toBeGreaterThan(
    0,
  );
  await ask('POST', `contacts/${rui.id}/campaigns/join`, { reason: 'voltou' });
  expect(await left()).toEqual([]);
});

it('lists, and who stands in them, come in the order in which people look for names', async () => {
  const names = ['agora', 'Água', 'Loja 2', 'Loja 10', 'Zoe'];
  const listIds: string[] = [];
  for (const name of names.toReversed()) listIds.unshift((await list(`Ordem ${name}`)).id);
  for (const [at, name] of names.toReversed().entries())
    await add(listIds[0]!, { name, number: `551198760432${at}` });
  const found = await ask<{ records: ContactListView[] }>('GET', 'contact-lists?searchParam=ordem');
  expect(found.body.records.map(({ name }) => name)).toEqual(names.map((name) => `Ordem ${name}`));
  expect((await itemsOf(listIds[0]!)).contacts.map(({ name }) => name)).toEqual(names);
});

it('is read by id, and all at once, by its own company alone', async () => {
  const { id } = await list('Por id');
  const item = (await add(id)).body;
  expect((await ask('GET', `contact-lists/${id}`)).body).toMatchObject({
    id,
    name: 'Por id',
    contactsCount: 1,
  });
  expect((await ask('GET', `contact-list-items/${item.id}`)).body).toEqual(item);
  const all = await ask<ContactListView[]>('GET', `contact-lists/list?companyId=${companyId}`);
  expect(all.body.map(({ id: one }) => one)).toContain(id);
  const theirs = await api.company('Theirs');
  await api.reached((await givePlan(api.desk, { ...context(), companyId: theirs.companyId }, {})).position);
  const headers = await api.signIn(theirs.email);
  const foreign = async (method: 'GET' | 'PUT' | 'DELETE', to: string) =>
    (await api.app.inject({ method, url: `/api/${to}`, headers, payload: { name: 'Deles' } })).statusCode;
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    for (const to of [`contact-lists/${id}`, `contact-list-items/${item.id}`])
      expect([method, to, await foreign(method, to)]).toEqual([method, to, 404]);
  expect((await ask('GET', `contact-list-items/${item.id}`)).body).toEqual(item);
  expect((await ask('GET', 'contact-list-items/none')).status).toBe(404);
});

it('of an item it says which field is wrong', async () => {
  const { id } = await list('Campos');
  for (const [change, errors] of [
    [{ name: '' }, { name: 'required' }],
    [{ name: '\u200b\u2060' }, { name: 'required' }],
    [{ name: 'B' }, { name: 'tooShort' }],
    [{ name: 'x'.repeat(51) }, { name: 'tooLong' }],
    [{ number: '1234567' }, { number: 'tooShort' }],
    [{ number: '1'.repeat(51) }, { number: 'tooLong' }],
    [{ number: '123' }, { number: 'tooShort' }],
    [{ number: 'nove nove' }, { number: 'invalid' }],
    [{ number: '5511987654321 ramal 22' }, { number: 'invalid' }],
    [{ email: 'bia@' }, { email: 'invalidEmail' }],
  ])
    expect(await add(id, change)).toMatchObject({ status: 400, body: { errors } });
});

it('names, numbers and addresses stand sealed in the log', async () => {
  const { id } = await list('Selada');
  await add(id, { name: 'Titular Secreta', email: 'secreta@exemplo.com' });
  const stored = await api.events.readAll({ after: 0, limit: 10_000 });
  const added = stored.filter(({ type }) => type === 'ContactListItemsAdded');
  expect(added.length).toBeGreaterThan(0);
  for (const word of ['Titular Secreta', '5511987654321', 'secreta@exemplo.com'])
    expect(JSON.stringify(stored.filter(({ stream }) => stream.startsWith('contactList')))).not.toContain(
      word,
    );
});

it('a file is looked at first, then put in; sent again it adds nothing', async () => {
  const { id } = await list('Planilha');
  const rows = Array.from(
    { length: 300 },
    (_, at) => `Pessoa ${at};55119${80_000_000 + at};p${at}@exemplo.com`,
  );
  const file = ['nome;numero;email', ...rows, 'Sem número;;', 'Torto;abc;', rows[0]].join('\n');
  const seen = await upload(id, file, { preview: true });
  expect(seen).toMatchObject({ status: 200, body: { valid: 300, added: 0 } });
  expect(seen.body.errors.map(({ row }) => row).sort()).toEqual([302, 303, 304]);
  expect((await itemsOf(id)).count).toBe(0);
  expect((await upload(id, file)).body).toMatchObject({ valid: 300, added: 300, existing: 0, refused: 3 });
  expect((await upload(id, file)).body).toMatchObject({ added: 0, existing: 300 });
  const first = await itemsOf(id);
  expect(first).toMatchObject({ hasMore: true, count: 300 });
  expect(first.contacts).toHaveLength(20);
  expect((await itemsOf(id, 'searchParam=pessoa 299')).contacts.map(({ name }) => name)).toEqual([
    'Pessoa 299',
  ]);
  expect((await ask('GET', `contact-lists/${id}`)).body).toMatchObject({ contactsCount: 300 });
  expect((await upload(id, '\u0000\u0001')).status).toBe(415);
}, 60_000);

it('a file does not run ahead of the read models: what others write meanwhile would be shown behind all of it', async () => {
  const { id } = await list('Grande');
  const rows = Array.from({ length: 3_000 }, (_, at) => `Pessoa ${at};55118${80_000_000 + at};`);
  let uploading: ReturnType<typeof upload> | undefined;
  const ahead = await api.whileHeld(async () => {
    const before = await api.events.head();
    uploading = upload(id, ['nome;numero;email', ...rows].join('\n'));
    await expect.poll(() => api.events.head()).toBeGreaterThan(before);
    let head = 0;
    for (let next = await api.events.head(); next > head; next = await api.events.head()) {
      head = next;
      await setTimeout(300);
    }
    return head - before;
  });
  expect(ahead).toBeLessThanOrEqual(8);
  expect((await uploading)?.body).toMatchObject({ added: 3_000 });
}, 60_000);

it('who is erased while their file goes in is not put in any more, and is told of without their number', async () => {
  const { id } = await list('Apagados');
  const rows = Array.from({ length: 3_000 }, (_, at) => `Pessoa ${at};55116${80_000_000 + at};`);
  const number = '5511680002999';
  const { contactId } = await api.desk.contacts.create(context(), { name: 'Pessoa', number });
  let uploading: ReturnType<typeof upload> | undefined;
  await api.whileHeld(async () => {
    const before = await api.events.head();
    uploading = upload(id, ['nome;numero;email', ...rows].join('\n'));
    await expect.poll(() => api.events.head()).toBeGreaterThan(before);
    await api.desk.contacts.erase(context(), { contactId });
  });
  expect((await uploading)?.body).toMatchObject({
    ...{ total: 3_000, valid: 2_999, added: 2_999, existing: 0, refused: 1 },
    errors: [{ row: 3_001, field: 'number', code: 'erased', value: '' }],
  });
  expect(await api.desk.contactLists.countKnown(companyId, { listId: id, numbers: [number] })).toBe(0);
}, 60_000);

it('who stands in a large list is nowhere from the moment that it is deleted, and then goes bit by bit', async () => {
  const { id } = await list('Enorme');
  const rows = Array.from({ length: 3_000 }, (_, at) => `Pessoa ${at};55117${80_000_000 + at};`);
  expect((await upload(id, ['nome;numero;email', ...rows].join('\n'))).body).toMatchObject({ added: 3_000 });
  const itemIds = await api.readStore
    .forCompany(companyId)
    .ids('contactListItems', { where: { contactListId: id } });
  const left = () =>
    api.readStore.forCompany(companyId).count('contactListItems', { where: { contactListId: id } });
  expect((await ask('DELETE', `contact-lists/${id}`)).status).toBe(204);
  const item = await ask('GET', `contact-list-items/${itemIds.at(-1)}`);
  expect(await left()).toBeGreaterThan(0);
  expect(item).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_LIST_ITEM_FOUND' } });
  await expect.poll(left).toBe(0);
}, 60_000);

it('who is put in later stands behind, also from a file under a key: a campaign on its way comes to them', async () => {
  const { id } = await list('Em ordem');
  const names: string[] = [];
  for (let file = 0; file < 4; file += 1) {
    names.push(`Pessoa ${file}`);
    const text = `nome;telefone\n${names.at(-1)};551198765440${file}\n`;
    expect((await upload(id, text, { key: `file-${id}-${file}` })).body).toMatchObject({ added: 1 });
  }
  const { contacts } = await itemsOf(id, 'state=unchecked');
  expect(contacts.map(({ name }) => name)).toEqual(names);
});

it('the names of a file come without characters that no screen shows, and none is cut within a letter', async () => {
  const { id } = await list('Sinais');
  const file = ['nome;numero', 'Ma\u0007ri\u009fna;5511955501501', `${'😀'.repeat(50)};5511955501502`].join(
    '\n',
  );
  expect((await upload(id, file)).body).toMatchObject({ valid: 2, added: 2 });
  const names = (await itemsOf(id)).contacts.map(({ name }) => name);
  expect(names).toContain('Marina');
  expect(names.every((name) => name.isWellFormed())).toBe(true);
});

it('says before an import what its columns are, who stands there already, is twice in it or has no name', async () => {
  const { id } = await list('Colunas');
  const file = [
    'Cidade;Celular;Cliente',
    'Santos;11955501201;Ana Souza',
    'Santos;11955501202;',
    'Santos;11955501201;Ana de novo',
    'Santos;abc;Torto',
  ].join('\n');
  const seen = await upload(id, file, { preview: true });
  expect(seen.body).toMatchObject({ total: 4, valid: 2, refused: 2, repeated: 1, nameless: 1, existing: 0 });
  expect(seen.body.columns).toEqual([
    { heading: 'Cidade', sample: 'Santos', field: null },
    { heading: 'Celular', sample: '11955501201', field: 'number' },
    { heading: 'Cliente', sample: 'Ana Souza', field: 'name' },
  ]);
  const chosen = 'numberColumn=1&nameColumn=0';
  const other = await upload(id, file, { preview: true, query: chosen });
  expect(other.body.columns.map(({ field }) => field)).toEqual(['name', 'number', null]);
  expect((await upload(id, file, { query: chosen })).body).toMatchObject({
    added: 2,
    existing: 0,
    nameless: 0,
  });
  expect((await itemsOf(id)).contacts.map(({ name }) => name)).toEqual(['Santos', 'Santos']);
  expect((await upload(id, file, { preview: true })).body).toMatchObject({ valid: 2, existing: 2, added: 0 });
  expect((await upload(id, file, { preview: true, query: 'numberColumn=0' })).body).toMatchObject({
    valid: 0,
  });
  expect((await upload(id, file, { preview: true, query: 'nameColumn=2' })).body).toMatchObject({ valid: 0 });
  expect((await upload(id, file, { query: 'numberColumn=-1' })).status).toBe(400);
}, 60_000);

it('shows those alone of whom the network says the same, with how many they are, also of who is sought', async () => {
  const { id } = await list('Situações');
  for (const [index, name] of ['Ana', 'Bia', 'Caio', 'Davi', 'Ana Dois'].entries())
    await add(id, { name, number: `551195550${1_400 + index}` });
  const stored = await api.readStore
    .forCompany(companyId)
    .find<never>('contactListItems', { where: { contactListId: id }, sort: ['id'] });
  const results = stored.map(
    ({ id: itemId, bucket, number }: { id: string; bucket: number; number: string }) => ({
      ...{ itemId, bucket, number },
    }),
  );
  const [ana, bia, caio, , second] = results;
  const say = [
    { ...ana!, valid: true },
    { ...bia!, valid: false },
    { ...caio!, valid: true },
    { ...second!, valid: false },
  ];
  await api.desk.contactLists.check(context(), { listId: id, results: say });
  await api.reached(await api.gateway.eventStore.head());
  const names = async (query: string) => {
    const { contacts, count } = await itemsOf(id, query);
    return [contacts.map(({ name }) => name), count];
  };
  expect(await names('state=valid')).toEqual([['Ana', 'Caio'], 2]);
  expect(await names('state=invalid')).toEqual([['Bia', 'Ana Dois'], 2]);
  expect(await names('state=unchecked')).toEqual([['Davi'], 1]);
  expect(await names('state=invalid&searchParam=ana')).toEqual([['Ana Dois'], 1]);
  expect((await ask('GET', `contact-lists/${id}`)).body).toMatchObject({ validCount: 2, invalidCount: 2 });
  expect((await ask('GET', `contact-list-items?contactListId=${id}&state=odd`)).status).toBe(400);
}, 30_000);

it('a text that calls itself .xlsx is refused by its field', async () => {
  const { id } = await list('Texto');
  const named = { preview: true, name: 'lista.xlsx' };
  expect(await upload(id, 'Nome;Número\nMarina;11955500142', named)).toMatchObject({
    ...{ status: 400, body: { errors: { file: 'notSpreadsheet' } } },
  });
});

it('the example is a spreadsheet that goes in as it is, its number still whole', async () => {
  const { id } = await list('Exemplo');
  const example = await api.app.inject({ url: '/api/contact-lists/example', headers: admin });
  expect(example.headers['content-disposition']).toBe('attachment; filename="contatos.xlsx"');
  expect(example.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect((await upload(id, example.rawPayload)).body).toMatchObject({
    total: 1,
    valid: 1,
    added: 1,
    errors: [],
  });
  expect((await itemsOf(id)).contacts).toMatchObject([{ name: 'Marina Peçanha', number: '5511955500142' }]);
});

it('of what changes is told live, without who it is about', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };
  const live = createWatcher(() => `ws://127.0.0.1:${port}/graphql`);
  const channels = ['ContactList', 'ContactListItem'].map((name) => `company-${companyId}-${name}`);
  const line = await live.watch(admin.authorization.slice(7), channels);
  const { id } = await list('Ao vivo');
  await add(id);
  await expect.poll(() => line.items.map(({ channel }) => channel)).toEqual(expect.arrayContaining(channels));
  expect(JSON.stringify(line.items)).not.toContain('5511987654321');
  await live.close();
});
