import { expect, it } from 'vitest';
import { documentsAfter, type Written } from '../../testing/projections.ts';
import { chatMessages, chats } from './chats.ts';

const chatId = 'c1';
const userIds = ['ana', 'bruno'];
const created: Written = {
  type: 'ChatCreated',
  data: { chatId, title: 'Turno da noite', ownerId: 'ana', userIds },
};
const said = (messageId: string): Written => ({
  type: 'ChatMessageSent',
  data: { chatId, messageId, userId: 'ana', body: 'Oi', userIds },
});
const deleted: Written = { type: 'ChatDeleted', data: { chatId, before: userIds } };
const heldAfter = async (...written: Written[]) => {
  const documents = await documentsAfter([chats, chatMessages], written);
  const all = [...(documents.get('chatMessages')?.values() ?? [])];
  return all.filter((one) => !one.deleted).map(({ id }) => id);
};

it('a message whose sending the deletion of its chat overtook is not there', async () => {
  expect(await heldAfter(created, said('m1'))).toEqual(['m1']);
  expect(await heldAfter(created, said('m1'), deleted, said('m2'))).toEqual([]);
});
