import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedDriver } from '../../testing/driver.ts';
import { ana, companyId, customer, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import type { DriverMessage } from '../driver/driver.ts';

const gid = '120363025246125486';
const patience = { timeout: 10_000, interval: 20 };

let here: TestGateway;
let driver: ReturnType<typeof scriptedDriver>;
beforeEach(async () => {
  here = await startTestGateway({ groups: false });
  driver = scriptedDriver();
  await here.startGateway({ openDriver: driver.openDriver });
  await expect.poll(() => driver.contexts.length, patience).toBe(1);
});
afterEach(() => here.close());

const said = (externalId: string, more: Partial<DriverMessage> = {}) =>
  driver.tell({
    type: 'message',
    message: {
      externalId,
      addresses: [gid],
      name: '',
      isGroup: true,
      fromMe: false,
      body: externalId,
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
      participant: { name: 'Marina', number: customer },
      ...more,
    },
  });
const group = (name: string, formerName?: string) =>
  driver.tell({
    type: 'group',
    group: { address: gid, name, members: [] },
    ...(formerName !== undefined && { formerName }),
  });
const setting = async (value: 'enabled' | 'disabled') => {
  await here.desk.companies.setSetting({ ...ana, companyId }, { key: 'CheckMsgIsGroup', value });
  const takes = value === 'disabled';
  await expect.poll(() => driver.contexts[0]?.takesGroups?.(), patience).toBe(takes);
};
const settled = async () => here.projector.reached(await here.eventStore.head(), 5_000);
const bodies = async () => {
  await settled();
  return (await here.messages()).map(({ body }) => body);
};
const names = async () => {
  await settled();
  return (await here.contacts()).map(({ name }) => name);
};

describe('the setting CheckMsgIsGroup', () => {
  it('leaves groups out while it is enabled, as it is at first, and people not', async () => {
    await said('G1');
    await said('P1', { addresses: [customer], isGroup: false });
    expect(await bodies()).toEqual(['P1']);
  });
  it('takes effect at once, for whoever is connected', async () => {
    await setting('disabled');
    await said('G1');
    await setting('enabled');
    await said('G2');
    await setting('disabled');
    await said('G3');
    expect(await bodies()).toEqual(['G1', 'G3']);
  });
});

describe('the contact of a group', () => {
  beforeEach(() => setting('disabled'));

  it('is called as the group is, once that is known, and again when it is renamed', async () => {
    await said('G1');
    expect(await names()).toEqual([gid]);
    await group('Turma da Padaria');
    expect(await names()).toEqual(['Turma da Padaria']);
    await group('Turma do Café', 'Turma da Padaria');
    expect(await names()).toEqual(['Turma do Café']);
  });
  it('keeps the name that people gave it', async () => {
    await said('G1', { name: 'Turma da Padaria' });
    await settled();
    const [contact] = await here.contacts();
    const { id: contactId, number, email, extraInfo } = contact!;
    await here.desk.contacts.update(ana, {
      contactId,
      name: 'Fornecedores',
      number,
      email,
      extraInfo: [...extraInfo],
    });
    await group('Turma do Café', 'Turma da Padaria');
    expect(await names()).toEqual(['Fornecedores']);
  });
  it('is not made by its name alone: nobody wrote yet; whoever does first finds it named', async () => {
    await group('Turma da Padaria');
    expect(await names()).toEqual([]);
    await said('G1');
    expect(await names()).toEqual(['Turma da Padaria']);
  });
  it('that was met before its name is called by it from the next message that tells it', async () => {
    await said('G1');
    await said('G2', { name: 'Turma da Padaria' });
    expect(await names()).toEqual(['Turma da Padaria']);
  });
});

it('a reply in a group names the member whose words it quotes', async () => {
  await setting('disabled');
  await said('G1');
  await settled();
  const [ticket] = await here.tickets();
  const [quoted] = await here.messages();
  await here.desk.tickets.accept(ana, { ticketId: ticket!.id, userId: 'ana' });
  await here.desk.tickets.send(ana, { ticketId: ticket!.id, body: 'às 8h', quotedId: quoted!.id });
  await expect
    .poll(() => driver.sends[0]?.quoted, patience)
    .toMatchObject({ externalId: 'G1', author: customer });
});
