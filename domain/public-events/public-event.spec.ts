import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicEventOnWire } from '../../contract/public-event.ts';
import type { RecordedEvent } from '../kernel/event.ts';
import { publicEventOf, publicEventTypes, toldTypes } from './public-event.ts';

const golden = (type: string): RecordedEvent => {
  for (const folder of ['ticket', 'contact', 'connection']) {
    const path = join(import.meta.dirname, '..', folder, 'golden');
    const name = `${type}.golden.json`;
    if (readdirSync(path).includes(name)) return JSON.parse(readFileSync(join(path, name), 'utf8'));
  }
  throw new Error(`no golden event ${type}`);
};

describe('what other systems are told', () => {
  it.each(toldTypes.map((type) => [type]))(
    '%s, as it stands in the log, is one of the public events',
    (type) => {
      const told = publicEventOnWire(publicEventOf(golden(type))!);
      expect(publicEventTypes).toContain(told.type);
      expect(JSON.stringify(told.data)).not.toContain('connectionId');
      expect(Object.values(told.data).every((value) => value !== undefined)).toBe(true);
    },
  );
  it('covers every public event', () => {
    const told = new Set(toldTypes.map((type) => publicEventOf(golden(type))!.type));
    expect([...told].sort()).toEqual([...publicEventTypes].sort());
  });
  it('says what a message says, under the specification’s names', () => {
    const { data } = golden('MessageReceived') as RecordedEvent<string, Record<string, unknown>>;
    expect(publicEventOnWire(publicEventOf(golden('MessageReceived'))!)).toMatchObject({
      type: 'message.received',
      data: { id: data.messageId, ticketId: data.ticketId, whatsappId: data.connectionId, body: data.body },
    });
  });
  it('says by its name how far a message came', () => {
    const event = golden('MessageAcknowledged') as RecordedEvent<string, Record<string, unknown>>;
    const statusAt = (ack: number) => publicEventOf({ ...event, data: { ...event.data, ack } })?.data.status;
    expect([1, 2, 3, 4, 5].map(statusAt)).toEqual(['sent', 'sent', 'delivered', 'read', 'played']);
  });
  it('nothing of an event that cannot be read, nor of one that is nobody’s business', () => {
    expect(publicEventOf({ ...golden('MessageReceived'), unreadable: 'lost' } as never)).toBeUndefined();
    expect(publicEventOf(golden('TicketNoteAdded'))).toBeUndefined();
  });
});
