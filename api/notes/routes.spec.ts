import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import type { NoteView } from '../../contract/note.ts';
import type { Profile } from '../../domain/user/events.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

describe('notes over HTTP and on the feed', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let companyId = '';
  let contactId = '';
  let url = '';
  const live = createWatcher(() => url);
  const header = {} as Record<'admin' | 'supervisor' | 'ana' | 'sales', { authorization: string }>;
  const queue = { support: uuidv7(), sales: uuidv7() };
  const phone = { one: uuidv7(), two: uuidv7() };
  /** Two tickets of one contact, in two queues. */
  const ticket = { support: '', sales: '' };
  const number = '5511955500142';

  beforeAll(async () => {
    api = await startTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
    const company = await api.company('Ours');
    ({ companyId } = company);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    await api.desk.records('queue').create(context, { id: queue.support, name: 'Suporte', color: '#4073d4' });
    await api.desk.records('queue').create(context, { id: queue.sales, name: 'Vendas', color: '#4073d5' });
    ({ contactId } = await api.desk.contacts.ensure(context, { numbers: [number], name: 'Marina' }));
    const user = async (name: 'supervisor' | 'ana' | 'sales', profile: Profile, queueId: string) => {
      const email = `${name}-${companyId}@example.org`;
      const passwordHash = await hashPassword('correct horse 42');
      const created = { name, email, profile, queueIds: [queueId], passwordHash };
      await api.reached((await api.desk.users.create(context, created)).position);
      header[name] = await api.signIn(email);
    };
    await user('supervisor', 'supervisor', queue.support);
    await user('ana', 'user', queue.support);
    await user('sales', 'user', queue.sales);
    header.admin = await api.signIn(company.email);
    for (const name of ['support', 'sales'] as const) {
      const connectionId = name === 'support' ? phone.one : phone.two;
      await api.desk.connections.create(context, { connectionId, name, channel: 'simulator' });
      const received = await api.desk.tickets.receive(context, {
        ...{ connectionId, queueId: queue[name], contactId, externalId: `N-${name}`, fromMe: false },
        ...{ body: 'oi', mediaType: 'chat', sentAt: new Date().toISOString() },
      });
      ticket[name] = received.ticketId;
      await api.reached(received.position);
    }
  }, 60_000);
  afterEach(live.close);
  afterAll(() => api.close());

  type Who = keyof typeof header;
  const add = async (who: Who, payload: object, key?: string) => {
    const headers = { ...header[who], ...(key && { 'idempotency-key': key }) };
    const answer = await api.app.inject({ method: 'POST', url: '/api/ticket-notes', headers, payload });
    return { status: answer.statusCode, body: answer.json<NoteView & { errors?: object; error?: string }>() };
  };
  const list = async (who: Who, query: string) => {
    const answer = await api.app.inject({ url: `/api/ticket-notes/list?${query}`, headers: header[who] });
    return { status: answer.statusCode, notes: answer.json<NoteView[]>() };
  };
  const remove = async (who: Who, id: string) =>
    (await api.app.inject({ method: 'DELETE', url: `/api/ticket-notes/${id}`, headers: header[who] }))
      .statusCode;
  const token = (who: Who) => header[who].authorization.replace('Bearer ', '');

  it('a note is listed with who wrote it, and is neither a message nor anything to be sent', async () => {
    const before = await api.contentOf(companyId);
    const note = 'prefere boleto';
    const added = await add('ana', { ticketId: ticket.support, contactId, note: ` ${note} ` });
    expect(added).toMatchObject({ status: 201, body: { note, contactId, user: { name: 'ana' } } });
    const listed = await list('ana', `ticketId=${ticket.support}&contactId=${contactId}`);
    expect(listed.notes).toEqual([added.body]);
    const { notes: _, ...after } = await api.contentOf(companyId);
    const { notes: __, ...rest } = before;
    // Nothing in the outbox, no message, the ticket as it stood: all of it but the note itself.
    expect(after).toEqual(rest);
  });

  it.each([
    ['', 'tooShort'],
    [' x ', 'tooShort'],
    ['x'.repeat(10_001), 'tooLong'],
  ])('%#: a note too short or too long is refused by its field', async (note, code) => {
    const refused = await add('ana', { ticketId: ticket.support, note });
    expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', errors: { note: code } } });
  });

  it('a contact that is not the ticket’s is refused', async () => {
    const payload = { ticketId: ticket.support, contactId: uuidv7(), note: 'ok' };
    expect(await add('ana', payload)).toMatchObject({
      status: 400,
      body: { errors: { contactId: 'invalid' } },
    });
  });

  it('the same request twice is one note', async () => {
    const payload = { ticketId: ticket.support, note: 'uma vez só' };
    const [first, second] = [await add('ana', payload, 'k1'), await add('ana', payload, 'k1')];
    expect(second.body).toEqual(first.body);
    const { notes } = await list('ana', `ticketId=${ticket.support}`);
    expect(notes.filter(({ note }) => note === payload.note)).toHaveLength(1);
  });

  it('a contact’s notes are those of the tickets in sight', async () => {
    await add('sales', { ticketId: ticket.sales, note: 'pediu desconto' });
    const notesOf = async (who: Who) =>
      new Set((await list(who, `contactId=${contactId}`)).notes.map(({ ticketId }) => ticketId));
    expect(await notesOf('ana')).toEqual(new Set([ticket.support]));
    expect(await notesOf('sales')).toEqual(new Set([ticket.sales]));
    expect(await notesOf('admin')).toEqual(new Set([ticket.support, ticket.sales]));
    expect((await list('ana', `ticketId=${ticket.sales}`)).status).toBe(403);
    expect((await list('ana', '')).status).toBe(400);
  });

  it('who wrote it deletes it, an admin any, a colleague none', async () => {
    const [first, second] = [
      (await add('ana', { ticketId: ticket.support, note: 'primeira' })).body.id,
      (await add('ana', { ticketId: ticket.support, note: 'segunda' })).body.id,
    ];
    expect(await remove('supervisor', first)).toBe(403);
    expect(await remove('sales', first)).toBe(403);
    expect(await remove('ana', first)).toBe(204);
    expect(await remove('ana', first)).toBe(204);
    expect(await remove('admin', second)).toBe(204);
    expect(await remove('admin', uuidv7())).toBe(404);
    const { notes } = await list('ana', `ticketId=${ticket.support}`);
    expect(notes.map(({ id }) => id)).not.toContain(first);
  });

  it('history and the past have it, also after it was deleted', async () => {
    const { body } = await add('ana', { ticketId: ticket.support, note: 'para os auditores' });
    await remove('ana', body.id);
    const get = async <T>(path: string) =>
      (
        await api.app.inject({ url: `/api/tickets/${ticket.support}${path}`, headers: header.admin })
      ).json<T>();
    const { events } = await get<{ events: { type: string; revision: number; data: object }[] }>('/history');
    const [added, gone] = events.filter((event) => (event.data as { noteId?: string }).noteId === body.id);
    expect([added, gone]).toMatchObject([
      { type: 'TicketNoteAdded', data: { note: 'para os auditores' } },
      { type: 'TicketNoteDeleted' },
    ]);
    const at = async (revision: number) =>
      (await get<{ notes: NoteView[] }>(`/as-of?revision=${revision}`)).notes.map(({ id }) => id);
    expect(await at(added!.revision)).toContain(body.id);
    expect(await at(gone!.revision)).not.toContain(body.id);
  });

  it('arrives at once at who has the ticket open, and at nobody else', async () => {
    const room = channels.room(companyId, ticket.support);
    const joined = await live.watch(token('ana'), [room]);
    const elsewhere = await live.watch(token('supervisor'), [channels.ticket(companyId)]);
    const refused = await live.watch(token('sales'), [room]);
    expect(JSON.stringify(refused.errors)).toContain('ERR_NO_PERMISSION');
    // The channel by itself is nothing to subscribe to: that would be every ticket's notes.
    const greedy = await live.watch(token('admin'), [channels.ticketNote(companyId)]);
    expect(JSON.stringify(greedy.errors)).toContain('ERR_NO_PERMISSION');
    const { body } = await add('admin', { ticketId: ticket.support, note: 'ao vivo' });
    await expect
      .poll(() => joined.items, { timeout: 3_000 })
      .toMatchObject([
        {
          channel: channels.ticketNote(companyId),
          action: 'create',
          id: body.id,
          document: { note: 'ao vivo' },
        },
      ]);
    await remove('admin', body.id);
    await expect.poll(() => joined.items.at(-1), { timeout: 3_000 }).toMatchObject({ action: 'delete' });
    expect(joined.items.at(-1)).not.toHaveProperty('document');
    for (const { items } of [elsewhere, refused, greedy])
      expect(JSON.stringify(items)).not.toContain(body.id);
  });
});
