import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AssistantError,
  type AssistantQuestion,
  type DialogflowRegion,
} from '../../domain/ports/assistant.ts';
import {
  type AssistantsDouble,
  modelKey,
  serviceAccount,
  spokenBytes,
  startAssistants,
  voiceKey,
} from '../../testing/assistants/server.ts';
import { faults } from '../../testing/faults.ts';
import { googlePlaces } from './dialogflow.ts';
import { type AssistantSettings, openAssistants } from './open.ts';

let double: AssistantsDouble;
beforeAll(async () => {
  double = await startAssistants();
});
beforeEach(() => {
  double.asked.length = 0;
  double.completes(() => ({ content: 'Posso ajudar?' }));
  double.answersHook(() => ({ status: 200, body: { messages: ['Recebido'] } }));
});
afterAll(() => double.stop());

const never = new AbortController().signal;
const question = (body?: string, more: Partial<AssistantQuestion> = {}): AssistantQuestion => ({
  ...{ companyId: 'c1', ticketId: 't1', protocol: '2EK7QX4A', queue: 'Vendas' },
  contact: { name: 'Carla', number: '5511955500142' },
  heard: body === undefined ? [] : [{ messageId: 'm1', body, kind: 'chat' }],
  history: [],
  ...more,
});
/** Somebody sends a picture, without a word. */
const picture = (more: Partial<AssistantQuestion> = {}) =>
  question('', { heard: [{ messageId: 'm1', body: '', kind: 'image' }], ...more });
const said = [{ by: 'company', body: 'Que cor?' }] as const;
const reply = (settings: AssistantSettings, asked: AssistantQuestion) =>
  openAssistants(double.settings).of(settings).reply(asked, never);
const failureOf = (settings: AssistantSettings, from = double.settings) =>
  openAssistants(from)
    .of(settings)
    .reply(question('oi'), never)
    .then(
      () => 'answered',
      (error: unknown) => (error instanceof AssistantError ? error.failure : error),
    );

const model = (more: object = {}): AssistantSettings => ({
  kind: 'model',
  ...{ prompt: 'Você vende tinta.', baseUrl: `${double.url}/v1`, apiKey: modelKey, model: 'gpt-4o-mini' },
  ...{ maxTokens: 100, temperature: 0.5, handOverWords: 'atendente, Humano', transcriptionModel: 'ouvido-1' },
  ...more,
});
const typebot = (more: object = {}): AssistantSettings => ({
  kind: 'typebot',
  ...{ url: `${double.url}/`, slug: 'loja', expires: 1, keywordFinish: 'sair', keywordRestart: 'menu' },
  ...{ restartMessage: 'De novo:', unknownMessage: 'Escolha uma opção.' },
  ...more,
});
const hook = (): AssistantSettings => ({ kind: 'n8n', url: `${double.url}/hook` });
const dialogflow = (credential = serviceAccount, region: DialogflowRegion = 'global'): AssistantSettings => ({
  kind: 'dialogflow',
  ...{ projectName: 'loja', language: 'pt-BR', credential, region },
});
const kinds = [
  ['model', model, /chat\/completions/],
  ['typebot', typebot, /startChat/],
  ['n8n', hook, /hook/],
  ['dialogflow', dialogflow, /detectIntent/],
] as const;

describe.each(kinds)('any assistant: %s', (_kind, settings, path) => {
  it('answers', async () => {
    const { say } = await reply(settings(), question('Oi'));
    expect(say.length).toBeGreaterThan(0);
  });
  it.each([
    ['unreachable', faults.cut],
    ['slow', faults.silence],
    ['refused', faults.status(500)],
    ['keys', faults.status(403)],
    ['odd', faults.says('{"choices":7,"messages":7,"queryResult":7}')],
  ])('fails as %s', async (failure, fault) => {
    double.failNext(path, fault);
    expect(await failureOf(settings())).toBe(failure);
  });
  it.each([
    ['too much is asked', 429, true],
    ['it fails', 503, false],
  ])(
    'where %s (%s), it says whether what was asked surely did not begin',
    async (_what, status, isUnbegun) => {
      double.failNext(path, faults.status(status));
      await expect(reply(settings(), question('oi'))).rejects.toMatchObject({ status, isUnbegun });
    },
  );
  it('reads no endless answer', async () => {
    double.failNext(path, (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    expect(await failureOf(settings())).toMatch(/large|slow/);
  });
  it.each([200, 500])('waits for no answer of %i whose end does not come', async (status) => {
    double.failNext(path, faults.trickle(status));
    expect(await failureOf(settings())).toBe('slow');
  });
  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000, ' '))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000, ' '))],
  ])('unpacks nothing that nobody asked to be packed: %s', async (packing, bytes) => {
    double.failNext(path, (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': packing }).end(bytes);
    });
    expect(await failureOf(settings())).toBe('odd');
    expect(double.asked.at(-1)?.headers['accept-encoding']).toBe('identity');
  });
  it('follows nobody elsewhere', async () => {
    double.failNext(path, faults.redirect(`${double.url}/elsewhere`));
    expect(await failureOf(settings())).not.toBe('answered');
    expect(double.asked.map((one) => one.path)).not.toContain('/elsewhere');
  });
  it('is not asked in a private network', async () => {
    expect(await failureOf(settings(), { ...double.settings, allowedPrivate: [] })).toBe('private');
    expect(double.asked).toEqual([]);
  });
});

describe('a language model', () => {
  it('is told prompt, customer and conversation, and counts what it costs', async () => {
    const asked = question('E o azul?', {
      history: [
        { by: 'contact', body: 'Oi' },
        { by: 'company', body: 'Olá' },
      ],
    });
    expect(await reply(model(), asked)).toEqual({
      say: [{ body: 'Posso ajudar?' }],
      over: undefined,
      tokens: 42,
    });
    const [{ body } = { body: {} as never }] = double.asked;
    const { messages, ...rest } = body as { readonly messages: readonly { readonly content: string }[] };
    expect(rest).toMatchObject({ model: 'gpt-4o-mini', max_tokens: 100, temperature: 0.5 });
    expect(messages.slice(1)).toEqual([
      { role: 'user', content: 'Oi' },
      { role: 'assistant', content: 'Olá' },
      { role: 'user', content: 'E o azul?' },
    ]);
    expect(messages[0]?.content).toMatch(/^Você vende tinta\.[\s\S]*"Carla"/);
  });
  it.each([
    ['-7', { total_tokens: -7 }],
    ['1.5', { total_tokens: 1.5 }],
    ['a text', { total_tokens: '42' }],
    ['nothing', undefined],
  ])('is estimated where its server counts %s tokens', async (_what, usage) => {
    const body = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Sim.' } }], usage });
    double.failNext(/completions/, faults.says(body));
    const answered = await reply(model(), question('E o azul?'));
    const { messages } = double.asked[0]!.body as { readonly messages: readonly { content: string }[] };
    const letters = messages.map(({ content }) => content).join('').length + 'Sim.'.length;
    expect(answered).toEqual({ say: [{ body: 'Sim.' }], over: undefined, tokens: Math.ceil(letters / 4) });
  });
  it('says before it is asked about how much an answer costs at most: nothing where a person is called', () => {
    const { estimate } = openAssistants(double.settings).of(model());
    const asked = question('E o azul?', { history: [{ by: 'company', body: 'x'.repeat(400) }] });
    const all = estimate!(asked);
    expect(all).toBeGreaterThan(200 + 'Você vende tinta.'.length / 4);
    const voice = { name: 'a.ogg', mime: 'audio/ogg', bytes: new Uint8Array() };
    expect(
      estimate!({ ...asked, heard: [{ messageId: 'm1', body: '', kind: 'audio', voice }] }),
    ).toBeGreaterThan(all + 400);
    expect(estimate!(question('Atendente!'))).toBe(0);
    expect(openAssistants(double.settings).of(hook()).estimate).toBeUndefined();
  });
  it('is told that a picture came, which it cannot see', async () => {
    await reply(model(), picture({ history: said }));
    const { messages } = double.asked[0]!.body as { readonly messages: readonly { content: string }[] };
    expect(messages.at(-1)).toEqual({ role: 'user', content: '[image]' });
    expect(messages[0]?.content).toContain('cannot see');
  });
  it('marks words as the messaging app does', async () => {
    double.completes(() => ({ content: 'O azul custa **R$ 50**.' }));
    const { say } = await reply(model(), question('E o azul?'));
    expect(say).toEqual([{ body: 'O azul custa *R$ 50*.' }]);
  });
  it('knows the limit’s newer name', async () => {
    double.failNext(/completions/, (response) => {
      const error = { message: 'Unsupported parameter', param: 'max_tokens', code: 'unsupported_parameter' };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
    expect(await reply(model(), question('oi'))).toMatchObject({ say: [{ body: 'Posso ajudar?' }] });
    expect(double.asked[1]?.body).toMatchObject({ max_completion_tokens: 100 });
  });
  it.each([
    ['temperature', { param: 'temperature', message: "Unsupported value: 'temperature'" }, 'temperature'],
    ['tools', { message: 'registry.example/gemma does not support tools' }, 'tools'],
    ['tools', { message: 'No endpoints found that support tool use.', code: 404 }, 'tools'],
    ['tools', { message: 'tools: extra fields not permitted', code: 422 }, 'tools'],
  ])('is asked without %s where its server takes none: %o', async (_what, error, left) => {
    double.failNext(/completions/, (response) => {
      const { code = 400 } = error as { readonly code?: number };
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
    expect(await reply(model(), question('oi'))).toMatchObject({ say: [{ body: 'Posso ajudar?' }] });
    expect(Object.keys(double.asked[0]!.body)).toContain(left);
    expect(Object.keys(double.asked[1]!.body)).not.toContain(left);
    expect(double.asked[1]?.body).toMatchObject({ max_tokens: 100 });
  });
  it.each([
    ['tools', 400, { object: 'error', message: '"auto" tool choice requires --enable-auto-tool-choice' }],
    ['tools', 422, { detail: [{ type: 'extra_forbidden', loc: ['body', 'tools'] }] }],
    ['temperature', 400, [{ error: { code: 400, message: 'temperature is fixed' } }]],
    ['max_tokens', 400, { error: { message: "Use 'max_completion_tokens' instead.", param: null } }],
  ])('is asked without %s where its server says so (%s) in its own words: %o', async (left, status, body) => {
    double.failNext(/completions/, (response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    expect(await reply(model(), question('oi'))).toMatchObject({ say: [{ body: 'Posso ajudar?' }] });
    expect(Object.keys(double.asked[1]!.body)).not.toContain(left);
  });
  it('says the words of an answer in parts, and not its thoughts', async () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'angry' }] },
      { type: 'text', text: 'Já vejo ' },
      { type: 'text', text: 'isso.' },
    ];
    const message = { role: 'assistant', content };
    double.failNext(/completions/, faults.says(JSON.stringify({ choices: [{ message }] })));
    const { say, tokens } = await reply(model(), question('oi'));
    expect([say, tokens > 0]).toEqual([[{ body: 'Já vejo isso.' }], true]);
  });
  it('is told no half of a sign where a long message is cut', async () => {
    await reply(model(), question(`${'x'.repeat(1_999)}😀 fim`));
    expect(double.asked[0]?.text).not.toMatch(/\\ud83d/i);
    const { messages } = double.asked[0]!.body as { readonly messages: readonly { content: string }[] };
    expect(messages.at(-1)?.content).toBe('x'.repeat(1_999));
  });
  it('is refused once what it refuses cannot be left out', async () => {
    const error = { param: 'model', message: 'no such model' };
    double.failNext(/completions/, (response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
    expect(await failureOf(model())).toBe('refused');
    expect(double.asked).toHaveLength(1);
  });
  it.each([
    ['first', '<think>The customer is\nangry.</think>\n\nJá vejo isso.'],
    ['under another name', '<thinking>The customer is angry.</thinking>Já vejo isso.'],
    ['where the prompt began it', 'The customer is angry.\n</think>\n\nJá vejo isso.'],
    ['with its own mark in it', 'I close it with </think> when\n</THINK>\nJá vejo isso.'],
    ['afterwards, cut off at the limit', 'Já vejo isso.\n<think>Was that'],
  ])('tells nobody what it thinks %s', async (_what, content) => {
    double.completes(() => ({ content }));
    expect((await reply(model(), question('oi'))).say).toEqual([{ body: 'Já vejo isso.' }]);
  });
  it('has no answer where it got no further than thinking', async () => {
    double.completes(() => ({ content: '<think>The customer is angry. I should' }));
    expect(await failureOf(model())).toBe('odd');
  });
  it.each(['transfer_to_agent()', '{"name": "transfer_to_agent", "arguments": {}}'])(
    'hands over where it writes the tool that it should have called: %s',
    async (content) => {
      double.completes(() => ({ content }));
      expect(await reply(model(), question('gente'))).toMatchObject({ say: [], over: 'chosen' });
    },
  );
  it('hands over by its own decision, with what it said', async () => {
    double.completes(() => ({ content: 'Vou chamar alguém.', transfers: true }));
    expect(await reply(model(), question('quero desconto'))).toMatchObject({
      say: [{ body: 'Vou chamar alguém.' }],
      over: 'chosen',
    });
  });
  it.each(['Atendente', ' HUMANO!', 'humano'])(
    'is not asked at all where %j asks for a person',
    async (body) => {
      expect(await reply(model(), question(body))).toEqual({ say: [], over: 'asked', tokens: 0 });
      expect(double.asked).toEqual([]);
    },
  );
  it.each([
    ['a!?…', false],
    ['…Atendente…!', true],
  ])('is not held up by a long message of signs: %s', async (sign, isCall) => {
    const [before, after] = isCall ? ['', ''] : ['a', 'a'];
    const asked = question(`${before}${'!'.repeat(20_000)}${sign}${'!'.repeat(20_000)}${after}`);
    const begun = performance.now();
    expect((await reply(model(), asked)).over).toBe(isCall ? 'asked' : undefined);
    expect(performance.now() - begun).toBeLessThan(500);
  });
  it('holds nobody up by the longest answer', async () => {
    double.completes(() => ({ content: '[a](https://'.repeat(43_000) }));
    const begun = performance.now();
    expect((await reply(model(), question('oi'))).say[0]?.body).toHaveLength(4_096);
    expect(performance.now() - begun).toBeLessThan(500);
  });
  it('is told that a voice message came in which nothing is said', async () => {
    double.failNext(/transcriptions/, faults.says('{"text":" "}'));
    const voice = { name: 'a.ogg', mime: 'audio/ogg', bytes: Buffer.from('OggS') };
    await reply(
      model(),
      question(undefined, { heard: [{ messageId: 'm1', body: '', kind: 'audio', voice }] }),
    );
    const { messages } = double.asked.at(-1)!.body as { readonly messages: readonly object[] };
    expect(messages.at(-1)).toEqual({ role: 'user', content: '[audio]' });
  });
  it('hears a voice message and answers with one', async () => {
    const voice = { name: 'a.ogg', mime: 'audio/ogg', bytes: Buffer.from('OggS heard') };
    const spoken = { name: 'pt-BR-FranciscaNeural', key: voiceKey, region: 'brazilsouth' };
    const asked = question(undefined, { heard: [{ messageId: 'm1', body: '', kind: 'audio', voice }] });
    const { say } = await reply(model({ voice: spoken }), asked);
    expect(say).toMatchObject([{ body: 'Posso ajudar?', voice: { mime: 'audio/ogg' } }]);
    expect(Buffer.from(say[0]!.voice!.bytes)).toEqual(spokenBytes);
    expect(double.asked.map(({ path }) => path)).toEqual([
      '/v1/audio/transcriptions',
      '/v1/chat/completions',
      '/cognitiveservices/v1',
    ]);
    expect(double.asked[0]?.text).toContain('OggS heard');
    expect(double.asked[0]?.text).toContain('ouvido-1');
    expect(JSON.stringify(double.asked[1]?.body)).toContain('quanto custa o azul');
    expect(double.asked[2]?.text).toContain("<voice name='pt-BR-FranciscaNeural'>Posso ajudar?</voice>");
  });
  it('says so where its server transcribes nothing, or not with that model', async () => {
    const voice = { name: 'a.ogg', mime: 'audio/ogg', bytes: Buffer.from('OggS') };
    const asked = question(undefined, { heard: [{ messageId: 'm1', body: '', kind: 'audio', voice }] });
    double.failNext(/transcriptions/, faults.status(404));
    const failed = { failure: 'refused', status: 404, isUnheard: true };
    await expect(reply(model(), asked)).rejects.toMatchObject(failed);
    double.failNext(/completions/, faults.status(404));
    await expect(reply(model(), asked)).rejects.toMatchObject({ ...failed, isUnheard: false });
  });
  it('writes what cannot be spoken', async () => {
    double.failNext(/cognitiveservices/, faults.status(500));
    const voice = { name: 'a.ogg', mime: 'audio/ogg', bytes: Buffer.from('OggS') };
    const asked = question(undefined, { heard: [{ messageId: 'm1', body: '', kind: 'audio', voice }] });
    const spoken = { name: 'pt-BR-FranciscaNeural', key: voiceKey, region: 'brazilsouth' };
    expect((await reply(model({ voice: spoken }), asked)).say).toEqual([{ body: 'Posso ajudar?' }]);
  });
  it('tells nobody the key it was refused by', async () => {
    const error = await reply(model({ apiKey: 'sk-wrong' }), question('oi')).catch((one: unknown) => one);
    expect(error).toMatchObject({ failure: 'keys', status: 401 });
    expect(String((error as Error).stack)).not.toContain('sk-wrong');
  });
});

describe('Typebot', () => {
  it('holds nobody up by a bold text of blanks', async () => {
    const part = JSON.stringify({ bold: true, text: ` a${' '.repeat(60_000)}b ` });
    const messages = `[{"type":"text","content":{"richText":[${part}]}}]`;
    double.failNext(/startChat/, faults.says(`{"sessionId":"s","messages":${messages}}`));
    const begun = performance.now();
    expect((await reply(typebot(), question())).say[0]?.body).toMatch(/^\*a +$/);
    expect(performance.now() - begun).toBeLessThan(500);
  });
  it('holds nobody up by as many parts or choices as an answer has room for, and keeps no more than are read', async () => {
    const many = (part: string, count: number) => `[${Array(count).fill(part).join(',')}]`;
    const answersWith = (parts: string, items: string) =>
      double.failNext(
        /startChat/,
        faults.says(
          `{"sessionId":"s","messages":[{"type":"text","content":{"richText":${parts}}}],"input":{"type":"x","items":${items}}}`,
        ),
      );
    answersWith(many('{}', 170_000), '[]');
    expect(await failureOf(typebot())).toBe('large');
    answersWith(many('{}', 19_900), '[]');
    const begun = performance.now();
    expect((await reply(typebot(), question())).say).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(350);
    answersWith('[]', many('{"content":"a"}', 9_000));
    const { session = '' } = await reply(typebot(), question());
    expect(JSON.parse(session).choices).toHaveLength(999);
    answersWith('[]', many(`{"content":"${'b'.repeat(4_000)}"}`, 100));
    expect((await reply(typebot(), question())).session?.length).toBeLessThan(10_000);
  });
  it.each(kinds)(
    'reads no answer of megabytes as JSON, which takes a second: %s',
    async (_kind, settings, path) => {
      double.failNext(path, faults.says(`[${'{},'.repeat(300_000)}{}]`));
      expect(await failureOf(settings())).toBe('large');
    },
  );
  it('begins its flow, takes a number for a choice, and hands over at its end', async () => {
    const first = await reply(typebot(), question());
    expect(first.say.map(({ body }) => body)).toEqual([
      'Olá!',
      'Que tamanho?',
      '*1* – Pequeno\n*2* – Grande',
    ]);
    expect(double.asked[0]?.body).toMatchObject({
      prefilledVariables: { name: 'Carla', number: '5511955500142' },
    });
    const { session } = first;
    const odd = await reply(typebot(), question('amarelo', { session }));
    expect(odd.say[0]).toEqual({ body: 'Escolha uma opção.' });
    const end = await reply(typebot(), question('2', { session }));
    expect(end).toMatchObject({ say: [{ body: 'Grande: anotado' }], over: 'chosen' });
    expect(end.session).toBeUndefined();
  });
  it('ends and begins again by its words', async () => {
    const { session } = await reply(typebot(), question());
    expect(await reply(typebot(), question('Sair', { session }))).toMatchObject({ say: [], over: 'asked' });
    const again = await reply(typebot(), question('menu', { session }));
    expect(again.say.map(({ body }) => body)).toEqual(expect.arrayContaining(['De novo:', 'Olá!']));
  });
  it('begins again when its session is old, or its server has forgotten it', async () => {
    const { session = '' } = await reply(typebot(), question());
    const old = JSON.stringify({ ...JSON.parse(session), at: Date.now() - 61_000 });
    expect((await reply(typebot(), question('1', { session: old }))).say[0]).toEqual({ body: 'Olá!' });
    expect((await reply(typebot({ expires: 0 }), question('1', { session: old }))).over).toBe('chosen');
    double.failNext(/continueChat/, faults.status(404));
    expect((await reply(typebot(), question('1', { session }))).say[0]).toEqual({ body: 'Olá!' });
  });
  it.each([
    ['is nested deeper than can be read', () => `${'{"children":['.repeat(9_000)}${']}'.repeat(9_000)}`],
    ['names what is no text', () => '{"text":7}'],
  ])('fails as odd where its answer %s', async (_what, part) => {
    const messages = `[{"type":"text","content":{"richText":[${part()}]}}]`;
    double.failNext(/startChat/, faults.says(`{"sessionId":"s","messages":${messages}}`));
    expect(await failureOf(typebot())).toBe('odd');
  });
  it('fails as odd where its session cannot be named', async () => {
    double.failNext(
      /startChat/,
      faults.says('{"sessionId":"\\ud800","messages":[],"input":{"type":"text"}}'),
    );
    const { session } = await reply(typebot(), question());
    const failed = await reply(typebot(), question('1', { session })).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'AssistantError', failure: 'odd' });
  });
  it('says that it does not understand a picture', async () => {
    const { session } = await reply(typebot(), question());
    expect(await reply(typebot(), question('', { session }))).toMatchObject({
      say: [{ body: 'Escolha uma opção.' }],
      session,
    });
  });
});

describe('a webhook', () => {
  it('is told who wrote what, and what it gave to go on by', async () => {
    double.answersHook(() => ({
      status: 200,
      body: { messages: ['Oi', { text: 'Tudo bem?' }], session: 's2' },
    }));
    const answered = await reply(hook(), question('Oi', { session: 's1' }));
    expect(answered).toMatchObject({ say: [{ body: 'Oi' }, { body: 'Tudo bem?' }], session: 's2' });
    expect(double.asked[0]?.body).toEqual({
      ...{ ticketId: 't1', protocol: '2EK7QX4A', queue: 'Vendas', history: [], session: 's1' },
      contact: { name: 'Carla', number: '5511955500142' },
      messages: [{ id: 'm1', text: 'Oi', type: 'chat' }],
    });
  });
  it.each([
    ['what n8n’s chat says', [{ output: 'Oi' }], ['Oi'], undefined],
    ['a hand-over', { handOver: true, text: 'Já chamo' }, ['Já chamo'], 'chosen'],
  ])('answers with %s', async (_what, body, said, over) => {
    double.answersHook(() => ({ status: 200, body }));
    const answered = await reply(hook(), question('Oi'));
    expect([answered.say.map((one) => one.body), answered.over]).toEqual([said, over]);
  });
  it('is told what was sent without words', async () => {
    await reply(hook(), picture());
    expect(double.asked[0]?.body).toMatchObject({ messages: [{ id: 'm1', text: '', type: 'image' }] });
  });
  it('may answer with nothing, and speak later', async () => {
    double.failNext(/hook/, (response) => void response.writeHead(204).end());
    expect(await reply(hook(), question('Oi', { session: 's1' }))).toEqual({
      say: [],
      tokens: 0,
      session: 's1',
    });
  });
  it.each([
    ['JSON that breaks off', '{"messages": ["O azul custa'],
    ['a list that breaks off', '[ {"output": "O azul'],
    ['a stream of events', 'event: message\ndata: {"output": "O azul"}\n\n'],
    ['a stream without names', ': keep-alive\n\ndata: {"output": "O azul"}\n\ndata: [DONE]\n\n'],
    ['a stream of lines', '{"type":"begin"}\n{"type":"item","content":"O azul"}\n'],
    ['a page that asks to sign in', '\n<!DOCTYPE html><html><title>Login</title></html>'],
    ['a page without its kind', '<html lang="pt"><body>Manutenção</body></html>'],
  ])('tells no customer %s', async (_what, text) => {
    double.failNext(/hook/, (response) => void response.writeHead(200).end(text));
    expect(await failureOf(hook())).toBe('odd');
  });
  it.each([
    'Olá, Marina',
    '[Loja] Olá',
    '[ ] Pequeno\n[ ] Grande',
    '[] Pequeno',
    '<3 obrigado',
    '{nome}, bem-vinda',
    'data: 12/10, às 9h',
    '10',
  ])('may answer with plain text: %s', async (text) => {
    double.failNext(/hook/, (response) => void response.writeHead(200).end(text));
    expect((await reply(hook(), question('Oi'))).say).toEqual([{ body: text }]);
  });
  it('may answer with a text as JSON', async () => {
    double.failNext(/hook/, faults.says('"Olá, Marina"'));
    expect((await reply(hook(), question('Oi'))).say).toEqual([{ body: 'Olá, Marina' }]);
  });
  it('says only what can be kept, and of which there is something to see', async () => {
    const messages = ['a\u0000b', '\u200b', '\ud83d', `${'x'.repeat(4_095)}😀`];
    double.answersHook(() => ({ status: 200, body: { messages } }));
    const { say } = await reply(hook(), question('Oi'));
    expect(say.map(({ body }) => body)).toEqual(['ab', '\ufffd', 'x'.repeat(4_095)]);
  });
  it('says no more than a person reads', async () => {
    double.answersHook(() => ({
      status: 200,
      body: { messages: Array.from({ length: 30 }, () => 'x'.repeat(9_000)) },
    }));
    const { say } = await reply(hook(), question('Oi'));
    expect([say.length, say[0]?.body.length]).toEqual([10, 4_096]);
  });
});

describe('Dialogflow', () => {
  it('is greeted where nothing was written, and hears what was', async () => {
    expect((await reply(dialogflow(), question())).say).toEqual([{ body: 'Ouvi: WELCOME' }]);
    expect((await reply(dialogflow(), question('preço'))).say).toEqual([{ body: 'Ouvi: preço' }]);
    expect(double.asked.map(({ path }) => path)).not.toContain('/never-asked');
  });
  it('is greeted again by no picture: its fallback says that it was not understood', async () => {
    expect((await reply(dialogflow(), picture({ history: said }))).say).toEqual([{ body: 'Ouvi: [image]' }]);
    expect((await reply(dialogflow(), picture())).say).toEqual([{ body: 'Ouvi: WELCOME' }]);
  });
  it('is asked in the region where it keeps the agent', async () => {
    const { say } = await reply(dialogflow(serviceAccount, 'europe-west2'), question('preço'));
    expect(say).toEqual([{ body: 'Ouvi: preço' }]);
    const session = 'projects/loja/locations/europe-west2/agent/sessions/t1:detectIntent';
    expect(double.asked.at(-1)?.path).toBe(`/europe-west2/v2/${session}`);
    expect([googlePlaces.api('global'), googlePlaces.api('asia-northeast1')]).toEqual([
      'https://dialogflow.googleapis.com',
      'https://asia-northeast1-dialogflow.googleapis.com',
    ]);
  });
  it('hands over where the intent says so', async () => {
    expect((await reply(dialogflow(), question('gente'))).over).toBe('chosen');
  });
  it.each(['{}', 'no json', JSON.stringify({ client_email: 'a@b.c', private_key: 'x'.repeat(60) })])(
    'has no key in %j',
    async (credential) => {
      expect(await failureOf(dialogflow(credential))).toBe('keys');
    },
  );
});
