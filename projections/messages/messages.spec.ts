import { describe, expect, it } from 'vitest';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import {
  documentsAfter,
  event,
  instant,
  recorded,
  startRun,
  type Written,
} from '../../testing/projections.ts';
import { collections } from '../index.ts';
import { applyBatch } from '../projector/apply-batch.ts';
import { foldTicket } from '../tickets/fold-ticket.ts';
import type { MessageDocument } from './document.ts';
import { messages } from './messages.ts';

const messageAfter = async (...written: Written[]) =>
  (await documentsAfter([messages], written)).get('messages')?.get('m1') as MessageDocument | undefined;

describe('the messages read model', () => {
  it('is searched by what is said in it, and no longer by what was taken back', async () => {
    const readStore = createInMemoryReadStore({ collections });
    const search = async (...written: Written[]) => {
      await applyBatch(await startRun(readStore, [messages]), recorded(written));
      const found = await readStore.forCompany('c1').find<MessageDocument>('messages', { search: 'body' });
      return found.map(({ id }) => id).sort();
    };
    const both = [event.opened(), event.queued('m1'), event.received('m2')];
    expect(await search(...both)).toEqual(['m1', 'm2']);
    expect(await search(...both, event.deletedMessage('m1'))).toEqual(['m2']);
    expect(await search(...both, event.deletedMessage('m1'), event.deletedMessage('m2', true))).toEqual([]);
  });

  it('says of a message that waits its turn until when, and no more once it is sent or has failed', async () => {
    const until = '2026-01-01T12:05:00.000Z';
    const held = [event.opened(), event.queued('m1'), event.held('m1', until)];
    expect((await messageAfter(...held))?.held).toEqual({ until, reason: 'newContacts' });
    expect((await messageAfter(...held, event.sent('m1')))?.held).toBeNull();
    expect((await messageAfter(...held, event.acknowledged(['m1'], 3)))?.held).toBeNull();
    expect((await messageAfter(...held, event.failed('m1')))?.held).toBeNull();
  });

  it('shows what a contact wrote, in the order of the log', async () => {
    expect(await messageAfter(event.opened(), event.received('m1', { quotedId: 'm0' }))).toEqual({
      id: 'm1',
      companyId: 'c1',
      position: 2,
      ticketId: 't1',
      contactId: 'k1',
      connectionId: 'w1',
      order: 2,
      externalId: 'x-m1',
      body: 'body of m1',
      fromMe: false,
      ack: 0,
      mediaType: 'chat',
      media: null,
      mediaError: null,
      file: null,
      extra: null,
      quotedId: 'm0',
      participant: null,
      userId: null,
      automatic: null,
      isDeleted: false,
      isEdited: false,
      editedBy: null,
      deletedBy: null,
      failure: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: instant(2),
    });
  });

  describe('of a message whose file comes later', () => {
    const file = { name: 'foto.jpg', mime: 'image/jpeg', width: 800, height: 600 };
    const media = { id: 'f1', ...file, size: 9 };
    const came = event.received('m1', { mediaType: 'image', file });

    it('says what is said of the file, then has the file', async () => {
      expect(await messageAfter(came)).toMatchObject({ file, media: null, mediaError: null });
      expect(await messageAfter(came, event.fileAttached('m1', media))).toMatchObject({ file: null, media });
    });

    it('says why it has none, until somebody asks again', async () => {
      const failed = [came, event.fileFailed('m1')];
      expect(await messageAfter(...failed)).toMatchObject({ file, mediaError: 'ERR_WAPP_DOWNLOAD_MEDIA' });
      const asked = [...failed, event.fileRequested('m1')];
      expect(await messageAfter(...asked)).toMatchObject({ file, mediaError: null });
      expect(await messageAfter(...asked, event.fileAttached('m1', media))).toMatchObject({
        ...{ file: null, media, mediaError: null },
      });
    });

    it('loses what was said of it with its contact, whatever comes after', async () => {
      const erased = {
        type: 'TicketErased',
        data: { ticketId: 't1', contactId: 'k1', messageIds: ['m1'], noteIds: [] },
      };
      const after = await messageAfter(event.opened(), came, erased, event.fileAttached('m1', media));
      expect(after).toMatchObject({ file: null, media: null, isErased: true });
    });
  });

  it('follows an own message from the queue to the blue ticks', async () => {
    expect(await messageAfter(event.queued('m1'))).toMatchObject({ fromMe: true, ack: 0, externalId: null });
    expect(await messageAfter(event.queued('m1'), event.sent('m1'))).toMatchObject({
      ack: 1,
      externalId: 'x-m1',
    });
    expect(
      await messageAfter(
        event.queued('m1'),
        event.sent('m1'),
        event.acknowledged(['m0', 'm1'], 5),
        event.acknowledged(['m1'], 3),
      ),
    ).toMatchObject({ ack: 5 });
  });

  it('says why a message failed until it is tried again', async () => {
    const failed = [event.queued('m1'), event.failed('m1')];
    expect(await messageAfter(...failed)).toMatchObject({ failure: { reason: 'refused' } });
    expect(await messageAfter(...failed, event.retried('m1'))).toMatchObject({ failure: null });
    expect(await messageAfter(...failed, event.acknowledged(['m1'], 3))).toMatchObject({ failure: null });
  });

  it('keeps a deleted text for those who may see it, and marks an edit', async () => {
    const ours = [event.queued('m1'), event.sent('m1')];
    expect(await messageAfter(...ours, event.edited('m1', 'better'))).toMatchObject({
      body: 'better',
      isEdited: true,
    });
    expect(await messageAfter(...ours, event.deletedMessage('m1'))).toMatchObject({
      body: 'body of m1',
      isDeleted: true,
    });
  });

  it('says who of us edited or deleted it, and nobody when the contact did', async () => {
    const ours = [event.queued('m1'), event.sent('m1')];
    expect(await messageAfter(...ours, event.edited('m1', 'better'))).toMatchObject({
      ...{ editedBy: 'u1', deletedBy: null },
    });
    expect(await messageAfter(...ours, event.deletedMessage('m1'))).toMatchObject({ deletedBy: 'u1' });
    const theirs = [event.opened(), event.received('m1'), event.edited('m1', 'mine', true)];
    expect(await messageAfter(...theirs)).toMatchObject({ isEdited: true, editedBy: null });
  });

  it('says that an edit did not reach the contact', async () => {
    const failure = { code: 'ERR_FETCH_WAPP_MSG', reason: 'too old' };
    const edited = [event.queued('m1'), event.sent('m1'), event.edited('m1', 'better')];
    expect(await messageAfter(...edited, event.settled('m1', 'edit', 2, failure))).toMatchObject({
      changeFailure: { change: 'edit', ...failure },
    });
    expect((await messageAfter(...edited, event.settled('m1', 'edit', 2)))?.changeFailure).toBeNull();
  });

  it('goes with its ticket', async () => {
    expect(await messageAfter(event.opened(), event.received('m1'), event.deletedTicket())).toBeUndefined();
  });
});

describe('foldTicket', () => {
  const events = recorded([
    event.opened(),
    event.received('m1'),
    event.accepted(),
    event.queued('m2'),
    event.edited('m2', 'better'),
    event.deletedTicket(),
  ]);

  it('gives ticket and messages as they were after any event', () => {
    expect(foldTicket(events.slice(0, 2))).toMatchObject({
      ticket: { status: 'pending', unreadMessages: 1 },
      messages: [{ id: 'm1' }],
    });
    expect(foldTicket(events.slice(0, 4)).messages[1]).toMatchObject({ id: 'm2', body: 'body of m2' });
    expect(foldTicket(events.slice(0, 5)).messages[1]).toMatchObject({ id: 'm2', body: 'better' });
  });

  it('gives nothing before the ticket was opened and after it was deleted', () => {
    expect(foldTicket([])).toEqual({ ticket: undefined, messages: [], notes: [] });
    expect(foldTicket(events)).toEqual({ ticket: undefined, messages: [], notes: [] });
  });
});
