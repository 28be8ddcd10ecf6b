import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ticketStream } from '../../domain/streams.ts';
import { type ScriptedDriver, scriptedDriver } from '../../testing/driver.ts';
import { ana, companyId, customer, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { DriverError, type DriverEvent, type DriverMessage, type ReactionTarget } from '../driver/driver.ts';

const stranger = '5511966660001';
const bia = '5511955500143';
const group = '120363025246125486';
const now = () => new Date().toISOString();
let test: TestGateway;
let network: ScriptedDriver;
let reacted: ReactionTarget[];
let refuses: boolean;
beforeEach(async () => {
  test = await startTestGateway();
  reacted = [];
  refuses = false;
  network = scriptedDriver({
    react: async (target) => {
      if (refuses) throw new DriverError('refused', 'no');
      reacted.push(target);
    },
  });
  const gateway = await test.startGateway({ openDriver: network.openDriver, config: { leaseMs: 5_000 } });
  await expect.poll(() => gateway.status().sessions[0]?.connected).toBe(true);
});
afterEach(() => test.close());

const write = (externalId: string, body: string, more: Partial<DriverMessage> = {}) =>
  network.tell({
    type: 'message',
    message: {
      externalId,
      addresses: [customer],
      name: 'Marina',
      isGroup: false,
      fromMe: false,
      body,
      mediaType: 'chat',
      sentAt: now(),
      ...more,
    },
  });
type Reaction = Extract<DriverEvent, { type: 'reaction' }>;
const react = (externalId: string, emoji: string, more: Partial<Reaction> = {}) =>
  network.tell({
    type: 'reaction',
    externalId,
    emoji,
    addresses: [customer],
    fromMe: false,
    sentAt: now(),
    ...more,
  } as Reaction);
const reactions = async (at = 0) => {
  await test.settled();
  return (await test.messages())[at]?.reactions?.map(({ emoji, fromMe }) => [emoji, fromMe]) ?? [];
};
const types = async () => {
  const [ticket] = await test.tickets();
  const events = await test.eventStore.read(ticketStream(companyId, ticket!.id), {});
  return events.map(({ type }) => type);
};

describe('a customer’s reaction', () => {
  it('stands under our message, is changed and taken back', async () => {
    await write('A1', 'Quanto custa?');
    const ticketId = await test.accepted();
    const { messageId } = await test.desk.tickets.send(ana, { ticketId, body: 'R$ 500' });
    await test.settled();
    await react(`net-${messageId}`, '👍');
    expect(await reactions(1)).toEqual([['👍', false]]);
    await react(`net-${messageId}`, '❤️');
    await react(`net-${messageId}`, '❤️');
    expect(await reactions(1)).toEqual([['❤️', false]]);
    await react(`net-${messageId}`, '');
    expect(await reactions(1)).toEqual([]);
    expect((await types()).filter((type) => type === 'MessageReacted')).toHaveLength(3);
  });

  it('opens no ticket, reopens none and says nothing by itself', async () => {
    await write('A1', 'Quanto custa?');
    const ticketId = await test.accepted();
    await test.desk.tickets.resolve(ana, { ticketId });
    await test.settled();
    const sent = network.sends.length;
    await react('A1', '🙏');
    expect(await reactions()).toEqual([['🙏', false]]);
    expect(await test.tickets()).toMatchObject([{ id: ticketId, status: 'closed', unreadMessages: 0 }]);
    expect(network.sends).toHaveLength(sent);
    // Of what nobody here knows: nothing at all, not even a contact.
    await react('from before the pairing', '👍', { addresses: [stranger] });
    await test.settled();
    expect(await test.tickets()).toHaveLength(1);
    expect(await test.contacts()).toHaveLength(1);
  });

  it('to a message of another chat is dropped', async () => {
    await write('A1', 'Aceito');
    await write('B1', 'oi', { addresses: [stranger], name: 'Outro' });
    await react('A1', '💩', { addresses: [stranger] });
    await react('A1', '💩', { addresses: [stranger], fromMe: true });
    expect(await reactions()).toEqual([]);
  });

  it('that is no emoji, or of a deleted message, is dropped and nothing is set aside', async () => {
    await write('A1', 'Aceito');
    for (const emoji of ['a', '👍👍', '👍'.repeat(50_000), '\ud83d', 'x'.repeat(1_000_000)])
      await react('A1', emoji);
    expect(await reactions()).toEqual([]);
    await network.tell({ type: 'delete', externalId: 'A1', addresses: [customer], fromMe: false });
    await react('A1', '👍');
    expect(await reactions()).toEqual([]);
    expect(await test.state.list('parked/', { limit: 10 })).toEqual([]);
  });

  it('in a group is the member’s who gave it', async () => {
    const more = { addresses: [group], isGroup: true, participant: { name: 'Marina', number: customer } };
    await write('G1', 'Reunião às 10h', more);
    await react('G1', '👍', { addresses: [group], author: [customer], authorName: 'Marina' });
    await react('G1', '👍', { addresses: [group], author: [bia], authorName: 'Bia' });
    await react('G1', '❤️', { addresses: [group], author: [bia], authorName: 'Bia' });
    await test.settled();
    const [message] = await test.messages();
    expect(message?.reactions).toMatchObject([
      { emoji: '👍', participant: { name: 'Marina', number: customer } },
      { emoji: '❤️', participant: { name: 'Bia', number: bia } },
    ]);
  });
});

describe('an agent’s reaction', () => {
  const accepted = async () => {
    await write('A1', 'Obrigada!');
    return { ticketId: await test.accepted(), messageId: (await test.messages())[0]!.id };
  };

  it('goes out to the message it is for, and is taken back there', async () => {
    const target = await accepted();
    await test.desk.tickets.react(ana, { ...target, emoji: '❤️' });
    expect(await reactions()).toEqual([['❤️', true]]);
    await test.desk.tickets.react(ana, { ...target, emoji: '' });
    expect(await reactions()).toEqual([]);
    const to = { to: customer, isGroup: false, externalId: 'A1', fromMe: false };
    expect(reacted).toEqual([
      { ...to, emoji: '❤️' },
      { ...to, emoji: '' },
    ]);
  });

  it('to a message that is still on its way goes out behind it', async () => {
    const { ticketId } = await accepted();
    const { messageId } = await test.desk.tickets.send(ana, { ticketId, body: 'De nada' });
    await test.desk.tickets.react(ana, { ticketId, messageId, emoji: '👍' });
    expect(await reactions(1)).toEqual([['👍', true]]);
    expect(reacted).toMatchObject([{ externalId: `net-${messageId}`, fromMe: true }]);
  });

  it('that is refused is said, and may be given again', async () => {
    const target = await accepted();
    refuses = true;
    await test.desk.tickets.react(ana, { ...target, emoji: '👍' });
    expect(await reactions()).toEqual([]);
    expect((await test.messages())[0]?.changeFailure).toMatchObject({ change: 'react' });
    refuses = false;
    await test.desk.tickets.react(ana, { ...target, emoji: '👍' });
    expect(await reactions()).toEqual([['👍', true]]);
    expect((await test.messages())[0]?.changeFailure).toBeNull();
  });

  it('in a group names the member whose message it is for', async () => {
    const more = { addresses: [group], isGroup: true, participant: { name: 'Bia', number: bia } };
    await write('G1', 'Reunião às 10h', more);
    const ticketId = await test.accepted();
    const [message] = await test.messages();
    await test.desk.tickets.react(ana, { ticketId, messageId: message!.id, emoji: '👍' });
    await test.settled();
    expect(reacted).toMatchObject([{ to: group, isGroup: true, author: bia, emoji: '👍' }]);
  });

  it('is taken over by the phone’s own, with nothing left to be done', async () => {
    const target = await accepted();
    await test.desk.tickets.react(ana, { ...target, emoji: '👍' });
    await test.settled();
    await react('A1', '😮', { fromMe: true });
    expect(await reactions()).toEqual([['😮', true]]);
    expect(reacted).toHaveLength(1);
  });
});

describe('a poll', () => {
  const extra = { poll: { options: ['10h', '14h'], choices: 1 } };
  const vote = (choices: readonly number[], more = {}) =>
    network.tell({
      type: 'vote',
      externalId: 'P1',
      choices,
      addresses: [customer],
      fromMe: false,
      sentAt: now(),
      ...more,
    } as DriverEvent);

  it('keeps what the customer chose, of a poll that the company’s phone made too', async () => {
    await write('P1', 'Que horário?', { extra, fromMe: true });
    await vote([1]);
    await test.settled();
    expect((await test.messages())[0]).toMatchObject({ fromMe: true, votes: [{ choices: [1] }] });
  });

  it('is none where there are no options: what votes in a text is dropped, and nothing is set aside', async () => {
    await write('P1', 'Que horário?');
    await vote([0]);
    await test.settled();
    expect((await test.messages())[0]?.votes).toBeUndefined();
    expect(await test.state.list('parked/', { limit: 10 })).toEqual([]);
  });

  it('is not voted in from another chat, nor by options it does not have', async () => {
    await write('P1', 'Que horário?', { extra });
    await vote([0], { addresses: [stranger] });
    await vote([7, -1, 1.5, Number.NaN, 1]);
    await test.settled();
    expect((await test.messages())[0]?.votes).toMatchObject([{ choices: [1], fromMe: false }]);
  });
});

describe('a message that could not be read', () => {
  const unreadable = { body: '', extra: { unreadable: { cause: 'undecryptable' } } };

  it('is one message with what comes again under its id, also after its ticket closed', async () => {
    await write('A1', '', unreadable);
    const ticketId = await test.accepted();
    await test.desk.tickets.resolve(ana, { ticketId });
    await write('A1', 'agora sim');
    await test.settled();
    expect(await test.tickets()).toHaveLength(1);
    expect(await test.messages()).toMatchObject([{ ticketId, body: 'agora sim', extra: null }]);
    await write('A1', 'e de novo');
    await test.settled();
    expect(await test.messages()).toMatchObject([{ body: 'agora sim' }]);
  });

  it('is not filled in by who writes under its id in another chat', async () => {
    await write('A1', '', unreadable);
    await write('A1', 'forjado', { addresses: [stranger], name: 'Outro' });
    await test.settled();
    expect((await test.messages()).find(({ extra }) => extra?.unreadable)).toBeDefined();
  });
});
