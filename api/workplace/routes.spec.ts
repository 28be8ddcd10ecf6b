import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

describe('drafts over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let headers: { authorization: string };
  let ticketId = '';

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const connectionId = uuidv7();
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    const { contactId } = await api.desk.contacts.ensure(context, {
      numbers: ['5511955500142'],
      name: 'Marina',
    });
    const received = await api.desk.tickets.receive(context, {
      ...{ connectionId, queueId: null, contactId, externalId: 'D-1', fromMe: false },
      ...{ body: 'oi', mediaType: 'chat', sentAt: new Date().toISOString() },
    });
    ticketId = received.ticketId;
    await api.reached(received.position);
    headers = await api.signIn(email);
  }, 60_000);
  afterAll(() => api.close());

  const put = (body: string, kind?: string) =>
    api.app.inject({
      ...{ method: 'PUT', url: `/api/drafts/${ticketId}`, headers, payload: { body } },
      query: kind === undefined ? {} : { kind },
    });
  const get = async (kind?: string): Promise<string> => {
    const query: Record<string, string> = kind === undefined ? {} : { kind };
    const answer = await api.app.inject({ url: `/api/drafts/${ticketId}`, headers, query });
    return answer.json<{ body: string }>().body;
  };

  it('of a message and of a note are kept apart: what was meant for colleagues is never offered as an answer', async () => {
    await put('para o cliente');
    await put('cuidado com este', 'note');
    expect([await get(), await get('message'), await get('note')]).toEqual([
      'para o cliente',
      'para o cliente',
      'cuidado com este',
    ]);
    await put('', 'note');
    expect([await get(), await get('note')]).toEqual(['para o cliente', '']);
  });

  it('are kept as long as a message may be', async () => {
    const long = 'ã'.repeat(65_536);
    expect((await put(long)).statusCode).toBe(200);
    expect(await get()).toBe(long);
  });

  it('of another kind are refused', async () => {
    expect((await put('x', 'letter')).statusCode).toBe(400);
  });
});
