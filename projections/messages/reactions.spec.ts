import { describe, expect, it } from 'vitest';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { documentsAfter, event, recorded, startRun, type Written } from '../../testing/projections.ts';
import { collections } from '../index.ts';
import type { OutboxDocument } from '../outbox/document.ts';
import { outbox } from '../outbox/outbox.ts';
import { applyBatch } from '../projector/apply-batch.ts';
import type { TicketDocument } from '../tickets/document.ts';
import { tickets } from '../tickets/tickets.ts';
import type { MessageDocument } from './document.ts';
import { messages } from './messages.ts';

const folded = async (...written: Written[]) => {
  const documents = await documentsAfter([tickets, messages, outbox], written);
  return {
    ticket: documents.get('tickets')?.get('t1') as TicketDocument,
    message: documents.get('messages')?.get('m1') as MessageDocument,
    work: (documents.get('outbox')?.get('m1') as OutboxDocument | undefined)?.work,
  };
};
const theirs = { fromMe: false, byContact: true } as const;
const bia = { name: 'Bia', number: '5511955500143' };
const begun = [event.opened(), event.received('m1')];
const emojis = ({ reactions = [] }: MessageDocument) => reactions.map(({ emoji }) => emoji);

describe('reactions', () => {
  it('stand one a side under their message: a later one takes the place of the former', async () => {
    const { message } = await folded(
      ...begun,
      event.reacted('m1', '👍', theirs),
      event.reacted('m1', '👍', { ...theirs, participant: bia }),
      event.reacted('m1', '❤️', theirs),
      event.reacted('m1', '😮'),
    );
    expect(message.reactions).toMatchObject([
      { emoji: '👍', participant: bia, userId: null },
      { emoji: '❤️', fromMe: false, participant: null },
      { emoji: '😮', fromMe: true, userId: 'u1' },
    ]);
  });

  it('of an agent wait until the messaging app has them', async () => {
    const asked = [...begun, event.reacted('m1', '👍')];
    const waiting = await folded(...asked);
    expect(waiting.work).toEqual(['react']);
    expect(waiting.message.reactions?.[0]?.asked).toEqual({ revision: 2, before: '' });
    const done = await folded(...asked, event.reactionSettled('m1', 2));
    expect(done.work).toBeUndefined();
    expect(done.message.reactions).toMatchObject([{ emoji: '👍' }]);
    expect(done.message.reactions?.[0]).not.toHaveProperty('asked');
  });

  it('asked for while another is on its way are still to be done', async () => {
    const { work, message } = await folded(
      ...begun,
      event.reacted('m1', '👍'),
      event.reacted('m1', '❤️'),
      event.reactionSettled('m1', 2),
    );
    expect(work).toEqual(['react']);
    expect(message.reactions).toMatchObject([{ emoji: '❤️', asked: { revision: 3, before: '' } }]);
  });

  it('given on the company’s phone meanwhile leave nothing to be done', async () => {
    const { work, message } = await folded(
      ...begun,
      event.reacted('m1', '👍'),
      event.reacted('m1', '❤️', { byContact: true }),
    );
    expect(work).toBeUndefined();
    expect(message.reactions).toMatchObject([{ emoji: '❤️', userId: null }]);
  });

  it('that were refused give way to what stood there before, and say so until another is asked for', async () => {
    const refused = [
      ...begun,
      event.reacted('m1', '👍'),
      event.reactionSettled('m1', 2),
      event.reacted('m1', ''),
      event.reactionSettled('m1', 4, { code: 'X', reason: 'no' }),
    ];
    const { message } = await folded(...refused);
    expect(emojis(message)).toEqual(['👍']);
    expect(message.changeFailure).toEqual({ change: 'react', code: 'X', reason: 'no' });
    expect((await folded(...refused, event.reacted('m1', '❤️'))).message.changeFailure).toBeNull();
  });

  it('that were taken back are gone', async () => {
    const { message } = await folded(
      ...begun,
      event.reacted('m1', '👍', theirs),
      event.reacted('m1', '', theirs),
      event.reacted('m1', '❤️'),
      event.reacted('m1', ''),
      event.reactionSettled('m1', 5),
    );
    expect(message.reactions).toEqual([]);
  });

  it('of the contact are said in the list and move nothing; the next message takes their place', async () => {
    const before = await folded(...begun);
    const { ticket } = await folded(...begun, event.reacted('m1', '❤️', theirs));
    expect(ticket.lastMessage?.reaction).toEqual({ emoji: '❤️', messageId: 'm1', name: null });
    expect({ ...ticket, lastMessage: null, position: 0 }).toEqual({
      ...before.ticket,
      ...{ lastMessage: null, position: 0 },
    });
    const back = [event.reacted('m1', '❤️', theirs), event.reacted('m1', '', theirs)];
    expect((await folded(...begun, ...back)).ticket.lastMessage).not.toHaveProperty('reaction');
    const next = [event.reacted('m1', '❤️', theirs), event.received('m2')];
    expect((await folded(...begun, ...next)).ticket.lastMessage).not.toHaveProperty('reaction');
    const own = await folded(...begun, event.reacted('m1', '❤️'));
    expect(own.ticket.lastMessage).not.toHaveProperty('reaction');
  });

  it('go with their contact', async () => {
    const erased: Written = {
      type: 'TicketErased',
      data: { ticketId: 't1', contactId: 'k1', messageIds: ['m1'], noteIds: [] },
    };
    const { message, ticket } = await folded(
      event.opened(),
      event.received('m1', { extra: { poll: { options: ['10h'], choices: 1 } } }),
      event.reacted('m1', '❤️', theirs),
      event.voted('m1', [0]),
      erased,
    );
    expect(Object.keys(message)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/reactions|votes|words/)]),
    );
    expect(ticket.lastMessage).not.toHaveProperty('reaction');
  });
});

describe('polls', () => {
  it('keep what each side chose last', async () => {
    const { message } = await folded(
      event.opened(),
      event.received('m1', { extra: { poll: { options: ['10h', '14h'], choices: 1 } } }),
      event.voted('m1', [0]),
      event.voted('m1', [1], bia),
      event.voted('m1', [1]),
      event.voted('m1', [], bia),
    );
    expect(message.votes).toEqual([{ choices: [1], fromMe: false, participant: null }]);
  });

  it('are found by their options', async () => {
    const readStore = createInMemoryReadStore({ collections });
    const extra = { poll: { options: ['sexta-feira', 'sábado'], choices: 1 } };
    await applyBatch(
      await startRun(readStore, [messages]),
      recorded([event.opened(), event.received('m1', { extra })]),
    );
    const found = await readStore.forCompany('c1').find<MessageDocument>('messages', { search: 'sabado' });
    expect(found.map(({ id }) => id)).toEqual(['m1']);
  });
});

describe('a message that could not be read', () => {
  const unread = event.received('m1', { body: '', extra: { unreadable: { cause: 'undecryptable' } } });

  it('is replaced in its place by what came again, as whoever sent that', async () => {
    const { message, ticket } = await folded(
      event.opened(),
      unread,
      event.received('m2'),
      event.recovered('m1', { participant: bia }),
    );
    expect(message).toMatchObject({ order: 2, body: 'readable now', extra: null, participant: bia });
    expect(ticket).toMatchObject({ unreadMessages: 2, lastMessage: { id: 'm2' } });
  });

  it('may turn out to have a file, which is fetched then', async () => {
    const file = { name: 'foto.jpg', mime: 'image/jpeg' };
    const { message, work } = await folded(
      event.opened(),
      unread,
      event.recovered('m1', { mediaType: 'image', file }),
    );
    expect(work).toEqual(['file']);
    expect(message).toMatchObject({ mediaType: 'image', file });
  });

  it('says in the list what it is, then what it says', async () => {
    const first = (await folded(event.opened(), unread)).ticket.lastMessage;
    expect(first).toMatchObject({ body: '', kind: 'unreadable' });
    const { ticket } = await folded(event.opened(), unread, event.recovered('m1'));
    expect(ticket.lastMessage).toMatchObject({ id: 'm1', body: 'readable now', at: first?.at });
    expect(ticket.lastMessage).not.toHaveProperty('kind');
  });
});
