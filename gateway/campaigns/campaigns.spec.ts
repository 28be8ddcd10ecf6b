import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyContent } from '../../api/campaigns/form.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { campaignStream } from '../../domain/streams.ts';
import type {
  CampaignDocument,
  CampaignReportDocument,
  ShippingDocument,
} from '../../projections/campaigns/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { ana, companyId, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';
import { givePlan } from '../../testing/plan.ts';

const patience = { timeout: 20_000, interval: 20 };
const often = { config: { campaignsEveryMs: 40 } };
const number = (n: number) => `55119${10_000_000 + n}`;
let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
  await givePlan(test.desk, system, {});
  await pace({});
});
afterEach(() => test.close());

const pace = (more: object) =>
  test.desk.campaigns.changeSettings(system, {
    messageInterval: 0,
    longerIntervalAfter: 0,
    greaterInterval: 0,
    ...more,
  });

async function listOf(count: number, from = 0) {
  const { listId } = await test.desk.contactLists.create(system, { name: 'Clientes' });
  const items = Array.from({ length: count }, (_, n) => ({
    itemId: newId(),
    name: `Pessoa ${from + n}`,
    number: number(from + n),
    email: '',
  }));
  const { position } = await test.desk.contactLists.add(system, { listId, items });
  await test.projector.reached(position, 5_000);
  return listId;
}

async function campaign(more: object = {}) {
  const messages = ['Olá {{firstName}}!', '', '', '', ''];
  const content = { ...emptyContent, name: 'Volta às aulas', messages, connectionId: test.connectionId };
  const { campaignId } = await test.desk.campaigns.create(ana, { ...content, userId: 'ana', ...more });
  return campaignId;
}
async function begun(more: object = {}) {
  const campaignId = await campaign(more);
  await test.desk.campaigns.start(ana, { campaignId });
  return campaignId;
}

const shown = (id: string) => test.reader.get<CampaignDocument>('campaigns', id);
const report = (id: string) => test.reader.get<CampaignReportDocument>('campaignReports', id);
const states = async (id: string) => (await report(id))?.states;
const shippings = (campaignId: string) =>
  test.reader.find<ShippingDocument>('shippings', { where: { campaignId }, sort: ['order'] });
const becomes = (id: string, status: string) =>
  expect.poll(async () => (await shown(id))?.status, patience).toBe(status);
const phonesOf = async (count: number, from = 0) =>
  Promise.all(Array.from({ length: count }, (_, n) => test.onPhone(number(from + n))));

/** Starts anew with keys of people that are given up soon: who is erased is gone at once. */
async function startWithKeys() {
  await test.close();
  test = await startTestGateway({ rememberedMs: 50 });
  await givePlan(test.desk, system, {});
  await pace({});
}

it('reaches everybody once, opens no ticket, and is over', async () => {
  const contactListId = await listOf(3);
  await test.startGateway(often);
  const id = await begun({ contactListId });
  await becomes(id, 'FINALIZADA');
  expect(await phonesOf(3)).toEqual([['Olá Pessoa!'], ['Olá Pessoa!'], ['Olá Pessoa!']]);
  expect(await test.tickets()).toEqual([]);
  expect(await report(id)).toMatchObject({ begun: 3, states: { delivered: 3, sending: 0 }, reasons: {} });
  expect((await shippings(id)).map(({ state, deliveredAt }) => [state, deliveredAt !== null])).toEqual(
    Array.from({ length: 3 }, () => ['delivered', true]),
  );
  expect((await shown(id))?.completedAt).not.toBeNull();
});

it('an answer opens a ticket in its queue whose thread begins with what was said', async () => {
  const contactListId = await listOf(1);
  await test.startGateway(often);
  const id = await begun({ contactListId, queueId: 'sales' });
  await becomes(id, 'FINALIZADA');
  await test.write('Quero!', { number: number(0), name: 'Pessoa 0' });
  await expect.poll(async () => (await test.tickets()).length, patience).toBe(1);
  const [ticket] = await test.tickets();
  expect(ticket).toMatchObject({ status: 'pending', queueId: 'sales', userId: null, unreadMessages: 1 });
  expect((await test.messages(ticket!.id)).map(({ body, fromMe }) => [body, fromMe])).toEqual([
    ['Olá Pessoa!', true],
    ['Quero!', false],
  ]);
});

it('stands in the ticket that is open; one that is closed stays so', async () => {
  await test.write('Oi', { number: number(0), name: 'Aberto' });
  await test.startGateway(often);
  const open = await test.accepted();
  await test.write('Oi', { number: number(1), name: 'Fechado' });
  await expect.poll(async () => (await test.tickets()).length, patience).toBe(2);
  const closed = (await test.tickets()).find(({ id }) => id !== open)!.id;
  await test.desk.tickets.accept(ana, { ticketId: closed, userId: 'ana' });
  await test.desk.tickets.resolve(ana, { ticketId: closed });
  const id = await begun({ contactListId: await listOf(2) });
  await becomes(id, 'FINALIZADA');
  const bodies = async (ticketId: string) => (await test.messages(ticketId)).map(({ body }) => body);
  expect(await bodies(open)).toEqual(['Oi', 'Olá Aberto!']);
  expect(await bodies(closed)).toEqual(['Oi']);
  expect((await test.tickets()).find((one) => one.id === closed)?.status).toBe('closed');
  expect(await phonesOf(2)).toEqual([['Olá Aberto!'], ['Olá Fechado!']]);
});

it('two gateways, one of which ends on the way, write to each of 60 once', async () => {
  const contactListId = await listOf(60);
  const first = await test.startGateway(often);
  await test.startGateway(often);
  const id = await begun({ contactListId });
  await expect.poll(async () => (await states(id))?.delivered ?? 0, patience).toBeGreaterThan(5);
  await first.stop();
  await becomes(id, 'FINALIZADA');
  expect(await phonesOf(60)).toEqual(Array.from({ length: 60 }, () => ['Olá Pessoa!']));
}, 60_000);

it('a contact whom its list names by two numbers gets one message', async () => {
  const contactListId = await listOf(2);
  const contactOf = async (n: number) =>
    (await test.desk.contacts.ensure(system, { numbers: [number(n)], name: 'Pessoa' })).contactId;
  const [contactId, other] = [await contactOf(0), await contactOf(1)];
  await test.desk.contacts.merge(ana, { contactId, otherId: other, connectionIds: [] });
  await test.startGateway(often);
  const id = await begun({ contactListId });
  await becomes(id, 'FINALIZADA');
  expect((await phonesOf(2)).flat()).toEqual(['Olá Pessoa!']);
  expect(await report(id)).toMatchObject({ begun: 1, states: { delivered: 1 } });
});

it('who becomes one with somebody whom it came to gets it once, whichever of their numbers stands in the list', async () => {
  const contactListId = await listOf(1);
  await test.startGateway(often);
  const confirmation = { confirmation: true, confirmationMessages: ['Quer saber?', '', '', '', ''] };
  const id = await begun({ contactListId, ...confirmation });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 1 });
  const { contactId: otherId } = (await test.desk.contacts.byNumber(companyId, number(0)))!;
  const { contactId } = await test.desk.contacts.ensure(system, { numbers: [number(1)], name: 'Pessoa' });
  await test.desk.contacts.merge(ana, { contactId, otherId, connectionIds: [test.connectionId] });
  await test.settled();
  const items = [1, 2].map((n) => ({ itemId: newId(), name: 'Pessoa', number: number(n), email: '' }));
  await test.desk.contactLists.add(system, { listId: contactListId, items });
  await expect.poll(() => test.onPhone(number(2)), patience).toEqual(['Quer saber?']);
  expect(await phonesOf(2)).toEqual([['Quer saber?'], []]);
  await expect.poll(() => report(id), patience).toMatchObject({ begun: 2, states: { asked: 2 } });
});

it('a stop holds within one message, and it goes on where it stood', async () => {
  const contactListId = await listOf(30);
  await test.startGateway(often);
  const messages = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco'];
  const id = await begun({ contactListId, messages });
  await expect.poll(async () => (await states(id))?.delivered ?? 0, patience).toBeGreaterThan(3);
  await test.desk.campaigns.cancel(ana, { campaignId: id });
  const count = async () => (await phonesOf(30)).flat().length;
  const stopped = await count();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect((await count()) - stopped).toBeLessThanOrEqual(1);
  expect(await count()).toBeLessThan(30);
  await test.desk.campaigns.restart(ana, { campaignId: id });
  await becomes(id, 'FINALIZADA');
  expect((await phonesOf(30)).map((bodies) => bodies.length)).toEqual(Array.from({ length: 30 }, () => 1));
  // The texts are dealt on where it stood: nobody gets one out of turn.
  expect((await shippings(id)).map(({ variant }) => variant)).toEqual(
    Array.from({ length: 30 }, (_, n) => n % messages.length),
  );
}, 60_000);

it('a text that is changed while it was stopped holds from the next message on', async () => {
  const contactListId = await listOf(60);
  await test.startGateway(often);
  const id = await begun({ contactListId, messages: ['Antigo', '', '', '', ''] });
  await expect.poll(async () => (await states(id))?.delivered ?? 0, patience).toBeGreaterThan(3);
  await test.desk.campaigns.cancel(ana, { campaignId: id });
  await test.desk.campaigns.update(ana, { campaignId: id, messages: ['Novo'] });
  const before = (await phonesOf(60)).flat().length;
  await test.desk.campaigns.restart(ana, { campaignId: id });
  await becomes(id, 'FINALIZADA');
  const said = (await phonesOf(60)).flat();
  expect(said).toHaveLength(60);
  expect(said.filter((body) => body === 'Antigo').length).toBeLessThanOrEqual(before + 1);
});

it('variants are dealt in turn, and the company’s own variables stand in them', async () => {
  await pace({ variables: [{ key: 'loja', value: 'Centro' }] });
  const contactListId = await listOf(4);
  await test.startGateway(often);
  const all = 'B {{name}}, {{firstName}}, {{greeting}}, {{protocol}}, {{date}}, {{hour}}';
  const messages = ['A {{ loja }}', '', all, '', ''];
  const id = await begun({ contactListId, messages });
  await becomes(id, 'FINALIZADA');
  const bodies = (await phonesOf(4)).flat();
  expect(bodies.filter((body) => body === 'A Centro')).toHaveLength(2);
  const filled =
    /^B Pessoa \d, Pessoa, (Bom dia|Boa tarde|Boa noite), [0-9A-Z]{8}, \d\d\/\d\d\/\d{4}, \d\d:\d\d$/;
  expect(bodies.filter((body) => filled.test(body))).toHaveLength(2);
});

it('braces before a long row of blanks hold nobody up, and variables make no text longer than the longest', async () => {
  await pace({ variables: [{ key: 'a', value: 'é'.repeat(4_000) }] });
  const contactListId = await listOf(2);
  await test.startGateway(often);
  const blanks = `{{${' '.repeat(20_000)}`;
  const id = await begun({ contactListId, messages: [blanks, '{{a}}'.repeat(13_000), '', '', ''] });
  await becomes(id, 'FINALIZADA');
  expect((await phonesOf(2)).flat().sort()).toEqual([blanks, 'é'.repeat(65_536)]);
});

it('asks first, and writes to who says yes only', async () => {
  const contactListId = await listOf(3);
  await test.startGateway(often);
  const messages = ['Olá {{firstName}}!', 'Oi {{firstName}}!', '', '', ''];
  const confirmationMessages = ['Quer saber?', 'Posso contar?', '', '', ''];
  const id = await begun({ contactListId, messages, confirmation: true, confirmationMessages });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 3 });
  expect(await test.tickets()).toEqual([]);
  await test.write('SIM', { number: number(0) });
  await test.write('agora não', { number: number(1) });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 1, delivered: 1, leftOut: 1 });
  const [yes, ...others] = await phonesOf(3);
  // Each text has the question of its own, and follows it alone.
  expect(yes).toEqual(
    yes![0] === 'Quer saber?' ? ['Quer saber?', 'Olá Pessoa!'] : ['Posso contar?', 'Oi Pessoa!'],
  );
  expect([yes![0], ...others.flat()].toSorted()).toEqual(['Posso contar?', 'Quer saber?', 'Quer saber?']);
  expect(await report(id)).toMatchObject({
    confirmationRequested: 3,
    confirmed: 1,
    reasons: { refused: 1 },
  });
  expect((await shown(id))?.status).toBe('EM_ANDAMENTO');
});

it('who said yes and is gone before the message follows is left out, and who was merged gets it once', async () => {
  await startWithKeys();
  const contactListId = await listOf(4);
  await test.startGateway(often);
  const confirmation = { confirmation: true, confirmationMessages: ['Quer saber?', '', '', '', ''] };
  const id = await begun({ contactListId, ...confirmation });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 4 });
  await test.desk.campaigns.cancel(ana, { campaignId: id });
  for (let n = 0; n < 4; n += 1) await test.write('sim', { number: number(n) });
  await expect.poll(() => states(id), patience).toMatchObject({ confirmed: 4 });
  const contactOf = async (n: number) => (await test.desk.contacts.byNumber(companyId, number(n)))!.contactId;
  await test.desk.contacts.erase(ana, { contactId: await contactOf(0) });
  await test.desk.contacts.delete(ana, { contactId: await contactOf(1), connectionIds: [] });
  const [kept, other] = [await contactOf(2), await contactOf(3)];
  await test.desk.contacts.merge(ana, {
    contactId: kept,
    otherId: other,
    connectionIds: [test.connectionId],
  });
  await test.desk.campaigns.restart(ana, { campaignId: id });
  await becomes(id, 'FINALIZADA');
  expect(await report(id)).toMatchObject({
    begun: 4,
    states: { confirmed: 0, delivered: 1, leftOut: 3 },
    reasons: { gone: 3 },
  });
  const greeted = (await phonesOf(4)).flat().filter((body) => body.startsWith('Olá'));
  expect(greeted).toEqual(['Olá Pessoa!']);
});

it('who is put into its list while it waits for answers is asked too, stopped in between or not', async () => {
  const contactListId = await listOf(2);
  await test.startGateway(often);
  const confirmation = { confirmation: true, confirmationMessages: ['Quer saber?', '', '', '', ''] };
  const id = await begun({ contactListId, ...confirmation });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 2 });
  const join = async (n: number) => {
    const items = [{ itemId: newId(), name: `Pessoa ${n}`, number: number(n), email: '' }];
    await test.desk.contactLists.add(system, { listId: contactListId, items });
  };
  // Its end was seen once already.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await join(2);
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 3 });
  await test.desk.campaigns.cancel(ana, { campaignId: id });
  await join(3);
  await test.desk.campaigns.restart(ana, { campaignId: id });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 4 });
});

it('whoever was asked is heard, and written to, though nobody else is asked any more', async () => {
  const contactListId = await listOf(2);
  await test.startGateway(often);
  const messages = ['Olá {{firstName}}!', 'Oi {{firstName}}!', '', '', ''];
  const confirmation = { confirmation: true, confirmationMessages: ['Quer saber?', '', '', '', ''] };
  const id = await begun({ contactListId, messages, ...confirmation });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 2 });
  await test.desk.campaigns.cancel(ana, { campaignId: id });
  await test.desk.campaigns.update(ana, { campaignId: id, confirmation: false, messages: ['Só este', ''] });
  await test.desk.campaigns.restart(ana, { campaignId: id });
  for (const n of [0, 1]) await test.write('sim', { number: number(n) });
  await becomes(id, 'FINALIZADA');
  expect(await phonesOf(2)).toEqual([
    ['Quer saber?', 'Só este'],
    ['Quer saber?', 'Só este'],
  ]);
});

it('who asks to leave is told once, and left out of every campaign until that is lifted', async () => {
  const contactListId = await listOf(2);
  await test.startGateway(often);
  const first = await begun({ contactListId });
  await becomes(first, 'FINALIZADA');
  await test.write('Sair ', { number: number(0) });
  const contact = async () =>
    (await test.contacts()).find((one: ContactDocument) => one.number === number(0));
  await expect.poll(async () => (await contact())?.leftCampaigns?.messageId, patience).toBeTypeOf('string');
  const told = 'Pronto! Você não receberá mais nossas campanhas.';
  await expect.poll(() => test.onPhone(number(0)), patience).toEqual(['Olá Pessoa!', told]);
  await expect.poll(async () => (await report(first))?.left, patience).toBe(1);
  expect(await report(first)).toMatchObject({ reached: { answered: 1 }, left: 1 });
  await test.write('SAIR', { number: number(0) });
  const second = await begun({ contactListId });
  await becomes(second, 'FINALIZADA');
  expect(await phonesOf(2)).toEqual([
    ['Olá Pessoa!', told],
    ['Olá Pessoa!', 'Olá Pessoa!'],
  ]);
  expect(await report(second)).toMatchObject({ states: { leftOut: 1, delivered: 1 }, reasons: { left: 1 } });
  const { id: contactId } = (await contact())!;
  await test.desk.contacts.joinCampaigns(ana, { contactId, reason: 'pediu por telefone' });
  await becomes(await begun({ contactListId }), 'FINALIZADA');
  expect((await test.onPhone(number(0))).at(-1)).toBe('Olá Pessoa!');
}, 60_000);

it('who is another contact since a campaign wrote to them leaves as that one', async () => {
  const contactListId = await listOf(1);
  await test.startGateway(often);
  await becomes(await begun({ contactListId }), 'FINALIZADA');
  const { contactId: otherId } = (await test.desk.contacts.byNumber(companyId, number(0)))!;
  const kept = await test.desk.contacts.ensure(system, { numbers: [number(1)], name: 'Pessoa' });
  const connectionIds = [test.connectionId];
  await test.desk.contacts.merge(ana, { contactId: kept.contactId, otherId, connectionIds });
  await test.write('sair', { number: number(0) });
  await expect
    .poll(() => test.desk.contacts.standing(companyId, kept.contactId), patience)
    .toMatchObject({ hasLeft: true });
});

it('who said yes and asks to leave before the message follows gets none', async () => {
  const contactListId = await listOf(2);
  await test.startGateway(often);
  const confirmation = { confirmation: true, confirmationMessages: ['Quer saber?', '', '', '', ''] };
  const id = await begun({ contactListId, ...confirmation });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 2 });
  await test.desk.campaigns.cancel(ana, { campaignId: id });
  for (const n of [0, 1]) await test.write('sim', { number: number(n) });
  await expect.poll(() => states(id), patience).toMatchObject({ confirmed: 2 });
  const { contactId } = (await test.desk.contacts.byNumber(companyId, number(0)))!;
  await test.write('sair', { number: number(0) });
  await expect
    .poll(() => test.desk.contacts.standing(companyId, contactId), patience)
    .toMatchObject({ hasLeft: true });
  await test.desk.campaigns.restart(ana, { campaignId: id });
  await becomes(id, 'FINALIZADA');
  expect(await report(id)).toMatchObject({
    states: { confirmed: 0, delivered: 1, leftOut: 1 },
    reasons: { left: 1 },
  });
  expect(await test.onPhone(number(0))).not.toContain('Olá Pessoa!');
  expect(await test.onPhone(number(1))).toContain('Olá Pessoa!');
});

it('who never got a campaign means something else by such a word', async () => {
  await test.startGateway(often);
  await test.write('Sair', { number: number(0) });
  await expect.poll(async () => (await test.tickets()).length, patience).toBe(1);
  await test.settled();
  expect((await test.contacts())[0]?.leftCampaigns).toBeUndefined();
  expect(await test.onPhone(number(0))).toEqual([]);
});

it.each([
  ['contactListId', 'ERR_NO_CONTACT_LIST_FOUND'],
  ['tagListId', 'ERR_NOT_FOUND'],
  ['fileListId', 'ERR_NOT_FOUND'],
  ['connectionId', 'ERR_NO_WAPP_FOUND'],
])('does not begin by itself when its %s has gone before its time, and says why', async (field, code) => {
  const contactListId = await listOf(1);
  await test.startGateway(often);
  const scheduledAt = new Date(Date.now() + 300).toISOString();
  const gone = field === 'tagListId' ? { contactListId: null, tagListId: 'gone' } : { [field]: 'gone' };
  const id = await campaign({ contactListId, scheduledAt, ...gone });
  await becomes(id, 'CANCELADA');
  expect(await shown(id)).toMatchObject({ code, recipients: 0 });
});

it('ends cancelled when its list is deleted while people of it wait, and says why, once', async () => {
  await pace({ messageInterval: 5 });
  const contactListId = await listOf(30);
  await test.startGateway(often);
  await test.startGateway(often);
  const id = await campaign({ contactListId });
  await test.desk.campaigns.start(ana, { campaignId: id, recipients: 30 });
  await expect.poll(async () => (await states(id))?.delivered ?? 0, patience).toBeGreaterThan(0);
  await test.desk.contactLists.delete(ana, { listId: contactListId });
  await becomes(id, 'CANCELADA');
  expect(await shown(id)).toMatchObject({ code: 'ERR_NO_CONTACT_LIST_FOUND', completedAt: null });
  const { begun: reached = 0 } = (await report(id)) ?? {};
  expect(reached).toBeLessThan(5);
  const events = await test.eventStore.read(campaignStream(companyId, id));
  expect(events.map(({ type }) => type)).toEqual(['CampaignCreated', 'CampaignStarted', 'CampaignCancelled']);
}, 60_000);

it('is over all the same when its list is deleted after it came to everybody', async () => {
  const contactListId = await listOf(1);
  await test.startGateway(often);
  const confirmation = { confirmation: true, confirmationMessages: ['Quer saber?', '', '', '', ''] };
  const id = await campaign({ contactListId, ...confirmation });
  await test.desk.campaigns.start(ana, { campaignId: id, recipients: 1 });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 1 });
  await test.desk.contactLists.delete(ana, { listId: contactListId });
  await test.write('sim', { number: number(0) });
  await becomes(id, 'FINALIZADA');
  expect(await test.onPhone(number(0))).toEqual(['Quer saber?', 'Olá Pessoa!']);
});

it('is over when its list is deleted after it came to everybody, of whom two are one', async () => {
  const contactListId = await listOf(2);
  const contactOf = async (n: number) =>
    (await test.desk.contacts.ensure(system, { numbers: [number(n)], name: 'Pessoa' })).contactId;
  const [contactId, otherId] = [await contactOf(0), await contactOf(1)];
  await test.desk.contacts.merge(ana, { contactId, otherId, connectionIds: [] });
  await test.startGateway(often);
  const confirmation = { confirmation: true, confirmationMessages: ['Quer saber?', '', '', '', ''] };
  const id = await campaign({ contactListId, ...confirmation });
  await test.desk.campaigns.start(ana, { campaignId: id, recipients: 2 });
  const endedOf = async () =>
    (await test.state.get<{ ended?: boolean }>(`campaign-cursor/${id}`))?.value.ended;
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 1 });
  await expect.poll(endedOf, patience).toBe(true);
  await test.desk.contactLists.delete(ana, { listId: contactListId });
  for (const n of [0, 1]) await test.write('sim', { number: number(n) });
  await becomes(id, 'FINALIZADA');
});

it('is over when its list is deleted in the pause after the last of it', async () => {
  await pace({ messageInterval: 5 });
  const contactListId = await listOf(1);
  await test.startGateway(often);
  const id = await campaign({ contactListId });
  await test.desk.campaigns.start(ana, { campaignId: id, recipients: 2 });
  await expect.poll(() => states(id), patience).toMatchObject({ delivered: 1 });
  await test.desk.contactLists.delete(ana, { listId: contactListId });
  await becomes(id, 'FINALIZADA');
}, 40_000);

it('ends cancelled when another list, which it went on with, is deleted before anybody of it', async () => {
  await test.startGateway(often);
  const confirmation = { confirmation: true, confirmationMessages: ['Quer saber?', '', '', '', ''] };
  const id = await begun({ contactListId: await listOf(2), ...confirmation });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 2 });
  await test.desk.campaigns.cancel(ana, { campaignId: id });
  for (const n of [0, 1]) await test.write('não', { number: number(n) });
  await expect.poll(() => states(id), patience).toMatchObject({ leftOut: 2 });
  const contactListId = await listOf(1, 2);
  await test.desk.campaigns.update(ana, { campaignId: id, contactListId });
  await test.desk.contactLists.delete(ana, { listId: contactListId });
  await test.settled();
  await test.desk.campaigns.restart(ana, { campaignId: id, recipients: 1 });
  await expect.poll(async () => (await shown(id))?.code, patience).toBe('ERR_NO_CONTACT_LIST_FOUND');
  expect((await shown(id))?.status).toBe('CANCELADA');
});

it('ends cancelled when the list of its files is deleted after it asked: nobody is sent its message without them', async () => {
  const contactListId = await listOf(1);
  const files = test.desk.records('fileList');
  const options = [{ id: '1', name: 'Segue o catálogo', path: null, mediaType: null, file: null }];
  const { id: fileListId } = await files.create(ana, { name: 'Catálogo', message: 'x', options });
  await test.startGateway(often);
  const confirmation = { confirmation: true, confirmationMessages: ['Quer saber?', '', '', '', ''] };
  const id = await begun({ contactListId, fileListId, ...confirmation });
  await expect.poll(() => states(id), patience).toMatchObject({ asked: 1 });
  await files.delete(ana, { id: fileListId });
  await test.settled();
  await test.write('sim', { number: number(0) });
  await becomes(id, 'CANCELADA');
  expect(await shown(id)).toMatchObject({ code: 'ERR_NOT_FOUND' });
  expect(await test.onPhone(number(0))).toEqual(['Quer saber?']);
  // With another list, or none, they get what they said yes to.
  await test.desk.campaigns.update(ana, { campaignId: id, fileListId: null });
  await test.desk.campaigns.restart(ana, { campaignId: id });
  await becomes(id, 'FINALIZADA');
  expect(await test.onPhone(number(0))).toEqual(['Quer saber?', 'Olá Pessoa!']);
});

it('ends cancelled when its connection is deleted while it runs', async () => {
  const contactListId = await listOf(1);
  await test.startGateway(often);
  const id = await begun({ contactListId, connectionId: 'gone' });
  await becomes(id, 'CANCELADA');
  expect(await shown(id)).toMatchObject({ code: 'ERR_NO_WAPP_FOUND' });
});

it('begins by itself at its time', async () => {
  const contactListId = await listOf(1);
  await test.startGateway(often);
  const soon = new Date(Date.now() + 500).toISOString();
  const id = await campaign({ contactListId, scheduledAt: soon });
  expect((await test.desk.campaigns.look(companyId, id)).status).toBe('PROGRAMADA');
  await becomes(id, 'FINALIZADA');
  expect(await shown(id)).toMatchObject({ scheduledAt: soon, recipients: 1 });
  expect(await test.onPhone(number(0))).toEqual(['Olá Pessoa!']);
});

it('whoever got a campaign that was deleted since may still leave by a word, and is erased with what it said', async () => {
  await startWithKeys();
  const contactListId = await listOf(2);
  await test.startGateway(often);
  const id = await begun({ contactListId });
  await becomes(id, 'FINALIZADA');
  const [leaving, silent] = await shippings(id);
  await test.desk.campaigns.delete(ana, { campaignId: id });
  await expect.poll(() => shown(id), patience).toBeUndefined();
  const contacts = async () => (await test.contacts()) as readonly ContactDocument[];
  const left = (await contacts()).find((one) => one.id === leaving!.contactId)!;
  await test.write('sair', { number: left.number });
  await expect
    .poll(async () => (await contacts()).find((one) => one.id === left.id)?.leftCampaigns, patience)
    .toBeDefined();
  await test.desk.contacts.erase(ana, { contactId: silent!.contactId });
  const said = async () =>
    (await test.messages(silent!.ticketId!)).map(({ body, isErased }) => [body, isErased]);
  await expect.poll(said, patience).toEqual([['', true]]);
});

it('goes to the contacts of tickets that have a tag, each once', async () => {
  await test.desk.records('tag').create(system, { id: 'vip', name: 'Vip', color: '#112233' });
  await test.write('Oi', { number: number(0), name: 'Bia' });
  await test.startGateway(often);
  const ticketId = await test.accepted();
  await test.desk.tickets.setFields(ana, { ticketId, tagIds: ['vip'] });
  await test.desk.tickets.resolve(ana, { ticketId });
  await test.write('Voltei', { number: number(0), name: 'Bia' });
  await expect.poll(async () => (await test.tickets()).length, patience).toBe(2);
  for (const { id } of await test.tickets())
    if (id !== ticketId) await test.desk.tickets.setFields(system, { ticketId: id, tagIds: ['vip'] });
  await test.settled();
  const id = await begun({ tagListId: 'vip' });
  await becomes(id, 'FINALIZADA');
  expect(await test.onPhone(number(0))).toEqual(['Olá Bia!']);
});

it('pauses between two messages, and longer after some', async () => {
  await pace({ messageInterval: 5, longerIntervalAfter: 1, greaterInterval: 60 });
  const contactListId = await listOf(3);
  await test.startGateway(often);
  const id = await begun({ contactListId });
  await expect.poll(async () => (await states(id))?.delivered, patience).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await phonesOf(3)).flat()).toHaveLength(1);
  const lane = await test.state.get<{ nextAt: number }>(`campaign-lane/${test.connectionId}`);
  const pauseMs = lane!.value.nextAt - Date.now();
  expect(pauseMs).toBeGreaterThan(25_000);
  expect(pauseMs).toBeLessThan(90_000);
});

it('waits while its connection is away, and while the plan has no campaigns', async () => {
  const contactListId = await listOf(1);
  await test.desk.connections.requestSession(system, { connectionId: test.connectionId, wanted: 'stop' });
  await test.startGateway(often);
  const id = await begun({ contactListId });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await report(id)).toBeUndefined();
  await givePlan(test.desk, system, { useCampaigns: false });
  await test.desk.connections.requestSession(system, { connectionId: test.connectionId, wanted: 'start' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await report(id)).toBeUndefined();
  await givePlan(test.desk, system, {});
  await becomes(id, 'FINALIZADA');
});

it('whoever is erased has no message of a campaign left, nor one that waits', async () => {
  await startWithKeys();
  const contactListId = await listOf(2);
  await test.startGateway(often);
  const id = await begun({ contactListId });
  await becomes(id, 'FINALIZADA');
  const [first] = await shippings(id);
  await test.desk.contacts.erase(ana, { contactId: first!.contactId });
  const said = async () =>
    (await test.messages(first!.ticketId!)).map(({ body, isErased }) => [body, isErased]);
  await expect.poll(said, patience).toEqual([['', true]]);
  await expect.poll(() => test.contactKeys!.find(companyId, first!.contactId), patience).toBe('erased');
  expect(await report(id)).toMatchObject({ states: { delivered: 2 } });
});
