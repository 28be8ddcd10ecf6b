import { setTimeout } from 'node:timers/promises';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContactView } from '../../contract/contact.ts';
import { keepPhoneBook } from '../../messaging/phone-book.ts';
import { startTestApi } from '../../testing/api.ts';
import { importJobs } from './import/jobs.ts';
import { createImports } from './import/run-imports.ts';

interface Import {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly created: number;
  readonly existing: number;
  readonly refused: number;
  readonly errors: { row: number; field: string; code: string }[];
  readonly error?: string;
}

const csv = (...lines: string[]) => Buffer.from(['Nome;Número;E-mail', ...lines].join('\r\n'));
const sheet = (rows: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx') => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Contatos');
  return Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
};

describe('contacts as files', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let admin: { authorization: string };
  let companyId: string;

  const upload = async <T = Import>(
    content: Buffer,
    query = '',
    headers: object = admin,
    name = 'contatos',
  ) => {
    const boundary = '----contacts';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const answer = await api.app.inject({
      method: 'POST',
      url: `/api/contacts/upload${query}`,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
    return { status: answer.statusCode, body: answer.json() as T };
  };
  const get = async <T>(url: string) => {
    const answer = await api.app.inject({ url, headers: admin });
    return answer.json() as T;
  };
  const done = async (started: Import): Promise<Import> => {
    let found = started;
    await expect
      .poll(
        async () => {
          found = await get<Import>(`/api/contacts/imports/${started.id}`);
          return found.status;
        },
        { timeout: 15_000, interval: 20 },
      )
      .toBe('done');
    return found;
  };
  const contacts = () => get<{ contacts: ContactView[]; count: number }>('/api/contacts');

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    const company = await api.company('Loja');
    companyId = company.companyId;
    admin = await api.signIn(company.email);
  });

  it.each([
    ['a .csv with semicolons', csv('Marina;11 98765-4321;marina@example.org', 'João;5511987650000;')],
    [
      'a .csv with commas and a byte order mark',
      Buffer.from('\uFEFFname,number\n"Marina","11987654321"\nJoão,5511987650000\n'),
    ],
    [
      'a .csv of an older program',
      Buffer.from('nome;numero\nMarina;11987654321\nJo\xe3o;5511987650000', 'latin1'),
    ],
    [
      'a .xlsx with numbers in its cells',
      sheet([
        ['Nome', 'Telefone'],
        ['Marina', 5511987654321],
        ['João', '5511987650000'],
      ]),
    ],
    [
      'a .xls',
      sheet(
        [
          ['Nome', 'Telefone'],
          ['Marina', 11987654321],
          ['João', 5511987650000],
        ],
        'biff8',
      ),
    ],
  ])('%s is imported', async (_name, content) => {
    const started = await upload(content);
    expect(started.status, JSON.stringify(started.body)).toBe(202);
    expect(await done(started.body)).toMatchObject({ total: 2, created: 2, existing: 0, refused: 0 });
    expect((await contacts()).contacts.map(({ name, number }) => [name, number])).toEqual([
      ['João', '5511987650000'],
      ['Marina', '5511987654321'],
    ]);
  });

  it('a preview tells what is wrong with each row, and writes nothing', async () => {
    const { status, body } = await upload<Import & { valid: number; sample: { name: string }[] }>(
      csv('Marina;11987654321;', 'Z;11987650000;', 'Zé;12;', 'Paulo;11987651111;paulo@', 'Mari;1187654321;'),
      '?preview=true',
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 5, valid: 1, refused: 4, sample: [{ name: 'Marina' }] });
    expect(body.errors.map(({ row, field, code }) => [row, field, code])).toEqual([
      [3, 'name', 'short'],
      [4, 'number', 'short'],
      [5, 'email', 'email'],
      [6, 'number', 'repeated'],
    ]);
    expect((await contacts()).count).toBe(0);
  });

  it('a preview tells which rows are contacts already, however their number is written', async () => {
    await done((await upload(csv('Marina;11987654321;', 'João;5511987650000;'))).body);
    const { body } = await upload<{ valid: number; existing: number; known: object[]; sample: object[] }>(
      csv('Mari;1187654321;', 'Nova;11987657777;', 'Joãozinho;5511987650000;'),
      '?preview=true',
    );
    expect(body).toMatchObject({ valid: 3, existing: 2 });
    expect(body.known).toEqual([
      { row: 2, number: '551187654321', name: 'Marina' },
      { row: 4, number: '5511987650000', name: 'João' },
    ]);
    expect(body.sample).toMatchObject([{ row: 3, name: 'Nova' }]);
  });

  it('an address book that has names in two columns brings them whole', async () => {
    const google = 'First Name,Last Name,Phone 1 - Label,Phone 1 - Value\r\nMarina,Alves,Mobile,11987654321';
    expect(await done((await upload(Buffer.from(google))).body)).toMatchObject({ created: 1, refused: 0 });
    expect((await contacts()).contacts).toMatchObject([{ name: 'Marina Alves', number: '5511987654321' }]);
  });

  it('the same file a second time doubles nothing, and leaves what was changed since', async () => {
    const file = csv('Marina;11987654321;', 'João;5511987650000;', 'X;1;');
    await done((await upload(file)).body);
    const [joao] = (await contacts()).contacts;
    await api.app.inject({
      method: 'PUT',
      url: `/api/contacts/${joao?.id}`,
      headers: admin,
      payload: { name: 'João Paulo', number: '5511987650000' },
    });
    expect(await done((await upload(file)).body)).toMatchObject({ created: 0, existing: 2, refused: 1 });
    expect((await contacts()).contacts.map(({ name }) => name)).toEqual(['João Paulo', 'Marina']);
  });

  it('another file under the key of the first is refused, not taken for it', async () => {
    const headers = { ...admin, 'idempotency-key': 'one file' };
    const first = await upload(csv('Marina;11987654321;'), '', headers);
    expect(first.status).toBe(202);
    const other = await upload<{ error: string }>(csv('Bento;11987654322;'), '', headers);
    expect([other.status, other.body.error]).toEqual([422, 'ERR_IDEMPOTENCY_KEY_REUSED']);
    await done(first.body);
    expect((await contacts()).contacts.map(({ name }) => name)).toEqual(['Marina']);
  });

  it('a text that calls itself .xlsx is refused by its field, and is imported under its own name', async () => {
    const text = csv('Marina;11987654321;');
    for (const query of ['?preview=true', '']) {
      const { status, body } = await upload<{ errors: object }>(text, query, admin, 'Contatos.XLSX');
      expect([status, body.errors]).toEqual([400, { file: 'notSpreadsheet' }]);
    }
    expect((await done((await upload(text, '', admin, 'contatos.csv')).body)).created).toBe(1);
  });

  it('a file beyond the largest size is refused by its field', async () => {
    const { status, body } = await upload<{ error: string; errors: object }>(
      Buffer.alloc(20 * 1024 * 1024 + 1, 65),
    );
    expect([status, body.error, body.errors]).toEqual([413, 'ERR_TOO_LARGE', { file: 'tooLong' }]);
  });

  it('a request that is repeated is the same import', async () => {
    const headers = { ...admin, 'idempotency-key': 'once' };
    const first = await upload(csv('Marina;11987654321;'), '', headers);
    await done(first.body);
    const second = await upload(csv('Marina;11987654321;'), '', headers);
    expect(second).toEqual(first);
    expect(await done(second.body)).toMatchObject({ id: first.body.id, created: 1, existing: 0 });
  });

  const importsWith = (more: Partial<Parameters<typeof createImports>[0]> = {}) =>
    createImports({ ...api, reached: async () => true, log: api.app.log, ...more });

  it('an import does not run ahead of the read models', async () => {
    const rows = Array.from({ length: 2_000 }, (_, i) => `Contato ${1000 + i};55119876${10_000 + i};`);
    let started: Import | undefined;
    const ahead = await api.whileHeld(async () => {
      started = (await upload(csv(...rows))).body;
      const created = async () => (await get<Import>(`/api/contacts/imports/${started!.id}`)).created;
      await expect.poll(created).toBeGreaterThan(0);
      let before = 0;
      for (let next = await created(); next > before; next = await created()) {
        before = next;
        await setTimeout(500);
      }
      return before;
    });
    expect(ahead).toBe(200);
    expect(await done(started!)).toMatchObject({ created: 2_000 });
  });

  it('what one process left half done, another finishes, and counts each once', async () => {
    const rows = Array.from({ length: 900 }, (_, i) => `Contato ${1000 + i};55119876${10_000 + i};`);
    const first = importsWith();
    const row = (index: number) => ({
      row: index + 2,
      name: `Contato ${1000 + index}`,
      number: `55119876${10_000 + index}`,
      email: '',
    });
    const by = { id: 'ana', name: 'Ana' };
    const job = await first.add(
      { id: 'half', companyId, by },
      [0, 200, 400, 600, 800].map((from) => ({
        valid: rows.slice(from, from + 200).map((_, i) => row(from + i)),
        errors: [],
      })),
    );
    await expect
      .poll(async () => (await first.get(companyId, job.id))?.created, { timeout: 10_000, interval: 2 })
      .toBeGreaterThan(0);
    await first.close();
    const left = await first.get(companyId, job.id);
    expect(left?.status).toBe('running');
    const second = importsWith();
    second.start();
    await expect
      .poll(async () => (await second.get(companyId, job.id))?.status, { timeout: 15_000, interval: 20 })
      .toBe('done');
    expect(await second.get(companyId, job.id)).toMatchObject({ created: 900, existing: 0, refused: 0 });
    await second.close();
    await api.reached((await second.get(companyId, job.id))?.position ?? 0);
    expect((await contacts()).count).toBe(900);
  });

  it('a contact whom the read models do not know yet is no second one', async () => {
    await done((await upload(csv('Marina;11987654321;'))).body);
    const knowsNobody = { forCompany: () => ({ find: async () => [] }) } as unknown as typeof api.readStore;
    const blind = importsWith({ readStore: knowsNobody });
    const row = { row: 2, name: 'Mari', number: '551187654321', email: '' };
    const other = { row: 3, name: 'Bento', number: '5511987654322', email: '' };
    const by = { id: 'ana', name: 'Ana' };
    const { id } = await blind.add({ id: 'blind', companyId, by }, [{ valid: [row, other], errors: [] }]);
    await expect
      .poll(async () => blind.get(companyId, id), { timeout: 10_000 })
      .toMatchObject({ status: 'done', created: 1, existing: 1, refused: 0 });
    await blind.close();
  });

  it('a row that was read before its contact was erased brings nobody back; an import begun after that does', async () => {
    await done((await upload(csv('Marina;11987654321;'))).body);
    const [marina] = (await contacts()).contacts;
    const context = { companyId, actor: { kind: 'user', id: 'ana', name: 'Ana' } } as const;
    const jobs = importJobs(api.state);
    // Between reading its rows and writing them.
    const atTheWrongMoment = {
      forCompany: () => ({
        find: async () => {
          await api.desk.contacts.erase(context, { contactId: marina!.id });
          return [];
        },
      }),
    } as unknown as typeof api.readStore;
    const slow = importsWith({ readStore: atTheWrongMoment });
    const row = { row: 2, name: 'Marina', number: '5511987654321', email: '' };
    const emptied = { row: 3, name: '', number: '', email: '' };
    const by = { id: 'ana', name: 'Ana' };
    const { id } = await slow.add({ id: 'slow', companyId, by }, [{ valid: [row, emptied], errors: [] }]);
    const ended = { status: 'done', created: 0, existing: 0, refused: 2 };
    await expect.poll(async () => slow.get(companyId, id), { timeout: 10_000 }).toMatchObject(ended);
    await slow.close();
    const told = { field: 'number', code: 'erased', value: '' };
    expect((await jobs.get(companyId, id))?.value.errors).toEqual([
      { row: 2, ...told },
      { row: 3, ...told },
    ]);
    expect(await api.desk.contacts.byNumber(companyId, row.number)).toBeUndefined();
    await setTimeout(5);
    expect(await done((await upload(csv('Marina;11987654321;'))).body)).toMatchObject({ created: 1 });
  });

  it('what another process works on is left alone, and asked about from time to time only', async () => {
    let asked = 0;
    const counting = new Proxy(api.state, {
      get: (state, name) => {
        const value = Reflect.get(state, name) as unknown;
        if (typeof value !== 'function') return value;
        if (name === 'get') asked += 1;
        return value.bind(state) as unknown;
      },
    });
    const jobs = importJobs(api.state);
    const by = { id: 'ana', name: 'Ana' };
    const row = { row: 2, name: 'Marina', number: '5511987654321', email: '' };
    await jobs.add({ id: 'theirs', companyId, by }, [{ valid: [row], errors: [] }]);
    const entry = await jobs.get(companyId, 'theirs');
    await jobs.put({ ...entry!.value, beatAt: await api.state.now() }, entry!.version);
    const watching = importsWith({ state: counting });
    watching.start();
    await expect.poll(() => asked, { timeout: 5_000 }).toBeGreaterThan(0);
    await setTimeout(200);
    await watching.close();
    expect(asked).toBe(1);
    expect((await jobs.get(companyId, 'theirs'))?.value.created).toBe(0);
  });

  it('one whose maker died at any step is either not there or goes on; begun once more it stays as it is', async () => {
    const by = { id: 'ana', name: 'Ana' };
    const row = { row: 2, name: 'Marina', number: '5511987654321', email: '' };
    const parts = [{ valid: [row], errors: [] }];
    // Two are carried out at a time: what other tests left goes first.
    const patience = { timeout: 30_000 };
    for (const writes of [0, 1, 2, 3]) {
      let left = writes;
      const dying = new Proxy(api.state, {
        get: (state, name) => {
          const value = Reflect.get(state, name) as unknown;
          if (typeof value !== 'function') return value;
          if (name === 'set' && left-- <= 0) return () => Promise.reject(new Error('died'));
          return value.bind(state) as unknown;
        },
      });
      const job = { id: `died-${writes}`, companyId, by };
      await importJobs(dying)
        .add(job, parts)
        .catch(() => undefined);
      const next = importsWith();
      next.start();
      const now = async () => (await next.get(companyId, job.id))?.status;
      if (await now()) await expect.poll(now, patience).toBe('done');
      await next.add(job, parts);
      await expect.poll(now, patience).toBe('done');
      const ended = await next.get(companyId, job.id);
      await next.close();
      expect(await importJobs(api.state).add(job, parts)).toEqual(ended);
    }
  }, 150_000);

  it('one that is cancelled ends after the rows it is at; what it imported stays, and it is told of', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `Contato ${i};55119${60_000_000 + i};`);
    const { body: started } = await upload(csv(...rows));
    const now = () => get<Import>(`/api/contacts/imports/${started.id}`);
    await expect
      .poll(async () => (await now()).created, { timeout: 15_000, interval: 10 })
      .toBeGreaterThan(0);
    const cancelled = await api.app.inject({
      method: 'POST',
      url: `/api/contacts/imports/${started.id}/cancel`,
      headers: admin,
    });
    expect(cancelled.statusCode).toBe(202);
    await expect.poll(async () => (await now()).status, { timeout: 15_000 }).toBe('cancelled');
    const { created } = await now();
    expect(created).toBeLessThan(3_000);
    // Those of the rows that were under way, too.
    expect((await contacts()).count).toBe(created);
    await setTimeout(300);
    expect((await contacts()).count).toBe(created);
    const listed = await get<(Import & { by: string })[]>('/api/contacts/imports');
    expect(listed.map(({ id, status }) => [id, status])).toEqual([[started.id, 'cancelled']]);
  });

  it('every row that was refused stands in the report, of the file and of the commands, however many', async () => {
    const wrong = Array.from({ length: 450 }, (_, i) => `X;12${i};`);
    const { body: started } = await upload(csv('Marina;5511987654321;', ...wrong));
    expect((await done(started)).refused).toBe(450);
    const report = await api.app.inject({
      url: `/api/contacts/imports/${started.id}/errors`,
      headers: admin,
    });
    const lines = report.body.trim().split('\r\n');
    expect(lines[0]).toBe('row;field;error;value');
    expect(lines).toHaveLength(451);
    expect(lines[1]).toBe('3;name;short;X');
    expect(lines.at(-1)).toBe('452;name;short;X');
  });

  it('many at once have their turn one after the other', async () => {
    const files = Array.from({ length: 6 }, (_, file) =>
      csv(
        ...Array.from(
          { length: 250 },
          (_, i) => `Contato ${file}-${i};55119${70_000_000 + file * 1_000 + i};`,
        ),
      ),
    );
    const started = [];
    for (const file of files) started.push((await upload(file)).body);
    for (const one of started) expect(await done(one)).toMatchObject({ created: 250, refused: 0 });
    expect((await contacts()).count).toBe(1_500);
  });

  it('more files than can be read at once are refused for the moment, not queued without end', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => upload(csv('Marina;11987654321;'), '?preview=true')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await upload(csv('Marina;11987654321;'), '?preview=true')).status).toBe(200);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 400, 'ERR_VALIDATION'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), 415, 'ERR_MEDIA_TYPE'],
    ['a damaged spreadsheet', Buffer.from('PK\u0003\u0004 and then nothing'), 400, 'ERR_VALIDATION'],
    [
      'too many rows',
      csv(...Array.from({ length: 100_001 }, (_, i) => `C${i};5511${i};`)),
      413,
      'ERR_TOO_LARGE',
    ],
  ])('%s is refused', async (_name, content, status, code) => {
    const answer = await upload(content);
    expect([answer.status, answer.body.error]).toEqual([status, code]);
  });

  it('a spreadsheet that says it unfolds to gigabytes is refused unread', async () => {
    const bomb = sheet([
      ['Nome', 'Telefone'],
      ['Marina', 5511987654321],
    ]);
    const at = bomb.indexOf('PK\u0001\u0002');
    bomb.writeUInt32LE(3_000_000_000, at + 24);
    expect(await upload(bomb)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', errors: { file: 'unreadable' } },
    });
  });

  it('10,000 rows are read while the server answers others', async () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `Contato ${i};55119${80_000_000 + i};`);
    let answers = 0;
    let answering = true;
    const others = (async () => {
      while (answering) {
        await api.app.inject({ url: '/api/version', headers: admin });
        answers += 1;
        await setTimeout(5);
      }
    })();
    const { body } = await upload<{ valid: number }>(csv(...lines), '?preview=true');
    answering = false;
    await others;
    expect(body.valid).toBe(10_000);
    // Read on the server's own thread nobody would be answered but before and after.
    expect(answers).toBeGreaterThan(10);
  });

  it('goes out as CSV that a spreadsheet opens and runs nothing of, all of it, and comes back as it was', async () => {
    const lines = Array.from({ length: 1_203 }, (_, i) => `Mesmo nome;55119${80_000_000 + i};`);
    await done(
      (await upload(csv(...lines, "'=1+1;5511999990001;", 'José "Zé"; 5511999990002;ze@example.org'))).body,
    );
    const answer = await api.app.inject({ url: '/api/contacts/export', headers: admin });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain('attachment');
    const out = answer.body.split('\r\n');
    expect(out[0]).toBe('\uFEFFname;number;email');
    expect(out.slice(1, -1)).toHaveLength(1_205);
    expect(new Set(out).size).toBe(out.length);
    expect(out).toContain("'=1+1;5511999990001;");
    expect(out).toContain('"José ""Zé""";5511999990002;ze@example.org');
    expect(await done((await upload(Buffer.from(answer.body))).body)).toMatchObject({
      created: 0,
      existing: 1_205,
      refused: 0,
    });
    const some = await api.app.inject({ url: '/api/contacts/export?searchParam=ze', headers: admin });
    expect(some.body.split('\r\n')).toHaveLength(3);
  });

  it("the address book of a connection's phone is imported, and who is there already stays", async () => {
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const importBook = async (body: object = {}) => {
      const url = '/api/contacts/import';
      const answer = await api.app.inject({ method: 'POST', url, headers: admin, payload: body });
      return { status: answer.statusCode, body: answer.json() as Import };
    };
    expect((await importBook()).body.error).toBe('ERR_NO_DEF_WAPP_FOUND');
    const { connectionId } = await api.desk.connections.create(context, {
      name: 'Fone',
      channel: 'simulator',
    });
    const { position } = await api.desk.connections.reportStatus(context, {
      connectionId,
      status: 'CONNECTED',
    });
    await api.reached(position);
    await keepPhoneBook(api.state, connectionId, [
      { number: '5511987654321', name: 'Marina' },
      { number: '5511987650000', name: 'João' },
      { number: '5511987650001', name: 'J' },
    ]);
    await done((await upload(csv('Marina da loja;551187654321;'))).body);
    const started = await importBook({ whatsappId: connectionId });
    expect(started.status).toBe(202);
    expect(await done(started.body)).toMatchObject({ total: 3, created: 1, existing: 1, refused: 1 });
    expect((await contacts()).contacts.map(({ name }) => name)).toEqual(['João', 'Marina da loja']);
    // Where none is named, of the default one.
    expect(await done((await importBook()).body)).toMatchObject({ total: 3, created: 0, existing: 2 });
    const other = await api.signIn((await api.company('Outra')).email);
    admin = other;
    expect((await importBook({ whatsappId: connectionId })).body.error).toBe('ERR_NO_WAPP_FOUND');
  });

  it("an agent neither takes the company's contacts away nor fills them in; nobody sees another company's import", async () => {
    const { body } = await upload(csv('Marina;11987654321;'));
    await done(body);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const email = `agent-${companyId}@example.org`;
    const { hashPassword } = await import('../auth/passwords.ts');
    const { position } = await api.desk.users.create(context, {
      name: 'Bruno',
      email,
      profile: 'user',
      passwordHash: await hashPassword('correct horse 42'),
    });
    await api.reached(position);
    const agent = await api.signIn(email);
    for (const url of ['/api/contacts/export', `/api/contacts/imports/${body.id}`])
      expect((await api.app.inject({ url, headers: agent })).statusCode).toBe(403);
    expect((await upload(csv('Marina;11987654321;'), '', agent)).status).toBe(403);
    const other = await api.signIn((await api.company('Outra')).email);
    const foreign = await api.app.inject({ url: `/api/contacts/imports/${body.id}`, headers: other });
    expect(foreign.statusCode).toBe(404);
  });
});
