import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContactView, GroupMemberView } from '../../contract/contact.ts';
import { keepGroup } from '../../messaging/groups.ts';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let companyId = '';
let connectionId = '';
const gid = '120363025246125486';

const ask = async <T>(method: string, url: string, payload?: object) => {
  const answer = await api.app.inject({
    ...{ method: method as 'GET', url, headers: { ...admin } },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() as T };
};
const system = () => ({ companyId, actor: { kind: 'system', id: 'test' } }) as const;
const says = async (contactId: string, externalId: string, more = {}) => {
  const { ticketId, position } = await api.desk.tickets.receive(system(), {
    ...{ connectionId, queueId: null, contactId, externalId, fromMe: false, body: externalId },
    ...{ mediaType: 'chat', sentAt: new Date().toISOString(), ...more },
  });
  await api.reached(position);
  return ticketId;
};
const known = async (name: string, number: string) =>
  (await ask<ContactView>('POST', '/api/contacts', { name, number })).body;

beforeAll(async () => {
  api = await startTestApi();
  const company = await api.company('Loja');
  companyId = company.companyId;
  admin = await api.signIn(company.email);
  ({ connectionId } = await api.desk.connections.create(system(), { name: 'Loja', channel: 'simulator' }));
});
afterAll(() => api.close());

it('names the members of a group: by their contact, by what they call themselves, by number; admins first', async () => {
  await known('Bia Souza', '5511955500143');
  const { contactId } = await api.desk.contacts.ensure(system(), {
    numbers: [gid],
    name: 'Turma',
    isGroup: true,
  });
  await says(contactId, 'g1', { isGroup: true, participant: { name: 'Zeca', number: '5511955500144' } });
  await keepGroup(api.state, connectionId, {
    ...{ address: gid, name: 'Turma', at: Date.now() },
    members: [
      { addresses: ['5511955500144'], admin: false },
      { addresses: ['551155550143', '5511955500143'], admin: false },
      { addresses: ['99887766@lid'], admin: false },
      { addresses: ['5511955500199'], admin: true },
    ],
  });
  const { body } = await ask<{ members: GroupMemberView[] }>('GET', `/api/contacts/${contactId}/members`);
  expect(body.members.map(({ name, number, admin: isAdmin }) => [name, number, isAdmin])).toEqual([
    ['', '5511955500199', true],
    ['Bia Souza', '551155550143', false],
    ['Zeca', '5511955500144', false],
    ['', '', false],
  ]);
  expect(body.members[1]?.contactId).not.toBeNull();
});

it('has no members of a person', async () => {
  const { id } = await known('Caio', '5511955500150');
  expect((await ask('GET', `/api/contacts/${id}/members`)).body).toEqual({ members: [] });
});
