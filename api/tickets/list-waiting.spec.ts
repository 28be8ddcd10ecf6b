import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

describe('the list of those who wait', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let headers: { authorization: string };
  const names = async (query: string) => {
    const answer = await api.app.inject({ url: `/api/tickets?${query}`, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer
      .json<{ tickets: { contact: { name: string } }[] }>()
      .tickets.map((ticket) => ticket.contact.name);
  };

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    headers = await api.signIn(email);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const connectionId = uuidv7();
    const contact = async (name: string, number: string) =>
      (await api.desk.contacts.ensure(context, { numbers: [number], name, origin: 'import' })).contactId;
    const writes = async (contactId: string, minute: number) =>
      api.desk.tickets.receive(context, {
        contactId,
        connectionId,
        queueId: null,
        externalId: uuidv7(),
        fromMe: false,
        mediaType: 'chat',
        body: 'Oi',
        sentAt: new Date(Date.now() - minute * 60_000).toISOString(),
      });
    const early = await contact('Early', '5511955500001');
    const late = await contact('Late', '5511955500002');
    const answered = await contact('Answered', '5511955500003');
    await writes(late, 10);
    await writes(early, 50);
    // Writes last of all, and is still the one who has waited longest.
    await writes(early, 1);
    const { ticketId } = await writes(answered, 90);
    await api.desk.tickets.accept(context, { ticketId, userId: uuidv7() });
    await api.desk.tickets.send(
      { companyId, actor: { kind: 'user', id: uuidv7(), name: 'Ana' } },
      { ticketId, body: 'Já respondo' },
    );
    const { position } = await api.desk.tickets.returnToQueue(context, { ticketId });
    await api.reached(position);
  });
  afterAll(() => api.close());

  it('has the longest wait first, and nobody who was answered', async () => {
    expect(await names('status=pending&showAll=true&sort=waiting')).toEqual(['Early', 'Late']);
  });

  it('is the usual list, changed last first, when nothing is said or the usual is', async () => {
    expect(await names('status=pending&showAll=true')).toEqual(['Answered', 'Early', 'Late']);
    expect(await names('status=pending&showAll=true&sort=updated')).toEqual(['Answered', 'Early', 'Late']);
  });

  it('finds by the words of messages, says which, and keeps to the other filters', async () => {
    const answer = await api.app.inject({
      url: '/api/tickets?searchIn=messages&searchParam=RESPONDO',
      headers,
    });
    const { tickets } = answer.json<{ tickets: { contact: { name: string }; match: { body: string } }[] }>();
    expect(tickets.map(({ contact, match }) => `${contact.name}: ${match.body}`)).toEqual([
      'Answered: Já respondo',
    ]);
    for (const other of [
      'status=closed',
      `queueIds=["${uuidv7()}"]`,
      `tags=["${uuidv7()}"]`,
      `users=["${uuidv7()}"]`,
    ])
      expect(await names(`searchIn=messages&searchParam=respondo&${other}`), other).toEqual([]);
    expect(await names('searchIn=messages&searchParam=respondo&queueIds=[null]')).toEqual(['Answered']);
  });

  it('refuses another order', async () => {
    const answer = await api.app.inject({ url: '/api/tickets?sort=secret', headers });
    expect(answer.statusCode).toBe(400);
  });
});
