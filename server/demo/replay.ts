import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { v5 as uuidv5 } from 'uuid';
import { pretendChannel } from '../../channels/known.ts';
import type { Actor } from '../../domain/command.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { failures, onChannel } from '../../gateway/outbound/failures.ts';
import type { Agent, Conversation, DemoFile, Queue, Step } from './conversations.ts';
import { conversations } from './conversations.ts';

/** Everything of the demo has ids derived from names, so that a first start cut short goes on where it stopped. */
const namespace = '5c1f4c0e-0a53-5d0c-9b6e-6c2f8f1f7f10';
export const demoId = (...parts: readonly (string | number)[]): string => uuidv5(parts.join('/'), namespace);

const files: Readonly<Record<DemoFile, Omit<Media, 'id' | 'size'>>> = {
  'luminaria.jpg': { name: 'luminaria.jpg', mime: 'image/jpeg', width: 960, height: 640 },
  'orcamento.pdf': { name: 'Orçamento 4821.pdf', mime: 'application/pdf' },
  'audio.ogg': { name: 'audio.ogg', mime: 'audio/ogg', seconds: 9 },
  'video.mp4': { name: 'video.mp4', mime: 'video/mp4', seconds: 3, width: 480, height: 320 },
};
const kindOf: Readonly<Record<DemoFile, 'image' | 'application' | 'audio' | 'video'>> = {
  'luminaria.jpg': 'image',
  'orcamento.pdf': 'application',
  'audio.ogg': 'audio',
  'video.mp4': 'video',
};
type Received = Extract<Step, { from: 'contact' }>;
type Sent = Extract<Step, { from: Agent }>;
type Deed = Exclude<Step, { from: string }>;
const acks = { sent: 1, delivered: 3, read: 4 } as const;

export interface DemoCompany {
  readonly companyId: string;
  readonly connectionId: string;
  readonly users: Readonly<Record<Agent, { id: string; name: string }>>;
  readonly queues: Readonly<Record<Queue, string>>;
  readonly tags: Readonly<Record<string, string>>;
}

interface Replay {
  readonly desk: Desk;
  readonly media: MediaStore;
  readonly company: DemoCompany;
  /** Conversations begin this much before it. */
  readonly now: Date;
}

/** Backdated conversations through real commands; `done` is asked and told per conversation. */
export async function replayConversations(
  replay: Replay,
  progress: { isDone: (index: number) => Promise<boolean>; done: (index: number) => Promise<void> },
): Promise<void> {
  // The oldest first: a contact's later ticket links to the one before.
  const order = conversations
    .map((conversation, index) => ({ conversation, index }))
    .sort((x, y) => y.conversation.ago - x.conversation.ago);
  for (const { conversation, index } of order) {
    if (await progress.isDone(index)) continue;
    await replayOne(replay, conversation, index);
    await progress.done(index);
  }
}

/**
 * Returns the second of a step. Steps of the same minute are a second apart; what makes the contact (1,000 and up)
 * comes before them all.
 */
const secondOf = (number: number): number => (number < 1_000 ? number : 0);

const gateway: Actor = { kind: 'system', id: 'gateway' };

/** A conversation while it is replayed: its commands' contexts, and what later steps refer to. */
interface Run extends Replay {
  readonly index: number;
  readonly contact: Actor;
  readonly messages: { readonly id: string; readonly externalId: string }[];
  ticketId: string;
  context(t: number, number: number, actor: Actor): Context;
  agent(agent: Agent): Actor;
}

async function replayOne(replay: Replay, conversation: Conversation, index: number): Promise<void> {
  const { companyId, users } = replay.company;
  const start = replay.now.getTime() - conversation.ago * 60_000;
  const context: Run['context'] = (t, number, actor) => ({
    companyId,
    actor,
    commandId: demoId('command', index, number),
    at: new Date(start + t * 60_000 + secondOf(number) * 1_000).toISOString(),
  });
  const agent: Run['agent'] = (name) => ({ kind: 'user', id: users[name].id, name: users[name].name });
  const { contactId } = await replay.desk.contacts.ensure(context(0, 1_000, gateway), {
    numbers: [conversation.number],
    name: conversation.name,
    origin: 'demo',
  });
  if (conversation.info !== undefined || conversation.email !== undefined) {
    await replay.desk.contacts.update(context(0, 1_001, agent('ana')), {
      contactId,
      name: conversation.name,
      number: conversation.number,
      email: conversation.email ?? '',
      extraInfo: Object.entries(conversation.info ?? {}).map(([name, value]) => ({
        id: demoId('info', index, name),
        name,
        value,
      })),
    });
  }
  const contact: Actor = { kind: 'contact', id: contactId, name: conversation.name };
  const run: Run = { ...replay, index, contact, messages: [], ticketId: '', context, agent };
  for (const [number, step] of conversation.steps.entries()) {
    if (!('from' in step)) await act(run, step, number);
    else if (step.from === 'contact') await receive(run, contactId, step, number);
    else await send(run, step, number);
  }
}

/** Returns a file of the demo as it stands in the media store, put there unless an earlier start did. */
async function store({ media, company, index }: Run, file: DemoFile, number: number): Promise<Media> {
  const id = demoId('media', index, number);
  const info = files[file];
  const stored =
    (await media.reuse(company.companyId, id)) ??
    (await media.put(
      { id, companyId: company.companyId, name: info.name, mime: info.mime },
      createReadStream(join(import.meta.dirname, 'media', file)),
      10_000_000,
    ));
  return { ...info, id, size: stored.size };
}

const externalIdFrom = (id: string): string => `DEMO${id.replaceAll('-', '').toUpperCase().slice(0, 18)}`;

async function receive(run: Run, contactId: string, step: Received, number: number): Promise<void> {
  const { desk, company } = run;
  const externalId = externalIdFrom(demoId('external', run.index, number));
  const media = step.file && (await store(run, step.file, number));
  const context = run.context(step.t, number, run.contact);
  const { ticketId, messageId } = await desk.tickets.receive(context, {
    connectionId: company.connectionId,
    queueId: company.queues.Suporte,
    contactId,
    externalId,
    fromMe: false,
    body: step.text,
    mediaType: step.kind ?? (step.file ? kindOf[step.file] : 'chat'),
    ...(media && { media }),
    ...(step.extra && { extra: step.extra }),
    sentAt: context.at as string,
  });
  run.ticketId = ticketId;
  run.messages.push({ id: messageId, externalId });
}

async function send(run: Run, step: Sent, number: number): Promise<void> {
  const { desk, company, ticketId, messages } = run;
  const media = step.file && (await store(run, step.file, number));
  const quoted = step.quotes === undefined ? undefined : messages[step.quotes];
  const { messageId } = await desk.tickets.send(run.context(step.t, number, run.agent(step.from)), {
    ticketId,
    messageId: demoId('message', run.index, number),
    body: step.text === '' ? '' : `*${company.users[step.from].name}:*\n${step.text}`,
    ...(media && { media, mediaType: kindOf[step.file as DemoFile] }),
    ...(quoted && { quotedId: quoted.id }),
  });
  const externalId = externalIdFrom(messageId);
  messages.push({ id: messageId, externalId });
  const settled = run.context(step.t, number + 200, gateway);
  if (step.fate === 'failed') {
    const failure = onChannel(pretendChannel?.kind ?? '', failures.refused);
    await desk.tickets.failed(settled, { ticketId, messageId, ...failure });
    return;
  }
  await desk.tickets.sent(settled, { ticketId, messageId, externalId });
  const ack = acks[step.fate ?? 'sent'];
  if (ack > 1)
    await desk.tickets.acknowledge(run.context(step.t, number + 300, gateway), {
      ticketId,
      messageIds: [messageId],
      ack,
    });
}

/** Carries out a step that is no message: what an agent or the contact does with the ticket or a message. */
async function act(run: Run, step: Deed, number: number): Promise<void> {
  const { company, ticketId, messages } = run;
  const { tickets } = run.desk;
  const by = (agent: Agent, offset = 0) => run.context(step.t, number + offset, run.agent(agent));
  const byContact = run.context(step.t, number, run.contact);
  const userId = (agent: Agent): string => company.users[agent].id;
  const messageId = 'message' in step ? (messages[step.message]?.id as string) : '';
  switch (step.do) {
    case 'accept':
      await tickets.accept(by(step.agent), { ticketId, userId: userId(step.agent) });
      await tickets.markRead(by(step.agent, 400), { ticketId });
      return;
    case 'toQueue':
      await tickets.transfer(
        step.by ? by(step.by) : run.context(step.t, number, { kind: 'system', id: 'demo' }),
        {
          ticketId,
          queueId: company.queues[step.queue],
          userId: step.agent ? userId(step.agent) : null,
        },
      );
      return;
    case 'resolve':
      await tickets.resolve(by(step.agent), { ticketId });
      return;
    case 'return':
      await tickets.returnToQueue(by(step.agent), { ticketId });
      return;
    case 'reopen':
      await tickets.reopen(by(step.agent), { ticketId, userId: userId(step.agent) });
      return;
    case 'read':
      await tickets.markRead(by(step.agent), { ticketId });
      return;
    case 'edit': {
      const body = `*${company.users[step.agent].name}:*\n${step.text}`;
      await tickets.edit(by(step.agent), { ticketId, messageId, body });
      return;
    }
    case 'deleteOwn':
      await tickets.deleteMessage(by(step.agent), { ticketId, messageId });
      return;
    case 'contactDeletes':
      await tickets.deleteMessage(byContact, { ticketId, messageId, byContact: true });
      return;
    case 'contactReacts': {
      const { emoji } = step;
      await tickets.react(byContact, { ticketId, messageId, emoji, fromMe: false, byContact: true });
      return;
    }
    case 'reacts': {
      const { revision } = await tickets.react(by(step.agent), { ticketId, messageId, emoji: step.emoji });
      const settled = run.context(step.t, number + 200, gateway);
      await tickets.changeSettled(settled, { ticketId, messageId, change: 'react', revision });
      return;
    }
    case 'contactVotes': {
      const sentAt = byContact.at as string;
      const { choices } = step;
      await tickets.vote(byContact, { ticketId, messageId, choices, fromMe: false, sentAt });
      return;
    }
    case 'tags': {
      const tagIds = step.tags.map((tag) => company.tags[tag] as string);
      await tickets.setFields(by(step.agent), { ticketId, tagIds });
      return;
    }
  }
}
