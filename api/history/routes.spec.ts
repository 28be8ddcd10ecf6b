import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

interface Answer {
  readonly revision: number;
  readonly at: string;
  readonly events: {
    revision: number;
    at: string;
    type: string;
    actor: { kind: string; name: string };
    data: object;
  }[];
  readonly ticket: { status: string };
  readonly messages: { body: string; isDeleted: boolean; isEdited: boolean }[];
}

describe("a ticket's past over HTTP", () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const header: Record<'admin' | 'supervisor' | 'user' | 'other', { authorization: string }> = {} as never;
  const ticketId = uuidv7();
  const get = async (who: keyof typeof header, path: string) => {
    const answer = await api.app.inject({ url: `/api/tickets/${ticketId}${path}`, headers: header[who] });
    return { status: answer.statusCode, text: answer.body, body: answer.json<Answer>() };
  };

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    header.admin = await api.signIn(email);
    header.other = await api.signIn((await api.company('Theirs')).email);
    const actor = { kind: 'user', id: uuidv7(), name: 'Ana Beatriz' } as const;
    const context = { companyId, actor };
    const passwordHash = await hashPassword('correct horse 42');
    const queueId = uuidv7();
    await api.desk.records('queue').create(context, { id: queueId, name: 'Suporte', color: '#4073d4' });
    for (const profile of ['supervisor', 'user'] as const)
      await api.desk.users.create(context, {
        userId: uuidv7(),
        name: profile,
        email: `${profile}-${companyId}@example.org`,
        profile,
        queueIds: [queueId],
        passwordHash,
      });
    const { contactId } = await api.desk.contacts.ensure(context, {
      numbers: ['5511955500142'],
      name: 'Marina',
      origin: 'import',
    });
    const connectionId = uuidv7();
    await api.desk.tickets.open(context, {
      ticketId,
      contactId,
      connectionId,
      queueId,
      userId: actor.id,
      status: 'open',
    });
    const messageId = uuidv7();
    await api.desk.tickets.send(context, { ticketId, messageId, body: 'eight left' });
    await api.desk.tickets.edit(context, { ticketId, messageId, body: 'six left' });
    await api.desk.tickets.deleteMessage(context, { ticketId, messageId });
    const { position } = await api.desk.tickets.resolve(context, { ticketId });
    await api.reached(position);
    for (const profile of ['supervisor', 'user'] as const)
      header[profile] = await api.signIn(`${profile}-${companyId}@example.org`);
  });
  afterAll(() => api.close());

  it('is every event in order, and only those after a revision when asked', async () => {
    const { body } = await get('supervisor', '/history');
    expect(body.events.map(({ revision, type }) => `${revision} ${type}`)).toEqual([
      '0 TicketOpened',
      '1 MessageQueued',
      '2 MessageEdited',
      '3 MessageDeleted',
      '4 TicketResolved',
    ]);
    const tail = await get('supervisor', '/history?after=3');
    expect(tail.body.events).toEqual(body.events.slice(4));
  });

  it('stands at each revision as it stood then', async () => {
    const bodies = [];
    for (const revision of [1, 2, 3])
      bodies.push((await get('admin', `/as-of?revision=${revision}`)).body.messages[0]);
    expect(bodies).toMatchObject([
      { body: 'eight left', isEdited: false, isDeleted: false },
      { body: 'six left', isEdited: true, isDeleted: false },
      { body: 'six left', isDeleted: true },
    ]);
    expect((await get('admin', '/as-of?revision=3')).body.ticket.status).toBe('open');
    expect((await get('admin', '/as-of?revision=4')).body.ticket.status).toBe('closed');
  });

  it('stands at an instant as it stood after the last event of that instant', async () => {
    const { events } = (await get('admin', '/history')).body;
    const before = new Date(Date.parse(events[0]!.at) - 1).toISOString();
    expect((await get('admin', `/as-of?at=${before}`)).status).toBe(404);
    for (const { at } of events) {
      const last = events.findLast((event) => event.at <= at)!;
      const { body } = await get('admin', `/as-of?at=${at}`);
      expect([body.revision, body.at]).toEqual([last.revision, at]);
      expect(body).toEqual((await get('admin', `/as-of?revision=${last.revision}`)).body);
    }
    const local = encodeURIComponent('2999-01-01T00:00:00-03:00');
    expect((await get('admin', `/as-of?at=${local}`)).body.revision).toBe(4);
  });

  it.each([
    ['', 'revision'],
    ['?revision=1&at=2026-01-01T00:00:00Z', 'revision'],
    ['?revision=-1', 'revision'],
    ['?revision=1.5', 'revision'],
    ['?revision=NaN', 'revision'],
    ['?revision=1e300', 'revision'],
    ['?at=yesterday', 'at'],
    ['?at=2026-13-45T99:00:00Z', 'at'],
    ['?at=2026-01-01T00:00:00', 'at'],
  ])('as-of%s is refused and the parameter named', async (query, field) => {
    const { status, text } = await get('admin', `/as-of${query}`);
    expect(status, text).toBe(400);
    expect(JSON.parse(text).errors).toHaveProperty(field);
  });

  it('is closed to a plain agent and to another company, and no text of it leaves', async () => {
    for (const path of ['/history', '/as-of?revision=2']) {
      const agent = await get('user', path);
      expect([agent.status, agent.text.includes('left')]).toEqual([403, false]);
      expect((await get('other', path)).status).toBe(404);
    }
  });

  describe('of a long conversation', () => {
    const longId = uuidv7();
    let companyHeaders = { authorization: '' };
    const read = async (path: string) =>
      (await api.app.inject({ url: `/api/tickets/${longId}${path}`, headers: companyHeaders })).json();
    beforeAll(async () => {
      const { companyId, email } = await api.company('Longa');
      companyHeaders = await api.signIn(email);
      const context = { companyId, actor: { kind: 'user', id: uuidv7(), name: 'Ana' } } as const;
      const { contactId } = await api.desk.contacts.ensure(context, {
        ...{ numbers: ['5511955500143'], name: 'Marina', origin: 'import' },
      });
      const userId = context.actor.id;
      await api.desk.tickets.open(context, {
        ...{ ticketId: longId, contactId, connectionId: uuidv7(), queueId: null, userId, status: 'open' },
      });
      let position = 0;
      for (let at = 0; at < 60; at++)
        ({ position } = await api.desk.tickets.send(context, {
          ticketId: longId,
          body: `${at} ${'x'.repeat(65_000)}`,
        }));
      await api.reached(position);
    });

    it('each answer is about a megabyte at most, and together they are all events once, in order', async () => {
      const revisions: number[] = [];
      for (let after: number | undefined, hasMore = true; hasMore; ) {
        const page = await read(`/history${after === undefined ? '' : `?after=${after}`}`);
        expect(JSON.stringify(page).length).toBeLessThan(1.3 * 1024 * 1024);
        revisions.push(...page.events.map(({ revision }: { revision: number }) => revision));
        after = revisions.at(-1);
        hasMore = page.hasMore;
      }
      expect(revisions).toEqual(Array.from({ length: 61 }, (_, revision) => revision));
      expect((await read('/history?limit=7')).events).toHaveLength(7);
    });

    it('is asked for from its end too: the newest page first, then those before it, in order all the same', async () => {
      const revisions: number[] = [];
      for (let before: number | 'end' = 'end', hasMore = true; hasMore; ) {
        const page = await read(`/history?before=${before}`);
        expect(JSON.stringify(page).length).toBeLessThan(1.3 * 1024 * 1024);
        revisions.unshift(...page.events.map(({ revision }: { revision: number }) => revision));
        before = revisions[0]!;
        hasMore = page.hasMore;
      }
      expect(revisions).toEqual(Array.from({ length: 61 }, (_, revision) => revision));
      const newest = await read('/history?before=end&limit=2');
      expect(newest.events.map(({ revision }: { revision: number }) => revision)).toEqual([59, 60]);
      expect(await read('/history?before=0')).toEqual({ events: [], hasMore: false });
      expect((await read('/history?before=3&after=1')).errors).toHaveProperty('before');
    });

    it('stands at a revision a page of messages at a time, the newest first asked for', async () => {
      const bodies: string[] = [];
      for (let before: number | null | undefined; before !== null; ) {
        const page = await read(`/as-of?revision=50${before === undefined ? '' : `&before=${before}`}`);
        expect(JSON.stringify(page).length).toBeLessThan(1.3 * 1024 * 1024);
        bodies.unshift(...page.messages.map(({ body }: { body: string }) => body.split(' ')[0]!));
        before = page.before;
      }
      expect(bodies).toEqual(Array.from({ length: 50 }, (_, at) => String(at)));
    });
  });
});
