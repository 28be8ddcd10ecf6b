import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ticketStream } from '../../domain/streams.ts';
import { type ScriptedDriver, scriptedDriver } from '../../testing/driver.ts';
import { ana, companyId, customer, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import type { DriverEvent, DriverMessage } from '../driver/driver.ts';

const stranger = '5511966660001';
const group = '120363025246125486';
let test: TestGateway;
let network: ScriptedDriver;
beforeEach(async () => {
  test = await startTestGateway();
  network = scriptedDriver();
  const gateway = await test.startGateway({ openDriver: network.openDriver, config: { leaseMs: 5_000 } });
  await expect.poll(() => gateway.status().sessions[0]?.connected).toBe(true);
});
afterEach(() => test.close());

const write = (externalId: string, body: string, more: Partial<DriverMessage> = {}) =>
  network.tell({
    type: 'message',
    message: {
      externalId,
      addresses: [customer],
      name: 'Marina',
      isGroup: false,
      fromMe: false,
      body,
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
      ...more,
    },
  });
const edit = (externalId: string, body: string, more: Partial<Extract<DriverEvent, { type: 'edit' }>> = {}) =>
  network.tell({ type: 'edit', externalId, body, addresses: [customer], fromMe: false, ...more });
const remove = (externalId: string, more: Partial<Extract<DriverEvent, { type: 'delete' }>> = {}) =>
  network.tell({ type: 'delete', externalId, addresses: [customer], fromMe: false, ...more });

const thread = async () => {
  await test.settled();
  return (await test.messages()).map(({ body, isEdited, isDeleted }) => [body, isEdited, isDeleted]);
};
/** Who changed what, as an auditor reads it in the log. */
const changes = async () => {
  const [ticket] = await test.tickets();
  const events = await test.eventStore.read(ticketStream(companyId, ticket!.id), {});
  return events
    .filter(({ type }) => type === 'MessageEdited' || type === 'MessageDeleted')
    .map(({ type, metadata }) => [type, metadata.actor]);
};

describe('an edit and a deletion count only from who wrote the message', () => {
  it('the contact changes what the contact wrote, under the contact’s own name', async () => {
    await write('A1', 'às 15h');
    await write('A2', 'engano');
    await edit('A1', 'às 16h');
    await remove('A2');
    expect(await thread()).toEqual([
      ['às 16h', true, false],
      ['engano', false, true],
    ]);
    const [contact] = await test.contacts();
    const actor = { kind: 'contact', id: contact!.id };
    expect(await changes()).toEqual([
      ['MessageEdited', actor],
      ['MessageDeleted', actor],
    ]);
  });

  it('a contact who names the id of our message changes nothing', async () => {
    await write('A1', 'Quanto custa?');
    const ticketId = await test.accepted();
    const { messageId } = await test.desk.tickets.send(ana, { ticketId, body: 'O preço é R$ 500' });
    await test.settled();
    await edit(messageId, 'O preço é R$ 5');
    await remove(messageId);
    expect((await thread())[1]).toEqual(['O preço é R$ 500', false, false]);
    expect(await changes()).toEqual([]);
  });

  it('nor does another contact who names the id of this one’s', async () => {
    await write('A1', 'Aceito a proposta');
    await edit('A1', 'TEXTO FORJADO', { addresses: [stranger] });
    await remove('A1', { addresses: [stranger] });
    // One who is a contact already, too.
    await write('B1', 'oi', { addresses: [stranger], name: 'Outro' });
    await edit('A1', 'TEXTO FORJADO', { addresses: [stranger] });
    await remove('A1', { addresses: [stranger] });
    expect((await thread())[0]).toEqual(['Aceito a proposta', false, false]);
    expect(await test.contacts()).toHaveLength(2);
  });

  it('what the company’s phone wrote is changed on that phone, and that is what the log says', async () => {
    await write('A1', 'Oi');
    await write('O1', 'do celular', { fromMe: true, name: '' });
    await edit('O1', 'do celular, corrigido', { fromMe: true });
    await edit('A1', 'em nome da cliente', { fromMe: true });
    expect(await thread()).toEqual([
      ['Oi', false, false],
      ['do celular, corrigido', true, false],
    ]);
    expect(await changes()).toEqual([['MessageEdited', { kind: 'system', id: 'phone' }]]);
  });

  it('in a group the member who wrote it, not another member nor anybody from a direct chat', async () => {
    const inGroup = { addresses: [group], isGroup: true, name: 'Obra' };
    const participant = { name: 'Marina', number: '5511977001234' };
    await write('G1', 'chego às 8h', { ...inGroup, participant });
    await edit('G1', 'FORJADO', { addresses: [group], author: [stranger] });
    await remove('G1', { addresses: [group], author: [stranger] });
    await edit('G1', 'FORJADO', { addresses: [group] });
    await edit('G1', 'FORJADO', { addresses: ['5511977001234'] });
    expect(await thread()).toEqual([['chego às 8h', false, false]]);
    // The same member, known by a lid as well and without the ninth digit.
    await edit('G1', 'chego às 9h', { addresses: [group], author: ['123@lid', '551177001234'] });
    expect(await thread()).toEqual([['chego às 9h', true, false]]);
    const [contact] = await test.contacts();
    expect(await changes()).toEqual([
      ['MessageEdited', { kind: 'contact', id: contact!.id, name: 'Marina' }],
    ]);
  });

  it('a message that bears the id of another’s takes nothing from their thread', async () => {
    await write('A1', 'Aceito a proposta');
    await write('A1', 'Recuso', { addresses: [stranger], name: 'Outro' });
    await test.settled();
    const [first] = await test.contacts();
    const [ticket] = (await test.tickets()).filter(({ contactId }) => contactId === first!.id);
    expect((await test.messages(ticket!.id)).map(({ body }) => body)).toEqual(['Aceito a proposta']);
  });
});
