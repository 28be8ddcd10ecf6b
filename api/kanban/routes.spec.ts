import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticketStream } from '../../domain/streams.ts';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';
import { hashPassword } from '../auth/passwords.ts';

interface Card {
  readonly id: string;
  readonly uuid: string;
  readonly lastMessage: string;
  readonly contact: { readonly name: string; readonly number: string };
  readonly tags: readonly { readonly name: string; readonly color: string }[];
}

describe('the kanban board over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const header = {} as Record<'admin' | 'agent' | 'sales' | 'nowhere' | 'other', { authorization: string }>;
  const queue = { support: uuidv7(), sales: uuidv7() };
  const tag = { budget: uuidv7(), paid: uuidv7(), vip: uuidv7() };
  let companyId = '';
  const system = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });

  let people = 100;
  const open = async (queueId: string | null, name = 'Marina') => {
    const number = `5511955500${++people}`;
    const { contactId } = await api.desk.contacts.ensure(system(), { numbers: [number], name });
    const { ticketId, position } = await api.desk.tickets.open(system(), {
      ...{ contactId, connectionId: uuidv7(), queueId, userId: null, status: 'pending' },
    });
    await api.reached(position);
    return ticketId;
  };

  beforeAll(async () => {
    api = await startTestApi();
    const ours = await api.company('Ours');
    companyId = ours.companyId;
    const context = system();
    await api.desk.records('queue').create(context, { id: queue.support, name: 'Suporte', color: '#4073d4' });
    await api.desk.records('queue').create(context, { id: queue.sales, name: 'Vendas', color: '#4073d5' });
    const tags = api.desk.records('tag');
    await tags.create(context, { id: tag.paid, name: 'Pago', color: '#0e6936', kanban: 1 });
    await tags.create(context, { id: tag.budget, name: 'Orçamento', color: '#d07803', kanban: 1 });
    await tags.create(context, { id: tag.vip, name: 'VIP' });
    const people = { agent: [queue.support], sales: [queue.sales], nowhere: [] };
    for (const [name, queueIds] of Object.entries(people)) {
      const user = { name, email: `${name}-${companyId}@example.org`, profile: 'user' as const };
      const passwordHash = await hashPassword('correct horse 42');
      await api.desk.users.create(context, { ...user, queueIds, passwordHash });
    }
    await api.reached((await givePlan(api.desk, context, {})).position);
    for (const name of ['agent', 'sales', 'nowhere'] as const)
      header[name] = await api.signIn(`${name}-${companyId}@example.org`);
    header.admin = await api.signIn(ours.email);
    const theirs = await api.company('Theirs');
    const their = { companyId: theirs.companyId, actor: context.actor };
    await api.reached((await givePlan(api.desk, their, {})).position);
    header.other = await api.signIn(theirs.email);
  }, 30_000);
  afterAll(() => api.close());

  type Who = keyof typeof header;
  const ask = async <T>(
    who: Who,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const answer = await api.app.inject({ method, url, headers: header[who], ...(payload && { payload }) });
    return { status: answer.statusCode, body: (answer.body === '' ? undefined : answer.json()) as T };
  };
  const cards = async (who: Who, queueIds?: readonly string[]) =>
    (
      await ask<{ tickets: Card[] }>(
        who,
        'GET',
        `/api/ticket/kanban${queueIds ? `?queueIds=${encodeURIComponent(JSON.stringify(queueIds))}` : ''}`,
      )
    ).body.tickets;
  const has = async (who: Who, ticketId: string, queueIds?: readonly string[]) =>
    (await cards(who, queueIds)).some(({ id }) => id === ticketId);
  const move = (who: Who, ticketId: string, tagId: string | null) =>
    ask<{ tags: { name: string }[] }>(who, 'POST', `/api/tickets/${ticketId}/lane`, { tagId });
  const namesOf = ({ tags }: { tags: readonly { name: string }[] }) => tags.map(({ name }) => name);
  const typesOf = async (ticketId: string) => {
    const stream = await api.events.read(ticketStream(companyId, ticketId));
    return stream.map(({ type }) => type).slice(1);
  };

  it('GET /tags/kanban gives the tags that are lanes, by name, in their colours', async () => {
    expect((await ask('agent', 'GET', '/api/tags/kanban')).body).toEqual({
      lista: [
        { id: tag.budget, name: 'Orçamento', color: '#d07803', kanban: 1 },
        { id: tag.paid, name: 'Pago', color: '#0e6936', kanban: 1 },
      ],
    });
    expect((await ask('other', 'GET', '/api/tags/kanban')).body).toEqual({ lista: [] });
  });

  it('a card says whose it is, what was said last, and its tags', async () => {
    const ticketId = await open(queue.support, 'Priscila');
    const message = { messageId: uuidv7(), body: 'Segue o orçamento.' };
    await api.desk.tickets.accept(system(), { ticketId, userId: uuidv7() });
    await api.desk.tickets.send(system(), { ticketId, ...message });
    const tagged = await api.desk.tickets.setFields(system(), { ticketId, tagIds: [tag.budget] });
    await api.reached(tagged.position);
    expect((await cards('agent')).find(({ id }) => id === ticketId)).toMatchObject({
      uuid: ticketId,
      contact: { name: 'Priscila', number: `5511955500${people}` },
      lastMessage: message.body,
      tags: [{ id: tag.budget, name: 'Orçamento', color: '#d07803' }],
    });
  });

  it('only tickets of the own queues are listed, whatever queueIds says; finished ones are not', async () => {
    const support = await open(queue.support);
    const sales = await open(queue.sales);
    const without = await open(null);
    expect(await has('agent', support)).toBe(true);
    for (const queueIds of [undefined, [queue.sales], [queue.support, queue.sales]])
      expect(await has('agent', sales, queueIds)).toBe(false);
    expect(await has('agent', support, [queue.sales])).toBe(false);
    expect(await has('agent', support, [queue.support])).toBe(true);
    expect(await has('agent', without)).toBe(false);
    expect(await cards('nowhere')).toEqual([]);
    expect(await has('other', support)).toBe(false);
    // Who sees every queue and serves none serves all, as in the lists.
    for (const id of [support, sales, without]) expect(await has('admin', id)).toBe(true);
    expect(await has('admin', support, [queue.sales])).toBe(false);
    await api.reached(
      (await api.desk.tickets.resolve(system(), { ticketId: support, reason: 'agent' })).position,
    );
    expect(await has('agent', support)).toBe(false);
  });

  it('a move is one event, and keeps the tags that are no lane', async () => {
    const ticketId = await open(queue.support);
    await api.reached(
      (await api.desk.tickets.setFields(system(), { ticketId, tagIds: [tag.vip, tag.budget] })).position,
    );
    const answer = await move('agent', ticketId, tag.paid);
    expect(answer.status).toBe(200);
    expect(namesOf(answer.body)).toEqual(['VIP', 'Pago']);
    expect(namesOf((await move('agent', ticketId, null)).body)).toEqual(['VIP']);
    expect(await typesOf(ticketId)).toEqual(['TicketTagsChanged', 'TicketLaneChanged', 'TicketLaneChanged']);
    const card = (await cards('agent')).find(({ id }) => id === ticketId);
    expect(namesOf(card!)).toEqual(['VIP']);
  });

  it('of two who move one card at once both are answered, and it stands in one lane', async () => {
    const ticketId = await open(queue.support);
    const [one, two] = await Promise.all([
      move('agent', ticketId, tag.budget),
      move('admin', ticketId, tag.paid),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    const card = (await cards('agent')).find(({ id }) => id === ticketId);
    expect(card!.tags).toHaveLength(1);
  });

  it('what is out of sight, no lane, or not ours is refused', async () => {
    const ticketId = await open(queue.support);
    expect((await move('sales', ticketId, tag.paid)).status).toBe(403);
    expect((await move('other', ticketId, null)).status).toBe(404);
    expect((await move('agent', ticketId, tag.vip)).status).toBe(400);
    expect((await move('agent', ticketId, uuidv7())).status).toBe(404);
  });

  it('DELETE /ticket-tags takes it out of its lane, PUT gives it a tag: a lane’s takes the place of the other', async () => {
    const ticketId = await open(queue.support);
    const put = async (tagId: string) =>
      namesOf((await ask<Card>('agent', 'PUT', `/api/ticket-tags/${ticketId}/${tagId}`)).body);
    expect(await put(tag.vip)).toEqual(['VIP']);
    expect(await put(tag.budget)).toEqual(['VIP', 'Orçamento']);
    expect(await put(tag.paid)).toEqual(['VIP', 'Pago']);
    const gone = await ask<Card>('agent', 'DELETE', `/api/ticket-tags/${ticketId}`);
    expect(gone).toMatchObject({ status: 200, body: { ticketId, tags: [{ name: 'VIP' }] } });
    expect((await ask('sales', 'DELETE', `/api/ticket-tags/${ticketId}`)).status).toBe(403);
    expect((await ask('other', 'PUT', `/api/ticket-tags/${ticketId}/${tag.paid}`)).status).toBe(404);
  });

  it('tags that are given at once all stay', async () => {
    const ticketId = await open(queue.support);
    const given = ['Novo', 'Atrasado', 'Retorno'].map((name) => ({ id: uuidv7(), name }));
    for (const one of given) {
      const { position } = await api.desk.records('tag').create(system(), one);
      await api.reached(position);
    }
    await Promise.all(given.map(({ id }) => ask('agent', 'PUT', `/api/ticket-tags/${ticketId}/${id}`)));
    const card = (await cards('agent')).find(({ id }) => id === ticketId);
    expect(namesOf(card!).toSorted()).toEqual(['Atrasado', 'Novo', 'Retorno']);
  });

  it('everybody has an order and limits of lanes of their own', async () => {
    const nothing = { order: [], limits: {} };
    expect((await ask('agent', 'GET', '/api/kanban/arrangement')).body).toEqual(nothing);
    const own = { order: [tag.paid, 'open'], limits: { [tag.paid]: 5 } };
    expect((await ask('agent', 'PUT', '/api/kanban/arrangement', own)).body).toEqual(own);
    expect((await ask('agent', 'GET', '/api/kanban/arrangement')).body).toEqual(own);
    for (const who of ['sales', 'other'] as const)
      expect((await ask(who, 'GET', '/api/kanban/arrangement')).body).toEqual(nothing);
    expect(
      (await ask('agent', 'PUT', '/api/kanban/arrangement', { order: [], limits: { x: 0 } })).status,
    ).toBe(400);
  });

  it('without the plan’s useKanban there is no board', async () => {
    const ticketId = await open(queue.support);
    await api.reached((await givePlan(api.desk, system(), { useKanban: false })).position);
    const calls = [
      ['GET', '/api/tags/kanban'],
      ['GET', '/api/ticket/kanban'],
      ['GET', '/api/kanban/arrangement'],
      ['POST', `/api/tickets/${ticketId}/lane`, { tagId: null }],
      ['PUT', `/api/ticket-tags/${ticketId}/${tag.vip}`],
      ['DELETE', `/api/ticket-tags/${ticketId}`],
    ] as const;
    for (const [method, url, body] of calls)
      expect(await ask('admin', method, url, body)).toMatchObject({
        status: 403,
        body: { error: 'ERR_PLAN_FEATURE' },
      });
  });
});
