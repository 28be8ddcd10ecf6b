import { describe, expect, it } from 'vitest';
import { metadata, minute } from '../../testing/decider.ts';
import type { BotScript } from '../bot/script.ts';
import type { BotState } from '../bot/turn.ts';
import { deriveId } from '../kernel/ids.ts';
import { botAfter, botOver, isLooping, NeedsScript, runAssistant } from './bot.ts';
import type { TicketEvent } from './events.ts';
import { accepted, atRest, givenTicket, opened, received, resolved } from './fixtures.ts';
import type { KnownTicket, LiveTicket } from './state.ts';

const queue = (id: string) => ({
  ...{ id, title: id, message: `Aqui é ${id}`, outOfHours: '', isOpen: true, options: [] },
  file: { id: `f-${id}`, name: 'a.pdf', mime: 'application/pdf', size: 3 },
});
const script: BotScript = {
  ...{ greeting: 'Olá', outOfHours: '', isOpen: true, menuForOne: false },
  queues: [queue('support'), queue('sales')],
  values: {
    ...{ firstName: 'Carla', name: 'Carla', agent: '', protocol: '2EK7QX4A' },
    ...{ at: minute(0), timeZone: 'America/Sao_Paulo', locale: 'pt' },
  },
};
const run = (messageId = 'in1', body = 'oi', more: Partial<BotScript> = {}) => ({
  type: 'RunBot' as const,
  data: { messageId, body, heardAt: minute(30), script: { ...script, ...more } },
});
const fresh = opened({ queueId: null });
const ids = { ticketId: 't1' };
const shown: TicketEvent = {
  type: 'BotMenuShown',
  data: { ...ids, messageId: 'in1', queueId: null, optionId: null, wrong: 0 },
};
const transferred: TicketEvent = {
  type: 'TicketTransferred',
  data: { ...ids, status: 'pending', queueId: 'sales', userId: null, before: { ...atRest, queueId: null } },
};
const began: TicketEvent = {
  type: 'AssistantBegan',
  data: { ...ids, messageId: 'in1', promptId: 'p1', integrationId: null, waiting: ['in1'] },
};
const types = (events: readonly TicketEvent[]) => events.map(({ type }) => type);

describe('the bot of a ticket', () => {
  it('answers with its menu; the ids of what it says derive from the command', () => {
    const events = givenTicket(fresh, received()).when(run()).events();
    expect(events).toEqual([
      {
        type: 'MessageQueued',
        data: {
          ...{ ...ids, contactId: 'carla', connectionId: 'phone', messageId: deriveId('command', 'bot', 0) },
          body: expect.stringContaining('Olá\n\n*1* – support'),
          ...{ mediaType: 'chat', userId: null, queueId: null, automatic: 'bot' },
        },
      },
      shown,
    ]);
  });
  it('asks for the script only where it has something to decide', () => {
    const without = { type: 'RunBot' as const, data: { messageId: 'in1', body: 'oi', heardAt: minute(9) } };
    expect(() => givenTicket(fresh, received()).when(without).events()).toThrow(NeedsScript);
    expect(givenTicket(fresh, received(), shown).when(without).events()).toEqual([]);
    expect(givenTicket(fresh, received(), accepted()).when(without).events()).toEqual([]);
  });
  it('who wrote three messages before it spoke gets one menu, whichever of them comes again', () => {
    const wrote = [fresh, received('in1'), received('in2'), received('in3')];
    expect(
      types(
        givenTicket(...wrote)
          .when(run('in1'))
          .events(),
      ),
    ).toContain('BotMenuShown');
    for (const id of ['in1', 'in2', 'in3'])
      expect(
        givenTicket(...wrote, shown)
          .when(run(id, '2'))
          .events(),
      ).toEqual([]);
    const after = givenTicket(...wrote, shown, received('in4'))
      .when(run('in4', '2'))
      .events();
    expect(types(after)).toContain('BotChoiceMade');
  });
  it('a choice moves the ticket, says the greeting and its file and hands over, in one append', () => {
    const events = givenTicket(fresh, received(), shown, received('in2')).when(run('in2', '2')).events();
    const choice = { ...ids, messageId: 'in2', queueId: 'sales', optionId: null, title: 'sales' };
    const said = { automatic: 'bot', queueId: 'sales', userId: null };
    expect(events).toEqual([
      { type: 'BotChoiceMade', data: choice },
      transferred,
      { type: 'MessageQueued', data: expect.objectContaining({ ...said, body: 'Aqui é sales' }) },
      {
        type: 'MessageQueued',
        data: expect.objectContaining({
          ...said,
          body: '',
          mediaType: 'application',
          media: queue('sales').file,
        }),
      },
      { type: 'BotHandedOver', data: { ...ids, messageId: 'in2', reason: 'chosen' } },
    ]);
    const [choiceMade, moved, ...rest] = events as [TicketEvent, TicketEvent, ...TicketEvent[]];
    const over = givenTicket(
      fresh,
      received(),
      shown,
      received('in2'),
      choiceMade,
      moved,
      ...rest,
      received('in3'),
    );
    expect(over.when(run('in3', '1')).events()).toEqual([]);
  });
  it('goes on after its own transfer where the queue has options', () => {
    const goes = givenTicket(fresh, received(), transferred, shown, received('in2')).when(run('in2', '#'));
    expect(types(goes.events())).toContain('BotMenuShown');
  });
  it.each<[string, readonly TicketEvent[]]>([
    ['an agent accepts', [accepted()]],
    ['somebody transfers it', [transferred]],
    [
      'it was given back to its queue',
      [accepted(), { type: 'TicketReturned', data: { ...ids, before: atRest } }],
    ],
    ['it closes', [resolved]],
    ['somebody answers on the phone', [received('ours', { fromMe: true })]],
  ])('ends when %s', (_what, events) => {
    for (const history of [[fresh], [fresh, received(), shown]])
      expect(
        givenTicket(...history, ...events, received('in9'))
          .when(run('in9', '1'))
          .events(),
      ).toEqual([]);
  });
  it('never speaks in groups, nor with whoever called, nor in a ticket that somebody opened', () => {
    const group = opened({ queueId: null, isGroup: true });
    expect(givenTicket(group, received()).when(run()).events()).toEqual([]);
    expect(
      givenTicket(fresh, received('in1', { mediaType: 'call_log' }))
        .when(run())
        .events(),
    ).toEqual([]);
    const own = opened({ status: 'open', userId: 'ana' });
    expect(givenTicket(own, received()).when(run()).events()).toEqual([]);
  });
  it('begins anew when a closed ticket is reopened for its queue', () => {
    const reopened: TicketEvent = {
      type: 'TicketReopened',
      data: { ...ids, userId: null, status: 'pending', claimRevision: 1, before: atRest },
    };
    const again = givenTicket(fresh, received(), shown, resolved, reopened, received('in2'));
    expect(types(again.when(run('in2')).events())).toContain('BotMenuShown');
  });
  it('says once that the company is closed, and begins in its hours', () => {
    const closed = { isOpen: false, outOfHours: 'Fechado' };
    const told = givenTicket(fresh, received())
      .when(run('in1', 'oi', closed))
      .events();
    expect(types(told)).toEqual(['MessageQueued', 'BotSaidClosed']);
    const next = givenTicket(fresh, received(), ...told, received('in2'));
    expect(next.when(run('in2', 'oi', closed)).events()).toEqual([]);
    expect(types(next.when(run('in2', 'oi')).events())).toContain('BotMenuShown');
  });
  it('begins in its hours also for who wrote all night', () => {
    const told: TicketEvent = { type: 'BotSaidClosed', data: { ...ids, messageId: 'in1' } };
    const night = Array.from({ length: 40 }, (_, index) => received(`night ${index}`));
    const morning = givenTicket(fresh, received(), told, ...night, received('in2'));
    expect(types(morning.when(run('in2', 'bom dia')).events())).toContain('BotMenuShown');
  });
});

const counted = (count: number, inDay = count) => ({
  answers: { quick: { since: minute(0), count }, slow: { since: minute(0), count: inDay } },
});
const assisted: BotState = { ...botOver, phase: 'assisted' };
const answered: TicketEvent = { type: 'AssistantAnswered', data: { ...ids, messageId: 'in1', tokens: 0 } };

describe('an assistant that answers and answers', () => {
  it.each([
    ['that never answered', {}, 0, false],
    ['59 times in a quarter of an hour', counted(59), 14, false],
    ['60 times in a quarter of an hour', counted(60), 14, true],
    ['60 times, a quarter of an hour ago', counted(60), 15, false],
    ['299 times in a day', counted(1, 299), 1439, false],
    ['300 times in a day', counted(1, 300), 1439, true],
    ['300 times, a day ago', counted(1, 300), 1440, false],
  ])('loops: one %s, %o, at minute %i: %s', (_what, bot, at, loops) => {
    expect(isLooping(bot, new Date(minute(at)))).toBe(loops);
  });
  it('is counted anew after a quarter of an hour, and after a day', () => {
    const countAfter = (before: BotState, at: number) =>
      botAfter(before, {} as KnownTicket, answered, minute(at)).answers;
    const first = (at: number) => ({ since: minute(at), count: 1 });
    expect(countAfter(assisted, 5)).toEqual({ quick: first(5), slow: first(5) });
    const before = { ...assisted, ...counted(7) };
    expect(countAfter(before, 14)).toEqual(counted(8).answers);
    expect(countAfter(before, 15)).toEqual({ quick: first(15), slow: { since: minute(0), count: 8 } });
    expect(countAfter(before, 1440)).toEqual({ quick: first(1440), slow: first(1440) });
  });
  it.each([
    [10, 60],
    [16, 300],
    [60, 300],
    [280, 300],
    [290, undefined],
  ])('is caught where an exchange takes %i s, after %s answers', (seconds, caughtAfter) => {
    let bot = assisted;
    const caught = Array.from({ length: 1_000 }, (_, index) => index).find((index) => {
      const at = new Date(Date.parse(minute(0)) + index * seconds * 1_000);
      if (isLooping(bot, at)) return true;
      bot = botAfter(bot, {} as KnownTicket, answered, at.toISOString());
      return false;
    });
    expect(caught).toBe(caughtAfter);
  });
  it.each([
    ['words', [{ messageId: 'a1', body: 'Oi' }], 8],
    ['nothing', [], 7],
  ])('is counted for answers that say something, here %s', (_what, say, count) => {
    const ticket = givenTicket(fresh, received(), began).state() as KnownTicket;
    const before = { ...ticket, bot: { ...ticket.bot, ...counted(7) } };
    const data = { messageId: 'in1', say, outcome: { is: 'answered' as const, tokens: 0 } };
    const command = { type: 'RunAssistant' as const, data, metadata: metadata({ at: minute(3) }) };
    const after = runAssistant(command as never, before as LiveTicket).reduce(
      (bot, event) => botAfter(bot, ticket, event, minute(3)),
      before.bot as BotState,
    );
    expect(after).toMatchObject({ heard: [], ...counted(count) });
  });
  const spoken = (automatic?: string): TicketEvent => ({
    type: 'MessageQueued',
    data: {
      ...{ ...ids, contactId: 'carla', connectionId: 'phone', messageId: 'a1', body: 'Oi' },
      ...{ mediaType: 'chat', userId: null, queueId: null, ...(automatic && { automatic }) },
    },
  });
  const silent: TicketEvent = {
    type: 'AssistantAnswered',
    data: { ...ids, messageId: 'in1', tokens: 0, silent: true },
  };
  it.each<[string, readonly TicketEvent[], number]>([
    ['and nothing later', [silent], 7],
    ['and two messages through the API before it', [spoken('api'), spoken('api'), silent], 8],
    ['and two messages through the API after it', [silent, spoken('api'), spoken('api')], 7],
    ['twice, and messages between', [silent, spoken('api'), spoken('api'), silent], 8],
    ['three times, and messages between the first two', [silent, spoken('api'), silent, silent], 8],
    ['after an answer of words, and messages before that', [spoken('api'), answered, silent], 8],
    ['and what the menus said before it', [spoken('bot'), silent], 7],
    ['and what was sent at a set time', [spoken('schedule'), silent], 7],
  ])('is counted once an exchange where it answers with nothing %s', (_what, events, count) => {
    const before: BotState = { ...assisted, ...counted(7) };
    const after = events.reduce((bot, event) => botAfter(bot, {} as KnownTicket, event, minute(3)), before);
    expect(after.answers).toEqual(counted(count).answers);
  });
  it('is caught also where it speaks through the API alone', () => {
    const state = (exchanges: number) => {
      const history = Array.from({ length: exchanges }, () => [spoken('api'), silent]).flat();
      const bot = history.reduce(
        (one, event) => botAfter(one, {} as KnownTicket, event, minute(0)),
        assisted,
      );
      return isLooping(bot, new Date(minute(1)));
    };
    expect([state(59), state(60)]).toEqual([false, true]);
  });
  it('remembers nothing that came through the API while no assistant answers', () => {
    for (const phase of ['running', 'over'] as const) {
      const bot: BotState = { ...botOver, phase };
      expect(botAfter(bot, {} as KnownTicket, spoken('api'), minute(3))).toBe(bot);
    }
  });
  it('is done for the limit, which every build knows, and says that it is that of a loop', () => {
    const outcome = { is: 'over' as const, reason: 'limit' as const, cause: 'loop' as const };
    const done = givenTicket(fresh, received(), began)
      .when({ type: 'RunAssistant', data: { messageId: 'in1', say: [], outcome } })
      .events();
    expect(done).toEqual([
      { type: 'AssistantHandedOver', data: { ...ids, messageId: 'in1', reason: 'limit', cause: 'loop' } },
    ]);
  });
});
