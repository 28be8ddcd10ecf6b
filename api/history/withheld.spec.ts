import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { opened, queued, received } from '../../domain/ticket/fixtures.ts';
import { foldTicket } from '../../projections/index.ts';
import { deletedMessages, eventData, withoutContent, withoutPreview } from './withheld.ts';

const route = { ticketId: 't1', contactId: 'carla', connectionId: 'phone' };
const stream = [
  opened(),
  received('in1', { body: 'hello' }),
  queued('m1', 'the secret price'),
  {
    type: 'MessageEdited',
    data: {
      ...route,
      messageId: 'm1',
      body: 'the other price',
      beforeBody: 'the secret price',
      byContact: false,
    },
  },
  { type: 'MessageDeleted', data: { ...route, messageId: 'm1', byContact: false } },
  received('in2', { body: '', mediaType: 'image', file: { name: 'price.jpg', mime: 'image/jpeg' } }),
  {
    type: 'MessageFileAttached',
    data: {
      ...{ ...route, messageId: 'in2', mediaType: 'image' },
      media: { id: 'f', name: 'price.jpg', mime: 'image/jpeg', size: 3 },
    },
  },
  { type: 'MessageDeleted', data: { ...route, messageId: 'in2', byContact: true } },
].map(
  (event, revision) =>
    ({
      ...event,
      id: `e${revision}`,
      stream: 'ticket-c_t1',
      revision,
      position: revision + 1,
      metadata: {
        companyId: 'c',
        actor: { kind: 'user', id: 'ana' },
        commandId: 'x',
        correlationId: 'x',
        causationId: 'x',
        at: `2026-11-02T12:00:0${revision}.000Z`,
      },
    }) as RecordedEvent,
);
const withheld = deletedMessages(stream);

describe('a deleted message, for those who may not see deleted texts', () => {
  it('has no text in any of its events, its edit before and after included', () => {
    const shown = stream.map((event) => eventData(event, withheld));
    expect(JSON.stringify(shown)).not.toMatch(/price/);
    expect(shown[3]).toMatchObject({ messageId: 'm1', byContact: false });
  });
  it('has none at the revisions before its deletion either', () => {
    for (const revision of [2, 3, 4, 5, 6, 7]) {
      const { ticket, messages } = foldTicket(stream.slice(0, revision + 1));
      const past = {
        ticket: ticket && withoutPreview(ticket, withheld),
        messages: messages.map((message) => withoutContent(message, withheld)),
      };
      expect(JSON.stringify({ ticket, messages })).toMatch(/price/);
      expect(JSON.stringify(past)).not.toMatch(/price/);
    }
  });
  it('leaves every other message as it is', () => {
    const { messages } = foldTicket(stream);
    expect(withoutContent(messages[0]!, withheld)).toBe(messages[0]);
    expect(eventData(stream[1]!, withheld)).toBe(stream[1]!.data);
  });
});
