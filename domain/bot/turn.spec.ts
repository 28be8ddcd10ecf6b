import { describe, expect, it } from 'vitest';
import type { BotOption, BotQueue, BotScript } from './script.ts';
import { botWords } from './script.ts';
import { type BotState, botTurn, type Turn } from './turn.ts';

const option = (id: string, more: Partial<BotOption> = {}): BotOption => ({
  ...{ id, title: id, message: '', options: [] },
  ...more,
});
const queue = (id: string, more: Partial<BotQueue> = {}): BotQueue => ({
  ...option(id),
  ...{ outOfHours: '', isOpen: true },
  ...more,
});
const file = { id: 'f', name: 'tabela.pdf', mime: 'application/pdf', size: 3 };
const values = {
  ...{ firstName: 'Marina', name: 'Marina Paz', agent: '', protocol: '2EK7' },
  ...{ at: '2026-11-02T15:00:00.000Z', timeZone: 'America/Sao_Paulo', locale: 'pt' },
};
const script = (more: Partial<BotScript> = {}): BotScript => ({
  ...{ greeting: 'Olá {{firstName}}', outOfHours: '', isOpen: true, menuForOne: false, values },
  queues: [
    queue('Suporte', {
      message: 'Aqui é {{queue}}',
      options: [
        option('Prazo', { message: 'Dois dias.' }),
        option('Boleto', { options: [option('Segunda via', { message: 'Segue', file })] }),
        option('Outro assunto'),
      ],
    }),
    queue('Vendas', { message: 'Conte.' }),
  ],
  ...more,
});
const one = (more: Partial<BotQueue> = {}): Partial<BotScript> => ({ queues: [queue('Só', more)] });

const at = '2026-11-02T15:00:00.000Z';
const later = '2026-11-02T15:01:00.000Z';
const fresh: BotState = { phase: 'new', queueId: null, optionId: null, wrong: 0, at: '', heard: [] };
const begin = (more: Partial<BotScript> = {}) => botTurn(fresh, { body: 'oi', at }, script(more));
/** What comes of answers one after the other, a minute apart; `undefined`s leave it where it stands. */
const talk = (bodies: readonly string[], more: Partial<BotScript> = {}, apart = later): Turn[] => {
  let state = fresh;
  return ['oi', ...bodies].flatMap((body) => {
    const turn = botTurn(state, { body, at: state.at === '' ? at : apart }, script(more));
    if (!turn) return [];
    const { next } = turn;
    if (next.is === 'menu')
      state = {
        ...fresh,
        phase: 'running',
        at,
        ...{ queueId: next.queueId, optionId: next.optionId, wrong: next.wrong },
      };
    else state = { ...fresh, phase: next.is === 'assistant' ? 'assisted' : next.is, at };
    return [turn];
  });
};
const last = (bodies: readonly string[], more?: Partial<BotScript>) => talk(bodies, more).at(-1)!;
const texts = ({ say }: Turn) => say.map(({ body, file: sent }) => sent?.name ?? body);

const rootMenu = '*1* – Suporte\n*2* – Vendas\n*0* – Falar com atendente';
const supportMenu = '*1* – Prazo\n*2* – Boleto\n*3* – Outro assunto\n*#* – Voltar\n*0* – Falar com atendente';

describe('how it begins', () => {
  it('greets and offers the queues in one message', () => {
    expect(begin()).toEqual({
      next: { is: 'menu', queueId: null, optionId: null, wrong: 0 },
      say: [{ body: `Olá Marina\n\n${rootMenu}` }],
    });
  });
  it('chooses the only queue by itself, with both greetings, its file and its options', () => {
    const turn = begin(one({ message: 'Bem-vinda', file, options: [option('A')] }))!;
    expect(texts(turn)).toEqual([
      'Olá Marina',
      'Bem-vinda',
      'tabela.pdf',
      '*1* – A\n*0* – Falar com atendente',
    ]);
    expect(turn).toMatchObject({ queueId: 'Só', next: { is: 'menu', queueId: 'Só' } });
  });
  it('hands over where the only queue has no options', () => {
    expect(begin(one())).toEqual({
      ...{ queueId: 'Só', next: { is: 'over', reason: 'chosen' }, say: [{ body: 'Olá Marina' }] },
    });
  });
  it('offers even the only queue in a menu where the company wants that', () => {
    expect(texts(begin({ ...one(), menuForOne: true })!)).toEqual([
      'Olá Marina\n\n*1* – Só\n*0* – Falar com atendente',
    ]);
  });
  it('says nothing where it has nothing to say', () => {
    expect(begin({ ...one(), greeting: ' ' })).toBeUndefined();
    expect(begin({ queues: [], greeting: '' })).toBeUndefined();
    expect(begin({ queues: [] })).toMatchObject({ next: { is: 'over' }, say: [{ body: 'Olá Marina' }] });
  });
});

describe('out of hours', () => {
  it('of the company: tells so with the text of the connection, and again only half a day later', () => {
    const closed = { isOpen: false, outOfHours: 'Abrimos às 8h' };
    const [told, ...others] = talk(['oi?', 'alguém?'], closed);
    expect([told, others]).toEqual([{ next: { is: 'closed' }, say: [{ body: 'Abrimos às 8h' }] }, []]);
    expect(talk(['oi?'], closed, '2026-11-03T03:00:00.000Z')).toHaveLength(2);
    const state: BotState = { ...fresh, phase: 'closed', at };
    expect(botTurn(state, { body: 'oi', at: later }, script())).toEqual(begin());
  });
  it('of the company without a text: as in its hours', () => {
    expect(begin({ isOpen: false })).toEqual(begin());
  });
  it.each([
    ['its own text', 'Vendas fechou', 'Vendas fechou'],
    ['else that of the connection', '', 'Abrimos às 8h'],
  ])('of a queue: %s, and an agent is next there', (_what, outOfHours, said) => {
    const queues = [queue('A'), queue('Vendas', { outOfHours, isOpen: false, options: [option('x')] })];
    expect(last(['2'], { queues, outOfHours: 'Abrimos às 8h' })).toEqual({
      choice: { queueId: 'Vendas', optionId: null, title: 'Vendas' },
      queueId: 'Vendas',
      next: { is: 'over', reason: 'closed' },
      say: [{ body: said }],
    });
  });
});

describe('answers', () => {
  it.each(['1', ' 1 ', '*1*', '1.', '01', '1️⃣', '１'])('%j chooses the first queue', (body) => {
    expect(last([body])).toEqual({
      choice: { queueId: 'Suporte', optionId: null, title: 'Suporte' },
      queueId: 'Suporte',
      next: { is: 'menu', queueId: 'Suporte', optionId: null, wrong: 0 },
      say: [{ body: `Aqui é Suporte\n\n${supportMenu}` }],
    });
  });
  it('a queue without options hands over after its greeting', () => {
    expect(last(['2'])).toMatchObject({
      ...{ queueId: 'Vendas', next: { is: 'over', reason: 'chosen' }, say: [{ body: 'Conte.' }] },
    });
  });
  it('an option that says something leaves the way back and to an agent', () => {
    expect(last(['1', '1'])).toMatchObject({
      choice: { optionId: 'Prazo', title: 'Prazo' },
      say: [{ body: 'Dois dias.\n\n*#* – Voltar\n*0* – Falar com atendente' }],
    });
  });
  it('options lie inside options, with their files', () => {
    expect(texts(last(['1', '2', '1']))).toEqual([
      'Segue',
      'tabela.pdf',
      '*#* – Voltar\n*0* – Falar com atendente',
    ]);
  });
  it('an option that says nothing and holds none hands over', () => {
    expect(last(['1', '3'])).toMatchObject({
      queueId: 'Suporte',
      next: { is: 'over', reason: 'chosen' },
      say: [{ body: botWords.handedOver }],
    });
  });
  it('# goes one up: from an option, from a queue and out of it; at the top it shows the menu', () => {
    expect(last(['1', '2', '1', '#'])).toMatchObject({ next: { queueId: 'Suporte', optionId: 'Boleto' } });
    expect(last(['1', '1', '#']).say).toEqual([{ body: `${botWords.choose}\n\n${supportMenu}` }]);
    expect(last(['1', '1', '#️⃣'])).toEqual(last(['1', '1', '#']));
    expect(last(['1', '#'])).toEqual({
      queueId: null,
      next: { is: 'menu', queueId: null, optionId: null, wrong: 0 },
      say: [{ body: `${botWords.choose}\n\n${rootMenu}` }],
    });
    expect(last(['#'])).toMatchObject({ next: { queueId: null } });
    expect(last(['#'], one({ options: [option('A')] }))).toMatchObject({ next: { queueId: 'Só' } });
  });
  it('0 hands over wherever one stands', () => {
    const over = { next: { is: 'over', reason: 'asked' }, say: [{ body: botWords.handedOver }] };
    expect([last(['0']), last(['1', '0']), last(['1', '2', '0'])]).toEqual([over, over, over]);
  });
  it('a wrong one repeats the menu, the third in a row hands over', () => {
    const turns = talk(['9', 'quero', 'hein']);
    expect(turns.slice(1).map(({ next }) => next)).toEqual([
      { is: 'menu', queueId: null, optionId: null, wrong: 1 },
      { is: 'menu', queueId: null, optionId: null, wrong: 2 },
      { is: 'over', reason: 'wrong' },
    ]);
    expect(turns[1]!.say).toEqual([{ body: `${botWords.misunderstood}\n\n${rootMenu}` }]);
    expect(last(['9', '9', '1', '9'])).toMatchObject({ next: { is: 'menu', wrong: 1 } });
  });
  it('the rest of what was being written when the menu came is no answer to it, a number is', () => {
    const state: BotState = { ...fresh, phase: 'running', at };
    const soon = (body: string) => botTurn(state, { body, at: '2026-11-02T15:00:02.000Z' }, script());
    expect(soon('tudo bem?')).toBeUndefined();
    expect(soon('1')).toMatchObject({ queueId: 'Suporte' });
  });
  it('a place that was deleted meanwhile is the menu above it', () => {
    const state = { ...fresh, phase: 'running', at, queueId: 'Suporte', optionId: 'gone' } as const;
    expect(botTurn(state, { body: '1', at: later }, script())).toMatchObject({
      choice: { optionId: 'Prazo' },
    });
    expect(botTurn({ ...state, queueId: 'gone' }, { body: '2', at: later }, script())).toMatchObject({
      choice: { queueId: 'Vendas' },
    });
  });
});
