import { describe, expect, it } from 'vitest';
import { type Answered, documentIn, spokenInvoices } from './invoices.ts';
import { type BotScript, botWords } from './script.ts';
import { type BotState, botTurn, questionIn } from './turn.ts';

describe('a document in a text', () => {
  it.each([
    ['529.982.247-25', '52998224725'],
    ['meu cpf: 52998224725, obrigada', '52998224725'],
    ['11.444.777/0001-61', '11444777000161'],
    ['CNPJ 11444777000161.', '11444777000161'],
    // Given out since July 2026.
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['o errado é 52998224724 e o certo 529.982.247-25', '52998224725'],
  ])('%s is %s', (text, document) => expect(documentIn(text)).toBe(document));

  it.each(['', '1', '111.111.111-11', '52998224724', '11 99999-9999', 'x'.repeat(4_000), '0'.repeat(4_000)])(
    '%s is none',
    (text) => expect(documentIn(text)).toBeUndefined(),
  );
});

const at = '2026-11-02T15:00:00.000Z';
const later = '2026-11-02T15:01:00.000Z';
const option = { id: 'o', title: 'Segunda via', message: '', options: [], action: 'asaas' } as const;
const script: BotScript = {
  ...{ greeting: '', outOfHours: '', isOpen: true, menuForOne: true },
  queues: [{ id: 'q', title: 'Financeiro', message: '', options: [option], outOfHours: '', isOpen: true }],
  values: { name: '', firstName: '', agent: '', protocol: '', at, locale: 'pt', timeZone: 'UTC' },
};
const asking: BotState = { phase: 'running', queueId: 'q', optionId: 'o', wrong: 0, at, heard: [] };
const turn = (body: string, answered?: Answered, state: Partial<BotState> = {}, when = later) =>
  botTurn({ ...asking, ...state }, { body, at: when }, script, answered);
const cpf = '529.982.247-25';

describe('who was asked for a document', () => {
  it('is asked with the option’s own words where it has some', () => {
    const [queue] = script.queues;
    const own = { ...script, queues: [{ ...queue!, options: [{ ...option, message: 'Seu CPF?' }] }] };
    const chosen = botTurn({ ...asking, optionId: null }, { body: '1', at: later }, own);
    expect(chosen?.say.map(({ body }) => body)).toEqual([
      'Seu CPF?\n\n*#* – Voltar\n*0* – Falar com atendente',
    ]);
    expect(chosen?.next).toEqual({ is: 'menu', queueId: 'q', optionId: 'o', wrong: 0 });
  });

  it('may go back or to an agent instead: that is no question', () => {
    expect(turn('#')?.next).toMatchObject({ is: 'menu', optionId: null });
    expect(turn('0')?.next).toEqual({ is: 'over', reason: 'asked' });
    for (const body of ['#', '0', '1', 'oi']) expect(questionIn(asking, { body }, script)).toBeUndefined();
    expect(questionIn(asking, { body: cpf }, script)).toEqual({ system: 'asaas', document: '52998224725' });
    expect(questionIn({ ...asking, optionId: null }, { body: cpf }, script)).toBeUndefined();
    expect(questionIn({ ...asking, phase: 'over' }, { body: cpf }, script)).toBeUndefined();
  });

  it('is told that they owe nothing, and shown the menu again', () => {
    const told = turn(cpf, { is: 'invoices', invoices: [] });
    expect(told?.say[0]?.body).toBe(botWords.nothingOpen);
    expect(told?.say.at(-1)?.body).toContain('*1* – Segunda via');
    expect(told?.next).toEqual({ is: 'menu', queueId: 'q', optionId: null, wrong: 0 });
  });

  it('is asked again where it is none, or nobody’s, until the third time', () => {
    expect(turn('123 abc')?.say[0]?.body).toContain(botWords.badDocument);
    expect(turn(cpf, { is: 'unknown' })?.say[0]?.body).toContain(botWords.unknownDocument);
    expect(turn(cpf, { is: 'unknown' })?.next).toMatchObject({ is: 'menu', optionId: 'o', wrong: 1 });
    expect(turn('123 abc', undefined, { wrong: 2 })?.next).toEqual({ is: 'over', reason: 'wrong' });
    expect(turn(cpf, { is: 'unknown' }, { wrong: 2 })?.next).toEqual({ is: 'over', reason: 'wrong' });
  });

  it('is not scolded for the rest of what they were writing', () => {
    expect(turn('obrigada', undefined, {}, '2026-11-02T15:00:01.000Z')).toBeUndefined();
    expect(turn(cpf, { is: 'unknown' }, {}, '2026-11-02T15:00:01.000Z')).toBeDefined();
  });

  it('is handed over where nobody could be asked', () => {
    for (const answered of [undefined, { is: 'failed' } as const])
      expect(turn(cpf, answered)).toEqual({
        next: { is: 'over', reason: 'chosen' },
        say: [{ body: botWords.noLookUp }],
      });
  });
});

it('what a system says is told as it is: no variable in it is filled in', () => {
  const url = 'https://pay.example/{{firstName}}';
  const [text] = spokenInvoices([{ amountCents: 5, dueDate: '2026-12-01', url }]);
  expect(text).toContain(url);
  const told = turn(cpf, { is: 'invoices', invoices: [{ amountCents: 5, dueDate: '2026-12-01', url }] });
  expect(told?.say[0]?.body).toContain('{{firstName}}');
});
