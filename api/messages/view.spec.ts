import { expect, it } from 'vitest';
import type { MessageDocument } from '../../projections/messages/document.ts';
import { type MessageSurroundings, messageViewOf } from './view.ts';

const message = (id: string, ticketId: string, more: Partial<MessageDocument> = {}): MessageDocument => ({
  ...{
    id,
    ticketId,
    companyId: 'c',
    position: 1,
    contactId: 'k',
    connectionId: 'w',
    order: 1,
    externalId: null,
  },
  ...{
    body: `text of ${id}`,
    fromMe: false,
    ack: 0,
    mediaType: 'chat',
    media: null,
    mediaError: null,
    file: null,
  },
  ...{ extra: null, quotedId: null, participant: null, userId: null, automatic: null, isDeleted: false },
  ...{
    isEdited: false,
    editedBy: null,
    deletedBy: null,
    failure: null,
    createdAt: '2026-11-22',
    updatedAt: '2026-11-22',
  },
  ...more,
});

it('a thread quotes its own messages only: what another ticket says may be out of the reader’s sight', () => {
  const [own, foreign] = [message('own', 't1'), message('foreign', 't2')];
  const around: MessageSurroundings = {
    names: { get: () => undefined, all: () => [], former: () => undefined },
    contacts: new Map(),
    quotedMessages: new Map([own, foreign].map((one) => [one.id, one])),
    unreadFrom: new Map(),
    seeDeleted: true,
  };
  const quotedBy = (quotedId: string) => messageViewOf(message('m', 't1', { quotedId }), around).quotedMsg;
  expect(quotedBy('own')).toMatchObject({ id: 'own', body: 'text of own' });
  expect(quotedBy('foreign')).toBeNull();
});
