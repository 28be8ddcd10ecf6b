import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileOption } from '../../records/file-list/record.ts';
import { startTestApi } from '../../testing/api.ts';
import { png } from '../../testing/images.ts';
import { hashPassword } from '../auth/passwords.ts';

interface List {
  readonly id: string;
  readonly name: string;
  readonly options: readonly FileOption[];
}

describe('file lists', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let companyId = '';
  const header = {} as Record<'admin' | 'agent' | 'theirs', { authorization: string }>;
  beforeAll(async () => {
    api = await startTestApi();
    const ours = await api.company('Ours');
    companyId = ours.companyId;
    header.admin = await api.signIn(ours.email);
    header.theirs = await api.signIn((await api.company('Theirs')).email);
    const context = { companyId: ours.companyId, actor: { kind: 'system', id: 'test' } as const };
    const email = `agent-${ours.companyId}@example.org`;
    const passwordHash = await hashPassword('correct horse 42');
    const user = { name: 'Agent', email, profile: 'user' as const, passwordHash };
    await api.reached((await api.desk.users.create(context, user)).position);
    header.agent = await api.signIn(email);
  });
  afterAll(() => api.close());

  type Who = keyof typeof header;
  const call = async <T = List>(
    who: Who,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const answer = await api.app.inject({
      ...{ method, url: `/api${url}`, headers: header[who] },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T };
  };
  const create = async (options: readonly object[] = [{ name: 'Catálogo' }, { name: 'Preços' }]) => {
    const list = { name: `Lista ${uuidv7()}`, message: 'Segue o catálogo.', options };
    const { status, body } = await call('admin', 'POST', '/files', list);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  /** As the spec's form sends them. */
  const upload = async (
    who: Who,
    id: string,
    files: readonly { option: Partial<FileOption>; name: string }[],
  ) => {
    const form = new FormData();
    form.append('fileId', id);
    form.append('typeArch', 'fileList');
    for (const { option, name } of files) {
      form.append('files', new File([png(2, 2) as BlobPart], name, { type: 'image/png' }));
      form.append('mediaType', 'image/png');
      form.append('name', option.name ?? '');
      form.append('id', option.id ?? 'undefined');
    }
    const encoded = new Response(form);
    const answer = await api.app.inject({
      method: 'POST',
      url: `/api/files/uploadList/${id}`,
      headers: { ...header[who], 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return { status: answer.statusCode, body: answer.json<List>() };
  };

  it.each([[null], [7], ['x'], [[]]])(
    'takes no %j for a message, and says at which field',
    async (option) => {
      const list = { name: 'Lista', message: 'Segue o catálogo.', options: [option] };
      const { status, body } = await call<unknown>('admin', 'POST', '/files', list);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', errors: { options: expect.any(String) } },
      });
    },
  );

  it('files that come for several messages at once are all there', async () => {
    const { id, options } = await create(Array.from({ length: 4 }, (_, n) => ({ name: `Mensagem ${n}` })));
    const answers = await Promise.all(
      options.map((option) => upload('admin', id, [{ option, name: `${option.id}.png` }])),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await call('admin', 'GET', `/files/${id}`);
    expect(body.options.map(({ file }) => file)).toEqual(options.map((option) => `${option.id}.png`));
  });

  it('a message without a file is written as forms write it, with an empty path', async () => {
    const [option] = (await create([{ name: 'Preços', path: '', mediaType: '', file: '' }])).options;
    expect(option).toEqual({ id: '1', name: 'Preços', path: null, mediaType: null, file: null });
  });

  it('a name needs three characters, and a message is needed', async () => {
    const { status, body } = await call<{ errors: object }>('admin', 'POST', '/files', { name: 'ab' });
    expect([status, body.errors]).toEqual([400, { name: 'tooShort', message: 'required' }]);
  });

  it('is made, found by its name, changed and deleted; each message gets a number', async () => {
    await create();
    const { id, name, options } = await create();
    expect(options).toEqual([
      { id: '1', name: 'Catálogo', path: null, mediaType: null, file: null },
      { id: '2', name: 'Preços', path: null, mediaType: null, file: null },
    ]);
    const search = `/files/?searchParam=${encodeURIComponent(name)}&pageNumber=1&companyId=x`;
    expect((await call('admin', 'GET', search)).body).toMatchObject({
      files: [{ id, name }],
      hasMore: false,
    });
    const kept = [options[1], { name: 'Frete' }];
    expect((await call('admin', 'PUT', `/files/${id}`, { options: kept })).body.options).toEqual([
      options[1],
      { id: '3', name: 'Frete', path: null, mediaType: null, file: null },
    ]);
    expect((await call('admin', 'DELETE', `/files/${id}`)).status).toBe(204);
    expect((await call('admin', 'GET', `/files/${id}`)).status).toBe(404);
  });

  it('several files go to their messages at once, with underscores in their names', async () => {
    const { id, options } = await create();
    const { status, body } = await upload('admin', id, [
      { option: options[1]!, name: 'tabela de preços.png' },
      { option: { name: 'Catálogo' }, name: 'a.png' },
    ]);
    expect(status).toBe(200);
    expect(body.options.map(({ mediaType, file }) => [mediaType, file])).toEqual([
      ['image/png', 'a.png'],
      ['image/png', 'tabela_de_preços.png'],
    ]);
    const url = `/api/media/records/fileLists/${id}/${body.options[0]!.path}`;
    expect((await api.app.inject({ url, headers: header.admin })).statusCode).toBe(200);
    for (const who of ['agent', 'theirs'] as const)
      expect((await api.app.inject({ url, headers: header[who] })).statusCode).toBe(404);
  });

  it('a file for a message that is not there is refused, and none of its form stays', async () => {
    const { id, options } = await create();
    const stored = async () => {
      const ids: string[] = [];
      for await (const one of api.media.list(companyId)) ids.push(one.id);
      return ids.sort();
    };
    const before = await stored();
    const answer = await upload('admin', id, [
      { option: options[0]!, name: 'a.png' },
      { option: { id: '99' }, name: 'b.png' },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { errors: { id: 'invalid' } } });
    expect((await call('admin', 'GET', `/files/${id}`)).body.options).toEqual(options);
    expect(await stored()).toEqual(before);
  });

  it('a form keeps or clears a file, and never names one of another list', async () => {
    const one = await create();
    const two = await create();
    const { body } = await upload('admin', one.id, [{ option: one.options[0]!, name: 'a.png' }]);
    const [full] = body.options;
    const stolen = await call<{ errors: object }>('admin', 'PUT', `/files/${two.id}`, { options: [full] });
    expect([stolen.status, stolen.body.errors]).toEqual([400, { options: 'invalid' }]);
    const born = { name: 'Nova', message: 'x', options: [full] };
    expect((await call('admin', 'POST', '/files', born)).status).toBe(400);
    expect((await call('admin', 'PUT', `/files/${one.id}`, { options: [full] })).body.options).toEqual([
      full,
    ]);
    const clear = { ...full, path: null, mediaType: null, file: null };
    expect((await call('admin', 'PUT', `/files/${one.id}`, { options: [clear] })).body.options).toEqual([
      clear,
    ]);
  });

  it('is for who manages files, of its company alone', async () => {
    const { id, options } = await create();
    expect((await call('agent', 'GET', '/files/?pageNumber=1')).status).toBe(403);
    expect((await call('agent', 'POST', '/files', { name: 'abc', message: 'x' })).status).toBe(403);
    expect((await call('theirs', 'GET', `/files/${id}`)).status).toBe(404);
    expect((await upload('agent', id, [{ option: options[0]!, name: 'a.png' }])).status).toBe(403);
    expect((await upload('theirs', id, [{ option: options[0]!, name: 'a.png' }])).status).toBe(404);
  });
});
