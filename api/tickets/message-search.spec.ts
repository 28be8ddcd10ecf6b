import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

describe('tickets found by what was written in them', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let agent: { authorization: string };
  let context: { companyId: string; actor: { kind: 'system'; id: string } };
  const [support, sales, connectionId] = [uuidv7(), uuidv7(), uuidv7()];
  let written = 0;

  const writes = async (number: string, queueId: string, body: string, times = 1) => {
    const { contactId } = await api.desk.contacts.ensure(context, { numbers: [number], name: number });
    let position = 0;
    for (let i = 0; i < times; i++) {
      written += 1;
      ({ position } = await api.desk.tickets.receive(context, {
        ...{ connectionId, queueId, contactId, externalId: `M${written}`, fromMe: false, body },
        ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
      }));
    }
    await api.reached(position);
  };
  const numbers = async (query: string) => {
    const url = `/api/tickets?searchIn=messages&${query}`;
    const answer = await api.app.inject({ url, headers: agent });
    return answer
      .json<{ tickets: { contact: { number: string } }[] }>()
      .tickets.map((one) => one.contact.number);
  };

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId } = await api.company('Ours');
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    await api.desk.records('queue').create(context, { id: support, name: 'Suporte', color: '#4073d4' });
    await api.desk.records('queue').create(context, { id: sales, name: 'Vendas', color: '#22aa55' });
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    const email = `bruno-${companyId}@example.org`;
    const passwordHash = await hashPassword('correct horse 42');
    const { position } = await api.desk.users.create(context, {
      ...{ name: 'Bruno', email, profile: 'user', queueIds: [support], passwordHash },
    });
    await api.reached(position);
    agent = await api.signIn(email);
    await writes('5511955500146', support, 'o pedido chegou');
    await writes('5511955500147', sales, 'onde está o pedido', 450);
  }, 60_000);
  afterAll(() => api.close());

  it('are found however much the others write of the same', async () => {
    expect(await numbers('searchParam=pedido')).toEqual(['5511955500146']);
  });

  it('are filtered as every other list is', async () => {
    expect(await numbers(`searchParam=pedido&date=2020-01-01`)).toEqual([]);
    expect(await numbers(`searchParam=pedido&updatedAt=2020-01-01`)).toEqual([]);
    expect(await numbers('searchParam=pedido&status=pending&withUnreadMessages=true')).toEqual([
      '5511955500146',
    ]);
    expect(await numbers('searchParam=pedido&status=open')).toEqual([]);
  });
});
