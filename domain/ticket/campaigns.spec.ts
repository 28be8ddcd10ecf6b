import { expect, it } from 'vitest';
import { minute } from '../../testing/decider.ts';
import { NoPlaceForCampaign } from './campaigns.ts';
import type { TicketCommandOf } from './commands.ts';
import { claimLost, deleted, failed, givenTicket, incoming, opened, resolved, sent } from './fixtures.ts';

const prepare = {
  ticketId: 't1',
  contactId: 'carla',
  connectionId: 'phone',
  queueId: 'sales',
  claim: 'claim-c1_x',
  claimRevision: 0,
};
const names = { ticketId: 't1', messageId: 'm1', campaignId: 'k1', shippingId: 's1' };

const say = (
  kind: 'question' | 'message' = 'message',
  more: Partial<TicketCommandOf<'QueueCampaignMessage'>['data']> = {},
) =>
  ({
    type: 'QueueCampaignMessage',
    data: {
      campaignId: 'k1',
      shippingId: 's1',
      variant: 0,
      confirmed: false,
      kind,
      messages: [{ messageId: 'm1', body: 'Olá!', mediaType: 'chat' }],
      ...(kind === 'question' && { awaits: { words: ['Sim', 'ok'], until: minute(90) } }),
      ...more,
    },
  }) as const;
const write = (body: string, more: object = {}) =>
  ({
    type: 'ReceiveMessage',
    data: { message: incoming('in1', { body, ...more }), claim: 'claim-c1_x', since: 0, claimRevision: 0 },
  }) as const;
const prepared = (kind: 'question' | 'message' = 'message') =>
  givenTicket().when(say(kind, { prepare })).events();
const sentNow = { type: 'RecordSent', data: { messageId: 'm1', externalId: 'x-m1' } } as const;
const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);
const settled = (more: object) => ({
  type: 'CampaignMessageSettled',
  data: { ...names, kind: 'message', variant: 0, ...more },
});

it('begins a conversation that nobody finds, and is said in it once', () => {
  const events = prepared();
  expect(types(events)).toEqual(['TicketPrepared', 'CampaignMessageQueued', 'MessageQueued']);
  expect(events[2]).toMatchObject({ data: { automatic: 'campaign', queueId: 'sales', userId: null } });
  expect(
    givenTicket(...events)
      .when(say('message', { prepare }))
      .events(),
  ).toEqual([]);
  expect(
    givenTicket(...events)
      .when({ type: 'AcceptTicket', data: { userId: 'ana' } })
      .refusal(),
  ).toEqual({ code: 'ERR_NO_TICKET_FOUND' });
});

it('an answer opens it in the campaign’s queue, and what was said stays known', () => {
  const events = givenTicket(...prepared(), sent())
    .when(write('Quero!'))
    .events();
  expect(types(events)).toEqual(['TicketOpened', 'MessageReceived']);
  expect(events[0]).toMatchObject({ data: { status: 'pending', queueId: 'sales', userId: null } });
  const open = givenTicket(...prepared(), sent(), ...events);
  expect(open.when(say('message')).events()).toEqual([]);
  expect(types(open.when({ type: 'AcceptTicket', data: { userId: 'ana' } }).events())).toEqual([
    'TicketAccepted',
  ]);
});

it('whose claim another ticket took is opened no more, and written into no more', () => {
  const lost = givenTicket(...prepared(), claimLost());
  expect(() => lost.when(write('Quero!')).events()).toThrow();
  const next = say('message', { messages: [{ messageId: 'm2', body: 'Oi', mediaType: 'chat' }] });
  expect(() => lost.when(next).events()).toThrow(NoPlaceForCampaign);
});

it.each([
  ['sent', sentNow, { outcome: 'sent', before: 'queued' }],
  [
    'acknowledged, which says that it was sent',
    { type: 'AcknowledgeMessages', data: { messageIds: ['m1'], ack: 2 } } as const,
    { outcome: 'sent', before: 'queued' },
  ],
  [
    'failed',
    { type: 'RecordFailed', data: { messageId: 'm1', code: 'ERR_SENDING_WAPP_MSG', reason: '' } } as const,
    { outcome: 'failed', before: 'queued', failure: { code: 'ERR_SENDING_WAPP_MSG', reason: '' } },
  ],
  [
    'erased with its contact',
    { type: 'EraseTicket', data: {} } as const,
    { outcome: 'failed', before: 'queued', failure: { code: 'ERR_CONTACT_ERASED', reason: '' } },
  ],
])('what becomes of the message stands in the same append: %s', (_name, command, outcome) => {
  const events = givenTicket(...prepared())
    .when(command)
    .events();
  expect(events.at(-1)).toEqual(settled(outcome));
  expect(events.length).toBe(2);
});

it('an agent who deletes it before it is out, or its ticket, ends it', () => {
  const open = [opened(), ...givenTicket(opened()).when(say()).events()];
  const remove = { type: 'DeleteMessage', data: { messageId: 'm1', byContact: false } } as const;
  const accepted = givenTicket(...open)
    .when({ type: 'AcceptTicket', data: { userId: 'ana' } })
    .events();
  const code = 'ERR_CAMPAIGN_MESSAGE_DELETED';
  expect(
    givenTicket(...open, ...accepted)
      .when(remove)
      .events()
      .at(-1),
  ).toMatchObject({ data: { outcome: 'failed', failure: { code } } });
  expect(
    givenTicket(...open)
      .when({ type: 'DeleteTicket', data: {} })
      .events()
      .at(-1),
  ).toMatchObject({ data: { outcome: 'failed', failure: { code: 'ERR_NO_TICKET_FOUND' } } });
});

it('is told once, fails late, and succeeds when it is tried again', () => {
  const out = givenTicket(...prepared())
    .when(sentNow)
    .events();
  const receipt = { type: 'AcknowledgeMessages', data: { messageIds: ['m1'], ack: 1 } } as const;
  expect(
    givenTicket(...prepared(), ...out)
      .when(receipt)
      .events(),
  ).toEqual([]);
  const late = givenTicket(...prepared(), ...out)
    .when({ type: 'RecordFailed', data: { messageId: 'm1', code: 'ERR_X', reason: '', late: true } })
    .events();
  expect(late.at(-1)).toMatchObject({ data: { before: 'sent', outcome: 'failed' } });
  const again = givenTicket(
    opened(),
    ...givenTicket(opened()).when(say()).events(),
    failed(),
    settled({ outcome: 'failed', before: 'queued', failure: { code: 'ERR_X', reason: '' } }) as never,
    { type: 'MessageRetried', data: { ticketId: 't1', messageId: 'm1', contactId: 'c', connectionId: 'n' } },
  ).when(sentNow);
  expect(again.events().at(-1)).toMatchObject({
    data: { before: 'failed', outcome: 'sent', formerCode: 'ERR_X' },
  });
});

const asked = () => {
  const events = prepared('question');
  return [
    ...events,
    ...givenTicket(...events)
      .when(sentNow)
      .events(),
  ];
};

it.each([
  ['SÍM ', 'yes'],
  ['Ok', 'yes'],
  ['sim, mas depois', 'no'],
  ['quem é?', 'no'],
])('“%s” answers its question with %s', (body, answer) => {
  const events = givenTicket(...asked())
    .when(write(body))
    .events();
  expect(types(events)).toEqual(['TicketOpened', 'MessageReceived', 'CampaignAnswered']);
  expect(events[2]).toMatchObject({ data: { ...names, answer } });
  const after = givenTicket(...asked(), ...events);
  expect(types(after.when(write('sim', { messageId: 'in2', externalId: 'e2' })).events())).toEqual([
    'MessageReceived',
  ]);
});

it('what the company itself writes on its phone answers nothing', () => {
  const events = givenTicket(...asked())
    .when(write('sim', { fromMe: true }))
    .events();
  expect(types(events)).toEqual(['TicketOpened', 'MessageReceived']);
});

it('lapses once its time is over, not before', () => {
  const lapse = { type: 'LapseCampaignQuestion', data: { shippingId: 's1' } } as const;
  const ticket = givenTicket(...asked());
  expect(ticket.when(lapse).events()).toEqual([]);
  const [lapsed] = ticket.when(lapse, { at: minute(91) }).events();
  expect(lapsed).toEqual({ type: 'CampaignAnswered', data: { ...names, answer: 'none' } });
  expect(types(ticket.when(write('sim'), { at: minute(91) }).events())).not.toContain('CampaignAnswered');
});

it.each([
  ['closed', resolved],
  ['deleted', deleted],
])('goes into no ticket that is %s', (_name, end) => {
  expect(() => givenTicket(opened(), end).when(say()).events()).toThrow(NoPlaceForCampaign);
});

const out = (kind: 'question' | 'message' = 'message') => {
  const events = prepared(kind);
  return [
    ...events,
    ...givenTicket(...events)
      .when(sentNow)
      .events(),
  ];
};
const receipt = (ack: number) =>
  ({ type: 'AcknowledgeMessages', data: { messageIds: ['m1'], ack } }) as const;
const reached = (before: string, step: string) => ({
  type: 'CampaignMessageReached',
  data: { ...names, variant: 0, before, reached: step },
});

it('says how far its message came with the contact, each step once and none backwards', () => {
  const steps: readonly (readonly [object, object | undefined])[] = [
    [receipt(2), undefined],
    [receipt(3), reached('sent', 'received')],
    [receipt(4), reached('received', 'read')],
    [receipt(5), undefined],
    [write('Quero!'), reached('read', 'answered')],
    [write('E mais', { messageId: 'in2', externalId: 'e2' }), undefined],
  ];
  let before = out();
  for (const [command, told] of steps) {
    const events = givenTicket(...before)
      .when(command as never)
      .events();
    expect(events.filter(({ type }) => type === 'CampaignMessageReached')).toEqual(told ? [told] : []);
    before = [...before, ...events];
  }
});

it('an answer without a receipt implies them; a receipt that was the first sign tells both', () => {
  expect(
    givenTicket(...out())
      .when(write('Quero!'))
      .events()
      .at(-1),
  ).toEqual(reached('sent', 'answered'));
  const events = givenTicket(...prepared())
    .when(receipt(4))
    .events();
  expect(events.slice(1)).toEqual([settled({ outcome: 'sent', before: 'queued' }), reached('sent', 'read')]);
});

it('what the company writes on its phone, a missed call and the yes to a question are no answers to a message', () => {
  const ticket = givenTicket(...out());
  for (const more of [{ fromMe: true }, { mediaType: 'call_log' }])
    expect(types(ticket.when(write('Oi', more)).events())).not.toContain('CampaignMessageReached');
  expect(
    types(
      givenTicket(...out('question'))
        .when(write('sim'))
        .events(),
    ),
  ).not.toContain('CampaignMessageReached');
});

it('of two campaigns the answer is the later one’s', () => {
  const second = say('message', {
    ...{ campaignId: 'k2', shippingId: 's2' },
    messages: [{ messageId: 'm2', body: 'Oi', mediaType: 'chat' }],
  });
  const queued = givenTicket(...out())
    .when(second)
    .events();
  const sentToo = givenTicket(...out(), ...queued)
    .when({ type: 'RecordSent', data: { messageId: 'm2', externalId: 'x-m2' } })
    .events();
  const answers = givenTicket(...out(), ...queued, ...sentToo)
    .when(write('Quero!'))
    .events()
    .filter(({ type }) => type === 'CampaignMessageReached');
  expect(answers).toMatchObject([{ data: { campaignId: 'k2', messageId: 'm2' } }]);
});

it('who leaves does so for what was written last, once', () => {
  const leave = { type: 'LeaveCampaign', data: {} } as const;
  expect(
    givenTicket(...prepared())
      .when(leave)
      .events(),
  ).toEqual([]);
  const left = givenTicket(...out())
    .when(leave)
    .events();
  expect(left).toEqual([{ type: 'CampaignLeft', data: names }]);
  expect(
    givenTicket(...out(), ...left)
      .when(leave)
      .events(),
  ).toEqual([]);
});
