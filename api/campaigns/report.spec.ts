import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CampaignReport, CampaignView, ShippingView } from '../../contract/campaign.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { incoming } from '../../domain/ticket/fixtures.ts';
import { writeLane } from '../../messaging/campaign-lane.ts';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';
import { timeText } from '../http/company-time.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let now = '2026-11-23T15:00:00.000Z';
let admin: { authorization: string };
let other: { authorization: string };
let context: Context;
let whatsappId = '';
let tags = 0;

const ask = async <T>(method: 'GET' | 'POST', path: string, payload?: object, headers = admin) => {
  const answer = await api.app.inject({
    ...{ method, url: `/api${path}`, headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, text: answer.body, body: answer.json as () => T };
};
const body = async <T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<T> => {
  const answer = await ask<T>(method, path, payload);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body();
};
const settle = async () => api.reached(await api.gateway.eventStore.head());
const reportOf = (id: string) => body<CampaignReport>('GET', `/campaigns/${id}/report`);
const shippingsOf = (id: string, query = '') =>
  body<{ records: ShippingView[]; hasMore: boolean; count: number }>(
    'GET',
    `/campaigns/${id}/shippings?${query}`,
  );

async function tagged(contactIds: readonly string[], isGroup = false) {
  tags += 1;
  const { id } = await api.desk.records('tag').create(context, { name: `Tag ${tags}`, color: '#4073d4' });
  for (const contactId of contactIds) {
    const opened = await api.desk.tickets.open(context, {
      ...{ contactId, connectionId: whatsappId, queueId: null, userId: null, status: 'pending', isGroup },
    });
    await api.desk.tickets.setFields(context, { ticketId: opened.ticketId, tagIds: [id] });
  }
  await settle();
  return id;
}
async function begun(form: object = {}) {
  const tagListId = await tagged([]);
  const campaign = { name: 'Natal', message1: 'Olá!', whatsappId, tagListId, ...form };
  const { id } = await body<CampaignView>('POST', '/campaigns', campaign);
  await body('POST', `/campaigns/${id}/start`);
  return id;
}
let numbers = 0;
async function contact(name: string) {
  numbers += 1;
  const number = `55119555${String(numbers).padStart(5, '0')}`;
  return { number, contactId: (await api.desk.contacts.create(context, { name, number })).contactId };
}
/** Says something for a campaign to somebody new, who is called so. */
async function said(campaignId: string, name: string, kind: 'question' | 'message' = 'message', variant = 1) {
  const { contactId, number } = await contact(name);
  const shippingId = `${campaignId}.${numbers}`;
  const messageId = `m.${shippingId}`;
  const awaits = { words: ['sim'], until: '2099-01-01T00:00:00.000Z' };
  const { ticketId } = await api.desk.tickets.sayForCampaign(context, {
    ...{ campaignId, shippingId, kind, variant, confirmed: false, contactId },
    ...{
      connectionId: whatsappId,
      queueId: null,
      messages: [{ messageId, body: 'Olá!', mediaType: 'chat' }],
    },
    ...(kind === 'question' && { awaits }),
  });
  const message = { ticketId, messageId };
  return {
    ...{ contactId, number, shippingId },
    /** Its receipt: 3 it arrived, 4 it was read. */
    receipt: (ack: number) =>
      api.desk.tickets.acknowledge(context, { ticketId, messageIds: [messageId], ack }),
    answers: (body: string) =>
      api.desk.tickets.receive(context, {
        ...incoming(`in.${shippingId}.${body}`, { externalId: `e.${shippingId}.${body}`, body }),
        ...{ contactId, connectionId: whatsappId, queueId: null },
      }),
    leaves: () => api.desk.tickets.leaveCampaign(context, { ticketId }),
    sent: () => api.desk.tickets.sent(context, { ...message, externalId: `x.${messageId}` }),
    failed: (code: string, late?: true) =>
      api.desk.tickets.failed(context, { ...message, code, reason: '', ...(late && { late }) }),
  };
}

beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(now) });
  const ours = await api.company('Ours');
  context = { companyId: ours.companyId, actor: { kind: 'system', id: 'test' } };
  await givePlan(api.desk, context, {});
  const connection = await api.desk.connections.create(context, { name: 'Loja', channel: 'simulator' });
  whatsappId = connection.connectionId;
  const theirs = await api.company('Theirs');
  await givePlan(api.desk, { ...context, companyId: theirs.companyId }, {});
  await settle();
  admin = await api.signIn(ours.email);
  other = await api.signIn(theirs.email);
}, 60_000);
afterAll(() => api.close());

const nothing = {
  ...{ delivered: 0, confirmationRequested: 0, confirmed: 0, asked: 0, failed: 0, leftOut: 0 },
};

it('counts what became of everybody it came to, reasons by how many, and who still waits', async () => {
  const id = await begun();
  await (await said(id, 'Ana')).sent();
  await (await said(id, 'Bia')).failed('ERR_REFUSED');
  await (await said(id, 'Caio', 'question')).sent();
  await said(id, 'Davi');
  for (const [index, reason] of (['left', 'left', 'gone'] as const).entries())
    await api.desk.campaigns.leaveOut(context, {
      ...{ campaignId: id, shippingId: `${id}.out.${index}`, reason },
      contactId: (await contact('Eva')).contactId,
    });
  await settle();
  const totals = {
    ...{ recipients: 7, delivered: 1, confirmationRequested: 1, confirmed: 0, asked: 1 },
    ...{ failed: 1, leftOut: 3, waiting: 1 },
  };
  const report = await reportOf(id);
  expect(report).toMatchObject(totals);
  expect(report.reasons).toEqual([
    { reason: 'left', count: 2 },
    { reason: 'ERR_REFUSED', count: 1 },
    { reason: 'gone', count: 1 },
  ]);
  expect((await body<CampaignView>('GET', `/campaigns/${id}`)).totals).toEqual(totals);
  const { records } = await body<{ records: CampaignView[] }>('GET', '/campaigns');
  expect(records.find((one) => one.id === id)?.totals).toEqual(totals);
  await api.desk.campaigns.finish(context, { campaignId: id });
}, 30_000);

it('says how far messages came, which text is answered most, and who left', async () => {
  const id = await begun({ message1: 'Olá!', message2: 'Oi!', message3: 'Ei!' });
  const [ana, bia, caio, davi, eva] = [
    await said(id, 'Ana', 'message', 0),
    await said(id, 'Bia', 'message', 1),
    await said(id, 'Caio', 'message', 1),
    await said(id, 'Davi', 'message', 0),
    await said(id, 'Eva', 'message', 1),
  ];
  for (const one of [ana, bia, caio, davi, eva]) await one.sent();
  await ana.receipt(3);
  await bia.receipt(4);
  await bia.answers('Quero!');
  await bia.answers('Quando?');
  await caio.answers('SAIR');
  await caio.leaves();
  await caio.leaves();
  await davi.failed('ERR_REFUSED', true);
  await settle();
  const report = await reportOf(id);
  expect(report).toMatchObject({ delivered: 4, received: 3, read: 2, answered: 2, left: 1, bestVariant: 2 });
  expect(report.variants).toEqual([
    { variant: 2, sent: 3, answered: 2 },
    { variant: 1, sent: 1, answered: 0 },
    { variant: 3, sent: 0, answered: 0 },
  ]);
  await api.desk.campaigns.finish(context, { campaignId: id });
}, 30_000);

it('says before it begins whom it would go to, and of a tag nobody has: nobody', async () => {
  const ana = await contact('Ana');
  const campaign = { name: 'Páscoa', message1: 'Olá!', whatsappId, tagListId: await tagged([ana.contactId]) };
  const { id, totals } = await body<CampaignView>('POST', '/campaigns', campaign);
  expect(totals).toBeUndefined();
  expect(await reportOf(id)).toMatchObject({ ...nothing, recipients: 1, waiting: 1, reasons: [] });
  const alone = { ...campaign, tagListId: await tagged([]) };
  const { id: empty } = await body<CampaignView>('POST', '/campaigns', alone);
  expect(await reportOf(empty)).toMatchObject({ ...nothing, recipients: 0, waiting: 0 });
}, 30_000);

it('no group is counted among those whom a tag reaches', async () => {
  const { contactId } = await api.desk.contacts.ensure(context, {
    numbers: ['120363000000000123'],
    name: 'Condomínio',
    isGroup: true,
  });
  const tagListId = await tagged([contactId], true);
  const campaign = { name: 'Sem grupos', message1: 'Olá!', whatsappId, tagListId };
  const { id } = await body<CampaignView>('POST', '/campaigns', campaign);
  expect(await reportOf(id)).toMatchObject({ recipients: 0, waiting: 0 });
});

it('has no reason left of what went out at another try', async () => {
  const id = await begun();
  const ana = await said(id, 'Ana');
  await ana.failed('ERR_REFUSED');
  await settle();
  expect((await reportOf(id)).reasons).toEqual([{ reason: 'ERR_REFUSED', count: 1 }]);
  await ana.sent();
  await settle();
  expect(await reportOf(id)).toMatchObject({ delivered: 1, failed: 0, reasons: [] });
  await api.desk.campaigns.finish(context, { campaignId: id });
}, 30_000);

it('a campaign that never began has a report of nothing, and no totals', async () => {
  const { id, totals } = await body<CampaignView>('POST', '/campaigns', { name: 'Depois' });
  expect(totals).toBeUndefined();
  expect(await reportOf(id)).toEqual({
    ...nothing,
    ...{ recipients: 0, waiting: 0, waitsUntil: null, waitsBecause: null, reasons: [] },
    ...{ received: 0, read: 0, answered: 0, left: 0, variants: [], bestVariant: null },
    ...{ hourly: 163, nextInSeconds: null, endsAt: null },
  });
});

it('begins with as many as have the tag, each once, or stand in the list with a number that may be there', async () => {
  const [ana, bia] = [await contact('Ana Tag'), await contact('Bia Tag')];
  const tagListId = await tagged([ana.contactId, bia.contactId]);
  const byTag = await begun({ tagListId });
  expect(await reportOf(byTag)).toMatchObject({ ...nothing, recipients: 2, waiting: 2 });
  const list = await body<{ id: string }>('POST', '/contact-lists', { name: 'Clientes' });
  const items: string[] = [];
  for (const [index, name] of ['Caio', 'Davi', 'Eva'].entries()) {
    const item = { name, number: `55119444${String(index).padStart(5, '0')}`, contactListId: list.id };
    items.push((await body<{ id: string }>('POST', '/contact-list-items', item)).id);
  }
  const stored = await api.readStore
    .forCompany(context.companyId)
    .getMany<{ id: string; companyId: string; position: number; bucket: number; number: string }>(
      'contactListItems',
      items,
    );
  const { bucket, id: itemId, number } = stored.find((one) => one.id === items[0])!;
  await api.desk.contactLists.check(context, {
    ...{ listId: list.id, results: [{ itemId, bucket, number, valid: false }] },
  });
  await settle();
  const byList = await begun({ contactListId: list.id, tagListId: null });
  expect((await reportOf(byList)).recipients).toBe(2);
}, 30_000);

it('once it is finished nobody waits, also where a number stood in its list twice', async () => {
  const ana = await contact('Ana Duas');
  const id = await begun({ tagListId: await tagged([ana.contactId, (await contact('Ana Três')).contactId]) });
  await (await said(id, 'Ana')).sent();
  await api.desk.campaigns.finish(context, { campaignId: id });
  await settle();
  expect(await reportOf(id)).toMatchObject({ recipients: 1, delivered: 1, waiting: 0, waitsBecause: null });
}, 30_000);

it('says what it waits for: the quiet hours until eight of the company’s time, then its connection', async () => {
  const id = await begun({ quietHours: true });
  now = '2026-11-23T23:30:00.000Z';
  const quiet = { waitsUntil: '2026-11-24 08:00:00', waitsBecause: 'quietHours' };
  expect(await reportOf(id)).toMatchObject(quiet);
  // The list says so too, of the one that it puts in front.
  expect((await body<{ running: object }>('GET', '/campaigns')).running).toMatchObject({ id, ...quiet });
  now = '2026-11-24T15:00:00.000Z';
  expect(await reportOf(id)).toMatchObject({ waitsUntil: null, waitsBecause: 'disconnected' });
  await api.desk.connections.reportStatus(context, { connectionId: whatsappId, status: 'CONNECTED' });
  await settle();
  expect(await reportOf(id)).toMatchObject({ waitsUntil: null, waitsBecause: null, endsAt: null });
  await api.desk.campaigns.cancel(context, { campaignId: id, code: 'ERR_VALIDATION' });
  await settle();
  expect(await reportOf(id)).toMatchObject({ waitsUntil: null, waitsBecause: 'ERR_VALIDATION' });
});

it('says when it ends while it goes out: by its pace, what shares its connection, and the night', async () => {
  now = '2026-11-24T22:50:00.000Z';
  const people = async (count: number) => {
    const some: string[] = [];
    for (let n = 0; n < count; n += 1) some.push((await contact(`Pessoa ${n}`)).contactId);
    return tagged(some);
  };
  const [many, few] = [await people(8), await people(2)];
  await api.desk.campaigns.changeSettings(context, {
    ...{ messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 },
  });
  const own = await api.desk.connections.create(context, { name: 'Loja 2', channel: 'simulator' });
  const alone = { whatsappId: own.connectionId };
  await settle();
  expect(await reportOf(await begun({ ...alone, tagListId: few }))).toMatchObject({
    ...{ waitsBecause: 'disconnected', hourly: 180, nextInSeconds: null, endsAt: null },
  });
  await api.desk.connections.reportStatus(context, { ...own, status: 'CONNECTED' });
  await settle();
  const id = await begun({ ...alone, tagListId: many });
  // Beside the two of before: in turn, of each as many as there are.
  expect(await reportOf(id)).toMatchObject({ endsAt: '2026-11-24 19:53:20', nextInSeconds: null });
  const pause = { nextAt: Date.parse('2026-11-24T22:50:11.200Z'), since: 1, underway: null };
  await writeLane(api.state, own.connectionId, pause);
  expect((await reportOf(id)).nextInSeconds).toBe(12);
  now = '2026-11-24T22:59:00.000Z';
  const quiet = await begun({ ...alone, tagListId: many, quietHours: true });
  expect((await reportOf(quiet)).endsAt).toBe('2026-11-25 08:05:00');
  // In the night too: a connection that is away may be away in the morning.
  now = '2026-11-24T23:30:00.000Z';
  await writeLane(api.state, own.connectionId, { ...pause, nextAt: Date.parse(now) + 5_000 });
  expect(await reportOf(quiet)).toMatchObject({ endsAt: expect.any(String), nextInSeconds: null });
  expect((await reportOf(id)).nextInSeconds).toBe(5);
  await api.desk.connections.reportStatus(context, { ...own, status: 'DISCONNECTED' });
  await settle();
  expect(await reportOf(quiet)).toMatchObject({ waitsBecause: 'quietHours', endsAt: null });
  for (const campaignId of [id, quiet]) await api.desk.campaigns.cancel(context, { campaignId });
  await settle();
  expect((await reportOf(id)).endsAt).toBeNull();
  now = '2026-11-24T15:00:00.000Z';
}, 60_000);

it('its recipients come in their order, 41 in two pages, by state, with name and number', async () => {
  const id = await begun();
  const first = await said(id, 'Ana Souza');
  await first.sent();
  for (let i = 0; i < 39; i += 1) await said(id, `Contato ${i}`);
  await (await said(id, 'Contato 39', 'question')).sent();
  await settle();
  const page = await shippingsOf(id);
  expect([page.records.length, page.hasMore, page.count]).toEqual([40, true, 41]);
  const [ana] = page.records;
  expect(ana).toMatchObject({
    ...{ id: first.shippingId, contactId: first.contactId, recipient: 'Ana Souza', number: first.number },
    ...{ state: 'delivered', reason: null, variant: 2, confirmationRequestedAt: null, confirmedAt: null },
  });
  const stored = await api.readStore
    .forCompany(context.companyId)
    .get<{ id: string; companyId: string; position: number; deliveredAt: string }>(
      'shippings',
      first.shippingId,
    );
  expect(ana?.deliveredAt).toBe(timeText(stored!.deliveredAt, 'America/Sao_Paulo'));
  const next = await shippingsOf(id, `after=${page.records.at(-1)!.order}`);
  expect([next.records.map(({ recipient }) => recipient), next.hasMore]).toEqual([['Contato 39'], false]);
  expect(next.records[0]).toMatchObject({
    ...{ state: 'asked', deliveredAt: null },
    confirmationRequestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  const sending = await shippingsOf(id, 'state=sending');
  expect([sending.records[0]?.recipient, sending.count]).toEqual(['Contato 0', 39]);
  expect((await ask('GET', `/campaigns/${id}/shippings?state=unheard`)).status).toBe(400);
}, 60_000);

it('who was erased is named as everywhere, in the list and in the file, which runs no formula', async () => {
  const id = await begun();
  const gone = await said(id, 'Carla Dias');
  await (await said(id, '=1+2')).failed('ERR_REFUSED');
  await api.desk.contacts.erase(context, { contactId: gone.contactId });
  await settle();
  expect((await shippingsOf(id)).records[0]).toMatchObject({ recipient: '—', number: '' });
  const { status, text } = await ask('GET', `/campaigns/${id}/report.csv`);
  const lines = text.split('\r\n');
  expect([status, lines.length]).toEqual([200, 4]);
  expect(lines[0]).toBe(
    '\uFEFFname;number;state;reason;variant;confirmationRequestedAt;confirmedAt;deliveredAt',
  );
  expect(lines[1]).toMatch(/^—;;/);
  expect(lines[2]).toMatch(/^'=1\+2;55119555\d{5};failed;ERR_REFUSED;2;;;$/);
  expect(text).not.toContain('Carla');
}, 30_000);

it('is nobody else’s', async () => {
  const id = await begun();
  for (const path of ['report', 'shippings', 'report.csv'])
    expect((await ask('GET', `/campaigns/${id}/${path}`, undefined, other)).status).toBe(404);
});
