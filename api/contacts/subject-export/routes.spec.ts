import { text as textOf } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { park } from '../../../messaging/parked.ts';
import { startTestApi } from '../../../testing/api.ts';

/** The texts in an archive, by their names. */
const unpack = (archive: Buffer) =>
  new Promise<Map<string, string>>((resolve, reject) => {
    const found = new Map<string, string>();
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject).on('end', () => resolve(found));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          textOf(stream).then((text) => {
            found.set(entry.fileName, text);
            zip.readEntry();
          }, reject);
        }),
      );
      zip.readEntry();
    });
  });

describe('everything that is kept of one person', () => {
  const lines: Record<string, unknown>[] = [];
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let admin: { authorization: string };
  let companyId: string;
  let contactId: string;
  let ticketId: string;
  const context = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });
  const ask = (url: string, headers = admin) => api.app.inject({ method: 'GET', url, headers });

  beforeAll(async () => {
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    api = await startTestApi({ log });
    const company = await api.company('Loja');
    companyId = company.companyId;
    admin = await api.signIn(company.email);
    const { desk, media } = api;
    const contact = await desk.contacts.ensure(context(), { numbers: ['5511944440010'], name: 'Maria' });
    contactId = contact.contactId;
    await desk.contacts.update(context(), {
      ...{ contactId, name: 'Maria Titular', number: '5511944440010', email: 'maria@example.org' },
      extraInfo: [{ id: '1', name: 'CPF', value: '987.654.321-00' }],
    });
    const file = '0192a1b2-0000-7000-8000-000000000001';
    const content = async function* () {
      yield Buffer.from('the receipt');
    };
    await media.put({ id: file, companyId, name: 'recibo.txt', mime: 'text/plain' }, content(), 100);
    const { connectionId } = await desk.connections.create(context(), { name: 'Loja', channel: 'simulator' });
    const receive = (externalId: string, body: string, more = {}) =>
      desk.tickets.receive(context(), {
        ...{ connectionId, queueId: null, contactId, externalId, fromMe: false, body, mediaType: 'chat' },
        ...{ sentAt: '2026-11-02T12:00:00.000Z', ...more },
      });
    const first = await receive('m1', 'meu endereço antigo');
    ticketId = first.ticketId;
    const edited = { ticketId, messageId: first.messageId, body: 'meu endereço novo', byContact: true };
    await desk.tickets.edit(context(), edited);
    await receive('m2', '', {
      mediaType: 'application',
      media: { id: file, name: '../../recibo.txt', mime: 'text/plain', size: 11 },
    });
    await desk.tickets.addNote(context(), { ticketId, note: 'prefere boleto', noteId: crypto.randomUUID() });
    const stranger = await desk.contacts.ensure(context(), { numbers: ['5511955500142'], name: 'Outro' });
    const other = await receive('m3', 'segredo alheio', { contactId: stranger.contactId });
    for (const [address, body] of [
      ['5511944440010', 'a de Maria'],
      ['5511955500142', 'a do outro'],
    ] as const)
      await park(api.state, companyId, {
        ...{ connectionId, kind: 'message', externalId: body, addresses: [address], name: '', body },
        ...{ reason: 'defect', detail: '', at: '2026-11-02T12:00:00.000Z', what: {} },
      });
    await api.reached(other.position);
  });
  afterAll(() => api.close());

  it('comes as an archive: who they are and were, what was said and noted before and after, and their files', async () => {
    const answer = await ask(`/api/contacts/${contactId}/export`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      ...{ 'content-type': 'application/zip', 'cache-control': 'no-store' },
      'content-disposition': `attachment; filename="${contactId}.zip"`,
    });
    const files = await unpack(answer.rawPayload);
    const named = (end: string) => [...files].find(([name]) => name.endsWith(end))?.[1] ?? '';
    expect(JSON.parse(named('contact.json'))).toMatchObject({
      ...{ name: 'Maria Titular', number: '5511944440010', email: 'maria@example.org' },
      extraInfo: [{ name: 'CPF', value: '987.654.321-00' }],
    });
    expect(JSON.parse(named('contact-history.json'))[0]).toMatchObject({
      ...{ type: 'ContactCreated', data: { name: 'Maria' } },
    });
    expect(named('conversation.txt')).toBe(
      '[02/11/2026 09:00] Maria Titular: meu endereço novo (editada / editado / edited)\n' +
        '[02/11/2026 09:00] Maria Titular: [0192a1b2-0000-7000-8000-000000000001-recibo.txt]\n',
    );
    expect(JSON.parse(named('messages.json'))).toHaveLength(2);
    expect(JSON.parse(named('notes.json'))).toMatchObject([{ note: 'prefere boleto' }]);
    expect(named('/history.json')).toContain('meu endereço antigo');
    expect(JSON.parse(named('set-aside.json'))).toMatchObject([{ body: 'a de Maria' }]);
    expect(files.get('files/0192a1b2-0000-7000-8000-000000000001-recibo.txt')).toBe('the receipt');
    expect([...files.values()].join()).not.toMatch(/alheio|do outro/);
  });

  it('says in the security log who took whose', () => {
    expect(lines.filter(({ security }) => security === 'exported')).toMatchObject([{ companyId, contactId }]);
  });

  it('is given to admins of the company alone', async () => {
    const other = await api.company('Outra');
    expect((await ask(`/api/contacts/${contactId}/export`, await api.signIn(other.email))).statusCode).toBe(
      404,
    );
    const { hashPassword } = await import('../../auth/passwords.ts');
    const created = await api.desk.users.create(context(), {
      ...{ name: 'Bia', email: 'bia@example.org', profile: 'supervisor' },
      passwordHash: await hashPassword('correct horse 42'),
    });
    await api.reached(created.position);
    const supervisor = await api.signIn('bia@example.org');
    expect((await ask(`/api/contacts/${contactId}/export`, supervisor)).statusCode).toBe(403);
  });

  it('whose reader goes away in the middle makes room for the next', async () => {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    for (let turn = 0; turn < 3; turn++) {
      const ending = new AbortController();
      const answer = await fetch(`${url}/api/contacts/${contactId}/export`, {
        ...{ headers: admin, signal: ending.signal },
      });
      expect(answer.status).toBe(200);
      ending.abort();
    }
    expect((await ask(`/api/contacts/${contactId}/export`)).statusCode).toBe(200);
  });

  it('has what there was of another contact who turned out to be the same person, whichever is asked for', async () => {
    const { contactId: younger } = await api.desk.contacts.ensure(context(), {
      ...{ numbers: ['5511933330010'], name: 'Maria do outro número' },
    });
    const { position } = await api.desk.contacts.merge(context(), {
      ...{ contactId, otherId: younger, connectionIds: [] },
    });
    await api.reached(position);
    const answer = await ask(`/api/contacts/${younger}/export`);
    const files = await unpack(answer.rawPayload);
    expect(JSON.parse(files.get('contact.json') ?? '')).toMatchObject({ id: contactId });
    expect(files.get('contact-history.json')).toContain('Maria do outro número');
    expect(files.get('contact-history.json')).toContain('"name":"Maria"');
  });

  it('has nothing of another contact who turned out to be somebody else after all', async () => {
    const [first, second] = [
      await api.desk.contacts.ensure(context(), { numbers: ['5511933330020'], name: 'Rui' }),
      await api.desk.contacts.ensure(context(), { numbers: ['5511933330021'], name: 'Sara' }),
    ];
    const picture = { contactId: second.contactId, mediaId: '0192a1b2-0000-7000-8000-0000000face0' };
    await api.desk.contacts.setPicture(context(), picture);
    const both = { contactId: first.contactId, otherId: second.contactId, connectionIds: [] };
    await api.desk.contacts.merge(context(), { ...both, keepsNameOf: second.contactId });
    const { position } = await api.desk.contacts.undoMerge(context(), {
      ...{ contactId: second.contactId, from: first.contactId, ticketIds: [] },
    });
    await api.reached(position);
    for (const [{ contactId: asked }, own, others] of [
      [first, /5511933330020/, /5511933330021|Sara|face0/],
      [second, /5511933330021/, /5511933330020|Rui/],
    ] as const) {
      const answer = await ask(`/api/contacts/${asked}/export`);
      const files = [...(await unpack(answer.rawPayload))].flat().join('\n');
      expect(files).toMatch(own);
      expect(files).not.toMatch(others);
    }
  });

  it('is nothing any more of who was erased', async () => {
    const { position } = await api.desk.contacts.erase(context(), { contactId });
    await api.reached(position);
    expect((await ask(`/api/contacts/${contactId}/export`)).statusCode).toBe(404);
  });
});
