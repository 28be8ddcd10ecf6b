import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { botWords } from '../../domain/bot/script.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { sleep } from '../../domain/kernel/retry.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { keepSecrets, recordSecrets } from '../../messaging/secrets.ts';
import { openAssistants } from '../../outgoing/assistants/open.ts';
import { openDiskMediaStore } from '../../stores/media-store/disk.ts';
import {
  type AssistantsDouble,
  modelKey,
  serviceAccount,
  spokenBytes,
  startAssistants,
  voiceKey,
} from '../../testing/assistants/server.ts';
import { faults } from '../../testing/faults.ts';
import {
  ana,
  companyId,
  customer,
  startTestGateway,
  system,
  type TestGateway,
} from '../../testing/gateway.ts';
import { createVault } from '../secrets/vault.ts';

const vault = createVault('x'.repeat(32));
/** The first page of an Opus stream. */
const ogg = Buffer.concat([
  Buffer.from('OggS\0\x02'),
  Buffer.alloc(20),
  Buffer.from([1, 19]),
  Buffer.from('OpusHead\x01\x01'),
  Buffer.alloc(9),
]);
const waiting = { timeout: 10_000, interval: 20 };
let double: AssistantsDouble;
let test: TestGateway;
let folder: string;
let media: MediaStore;
beforeAll(async () => {
  double = await startAssistants();
});
beforeEach(async () => {
  double.asked.length = 0;
  double.completes(() => ({ content: 'Posso ajudar?' }));
  double.answersHook(() => ({ status: 200, body: { messages: ['Recebido'] } }));
  folder = await mkdtemp(join(tmpdir(), 'assistant-'));
  media = await openDiskMediaStore({ path: folder });
  test = await startTestGateway({ media });
});
afterEach(async () => {
  await test.close();
  await media.close();
  await rm(folder, { recursive: true });
});
afterAll(() => double.stop());

type Fields = Readonly<Record<string, unknown>>;
const secretsOf = (record: string, id: string, secrets: Readonly<Record<string, string>>) =>
  keepSecrets({ state: test.state, vault }, recordSecrets(record, companyId, id), secrets);

/** A queue of the connection that a model answers. */
async function withPrompt(more: Fields = {}, queueMore: Fields = {}) {
  const { desk } = test;
  await desk.records('queue').create(system, { id: 'q1', name: 'Vendas', color: '#111111' });
  await desk.records('prompt').create(system, {
    ...{
      id: 'p1',
      name: 'Vendedora',
      queueId: 'q1',
      prompt: 'Você vende tinta.',
      baseUrl: `${double.url}/v1`,
    },
    ...more,
  });
  await secretsOf('prompt', 'p1', { apiKey: modelKey, voiceKey });
  await desk.records('queue').update(system, { id: 'q1', promptId: 'p1', ...queueMore });
  await offer('q1');
}

async function withIntegration(fields: Fields) {
  const { desk } = test;
  await desk.records('queueIntegration').create(system, { id: 'i1', name: 'Robô', ...fields });
  await desk
    .records('queue')
    .create(system, { id: 'q1', name: 'Vendas', color: '#111111', integrationId: 'i1', promptId: 'gone' });
  await offer('q1');
}

const withFlow = (typebotDelayMessage: number) =>
  withIntegration({ type: 'typebot', urlN8N: double.url, typebotSlug: 'loja', typebotDelayMessage });

const offer = async (...queueIds: string[]) => {
  const { connectionId } = test;
  await test.desk.connections.update(system, {
    connectionId,
    queueIds,
    greetingMessage: queueIds.length > 1 ? 'Olá' : '',
  });
  await test.projector.reached(await test.eventStore.head(), 5_000);
};

const start = (more: Parameters<TestGateway['startGateway']>[0] = {}) =>
  test.startGateway({
    ...more,
    assistants: openAssistants(double.settings),
    config: { assistantSettleMs: 60, ...more.config },
  });
const hears = (...bodies: string[]) => expect.poll(() => test.onPhone(), waiting).toEqual(bodies);
const ticket = async () => (await test.tickets())[0];
const questions = (path = '/v1/chat/completions') => double.asked.filter((one) => one.path === path);
const logged = async (type: string) =>
  (await test.eventStore.readAll({ after: 0, limit: 1_000 })).filter((event) => event.type === type);
const handedOver = async () => (await logged('AssistantHandedOver')).map(({ data }) => data);

/** The model's next answer is held back. Returns what lets it out, and gives it the time to get to a phone. */
function thinking(content: string): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  double.failNext(/completions/, (response) => {
    void promise.then(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
    });
  });
  return async () => {
    resolve();
    await sleep(400);
    await test.settled();
  };
}

/** A voice message of the customer comes, and its file after it. */
async function speak() {
  const content = (async function* () {
    yield ogg;
  })();
  const sound = { id: newId(), companyId, name: 'a.ogg', mime: 'audio/ogg' };
  const { companyId: _, ...file } = await media.put(sound, content, 1_000);
  await test.phones.deliver(test.connectionId, {
    ...{ number: customer, name: 'Marina', body: '', mediaType: 'audio', media: file },
  });
}

/** An append of these words fails once, as that of a process that dies; the customer writes once more at that moment. */
function dyingOnceAt(words: string) {
  let deaths = 0;
  const store = new Proxy(test.eventStore, {
    get(alive, name) {
      if (name !== 'append') return Reflect.get(alive, name);
      return async (...given: Parameters<EventStore['append']>) => {
        if (deaths > 0 || !JSON.stringify(given[2]).includes(words)) return alive.append(...given);
        deaths += 1;
        await test.write('Obrigado');
        throw new Error('died before the append');
      };
    },
  });
  return { store, deaths: () => deaths };
}

describe('an assistant', () => {
  it('answers whoever writes to its queue, tells the ticket so, and remembers what was said', async () => {
    await withPrompt({}, { greetingMessage: 'Aqui é a Vendas' });
    await start();
    await test.write('Tem azul?');
    await hears('Aqui é a Vendas', 'Posso ajudar?');
    expect(await ticket()).toMatchObject({
      chatbot: true,
      status: 'pending',
      queueId: 'q1',
      integration: { useIntegration: true, promptId: 'p1', integrationId: null },
    });
    double.completes(() => ({ content: 'Sim, dez reais.' }));
    await test.write('Quanto?');
    await hears('Aqui é a Vendas', 'Posso ajudar?', 'Sim, dez reais.');
    expect((questions()[1]!.body as { readonly messages: object[] }).messages.slice(1)).toEqual([
      { role: 'user', content: 'Tem azul?' },
      { role: 'assistant', content: 'Aqui é a Vendas' },
      { role: 'assistant', content: 'Posso ajudar?' },
      { role: 'user', content: 'Quanto?' },
    ]);
  });

  it('answers the first message, however much the bot said after it and however little it is told', async () => {
    await withPrompt({ maxMessages: 1 }, { greetingMessage: 'Aqui é a Vendas' });
    const { connectionId } = test;
    await test.desk.connections.update(system, { connectionId, greetingMessage: 'Bem-vindo' });
    await start();
    await test.write('Tem azul?');
    await expect.poll(() => test.onPhone(), waiting).toContain('Posso ajudar?');
    expect(await test.onPhone()).toHaveLength(3);
    expect((questions()[0]!.body as { readonly messages: object[] }).messages.slice(1)).toEqual([
      { role: 'assistant', content: 'Aqui é a Vendas' },
      { role: 'user', content: 'Tem azul?' },
    ]);
  });

  it('answers three messages at once in one reply', async () => {
    await withPrompt();
    await start({ config: { assistantSettleMs: 400 } });
    for (const body of ['Oi', 'Tem azul?', 'E verde?']) await test.write(body);
    await hears('Posso ajudar?');
    await test.settled();
    expect(questions()).toHaveLength(1);
    expect(JSON.stringify(questions()[0]?.body)).toContain('E verde?');
    expect(await logged('AssistantAnswered')).toHaveLength(1);
  });

  it('pauses once for all that is written at once, not once for each', async () => {
    await withPrompt();
    await start({ config: { assistantSettleMs: 700 } });
    const bodies = Array.from({ length: 8 }, (_, index) => `linha ${index}`);
    await Promise.all(bodies.map((body) => test.write(body)));
    const begun = performance.now();
    await hears('Posso ajudar?');
    expect(performance.now() - begun).toBeLessThan(4 * 700);
    expect(questions()).toHaveLength(1);
  });

  it('answers nothing that was taken back before it was read', async () => {
    await withPrompt();
    await start({ config: { assistantSettleMs: 600 } });
    await test.write('Oi');
    await expect.poll(async () => (await test.messages()).length, waiting).toBe(1);
    const [{ id: messageId, ticketId } = { id: '', ticketId: '' }] = await test.messages();
    await test.desk.tickets.deleteMessage(system, { ticketId, messageId, byContact: true });
    await expect.poll(() => logged('AssistantAnswered'), waiting).toHaveLength(1);
    expect(questions()).toEqual([]);
    expect(await test.onPhone()).toEqual([]);
    await test.write('Tem azul?');
    await hears('Posso ajudar?');
    expect(JSON.stringify(questions()[0]?.body)).not.toContain('"Oi"');
  });

  it('begins by itself where a menu led to it', async () => {
    await withPrompt();
    await test.desk.records('queue').create(system, { id: 'q2', name: 'Suporte', color: '#222222' });
    await offer('q1', 'q2');
    await start();
    await test.write('Oi');
    await expect.poll(async () => (await test.onPhone()).length, waiting).toBe(1);
    await test.write('2');
    await expect.poll(() => test.onPhone(), waiting).toContain('Posso ajudar?');
    expect((await ticket())?.queueId).toBe('q1');
  });

  it('hands over by keyword, and by its own decision, with a word to the customer', async () => {
    await withPrompt();
    await start();
    double.completes(() => ({ content: 'Vou chamar.', transfers: true }));
    await test.write('Quero desconto');
    await hears('Vou chamar.', botWords.handedOver);
    await expect
      .poll(ticket, waiting)
      .toMatchObject({ chatbot: false, status: 'pending', queueId: 'q1', integration: null });
    expect(await handedOver()).toMatchObject([{ reason: 'chosen' }]);
    await test.write('Oi?');
    await test.settled();
    expect(questions()).toHaveLength(1);
  });

  it('says nothing more once an agent has the ticket, though it was thinking', async () => {
    await withPrompt();
    const think = thinking('Tarde');
    await start();
    await test.write('Oi');
    await expect.poll(() => questions().length, waiting).toBe(1);
    await test.desk.tickets.accept(ana, { ticketId: (await ticket())!.id, userId: 'ana' });
    await think();
    expect(await test.onPhone()).toEqual([]);
    await test.write('Ana?');
    await test.settled();
    expect(questions()).toHaveLength(1);
    expect(await ticket()).toMatchObject({ chatbot: false, status: 'open', userId: 'ana' });
  });

  it('says nothing into a ticket that was closed while it was thinking; who writes again is answered anew', async () => {
    await withPrompt();
    const think = thinking('Tarde');
    await start();
    await test.write('Oi');
    await expect.poll(() => questions().length, waiting).toBe(1);
    const { id: ticketId } = (await ticket())!;
    await test.desk.tickets.resolve(ana, { ticketId });
    await think();
    expect(await test.onPhone()).toEqual([]);
    expect((await test.messages(ticketId)).map(({ body }) => body)).toEqual(['Oi']);
    expect(await ticket()).toMatchObject({ id: ticketId, status: 'closed', chatbot: false });
    expect([...(await logged('AssistantAnswered')), ...(await logged('AssistantHandedOver'))]).toEqual([]);
    await test.write('Oi de novo');
    await hears('Posso ajudar?');
    expect(questions()).toHaveLength(2);
  });

  it.each([
    [
      'does not answer',
      { reason: 'failed', failure: 'unreachable' },
      async () => {
        for (let index = 0; index < 3; index += 1) double.failNext(/completions/, faults.cut);
      },
    ],
    [
      'does not answer in time',
      { reason: 'failed', failure: 'slow' },
      async () => {
        for (let index = 0; index < 3; index += 1) double.failNext(/completions/, faults.silence);
      },
    ],
    [
      'is refused',
      { reason: 'failed', failure: 'refused' },
      async () => double.failNext(/completions/, faults.status(400)),
    ],
    [
      'is not let in',
      { reason: 'failed', failure: 'keys' },
      () => secretsOf('prompt', 'p1', { apiKey: 'of somebody else' }),
    ],
    ['has no key', { reason: 'gone' }, () => secretsOf('prompt', 'p1', { apiKey: '' })],
  ] as const)('hands over when the model %s, and says why', async (_what, why, breaks) => {
    await withPrompt();
    await breaks();
    await test.projector.reached(await test.eventStore.head(), 5_000);
    await start();
    await test.write('Oi');
    await hears(botWords.handedOver);
    expect(await handedOver()).toMatchObject([why]);
  });

  it('hands over the conversation of a model that is deleted meanwhile, and says why', async () => {
    await withPrompt();
    await start();
    await test.write('Oi');
    await hears('Posso ajudar?');
    await test.desk.records('prompt').delete(system, { id: 'p1' });
    await test.projector.reached(await test.eventStore.head(), 5_000);
    await test.write('E azul?');
    await hears('Posso ajudar?', botWords.handedOver);
    expect(await handedOver()).toMatchObject([{ reason: 'gone' }]);
  });

  it('asks again where nothing came the first time', async () => {
    await withPrompt();
    double.failNext(/completions/, faults.cut);
    double.failNext(/completions/, faults.status(503));
    await start();
    await test.write('Oi');
    await hears('Posso ajudar?');
  });

  it('spends no more than it may in a day', async () => {
    await withPrompt({ dailyTokens: 60 });
    await start();
    await test.write('um');
    await hears('Posso ajudar?');
    await test.write('dois');
    await hears('Posso ajudar?', 'Posso ajudar?');
    await test.write('três');
    await hears('Posso ajudar?', 'Posso ajudar?', botWords.handedOver);
    expect(await handedOver()).toMatchObject([{ reason: 'limit' }]);
  });

  it('begins no answer once those that are being given may reach the limit, and counts what they cost', async () => {
    await withPrompt({ dailyTokens: 1_000, maxTokens: 5_000 });
    const think = thinking('Sim');
    await start();
    await test.write('um');
    await expect.poll(() => questions().length, waiting).toBe(1);
    await test.write('dois', { number: '5511955500999' });
    await expect.poll(() => test.onPhone('5511955500999'), waiting).toEqual([botWords.handedOver]);
    await think();
    await test.write('três');
    await hears('Sim', 'Posso ajudar?');
  });

  it('keeps no key readable, neither in the log nor in the state', async () => {
    await withPrompt();
    await start();
    await test.write('Oi');
    await hears('Posso ajudar?');
    await test.settled();
    const log = await test.stored.readAll({ after: 0, limit: 1_000 });
    expect(JSON.stringify([log, await test.state.list('')])).not.toContain(modelKey);
  });

  it('hears a voice message once its file is there, and answers by voice', async () => {
    await withPrompt({ voice: 'pt-BR-FranciscaNeural', voiceRegion: 'brazilsouth' });
    await start();
    await speak();
    await expect
      .poll(async () => (await test.messages()).filter(({ fromMe }) => fromMe).length, waiting)
      .toBe(1);
    const [said] = (await test.messages()).filter(({ fromMe }) => fromMe);
    expect(said).toMatchObject({
      mediaType: 'audio',
      media: { mime: 'audio/ogg', size: spokenBytes.length },
    });
    expect(questions('/v1/audio/transcriptions')).toHaveLength(1);
    expect(questions()).toHaveLength(1);
  });

  it('says that it is the voice message that its provider cannot hear', async () => {
    await withPrompt({ transcriptionModel: 'nenhum' });
    double.failNext(/transcriptions/, faults.status(404));
    await start();
    await speak();
    const why = { reason: 'failed', failure: 'refused', unheard: true };
    await expect.poll(handedOver, waiting).toMatchObject([why]);
    expect(questions('/v1/audio/transcriptions')[0]?.text).toContain('nenhum');
    await expect.poll(async () => (await ticket())?.handover, waiting).toMatchObject(why);
  });

  it('is told of a voice message that nothing is to hear, and waits for no file of it', async () => {
    await withPrompt({ transcriptionModel: '' });
    await start();
    await speak();
    await hears('Posso ajudar?');
    expect(questions('/v1/audio/transcriptions')).toEqual([]);
    expect(JSON.stringify(questions()[0]?.body)).toContain('"content":"[audio]"');
  });

  it('takes nothing that was written after a voice message for answered, where it died answering that', async () => {
    await withPrompt({ voice: 'pt-BR-FranciscaNeural', voiceRegion: 'brazilsouth' });
    const dying = dyingOnceAt('AssistantAnswered');
    // Too soon for the file: it is what is answered.
    await start({ eventStore: dying.store, config: { assistantSettleMs: 0 } });
    await speak();
    await expect.poll(() => logged('AssistantAnswered'), waiting).toHaveLength(2);
    expect(dying.deaths()).toBe(1);
    expect(questions()).toHaveLength(2);
  });
});

describe('a bot of another platform', () => {
  it('goes through its flow, and an agent goes on at its end; who has both has the integration', async () => {
    await withFlow(5);
    await start();
    await test.write('Oi');
    await hears('Olá!', 'Que tamanho?', '*1* – Pequeno\n*2* – Grande');
    // What it goes on by is kept, and nobody reads it.
    await expect.poll(async () => (await test.state.list('assistant/ticket/')).length, waiting).toBe(1);
    expect(JSON.stringify(await test.state.list('assistant/'))).not.toMatch(/ses1|Pequeno/);
    await test.write('2');
    await expect.poll(() => test.onPhone(), waiting).toContain('Grande: anotado');
    await expect.poll(() => test.state.list('assistant/ticket/'), waiting).toEqual([]);
    await expect.poll(async () => (await ticket())?.chatbot, waiting).toBe(false);
  });

  it('is told nothing of the session of another that answered before', async () => {
    await withFlow(0);
    const webhook = { type: 'webhook', urlN8N: `${double.url}/hook`, typebotDelayMessage: 0 };
    await test.desk.records('queueIntegration').create(system, { id: 'i2', name: 'Outro', ...webhook });
    await start();
    await test.write('Oi');
    await hears('Olá!', 'Que tamanho?', '*1* – Pequeno\n*2* – Grande');
    await expect.poll(async () => (await test.state.list('assistant/ticket/')).length, waiting).toBe(1);
    const { id: ticketId } = (await ticket())!;
    await test.desk.tickets.setIntegration(ana, { ticketId, useIntegration: true, integrationId: 'i2' });
    await test.settled();
    await test.write('2');
    await expect.poll(() => questions('/hook').length, waiting).toBe(1);
    expect(questions('/hook')[0]!.body).toMatchObject({ session: null });
  });

  it('goes on where it was after a message that was taken back', async () => {
    await withFlow(0);
    await start({ config: { assistantSettleMs: 600 } });
    await test.write('Oi');
    await hears('Olá!', 'Que tamanho?', '*1* – Pequeno\n*2* – Grande');
    await test.write('asdf');
    await expect.poll(async () => (await test.messages()).at(-1)?.body, waiting).toBe('asdf');
    const { id: messageId, ticketId } = (await test.messages()).at(-1)!;
    await test.desk.tickets.deleteMessage(system, { ticketId, messageId, byContact: true });
    await expect.poll(() => logged('AssistantAnswered'), waiting).toHaveLength(2);
    await test.write('2');
    await expect.poll(() => test.onPhone(), waiting).toContain('Grande: anotado');
    expect(questions('/api/v1/typebots/loja/startChat')).toHaveLength(1);
  });

  it.each([
    ['its answer is late', faults.silence, 'slow'],
    ['its line breaks off', faults.cut, 'unreachable'],
    ['a proxy before it gives up', faults.status(504), 'refused'],
    ['it fails', faults.status(500), 'refused'],
  ])('is not asked again where %s: its workflow may have done its work', async (_what, fault, failure) => {
    await withIntegration({ type: 'webhook', urlN8N: `${double.url}/hook`, typebotDelayMessage: 0 });
    double.failNext(/hook/, fault);
    await start();
    await test.write('Quero dois');
    await hears(botWords.handedOver);
    expect(questions('/hook')).toHaveLength(1);
    expect(await handedOver()).toMatchObject([{ reason: 'failed', failure }]);
  });

  it.each([
    ['it is asked too much', /hook/, faults.status(429), { type: 'webhook' }, 'Recebido'],
    ['its token is late', /token/, faults.silence, { type: 'dialogflow', projectName: 'loja' }, 'Ouvi: Oi'],
  ])('is asked again where %s: nothing was begun', async (_what, path, fault, fields, said) => {
    await withIntegration({ urlN8N: `${double.url}/hook`, typebotDelayMessage: 0, ...fields });
    await secretsOf('queueIntegration', 'i1', { jsonContent: serviceAccount });
    double.failNext(path, fault);
    await start();
    await test.write('Oi');
    await hears(said);
  });

  it('stops talking to another robot, which answers each of its answers', async () => {
    await withIntegration({ type: 'webhook', urlN8N: `${double.url}/hook`, typebotDelayMessage: 0 });
    double.answersHook(() => ({ status: 200, body: { messages: ['Recebido'], session: 'half way' } }));
    await start({ config: { assistantSettleMs: 0 } });
    let heard = -1;
    // One that never tires, but for what tells it of a person.
    for (const robot = async () => (await test.onPhone()).length; heard < 100; ) {
      const words = await test.onPhone();
      if (words.at(-1) === botWords.handedOver) break;
      if (words.length > heard) await test.write(`Obrigado pela mensagem ${words.length}`);
      heard = words.length;
      await expect.poll(robot, { ...waiting, interval: 5 }).toBeGreaterThan(heard);
    }
    expect(questions('/hook')).toHaveLength(60);
    const loop = { reason: 'limit', cause: 'loop' };
    expect(await handedOver()).toMatchObject([loop]);
    await expect.poll(async () => (await ticket())?.handover, waiting).toMatchObject(loop);
    // Who is answered again begins anew.
    await expect.poll(() => test.state.list('assistant/ticket/'), waiting).toEqual([]);
  }, 60_000);

  it('has its credential from the vault', async () => {
    await withIntegration({ type: 'dialogflow', projectName: 'loja', region: 'europe-west2' });
    await secretsOf('queueIntegration', 'i1', { jsonContent: serviceAccount });
    await start();
    await test.write('preço');
    await hears('Ouvi: preço');
    expect(double.asked.at(-1)?.path).toContain('/locations/europe-west2/');
  });

  it('says the rest of a reply after a death, and answers by itself what was written meanwhile', async () => {
    await withIntegration({ type: 'webhook', urlN8N: `${double.url}/hook`, typebotDelayMessage: 0 });
    const ordered = (count: number) => [`Pedido ${count}`, `Algo mais? ${count}`];
    double.answersHook(() => ({ status: 200, body: { messages: ordered(questions('/hook').length) } }));
    const dying = dyingOnceAt('Algo mais');
    await start({ eventStore: dying.store });
    await test.write('Quero um');
    await hears(...ordered(1), ...ordered(2));
    expect(dying.deaths()).toBe(1);
    expect(questions('/hook').map(({ body }) => body)).toMatchObject([
      { messages: [{ text: 'Quero um' }] },
      { messages: [{ text: 'Obrigado' }] },
    ]);
  });

  it('is asked once though it failed and the process died before an agent had it', async () => {
    await withIntegration({ type: 'webhook', urlN8N: `${double.url}/hook`, typebotDelayMessage: 0 });
    double.answersHook(() =>
      questions('/hook').length > 1
        ? { status: 200, body: { messages: ['Pedido 2'] } }
        : { status: 500, body: {} },
    );
    const dying = dyingOnceAt('AssistantHandedOver');
    await start({ eventStore: dying.store });
    await test.write('Quero um');
    await expect.poll(handedOver, waiting).toMatchObject([{ reason: 'failed', failure: 'refused' }]);
    await hears(botWords.handedOver);
    expect(dying.deaths()).toBe(1);
    expect(questions('/hook')).toHaveLength(1);
    await expect.poll(() => test.state.list('assistant/ticket/'), waiting).toEqual([]);
  });

  it('is not asked again by who finds that it was being asked when a process died', async () => {
    await withIntegration({ type: 'webhook', urlN8N: `${double.url}/hook`, typebotDelayMessage: 0 });
    let deaths = 0;
    const state = new Proxy(test.state, {
      get(alive, name) {
        const value = Reflect.get(alive, name) as unknown;
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          // What it answered is known to nobody any more, however often it is written.
          const dies = name === 'set' && String(given[0]).startsWith('assistant/ticket/');
          if (dies && questions('/hook').length > 0 && deaths++ < 6) throw new Error('died');
          return (value as (...all: unknown[]) => unknown).apply(alive, given);
        };
      },
    });
    await start({ state });
    await test.write('Quero um');
    await expect.poll(handedOver, waiting).toMatchObject([{ reason: 'failed', failure: 'unreachable' }]);
    await hears(botWords.handedOver);
    expect(questions('/hook')).toHaveLength(1);
  });

  it('is asked once for each message, whenever the process dies after it answered', async () => {
    await withIntegration({ type: 'webhook', urlN8N: `${double.url}/hook`, typebotDelayMessage: 0 });
    let deaths = 0;
    const dying = new Proxy(test.eventStore, {
      get(store, name) {
        if (name !== 'append') return Reflect.get(store, name);
        return async (...given: Parameters<EventStore['append']>) => {
          const [, , events] = given;
          const isAnswer = JSON.stringify(events).includes('Recebido');
          if (!isAnswer || deaths > 0) return store.append(...given);
          deaths += 1;
          throw new Error('died before the append');
        };
      },
    });
    await start({ eventStore: dying });
    await test.write('Oi');
    await hears('Recebido');
    expect(deaths).toBe(1);
    expect(questions('/hook')).toHaveLength(1);
  });
});
