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
const kindOf: Readonly<Record<DemoFile, Media['mime']>> = {
  'luminaria.jpg': 'image',
  'orcamento.pdf': 'application',
  'audio.ogg': 'audio',
  'video.mp4': 'video',
};
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

/** Steps of the same minute are a second apart; what makes the contact (1,000 and up) comes before them all. */
const secondOf = (number: number): number => (number < 1_000 ? number : 0);

async function replayOne(replay: Replay, conversation: Conversation, index: number): Promise<void> {
  const { desk, company } = replay;
  const start = replay.now.getTime() - conversation.ago * 60_000;
  const context = (step: { t: number }, number: number, actor: Actor): Context => ({
    companyId: company.companyId,
    actor,
    commandId: demoId('command', index, number),
    at: new Date(start + step.t * 60_000 + secondOf(number) * 1_000).toISOString(),
  });
  const gateway: Actor = { kind: 'system', id: 'gateway' };
  const agentOf = (agent: Agent): Actor => ({
    kind: 'user',
    id: company.users[agent].id,
    name: company.users[agent].name,
  });
  const first = { t: 0 };
  const { contactId } = await desk.contacts.ensure(context(first, 1_000, gateway), {
    numbers: [conversation.number],
    name: conversation.name,
    origin: 'demo',
  });
  if (conversation.info !== undefined || conversation.email !== undefined) {
    await desk.contacts.update(context(first, 1_001, agentOf('ana')), {
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
  const messages: { id: string; externalId: string }[] = [];
  let ticketId = '';

  const store = async (file: DemoFile, number: number): Promise<Media> => {
    const id = demoId('media', index, number);
    const info = files[file];
    const present = await replay.media.reuse(company.companyId, id);
    const stored =
      present ??
      (await replay.media.put(
        { id, companyId: company.companyId, name: info.name, mime: info.mime },
        createReadStream(join(import.meta.dirname, 'media', file)),
        10_000_000,
      ));
    return { ...info, id, size: stored.size };
  };

  const act = async (step: Step, number: number): Promise<void> => {
    if ('from' in step && step.from === 'contact') {
      const externalId = `DEMO${demoId('external', index, number).replaceAll('-', '').toUpperCase().slice(0, 18)}`;
      const media = step.file && (await store(step.file, number));
      const received = await desk.tickets.receive(context(step, number, contact), {
        connectionId: company.connectionId,
        queueId: company.queues.Suporte,
        contactId,
        externalId,
        fromMe: false,
        body: step.text,
        mediaType: step.kind ?? (step.file ? (kindOf[step.file] as 'image') : 'chat'),
        ...(media && { media }),
        ...(step.extra && { extra: step.extra }),
        sentAt: context(step, number, contact).at as string,
      });
      ticketId = received.ticketId;
      messages.push({ id: received.messageId, externalId });
      return;
    }
    if ('from' in step) {
      const media = step.file && (await store(step.file, number));
      const agent = company.users[step.from as Agent];
      const { messageId } = await desk.tickets.send(context(step, number, agentOf(step.from as Agent)), {
        ticketId,
        messageId: demoId('message', index, number),
        body: step.text === '' ? '' : `*${agent.name}:*\n${step.text}`,
        ...(media && { media, mediaType: kindOf[step.file as DemoFile] as 'image' }),
        ...(step.quotes !== undefined &&
          messages[step.quotes] && { quotedId: messages[step.quotes]?.id as string }),
      });
      const externalId = `DEMO${messageId.replaceAll('-', '').toUpperCase().slice(0, 18)}`;
      messages.push({ id: messageId, externalId });
      if (step.fate === 'failed') {
        await desk.tickets.failed(context(step, number + 200, gateway), {
          ticketId,
          messageId,
          ...onChannel(pretendChannel?.kind ?? '', failures.refused),
        });
        return;
      }
      await desk.tickets.sent(context(step, number + 200, gateway), { ticketId, messageId, externalId });
      const ack = acks[step.fate ?? 'sent'];
      if (ack > 1)
        await desk.tickets.acknowledge(context(step, number + 300, gateway), {
          ticketId,
          messageIds: [messageId],
          ack,
        });
      return;
    }
    const message = 'message' in step ? messages[step.message] : undefined;
    switch (step.do) {
      case 'accept':
        await desk.tickets.accept(context(step, number, agentOf(step.agent)), {
          ticketId,
          userId: company.users[step.agent].id,
        });
        await desk.tickets.markRead(context(step, number + 400, agentOf(step.agent)), { ticketId });
        return;
      case 'toQueue':
        await desk.tickets.transfer(
          context(step, number, step.by ? agentOf(step.by) : { kind: 'system', id: 'demo' }),
          {
            ticketId,
            queueId: company.queues[step.queue],
            userId: step.agent ? company.users[step.agent].id : null,
          },
        );
        return;
      case 'resolve':
        await desk.tickets.resolve(context(step, number, agentOf(step.agent)), { ticketId });
        return;
      case 'return':
        await desk.tickets.returnToQueue(context(step, number, agentOf(step.agent)), { ticketId });
        return;
      case 'reopen':
        await desk.tickets.reopen(context(step, number, agentOf(step.agent)), {
          ticketId,
          userId: company.users[step.agent].id,
        });
        return;
      case 'read':
        await desk.tickets.markRead(context(step, number, agentOf(step.agent)), { ticketId });
        return;
      case 'edit':
        await desk.tickets.edit(context(step, number, agentOf(step.agent)), {
          ticketId,
          messageId: message?.id as string,
          body: `*${company.users[step.agent].name}:*\n${step.text}`,
        });
        return;
      case 'deleteOwn':
        await desk.tickets.deleteMessage(context(step, number, agentOf(step.agent)), {
          ticketId,
          messageId: message?.id as string,
        });
        return;
      case 'contactDeletes':
        await desk.tickets.deleteMessage(context(step, number, contact), {
          ticketId,
          messageId: message?.id as string,
          byContact: true,
        });
        return;
      case 'contactReacts':
        await desk.tickets.react(context(step, number, contact), {
          ticketId,
          messageId: message?.id as string,
          emoji: step.emoji,
          fromMe: false,
          byContact: true,
        });
        return;
      case 'reacts': {
        const by = context(step, number, agentOf(step.agent));
        const { revision } = await desk.tickets.react(by, {
          ticketId,
          messageId: message?.id as string,
          emoji: step.emoji,
        });
        await desk.tickets.changeSettled(context(step, number + 200, gateway), {
          ticketId,
          messageId: message?.id as string,
          change: 'react',
          revision,
        });
        return;
      }
      case 'contactVotes':
        await desk.tickets.vote(context(step, number, contact), {
          ticketId,
          messageId: message?.id as string,
          choices: step.choices,
          fromMe: false,
          sentAt: context(step, number, contact).at as string,
        });
        return;
      case 'tags':
        await desk.tickets.setFields(context(step, number, agentOf(step.agent)), {
          ticketId,
          tagIds: step.tags.map((tag) => company.tags[tag] as string),
        });
        return;
    }
  };
  for (const [number, step] of conversation.steps.entries()) await act(step, number);
}
