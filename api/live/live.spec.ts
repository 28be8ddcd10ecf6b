import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withBrief } from '../../contract/brief.ts';
import { briefHello, type Change } from '../../contract/changes.ts';
import { channels } from '../../contract/channels.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

describe('the live feed over a WebSocket', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let url = '';
  let companyId = '';
  let email = '';
  let admin: Context;
  const password = 'correct horse 42';
  const queue = { support: uuidv7(), sales: uuidv7() };
  const connectionId = uuidv7();
  const user = { bruno: uuidv7() };
  const brunoMail = () => `bruno-${companyId}@example.org`;
  const live = createWatcher(() => url);
  const { watch } = live;

  beforeAll(async () => {
    api = await startTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
    ({ companyId, email } = await api.company('Ours'));
    admin = { companyId, actor: { kind: 'system', id: 'test' } };
    await api.desk.records('queue').create(admin, { id: queue.support, name: 'Suporte', color: '#4073d4' });
    await api.desk.records('queue').create(admin, { id: queue.sales, name: 'Vendas', color: '#4073d5' });
    await api.desk.connections.create(admin, { connectionId, name: 'Loja', channel: 'simulator' });
    const { position } = await api.desk.users.create(admin, {
      userId: user.bruno,
      name: 'Bruno',
      email: brunoMail(),
      profile: 'user',
      queueIds: [queue.sales],
      passwordHash: await hashPassword(password),
    });
    await api.reached(position);
  }, 30_000);
  afterEach(live.close);
  afterAll(() => api.close());

  const tokenOf = async (who: string) => (await api.signIn(who)).authorization.replace('Bearer ', '');

  const ticketChannel = () => channels.ticket(companyId);
  let written = 0;
  const write = async (queueId: string | null, contactId = uuidv7()) => {
    written += 1;
    const outcome = await api.desk.tickets.receive(admin, {
      connectionId,
      queueId,
      contactId,
      externalId: `L${written}`,
      fromMe: false,
      body: `mensagem ${written}`,
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
    });
    await api.reached(outcome.position);
    return outcome;
  };
  const of = (items: readonly Change[], id: string) => items.filter((item) => item.id === id);

  it('a change arrives once, with the document as a list shows it', async () => {
    const ana = await watch(await tokenOf(email), [ticketChannel()]);
    const { ticketId } = await write(queue.support);
    await expect.poll(() => of(ana.items, ticketId).length, { timeout: 3_000 }).toBe(1);
    expect(of(ana.items, ticketId)[0]).toMatchObject({
      channel: ticketChannel(),
      action: 'update',
      document: { id: ticketId, status: 'pending', queue: { name: 'Suporte' }, unreadMessages: 1 },
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(of(ana.items, ticketId)).toHaveLength(1);
  });

  it('a line that asks for brief changes is told a card once, then what is other in it; others all of it', async () => {
    const token = await tokenOf(email);
    const plain = await watch(token, [ticketChannel()]);
    const brief = await watch(token, [ticketChannel()], undefined, briefHello);
    const contactId = uuidv7();
    const { ticketId } = await write(queue.support, contactId);
    await expect.poll(() => of(brief.items, ticketId).length, { timeout: 3_000 }).toBe(1);
    await write(queue.support, contactId);
    await expect.poll(() => of(brief.items, ticketId).length, { timeout: 3_000 }).toBe(2);
    await expect.poll(() => of(plain.items, ticketId).length, { timeout: 3_000 }).toBe(2);
    const [first, second] = of(brief.items, ticketId);
    expect(second).toMatchObject({ channel: 'ticket', action: 'update', changed: { unreadMessages: 2 } });
    expect(JSON.stringify(second).length).toBeLessThan(300);
    const changed = second!.changed as Readonly<Record<string, unknown>>;
    const known = first!.document as Readonly<Record<string, unknown>>;
    const [, whole] = of(plain.items, ticketId);
    expect(withBrief(known, changed, second!.position)).toEqual(whole!.document);
  });

  it('a clock that steps back holds nothing up: the next changes come as the ones before', async () => {
    const ana = await watch(await tokenOf(email), [ticketChannel()]);
    const before = await write(queue.support);
    await expect.poll(() => of(ana.items, before.ticketId).length, { timeout: 3_000 }).toBe(1);
    const real = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() - 20 * 60_000);
    try {
      const first = await write(queue.support);
      await expect.poll(() => of(ana.items, first.ticketId).length, { timeout: 3_000 }).toBe(1);
      const second = await write(queue.support);
      await expect.poll(() => of(ana.items, second.ticketId).length, { timeout: 3_000 }).toBe(1);
    } finally {
      clock.mockRestore();
    }
  });

  it('what happened while it was away comes first, and only that', async () => {
    const token = await tokenOf(email);
    const before = await watch(token, [ticketChannel()]);
    const seen = await write(queue.support);
    await expect.poll(() => of(before.items, seen.ticketId).length).toBe(1);
    const cursor = before.seq();
    await live.leave();
    const missed = await write(queue.support);
    const back = await watch(token, [ticketChannel()], cursor);
    await expect.poll(() => of(back.items, missed.ticketId).length, { timeout: 3_000 }).toBe(1);
    expect(of(back.items, seen.ticketId)).toHaveLength(0);
  });

  it.each([
    ['of another generation', () => 'other:5'],
    ['that is nonsense', () => 'nonsense'],
    ['ahead of what there is', (cursor: string) => cursor.replace(/\d+$/, '99999999')],
  ])('a cursor %s means: load everything anew', async (_name, spoil) => {
    const token = await tokenOf(email);
    const before = await watch(token, [ticketChannel()]);
    const back = await watch(token, [ticketChannel()], spoil(before.seq()!));
    await expect.poll(() => back.items.map(({ action }) => action)).toContain('resync');
  });

  it('an agent gets the tickets of their queues only, and is told when one leaves them', async () => {
    const bruno = await watch(await tokenOf(brunoMail()), [ticketChannel()]);
    const foreign = await write(queue.support);
    const own = await write(queue.sales);
    await expect.poll(() => of(bruno.items, own.ticketId).length, { timeout: 3_000 }).toBe(1);
    expect(of(bruno.items, foreign.ticketId)).toHaveLength(0);
    await api.desk.tickets.transfer(admin, { ticketId: own.ticketId, queueId: queue.support, userId: null });
    await expect.poll(() => of(bruno.items, own.ticketId).at(-1)?.action, { timeout: 3_000 }).toBe('delete');
    expect(of(bruno.items, own.ticketId).at(-1)).not.toHaveProperty('document');
  });

  /** The texts of a ticket's messages, as somebody was told of them. */
  const texts = (items: readonly Change[]) =>
    items
      .filter(({ channel }) => channel === channels.appMessage(companyId))
      .map(({ document }) => (document as { body: string } | undefined)?.body);
  const seesTicket = (watched: { items: readonly Change[] }, id: string, unread: number) =>
    expect
      .poll(
        () =>
          (of(watched.items, id).at(-1)?.document as { unreadMessages: number } | undefined)?.unreadMessages,
        { timeout: 3_000 },
      )
      .toBe(unread);

  it('messages go to who has joined the ticket, in order; not to who has not', async () => {
    const contactId = uuidv7();
    const { ticketId } = await write(queue.sales, contactId);
    const joined = await watch(await tokenOf(brunoMail()), [
      ticketChannel(),
      channels.room(companyId, ticketId),
    ]);
    // Follows all tickets, and all that can be followed of messages without joining one.
    const beside = await watch(await tokenOf(email), [ticketChannel(), channels.appMessage(companyId)]);
    const other = await write(queue.sales);
    const sent = [];
    for (let turn = 0; turn < 3; turn++) {
      await write(queue.sales, contactId);
      sent.push(`mensagem ${written}`);
    }
    await expect.poll(() => texts(joined.items), { timeout: 3_000 }).toEqual(sent);
    await seesTicket(beside, ticketId, 4);
    expect(texts(beside.items)).toEqual([]);
    // Of the ticket it has not joined it hears only that it is there.
    expect(of(joined.items, other.ticketId).every(({ channel }) => channel === ticketChannel())).toBe(true);
  });

  it('who has left a ticket hears no more of its messages', async () => {
    const contactId = uuidv7();
    const { ticketId } = await write(queue.sales, contactId);
    const token = await tokenOf(brunoMail());
    const joined = await watch(token, [ticketChannel(), channels.room(companyId, ticketId)]);
    await write(queue.sales, contactId);
    await expect.poll(() => texts(joined.items), { timeout: 3_000 }).toHaveLength(1);
    const cursor = joined.seq();
    await live.leave();
    const left = await watch(token, [ticketChannel()], cursor);
    await write(queue.sales, contactId);
    await seesTicket(left, ticketId, 3);
    expect(texts(left.items)).toEqual([]);
    expect(texts(joined.items)).toHaveLength(1);
  });

  it('a ticket that moves out of sight takes its messages with it', async () => {
    const contactId = uuidv7();
    const { ticketId } = await write(queue.sales, contactId);
    const room = channels.room(companyId, ticketId);
    const bruno = await watch(await tokenOf(brunoMail()), [ticketChannel(), room]);
    const ana = await watch(await tokenOf(email), [ticketChannel(), room]);
    await write(queue.sales, contactId);
    await expect.poll(() => texts(bruno.items), { timeout: 3_000 }).toHaveLength(1);
    await api.desk.tickets.transfer(admin, { ticketId, queueId: queue.support, userId: null });
    await write(queue.support, contactId);
    await expect.poll(() => texts(ana.items).at(-1), { timeout: 3_000 }).toBe(`mensagem ${written}`);
    await expect.poll(() => of(bruno.items, ticketId).at(-1)?.action, { timeout: 3_000 }).toBe('delete');
    const own = await write(queue.sales);
    await expect.poll(() => of(bruno.items, own.ticketId).length, { timeout: 3_000 }).toBe(1);
    expect(texts(bruno.items)).toHaveLength(1);
  });

  it('a ticket out of sight, and one that is none, cannot be joined', async () => {
    const { ticketId } = await write(queue.support);
    const token = await tokenOf(brunoMail());
    const refused = await watch(token, [channels.room(companyId, ticketId)]);
    expect(JSON.stringify(refused.errors)).toContain('ERR_NO_PERMISSION');
    const absent = await watch(token, [channels.room(companyId, uuidv7())]);
    expect(JSON.stringify(absent.errors)).toContain('ERR_NO_TICKET_FOUND');
    const may = await watch(await tokenOf(email), [channels.room(companyId, ticketId)]);
    expect(may.errors).toEqual([]);
  });

  it('a cursor whose changes are no longer kept means: load everything anew; the newest is still good', async () => {
    const token = await tokenOf(email);
    const before = await watch(token, [ticketChannel()]);
    const old = before.seq()!;
    for (let turn = 0; turn < 6; turn++) await write(queue.support);
    await api.readStore.trimNotices(3);
    const lost = await watch(token, [ticketChannel()], old);
    await expect.poll(() => lost.items.map(({ action }) => action)).toEqual(['resync']);
    const recent = lost.seq()!.replace(/\d+$/, (seq) => String(Number(seq) - 1));
    const kept = await watch(token, [ticketChannel()], recent);
    const next = await write(queue.support);
    await expect.poll(() => of(kept.items, next.ticketId).length, { timeout: 3_000 }).toBe(1);
    expect(kept.items.map(({ action }) => action)).not.toContain('resync');
  });

  it('a cursor ahead of everything told is of another store: load everything anew', async () => {
    const token = await tokenOf(email);
    const before = await watch(token, [ticketChannel()]);
    const ahead = before.seq()!.replace(/\d+$/, (seq) => String(Number(seq) + 1_000));
    const lost = await watch(token, [ticketChannel()], ahead);
    await expect.poll(() => lost.items.map(({ action }) => action), { timeout: 10_000 }).toEqual(['resync']);
  });

  it('logging out ends what is followed', async () => {
    const authorization = (await api.signIn(brunoMail())).authorization;
    const bruno = await watch(authorization.replace('Bearer ', ''), [
      ticketChannel(),
      channels.auth(companyId),
    ]);
    const ana = await watch(await tokenOf(email), [ticketChannel(), channels.auth(companyId)]);
    const seen = await write(queue.sales);
    await expect.poll(() => of(bruno.items, seen.ticketId).length, { timeout: 3_000 }).toBe(1);
    const answer = await api.app.inject({
      method: 'DELETE',
      url: '/api/auth/logout',
      headers: { authorization },
    });
    expect(answer.statusCode).toBe(204);
    await expect.poll(() => bruno.closes, { timeout: 3_000 }).toEqual([4401]);
    const after = await write(queue.sales);
    await expect.poll(() => of(ana.items, after.ticketId).length, { timeout: 3_000 }).toBe(1);
    expect(of(bruno.items, after.ticketId)).toEqual([]);
    // Nobody else is told of it, and nobody else is logged out.
    expect(ana.items.filter(({ channel }) => channel === channels.auth(companyId))).toEqual([]);
    expect(ana.closes).toEqual([]);
  });

  it('frames of any length arrive whole, in their order, for everyone who gets the same', async () => {
    const token = await tokenOf(email);
    const { ticketId } = await write(queue.support);
    await api.desk.tickets.accept(admin, { ticketId, userId: user.bruno });
    const room = channels.room(companyId, ticketId);
    const watchers = await Promise.all([1, 2, 3].map(() => watch(token, [room, ticketChannel()])));
    const lengths = [10, 5_000, 20, 40_000, 1, 3_000];
    const bodies = lengths.map((length, at) => `${at} ${'ação 🚀 '.repeat(length / 7)}`.trim());
    const actor = { kind: 'user', id: user.bruno, name: 'Bruno' } as const;
    for (const body of bodies)
      await api.reached((await api.desk.tickets.send({ companyId, actor }, { ticketId, body })).position);
    for (const watcher of watchers) {
      const texts = () =>
        watcher.items
          .filter(({ channel, action }) => channel.includes('appMessage') && action === 'create')
          .map(({ document }) => (document as { body: string }).body);
      await expect.poll(() => texts().length, { timeout: 3_000 }).toBe(bodies.length);
      expect(texts()).toEqual(bodies);
      expect(watcher.closes).toEqual([]);
    }
  });

  it("another company's channels, and ones that do not exist, are refused", async () => {
    const token = await tokenOf(email);
    for (const channel of [channels.ticket(uuidv7()), `company-${companyId}-secrets`, 'anything']) {
      const { errors } = await watch(token, [channel]);
      expect(JSON.stringify(errors), channel).toContain('ERR_NO_PERMISSION');
    }
  });

  it('a queue taken from an agent ends the flow of its tickets, and has the screen loaded anew', async () => {
    const bruno = await watch(await tokenOf(brunoMail()), [ticketChannel()]);
    const before = await write(queue.sales);
    await expect.poll(() => of(bruno.items, before.ticketId).length, { timeout: 3_000 }).toBe(1);
    const update = (queueIds: string[]) =>
      api.desk.users.update(admin, {
        userId: user.bruno,
        name: 'Bruno',
        email: brunoMail(),
        profile: 'user',
        queueIds,
        whatsappId: null,
        allTicket: false,
      });
    await api.reached((await update([])).position);
    await expect.poll(() => bruno.items.map(({ action }) => action), { timeout: 3_000 }).toContain('resync');
    const after = await write(queue.sales);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(of(bruno.items, after.ticketId)).toHaveLength(0);
    await api.reached((await update([queue.sales])).position);
  });

  it('the right to tickets without a queue, taken away, ends their flow and has the screen loaded anew', async () => {
    const update = (allTicket: boolean) =>
      api.desk.users.update(admin, {
        ...{ userId: user.bruno, name: 'Bruno', email: brunoMail(), profile: 'user' as const },
        ...{ queueIds: [queue.sales], whatsappId: null, allTicket },
      });
    await api.reached((await update(true)).position);
    const bruno = await watch(await tokenOf(brunoMail()), [ticketChannel()]);
    const before = await write(null);
    await expect.poll(() => of(bruno.items, before.ticketId).length, { timeout: 10_000 }).toBe(1);
    await api.reached((await update(false)).position);
    await expect.poll(() => bruno.items.map(({ action }) => action), { timeout: 10_000 }).toContain('resync');
    const after = await write(null);
    const seen = await write(queue.sales);
    await expect.poll(() => of(bruno.items, seen.ticketId).length, { timeout: 10_000 }).toBe(1);
    expect(of(bruno.items, after.ticketId)).toEqual([]);
  });

  it('signing in elsewhere closes the line of the session before', async () => {
    const first = await watch(await tokenOf(brunoMail()), [ticketChannel()]);
    const second = await watch(await tokenOf(brunoMail()), [ticketChannel()]);
    await expect.poll(() => first.closes, { timeout: 3_000 }).toEqual([4401]);
    expect(second.closes).toEqual([]);
  });

  it('a connection is told of when it changes, when its session does, and when it goes', async () => {
    const ana = await watch(await tokenOf(email), [
      channels.whatsapp(companyId),
      channels.whatsappSession(companyId),
    ]);
    const { connectionId: id } = await api.desk.connections.create(admin, {
      ...{ connectionId: uuidv7(), name: 'Filial', channel: 'simulator' },
    });
    const told = () =>
      of(ana.items, id).map(({ channel, action, document }) => [
        channel.split('-').at(-1),
        action,
        (document as { status: string } | undefined)?.status,
      ]);
    await expect.poll(told, { timeout: 3_000 }).toEqual([['whatsapp', 'update', 'DISCONNECTED']]);
    await api.desk.connections.reportStatus(admin, { connectionId: id, status: 'CONNECTED' });
    await expect.poll(told, { timeout: 3_000 }).toHaveLength(3);
    expect(told().slice(1).toSorted()).toEqual([
      ['whatsapp', 'update', 'CONNECTED'],
      ['whatsappSession', 'update', 'CONNECTED'],
    ]);
    await api.desk.connections.delete(admin, { connectionId: id });
    await expect.poll(() => told().at(-1), { timeout: 3_000 }).toEqual(['whatsapp', 'delete', undefined]);
  });

  it('reading a ticket is told as updateUnread', async () => {
    const ana = await watch(await tokenOf(email), [ticketChannel()]);
    const { ticketId } = await write(queue.sales);
    await api.desk.tickets.accept(admin, { ticketId, userId: user.bruno });
    await expect
      .poll(() => (of(ana.items, ticketId).at(-1)?.document as { status?: string })?.status, {
        timeout: 3_000,
      })
      .toBe('open');
    await api.desk.tickets.markRead(admin, { ticketId });
    await expect
      .poll(() => of(ana.items, ticketId).at(-1), { timeout: 3_000 })
      .toMatchObject({
        action: 'updateUnread',
        document: { unreadMessages: 0 },
      });
  });

  it('several changes of a ticket within a frame arrive as one', async () => {
    const ana = await watch(await tokenOf(email), [ticketChannel()]);
    const contactId = uuidv7();
    const { ticketId } = await write(queue.support, contactId);
    await expect.poll(() => of(ana.items, ticketId).length, { timeout: 3_000 }).toBe(1);
    const unread = () =>
      (of(ana.items, ticketId).at(-1)!.document as { unreadMessages: number }).unreadMessages;
    const total = 50;
    // The frame in hand waits for its contact until all changes are there: however slow the machine, they meet in the next.
    const written = Promise.withResolvers<void>();
    const forCompany = api.readStore.forCompany.bind(api.readStore);
    const reading = vi.spyOn(api.readStore, 'forCompany').mockImplementation((id) => {
      const reader = forCompany(id);
      return { ...reader, getMany: async (...args) => written.promise.then(() => reader.getMany(...args)) };
    });
    try {
      await Promise.all(Array.from({ length: total }, () => write(queue.support, contactId)));
      expect(of(ana.items, ticketId)).toHaveLength(1);
    } finally {
      written.resolve();
      reading.mockRestore();
    }
    await expect.poll(unread, { timeout: 5_000 }).toBe(total + 1);
    expect(of(ana.items, ticketId).length).toBeLessThanOrEqual(3);
  });
});
