import { expect, it } from 'vitest';
import type { ContactView, MergeView } from '../../contract/contact.ts';
import type { NoteView } from '../../contract/note.ts';
import type { TicketView } from '../../contract/ticket.ts';
import { withShop } from '../../testing/shop.ts';

const shop = withShop();
const { ask, newContact, says, system } = shop;

it('makes one of two contacts: one in every list, with the tickets and notes of both', async () => {
  const one = await newContact('Davi Reis', '5511955500160');
  const other = await newContact('Davi (loja)', '5511955500161');
  const ticketId = await says(other.id, 'd1');
  await ask('POST', '/api/ticket-notes', { ticketId, contactId: other.id, note: 'prefere à tarde' });
  const merged = await ask<ContactView>('POST', `/api/contacts/${one.id}/merge`, {
    ...{ otherId: other.id, keepsNameOf: other.id },
  });
  expect(merged).toMatchObject({ status: 200, body: { name: 'Davi (loja)' } });
  const { id } = merged.body;
  const list = await ask<{ contacts: ContactView[] }>('GET', '/api/contacts?searchParam=Davi');
  expect(list.body.contacts.map((contact) => contact.id)).toEqual([id]);
  for (const searchParam of ['5511955500160', '5511955500161'])
    expect((await ask<{ count: number }>('GET', `/api/contacts?searchParam=${searchParam}`)).body.count).toBe(
      1,
    );
  const ticket = await ask<TicketView>('GET', `/api/tickets/${ticketId}`);
  expect(ticket.body).toMatchObject({ contactId: id, contact: { id, name: 'Davi (loja)' } });
  const notes = await ask<NoteView[]>('GET', `/api/ticket-notes/list?contactId=${id}`);
  expect(notes.body.map(({ note }) => note)).toEqual(['prefere à tarde']);
});

it('refuses who is not there, a group, and the contact itself', async () => {
  const { id } = await newContact('Eva', '5511955500170');
  const merge = (otherId: string) => ask('POST', `/api/contacts/${id}/merge`, { otherId });
  expect((await merge('nobody')).status).toBe(404);
  expect((await merge(id)).status).toBe(400);
  const group = await shop.api.desk.contacts.ensure(system(), {
    ...{ numbers: ['120363025246125486'], name: 'Turma', isGroup: true },
  });
  await shop.api.reached(group.position);
  expect((await merge(group.contactId)).status).toBe(400);
});

const merged = async (digits: string) => {
  const kept = await newContact('Fábio', `55119555${digits}0`);
  const gone = await newContact('Gina', `55119555${digits}1`);
  const ticketId = await says(gone.id, `g${digits}`);
  await ask('POST', '/api/ticket-notes', { ticketId, contactId: gone.id, note: 'liga só de manhã' });
  await ask('POST', `/api/contacts/${kept.id}/merge`, { otherId: gone.id });
  return { kept, gone, ticketId };
};
const mergesOf = async (id: string) =>
  (await ask<{ merges: MergeView[] }>('GET', `/api/contacts/${id}/merges`)).body.merges;
const unmerge = (kept: string, otherId: string) =>
  ask<{ kept: ContactView; restored: ContactView; error?: string; errors?: object; details?: object }>(
    ...(['POST', `/api/contacts/${kept}/unmerge`, { otherId }] as const),
  );

it('names who became part of a contact, when and by whom, and until when that can be undone', async () => {
  const { kept, gone } = await merged('018');
  const [one, ...more] = await mergesOf(kept.id);
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    contactId: gone.id,
    name: 'Gina',
    number: '551195550181',
    by: { kind: 'user' },
  });
  expect(one?.by.name).not.toBe('');
  expect(one).not.toHaveProperty('refusal');
  expect(Date.parse(one!.until) - Date.parse(one!.at)).toBe(30 * 86_400_000);
});

it('makes two of them again: both in lists and search, each with their ticket and note', async () => {
  const { kept, gone, ticketId } = await merged('028');
  // Closed, it takes no word of the other's.
  await shop.api.desk.tickets.resolve(system(), { ticketId });
  const own = await says(kept.id, 'own');
  const { status, body } = await unmerge(kept.id, gone.id);
  expect(status).toBe(200);
  expect(body.kept).toMatchObject({ id: kept.id, name: 'Fábio', number: '551195550280' });
  expect(body.restored).toMatchObject({ id: gone.id, name: 'Gina', number: '551195550281', active: true });
  for (const [searchParam, id] of [
    ['551195550280', kept.id],
    ['551195550281', gone.id],
  ]) {
    const list = await ask<{ contacts: ContactView[] }>('GET', `/api/contacts?searchParam=${searchParam}`);
    expect(list.body.contacts.map((contact) => contact.id)).toEqual([id]);
  }
  const ticket = await ask<TicketView>('GET', `/api/tickets/${ticketId}`);
  expect(ticket.body).toMatchObject({ contactId: gone.id, contact: { id: gone.id, name: 'Gina' } });
  expect((await ask<TicketView>('GET', `/api/tickets/${own}`)).body.contactId).toBe(kept.id);
  for (const [id, notes] of [
    [kept.id, []],
    [gone.id, ['liga só de manhã']],
  ] as const) {
    const answer = await ask<NoteView[]>('GET', `/api/ticket-notes/list?contactId=${id}`);
    expect(answer.body.map(({ note }) => note)).toEqual(notes);
  }
  expect(await mergesOf(kept.id)).toEqual([]);
});

it('answers whoever asks twice the same, also at once', async () => {
  const { kept, gone } = await merged('038');
  const answers = await Promise.all([unmerge(kept.id, gone.id), unmerge(kept.id, gone.id)]);
  for (const { status, body } of [...answers, await unmerge(kept.id, gone.id)])
    expect([status, body.kept.number, body.restored.number]).toEqual([200, kept.number, gone.number]);
});

it('says why one cannot be undone: where both wrote in one ticket', async () => {
  const { kept, gone, ticketId } = await merged('048');
  await says(kept.id, 'both');
  const details = { ticketId };
  expect(await mergesOf(kept.id)).toMatchObject([
    { contactId: gone.id, refusal: 'ERR_MERGE_MIXED', ticketId },
  ]);
  expect(await unmerge(kept.id, gone.id)).toMatchObject({
    status: 409,
    body: { error: 'ERR_MERGE_MIXED', errors: { otherId: 'ERR_MERGE_MIXED' }, details },
  });
});

it('refuses what is no merge, and one that another came after', async () => {
  const { kept, gone } = await merged('058');
  expect(await unmerge(kept.id, kept.id)).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_MERGE_FOUND' },
  });
  const other = await newContact('Hugo', '551195550589');
  expect(await unmerge(other.id, gone.id)).toMatchObject({
    ...{ status: 404, body: { errors: { otherId: 'ERR_NO_MERGE_FOUND' } } },
  });
});
