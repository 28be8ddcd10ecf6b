import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HeldView } from '../../contract/message.ts';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

it('what waits its turn is listed with its contact, the next to go first, until it is sent; another company sees nothing', async () => {
  const company = await api.company('Loja');
  const context = { companyId: company.companyId, actor: { kind: 'system', id: 'test' } } as const;
  const { connectionId } = await api.desk.connections.create(context, {
    name: 'Matriz',
    channel: 'whatsapp',
  });
  const wait = async (number: string, until: string) => {
    const { contactId } = await api.desk.contacts.ensure(context, { numbers: [number], name: `P ${number}` });
    const opening = { contactId, connectionId, queueId: null, userId: 'ana', status: 'open' } as const;
    const { ticketId } = await api.desk.tickets.open(context, opening);
    const { messageId } = await api.desk.tickets.send(context, { ticketId, body: 'olá' });
    const { position } = await api.desk.tickets.held(context, {
      ...{ ticketId, messageId, until, reason: 'newContacts' },
    });
    await api.reached(position);
    return { ticketId, messageId };
  };
  await wait('5511955500102', '2026-11-22T14:10:00.000Z');
  const next = await wait('5511955500101', '2026-11-22T14:05:00.000Z');
  const held = async (email: string) =>
    (await api.app.inject({ url: '/api/held', headers: await api.signIn(email) })).json<{
      held: HeldView[];
    }>().held;
  const found = await held(company.email);
  expect(found.map(({ contact, until }) => [contact.name, until])).toEqual([
    ['P 5511955500101', '2026-11-22T14:05:00.000Z'],
    ['P 5511955500102', '2026-11-22T14:10:00.000Z'],
  ]);
  expect(found[0]).toMatchObject({ ticketId: next.ticketId, connection: { name: 'Matriz' } });
  expect(await held((await api.company('Outra')).email)).toEqual([]);
  const { position } = await api.desk.tickets.sent(context, { ...next, externalId: 'x' });
  await api.reached(position);
  expect(await held(company.email)).toHaveLength(1);
});
