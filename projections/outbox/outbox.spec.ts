import { describe, expect, it } from 'vitest';
import { documentsAfter, event, type Written } from '../../testing/projections.ts';
import type { OutboxDocument } from './document.ts';
import { outbox } from './outbox.ts';

const workAfter = async (...written: Written[]) => {
  const document = (await documentsAfter([outbox], written)).get('outbox')?.get('m1');
  return (document as OutboxDocument | undefined)?.work;
};

describe('the outbox', () => {
  it('holds a message from the moment it is queued until it is sent or has failed', async () => {
    expect(await workAfter(event.queued('m1'))).toEqual(['send']);
    expect(await workAfter(event.queued('m1'), event.sent('m1'))).toBeUndefined();
    expect(await workAfter(event.queued('m1'), event.failed('m1'))).toBeUndefined();
    expect(await workAfter(event.queued('m1'), event.failed('m1'), event.retried('m1'))).toEqual(['send']);
  });

  it('holds the file of a message that came, until it is there or has failed, and again when asked', async () => {
    const file = { name: 'foto.jpg', mime: 'image/jpeg' };
    const came = event.received('m1', { mediaType: 'image', file });
    const media = { id: 'f1', ...file, size: 9 };
    expect(await workAfter(came)).toEqual(['file']);
    expect(await workAfter(came, event.fileAttached('m1', media))).toBeUndefined();
    expect(await workAfter(came, event.fileFailed('m1'))).toBeUndefined();
    expect(await workAfter(came, event.fileFailed('m1'), event.fileRequested('m1'))).toEqual(['file']);
    expect(await workAfter(event.received('m1', { file, mediaError: 'ERR_TOO_LARGE' }))).toBeUndefined();
    expect(await workAfter(event.received('m1'))).toBeUndefined();
  });

  it('says of a message that waits its turn until when', async () => {
    const held = [event.queued('m1'), event.held('m1', '2026-01-01T12:05:00.000Z')];
    const document = (await documentsAfter([outbox], held)).get('outbox')?.get('m1') as OutboxDocument;
    expect(document.held).toEqual({ until: '2026-01-01T12:05:00.000Z', reason: 'newContacts' });
    expect(await workAfter(...held, event.sent('m1'))).toBeUndefined();
  });

  it('takes any receipt for having been sent', async () => {
    expect(await workAfter(event.queued('m1'), event.acknowledged(['m1'], 3))).toBeUndefined();
  });

  it('has nothing to do for what a contact wrote, edited or deleted', async () => {
    expect(
      await workAfter(event.received('m1'), event.edited('m1', 'x', true), event.deletedMessage('m1', true)),
    ).toBeUndefined();
  });

  it('holds an edit until it is carried out, and a later edit until that one is', async () => {
    const edited = [event.queued('m1'), event.sent('m1'), event.edited('m1', 'a')];
    expect(await workAfter(...edited)).toEqual(['edit']);
    expect(await workAfter(...edited, event.settled('m1', 'edit', 2))).toBeUndefined();
    expect(await workAfter(...edited, event.edited('m1', 'b'), event.settled('m1', 'edit', 2))).toEqual([
      'edit',
    ]);
    expect(
      await workAfter(...edited, event.settled('m1', 'edit', 2, { code: 'X', reason: 'too old' })),
    ).toBeUndefined();
  });

  it('drops all work on a message once its deletion is carried out', async () => {
    const unsent = [event.queued('m1'), event.edited('m1', 'a'), event.deletedMessage('m1')];
    expect(await workAfter(...unsent)).toEqual(['send', 'edit', 'delete']);
    expect(await workAfter(...unsent, event.settled('m1', 'delete', 2))).toBeUndefined();
    expect(await workAfter(...unsent, event.settled('m1', 'delete', 1))).toEqual(['send', 'edit', 'delete']);
  });

  it('sends by the connection the message was written for, after the ticket moved to another', async () => {
    const document = (
      await documentsAfter(
        [outbox],
        [event.queued('m1'), event.transferred({ connectionId: 'w2' }), event.edited('m1', 'a')],
      )
    ).get('outbox');
    expect(document?.get('m1')).toMatchObject({ connectionId: 'w1', order: 1, changes: { edit: 2 } });
  });

  it('forgets the work on a deleted ticket', async () => {
    expect(await workAfter(event.queued('m1'), event.deletedTicket())).toBeUndefined();
  });
});
