import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { botWords } from '../../domain/bot/script.ts';
import { withSchemas } from '../../domain/catalogue.ts';
import type { Schedules } from '../../domain/company/hours.ts';
import { createDesk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { newId } from '../../domain/kernel/ids.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { collections, projections } from '../../projections/index.ts';
import { createProjector } from '../../projections/projector/projector.ts';
import { everyEvent, inbound } from '../../testing/desk.ts';
import { dyingStores } from '../../testing/dying-stores.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { runProcessManagers } from '../process/run-process-managers.ts';
import { createBot } from './bot.ts';
import type { BotDeps } from './bot-deps.ts';

const companyId = 'c1';
const log = pino({ level: 'silent' });
const system = { companyId, actor: { kind: 'system', id: 'test' } } as const;
const customers = ['carla', 'bruno', 'dora'];
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const files = new Map([
  ['tabela', { id: 'tabela', companyId, name: 'stored.pdf', mime: 'application/pdf', size: 7 }],
]);
const media = { stat: async (_company: string, id: string) => files.get(id) } as unknown as MediaStore;

/** A company whose connection has two queues, the first of them with options. */
async function begin(
  settings: Readonly<Record<string, string>> = {},
  hours: Schedules = [],
  assistants: object = {},
) {
  const stored = createInMemoryEventStore();
  const state = createInMemoryStateStore();
  const readStore = createInMemoryReadStore({ collections });
  const eventStore = withSchemas(stored);
  const now = { at: new Date('2026-11-02T15:00:00.000Z') };
  const deskOn = (store: EventStore) =>
    createDesk({ eventStore: store, now: () => now.at, newId, hmac: (value) => value, log });
  const desk = deskOn(stored);
  await desk.companies.create(system, { name: 'Demo' });
  const context = { ...system, companyId };
  for (const [key, value] of Object.entries(settings))
    await desk.companies.setSetting(context, { key, value });
  await desk.companies.setHours(context, { schedules: hours });
  const queue = desk.records('queue');
  await queue.create(context, {
    ...{ id: 'vendas', name: 'Vendas', color: '#111111', orderQueue: 2, outOfHoursMessage: 'Vendas fechou' },
    schedules: [{ weekday: 'Segunda', weekdayEn: 'monday', startTime: '00:00', endTime: '00:00' }],
  });
  await queue.create(context, {
    ...{
      id: 'suporte',
      name: 'Suporte',
      color: '#222222',
      orderQueue: 1,
      greetingMessage: 'Aqui é o suporte',
    },
    ...{ mediaPath: 'tabela', mediaName: 'tabela.pdf' },
    ...assistants,
  });
  const option = desk.records('queueOption');
  await option.create(context, { id: 'b', title: 'Boleto', option: '2', queueId: 'suporte' });
  await option.create(context, {
    id: 'a',
    title: 'Prazo',
    option: '1',
    queueId: 'suporte',
    message: 'Dois dias',
  });
  await option.create(context, { id: 'c', title: 'Capital', option: '1', queueId: 'suporte', parentId: 'b' });
  await option.create(context, {
    ...{ id: 'd', title: 'Segunda via', option: '3', queueId: 'suporte', action: 'ixc' },
  });
  await desk.connections.create(context, {
    ...{ connectionId: 'phone', name: 'Loja', channel: 'simulator', queueIds: ['vendas', 'suporte'] },
    greetingMessage: 'Olá {{firstName}}, protocolo {{protocol}}',
    outOfHoursMessage: 'A loja fechou',
  });
  const projector = createProjector({ eventStore, readStore, state, projections, log, leaseMs: 1_000 });
  projector.start();
  await projector.reached(await stored.head(), 5_000);
  await projector.stop();

  /** As the company's system would answer; who asked is written down. */
  const asked: string[] = [];
  const lookUp: BotDeps['lookUp'] = async (_companyId, { system, document }) => {
    asked.push(`${system} ${document}`);
    return document === owing ? { is: 'invoices', invoices } : { is: 'unknown' };
  };
  const run = (
    own: { eventStore?: EventStore; state?: StateStore; leaseMs?: number; lookUp?: BotDeps['lookUp'] } = {},
  ) => {
    const ending = new AbortController();
    const store = own.eventStore ?? stored;
    const view = withSchemas(store);
    const running = runProcessManagers(
      {
        ...{ eventStore: view, state: own.state ?? state, holderId: newId(), leaseMs: own.leaseMs ?? 5_000 },
        ...{ log, signal: ending.signal, saveEveryMs: 5, retryFirstMs: 2 },
      },
      [
        {
          ...createBot({
            ...{ desk: deskOn(store), eventStore: view, readStore, media, now: () => now.at },
            lookUp: own.lookUp ?? lookUp,
          }),
          start: 'beginning',
        },
      ],
    );
    endings.push(() => {
      ending.abort();
      return running;
    });
  };
  const write = (contactId: string, id: string, body: string) => {
    now.at = new Date(now.at.getTime() + 10_000);
    return desk.tickets.receive(
      { companyId, actor: { kind: 'contact', id: contactId } },
      inbound(`${contactId}-${id}`, { contactId, body, sentAt: now.at.toISOString() }),
    );
  };
  const said = async (contactId: string) =>
    (await everyEvent(stored))
      .filter(
        ({ type, data }) =>
          type === 'MessageQueued' && (data as { contactId: string }).contactId === contactId,
      )
      .map(({ data }) => data as { messageId: string; body: string; media?: { name: string } });
  const bodies = async (contactId: string) =>
    (await said(contactId)).map(({ body, media: sent }) => sent?.name ?? body);
  return { stored, state, now, write, said, bodies, run, desk, asked, lookUp };
}

const owing = '52998224725';
const code = '00020101021226830014BR.GOV.BCB.PIX2561pix.example/v2/one6304ABCD';
const invoices = [{ amountCents: 123_456, dueDate: '2026-12-10', pix: code, url: 'https://pay.example/i/1' }];
/** Messages that lead somebody into the option that looks invoices up. */
const toInvoices = ['Oi', '1', '3'];

const root = '*1* – Suporte\n*2* – Vendas\n*0* – Falar com atendente';

describe('the bot', () => {
  it('leads from the greeting to a queue, its options and an agent, by what the company has set up', async () => {
    const { write, bodies, run, stored, desk } = await begin();
    const { contactId } = await desk.contacts.ensure(system, {
      ...{ numbers: ['5511955500142'], name: 'Carla Reis', origin: 'inbound', connectionId: 'phone' },
    });
    run();
    await write(contactId, '1', 'Oi');
    await expect.poll(() => bodies(contactId)).toHaveLength(1);
    const [greeting] = await bodies(contactId);
    expect(greeting).toMatch(/^Olá Carla, protocolo [0-9A-Z]{8}\n\n/);
    expect(greeting).toContain(root);
    await write(contactId, '2', '1');
    await expect
      .poll(async () => (await bodies(contactId)).slice(1))
      .toEqual([
        'Aqui é o suporte',
        'tabela.pdf',
        '*1* – Prazo\n*2* – Boleto\n*3* – Segunda via\n*#* – Voltar\n*0* – Falar com atendente',
      ]);
    await write(contactId, '3', '2');
    await expect
      .poll(async () => (await bodies(contactId)).at(-1))
      .toBe('*1* – Capital\n*#* – Voltar\n*0* – Falar com atendente');
    await write(contactId, '4', '0');
    await expect.poll(async () => (await bodies(contactId)).at(-1)).toBe(botWords.handedOver);
    const kinds = (await everyEvent(stored)).map(({ type }) => type).filter((type) => type.startsWith('Bot'));
    expect(kinds).toEqual([
      ...['BotMenuShown', 'BotChoiceMade', 'BotMenuShown', 'BotChoiceMade', 'BotMenuShown', 'BotHandedOver'],
    ]);
  });

  it('shows the menu of a queue whose prompt and integration were deleted: nobody is left to answer there', async () => {
    const { write, bodies, run, stored } = await begin({}, [], { promptId: 'gone', integrationId: 'gone' });
    run();
    await write('carla', '1', 'Oi');
    await expect.poll(() => bodies('carla')).toHaveLength(1);
    await write('carla', '2', '1');
    await expect.poll(async () => (await bodies('carla')).at(-1)).toContain('*1* – Prazo');
    expect((await everyEvent(stored)).map(({ type }) => type)).not.toContain('AssistantBegan');
  });

  it('tells with the hours of the queue that it is closed, only where queues have hours', async () => {
    const closed = await begin({ scheduleType: 'queue' });
    closed.run();
    await closed.write('carla', '1', 'Oi');
    await expect.poll(() => closed.bodies('carla')).toHaveLength(1);
    await closed.write('carla', '2', '2');
    await expect.poll(async () => (await closed.bodies('carla')).at(-1)).toBe('Vendas fechou');
    const without = await begin({ scheduleType: 'company' }, [
      { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '00:00', endTime: '23:59' },
    ]);
    without.run();
    await without.write('carla', '1', 'Oi');
    await expect.poll(() => without.bodies('carla')).toHaveLength(1);
    await without.write('carla', '2', '2');
    const happened = async () => (await everyEvent(without.stored)).map(({ type }) => type);
    await expect.poll(happened).toContain('BotChoiceMade');
    expect(await without.bodies('carla')).not.toContain('Vendas fechou');
  });

  it.each([
    ['09:00', '18:00', 'company', false],
    ['13:00', '18:00', 'company', true],
    ['13:00', '18:00', 'disabled', false],
  ])(
    'the company’s hours from %s to %s hold where scheduleType is %s',
    async (startTime, endTime, scheduleType, isClosed) => {
      // It is noon in São Paulo.
      const hours = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime, endTime }];
      const { write, bodies, run } = await begin({ scheduleType }, hours);
      run();
      await write('carla', '1', 'Oi');
      await expect.poll(() => bodies('carla')).toHaveLength(1);
      expect((await bodies('carla'))[0]?.includes('A loja fechou')).toBe(isClosed);
    },
  );

  it('offers queues in the order that they have', async () => {
    const { write, bodies, run } = await begin();
    run();
    await write('carla', '1', 'Oi');
    await expect.poll(async () => (await bodies('carla'))[0]).toContain(root);
  });
});

describe('an option that looks invoices up', () => {
  const walk = async (test: Awaited<ReturnType<typeof begin>>, answers: readonly string[]) => {
    for (const [index, body] of [...toInvoices, ...answers].entries()) {
      const before = (await test.said('carla')).length;
      await test.write('carla', String(index), body);
      await expect.poll(async () => (await test.said('carla')).length).toBeGreaterThan(before);
    }
    return (await test.bodies('carla')).at(-1);
  };

  it('asks for the document, and answers with what the company’s system has open, the code alone', async () => {
    const test = await begin();
    test.run();
    await walk(test, ['meu cpf é 529.982.247-25']);
    const said = (await test.bodies('carla')).slice(-4);
    expect(said[0]).toBe(`${botWords.askDocument}\n\n*#* – Voltar\n*0* – Falar com atendente`);
    expect(said[1]?.replace(/\s/g, ' ')).toBe(
      `*Vencimento:* 10/12/2026 *Valor:* R$ 1.234,56 https://pay.example/i/1 ${botWords.pixFollows}`,
    );
    expect(said[2]).toBe(code);
    expect(said[3]).toContain('*3* – Segunda via');
    expect(test.asked).toEqual([`ixc ${owing}`]);
    // What stands in the log of it is sealed with everything else that is said to a contact.
    const kinds = (await everyEvent(test.stored)).map(({ type }) => type);
    expect(kinds.at(-1)).toBe('BotMenuShown');
  });

  it('hands over where the company’s system does not answer, and says so', async () => {
    const test = await begin();
    test.run({ lookUp: async () => ({ is: 'failed' }) });
    expect(await walk(test, ['52998224725'])).toBe(botWords.noLookUp);
    expect((await everyEvent(test.stored)).at(-1)).toMatchObject({ type: 'BotHandedOver' });
  });

  it('hands over after three documents that are none or nobody’s', async () => {
    const test = await begin();
    test.run();
    expect(await walk(test, ['123', '390.533.447-05', '39053344705'])).toBe(botWords.handedOver);
    expect(test.asked).toEqual(['ixc 39053344705', 'ixc 39053344705'].slice(0, test.asked.length));
  });
});

describe.each([
  ['before', false],
  ['after', true],
])('a death %s any step, and another gateway that takes over', (_when, after) => {
  it('repeats nothing and skips nothing, and three messages at once get one menu', async () => {
    let deaths = 0;
    for (let at = 0; ; at++) {
      const test = await begin();
      for (const contactId of customers)
        for (const id of ['1', '2', '3']) await test.write(contactId, id, `text ${id}`);
      const burial = new AbortController();
      const mortal = dyingStores(
        { eventStore: test.stored, state: test.state },
        { at, after },
        burial.signal,
      );
      test.run({ ...mortal, leaseMs: 40 });
      // Another gateway waits for the lease all the time.
      test.run({ leaseMs: 40 });
      const isAnswered = async (count: number) => {
        const all = await Promise.all(customers.map((contactId) => test.said(contactId)));
        return all.every((said) => said.length >= count);
      };
      await expect.poll(() => isAnswered(1), { interval: 2, timeout: 5_000 }).toBe(true);
      for (const contactId of customers) await test.write(contactId, '4', '1');
      await expect.poll(() => isAnswered(4), { interval: 2, timeout: 5_000 }).toBe(true);
      for (const contactId of customers) await test.write(contactId, '5', '3');
      await expect.poll(() => isAnswered(5), { interval: 2, timeout: 5_000 }).toBe(true);
      for (const contactId of customers) await test.write(contactId, '6', owing);
      await expect.poll(() => isAnswered(8), { interval: 2, timeout: 5_000 }).toBe(true);
      for (const contactId of customers) {
        const said = await test.said(contactId);
        expect(
          said.map(({ body, media: sent }) => sent?.name ?? body.split('\n').at(-1)),
          `death at ${at}`,
        ).toEqual([
          '*0* – Falar com atendente',
          'Aqui é o suporte',
          'tabela.pdf',
          '*0* – Falar com atendente',
          '*0* – Falar com atendente',
          botWords.pixFollows,
          code,
          '*0* – Falar com atendente',
        ]);
        expect(new Set(said.map(({ messageId }) => messageId)).size).toBe(8);
      }
      const died = mortal.isDead();
      if (died) deaths++;
      burial.abort();
      for (const end of endings.splice(0).reverse()) await end();
      if (!died || at > 60) break;
    }
    expect(deaths).toBeGreaterThan(10);
  }, 120_000);
});

describe('a message that is nothing to the bot', () => {
  /** The bot of a company with one connection, before a desk that only says where the bot stands. */
  async function before(stands: string | undefined, connection: object) {
    const ran: unknown[] = [];
    const desk = {
      tickets: {
        botStands: () => stands,
        runBot: async (_: unknown, heard: unknown) => void ran.push(heard),
      },
      contacts: { nameOf: async () => 'Carla' },
    };
    const documents: Readonly<Record<string, unknown[]>> = {
      connections: [{ id: 'loja', greetingMessage: '', outOfHoursMessage: '', queueIds: [], ...connection }],
      queues: [{ id: 'vendas', name: 'Vendas', orderQueue: 1, schedules: [] }],
    };
    const reader = { get: async () => undefined, find: async (name: string) => documents[name] ?? [] };
    const eventStore = { read: async () => [] };
    const readStore = { forCompany: () => reader };
    const bot = createBot({ desk, readStore, eventStore, media } as unknown as BotDeps);
    const data = { ticketId: 't', messageId: 'm', body: 'oi', mediaType: 'chat', connectionId: 'loja' };
    const event = { data, metadata: { companyId, at: '2026-11-02T15:00:00.000Z' }, revision: 3 };
    await bot.handles.MessageReceived?.(event as never, { command: () => ({}) } as never);
    // By then the bot knows what is set up: what is nothing to it takes no turn.
    expect(bot.skips?.({ ...event, data: { ...data, messageId: 'n' } } as never)).toBe(ran.length === 0);
    return ran.length;
  }

  it.each([
    { why: 'an agent has the ticket', stands: 'done', connection: { greetingMessage: 'Olá' }, ran: 0 },
    { why: 'nothing is set up', stands: 'new', connection: {}, ran: 0 },
    { why: 'nothing is set up any more, but a menu was shown', stands: 'running', connection: {}, ran: 1 },
    { why: 'there is a greeting', stands: 'new', connection: { greetingMessage: 'Olá' }, ran: 1 },
    { why: 'there is a queue', stands: 'closed', connection: { queueIds: ['vendas'] }, ran: 1 },
    { why: 'this process remembers nothing of it', stands: undefined, connection: {}, ran: 1 },
  ])('is handed to its ticket $ran times: $why', async ({ stands, connection, ran }) => {
    expect(await before(stands, connection)).toBe(ran);
  });
});
