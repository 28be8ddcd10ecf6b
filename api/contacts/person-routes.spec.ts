import { expect, it } from 'vitest';
import type { GroupMemberView } from '../../contract/contact.ts';
import { keepGroup } from '../../messaging/groups.ts';
import { withShop } from '../../testing/shop.ts';

const shop = withShop();
const { ask, newContact, says, system } = shop;
const gid = '120363025246125486';

it('names the members of a group: by their contact, by what they call themselves, by number; admins first', async () => {
  await newContact('Bia Souza', '5511955500143');
  const { contactId } = await shop.api.desk.contacts.ensure(system(), {
    numbers: [gid],
    name: 'Turma',
    isGroup: true,
  });
  await says(contactId, 'g1', { isGroup: true, participant: { name: 'Zeca', number: '5511955500144' } });
  await keepGroup(shop.api.state, shop.connectionId, {
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
  const { id } = await newContact('Caio', '5511955500150');
  expect((await ask('GET', `/api/contacts/${id}/members`)).body).toEqual({ members: [] });
});
