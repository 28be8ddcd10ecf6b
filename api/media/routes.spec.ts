import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

describe('files of messages', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const header = {} as Record<'admin' | 'bruno', { authorization: string }>;
  const queue = { sales: uuidv7(), support: uuidv7() };
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  /** A ticket of Bruno's, and one of a queue he does not see; each with a file sent by its agent. */
  const own = { ticketId: '', messageId: '', url: '' };
  const other = { ticketId: '', messageId: '', url: '' };

  const get = async (who: keyof typeof header, url: string) =>
    (await api.app.inject({ url, headers: header[who] })).statusCode;

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    for (const [name, color] of [
      ['sales', '#4073d4'],
      ['support', '#4073d5'],
    ] as const)
      await api.desk.records('queue').create(context, { id: queue[name], name, color });
    const connectionId = uuidv7();
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    const brunoMail = `bruno-${companyId}@example.org`;
    const { position } = await api.desk.users.create(context, {
      ...{ name: 'Bruno', email: brunoMail, profile: 'user' as const, queueIds: [queue.sales] },
      passwordHash: await hashPassword('correct horse 42'),
    });
    await api.reached(position);
    header.admin = await api.signIn(email);
    header.bruno = await api.signIn(brunoMail);
    for (const [place, who, queueId] of [
      [own, 'bruno', queue.sales],
      [other, 'admin', queue.support],
    ] as const) {
      const { contactId } = await api.desk.contacts.ensure(context, {
        numbers: [`55119555001${who === 'bruno' ? 50 : 51}`],
        name: who,
      });
      const received = await api.desk.tickets.receive(context, {
        ...{ connectionId, queueId, contactId, externalId: who, fromMe: false, body: 'oi' },
        ...{ mediaType: 'chat' as const, sentAt: new Date().toISOString() },
      });
      await api.reached(received.position);
      place.ticketId = received.ticketId;
      const headers = header[who];
      const url = `/api/tickets/${place.ticketId}`;
      const taken = await api.app.inject({ method: 'PUT', url, headers, payload: { status: 'open' } });
      expect(taken.statusCode, taken.body).toBe(200);
      const sent = await api.app.inject({
        method: 'POST',
        url: `/api/messages/${place.ticketId}`,
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=--x' },
        payload: Buffer.concat([
          Buffer.from(
            '----x\r\nContent-Disposition: form-data; name="medias"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
          ),
          png,
          Buffer.from('\r\n----x--\r\n'),
        ]),
      });
      expect(sent.statusCode, sent.body).toBe(200);
      const [message] = sent.json<{ messages: { id: string; mediaUrl: string }[] }>().messages;
      place.messageId = message!.id;
      place.url = message!.mediaUrl;
    }
  }, 60_000);
  afterAll(() => api.close());

  it('are shown under the message they belong to, never another of the company’s under one that may be seen', async () => {
    expect(await get('bruno', own.url)).toBe(200);
    expect(await get('admin', other.url)).toBe(200);
    const foreign = `/api/media/messages/${own.messageId}/${other.url.split('/').at(-1)}`;
    expect(await get('bruno', foreign)).toBe(404);
    expect(await get('bruno', other.url)).not.toBe(200);
  });

  it('of a ticket out of sight are not sent on', async () => {
    const send = (mediaUrl: string) =>
      api.app.inject({
        method: 'POST',
        url: `/api/messages/${own.ticketId}`,
        headers: header.bruno,
        payload: { body: 'veja', mediaUrl },
      });
    const refused = await send(other.url);
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { mediaUrl: 'foreign' }]);
    expect((await send(own.url)).statusCode).toBe(200);
  });

  it('of a deleted message are for those who may see what was deleted', async () => {
    const url = `/api/messages/${own.messageId}`;
    const deleted = await api.app.inject({ method: 'DELETE', url, headers: header.bruno });
    expect(deleted.statusCode, deleted.body).toBeLessThan(300);
    expect(await get('bruno', own.url)).toBe(404);
    expect(await get('admin', own.url)).toBe(200);
  });
});
