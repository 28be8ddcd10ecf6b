import { describe, expect, it } from 'vitest';
import { type BotSetup, composeScript } from './compose.ts';
import { tryOut, wayTo } from './dry-run.ts';
import { botWords } from './script.ts';

const hours = [{ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }];
const none = { mediaPath: null };
const option = (id: string, place: string, parentId: string | null, message = '') => ({
  ...none,
  ...{ id, title: id, message, option: place, queueId: 'q', parentId },
});
const queue = (id: string, name: string, orderQueue: number) => ({
  ...none,
  ...{ id, name, orderQueue, greetingMessage: `Aqui é ${name}`, outOfHoursMessage: '', schedules: hours },
});
const setup = (settings: Readonly<Record<string, string>> = {}): BotSetup => ({
  settings,
  timeZone: 'America/Sao_Paulo',
  schedules: hours,
  queues: [queue('q', 'Entregas', 1), queue('r', 'Vendas', 2)],
  options: [
    option('prazo', '1', null, 'De onde você fala, {{firstName}}?'),
    option('capital', '1', 'prazo', 'Dois dias'),
  ],
  files: new Map(),
});
const values = {
  ...{ name: 'Marina Alves', firstName: 'Marina', agent: '', protocol: '4832' },
  ...{ at: '2026-11-02T15:00:00.000Z', locale: 'pt', timeZone: 'America/Sao_Paulo' },
};
const alone = { greetingMessage: '', outOfHoursMessage: 'Voltamos amanhã', queueIds: ['q'] };
const talk = (
  messages: readonly string[],
  { settings = {}, when = new Date(values.at) as Date | boolean } = {},
) => tryOut({ ...composeScript(setup(settings), alone, when), values }, messages);
const said = (messages: readonly string[], more?: object) =>
  talk(messages, more).steps.map(({ say }) => say.map(({ body }) => body.split('\n')[0]).join('|'));

describe('a bot that is tried out', () => {
  it('shows what an option that looks invoices up would say, and asks no system', () => {
    const options = [{ ...option('via', '1', null), action: 'ixc' as const }];
    const script = { ...composeScript({ ...setup(), options }, alone, new Date(values.at)), values };
    const [, asked, told] = tryOut(script, ['oi', '1', '529.982.247-25']).steps;
    expect(asked?.say[0]?.body).toContain(botWords.askDocument);
    expect(told?.say.map(({ body }) => body).join('\n')).toMatch(/Vencimento[\s\S]*BR\.GOV\.BCB\.PIX/);
  });

  it('talks as it will: greeting, options inside options, the way back, and an agent', () => {
    expect(said(['oi', '1', '1', '#', '0'])).toEqual([
      'Aqui é Entregas',
      'De onde você fala, Marina?',
      'Dois dias',
      'Escolha uma opção:',
      'Certo! Aguarde um momento, um atendente já vai falar com você.',
    ]);
    expect(talk(['oi', '1', '0']).over).toBe('asked');
    expect(talk(['oi', '1', '1']).steps[2]?.choice?.optionId).toBe('capital');
  });

  it('counts wrong answers, and is silent once it has handed over', () => {
    expect(said(['oi', 'x', 'y', 'z', '1']).slice(1)).toEqual([
      'Não entendi. Responda com o número de uma das opções:',
      'Não entendi. Responda com o número de uma das opções:',
      'Certo! Aguarde um momento, um atendente já vai falar com você.',
      '',
    ]);
  });

  it.each([
    ['queue', true, 'Aqui é Entregas'],
    ['queue', false, 'Voltamos amanhã'],
    ['company', false, 'Voltamos amanhã'],
    ['disabled', false, 'Aqui é Entregas'],
    ['queue', new Date('2026-11-02T23:00:00.000Z'), 'Voltamos amanhã'],
  ])('with hours of the %s, at %s, says: %s', (scheduleType, when, expected) => {
    expect(said(['oi'], { settings: { scheduleType }, when })).toEqual([expected]);
  });

  it('takes a single queue without asking, unless the company wants a menu of it too', () => {
    const first = (value: string) =>
      talk(['oi'], { settings: { sendGreetingMessageOneQueues: value } }).steps[0]?.say.map(
        ({ body }) => body,
      );
    expect(first('disabled')?.[0]).toMatch(/^Aqui é Entregas/);
    expect(first('enabled')).toEqual([expect.stringContaining('*1* – Entregas\n*0*')]);
  });

  it('knows the way to every option', () => {
    const script = { ...composeScript(setup(), alone, true), values };
    expect(wayTo(script, 'capital')).toEqual(['1', '1']);
    const both = { ...composeScript(setup(), { ...alone, queueIds: ['r', 'q'] }, true), values };
    expect(wayTo(both, 'capital')).toEqual(['1', '1', '1']);
    expect(wayTo(both, 'r')).toEqual(['2']);
    expect(wayTo(both, 'nothing')).toBeUndefined();
  });
});
