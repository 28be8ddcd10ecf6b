import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proto, type WAMessage } from 'baileys';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withSchemas } from '../../../domain/catalogue.ts';
import { createDesk } from '../../../domain/create-desk.ts';
import { cleanMessage } from '../../../gateway/clean-event.ts';
import { inboundLimits } from '../../../gateway/limits.ts';
import { openSqliteEventStore } from '../../../stores/event-store/sqlite.ts';
import { readMessage } from './inbound-message.ts';

const companyId = '0b0e2a3c-2f3e-5a55-8a38-7a0f4f1f2c11';
const system = { companyId, actor: { kind: 'system' as const, id: 'test' } };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Numbers as a client of one's own may write them into a protobuf double. */
const double = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 1e308, -1e308, 91, 181),
);
/** Lone surrogates, control characters, marks that turn the direction; short and giant. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('\ud800', '\udc00', '\u0000', '\r\n', '\u202e', '\u2028', 'ã', '🙂', 'x'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
  fc.constantFrom('\ud83d'.repeat(70_000), 'n'.repeat(300_000), '\u0000'.repeat(70_000), '🙂'.repeat(40_000)),
);
const card = fc.record({
  displayName: fc.option(text, { nil: undefined }),
  vcard: fc.oneof(
    text,
    fc.tuple(text, text).map(([name, number]) => `BEGIN:VCARD\nFN:${name}\nTEL;waid=${number}:${number}`),
    fc.constantFrom(`TEL;waid=${'9'.repeat(100_000)}:1`, `FN:${'nome '.repeat(50_000)}`),
  ),
});
const content: fc.Arbitrary<proto.IMessage> = fc.oneof(
  text.map((conversation) => ({ conversation })),
  fc.record({ text, contextInfo: fc.record({ stanzaId: text }) }).map((it) => ({ extendedTextMessage: it })),
  fc
    .record({ degreesLatitude: double, degreesLongitude: double, name: text, address: text })
    .map((locationMessage) => ({ locationMessage })),
  fc
    .record({ degreesLatitude: double, degreesLongitude: double })
    .map((liveLocationMessage) => ({ liveLocationMessage })),
  fc
    .oneof(
      fc.array(card, { maxLength: 4 }),
      fc.constant(
        Array.from({ length: 3_000 }, () => ({ displayName: 'nome \ud800'.repeat(40), vcard: '' })),
      ),
    )
    .map((contacts) => ({ contactsArrayMessage: { contacts } })),
);
const hostile = fc.record({
  content,
  id: fc.oneof(text, fc.uuid()),
  pushName: text,
  group: fc.boolean(),
  timestamp: fc.oneof(
    fc.constantFrom(1_795_240_000, 0),
    fc.integer(),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -1),
  ),
});

const messageOf = ({
  content,
  id,
  pushName,
  group,
  timestamp,
}: typeof hostile extends fc.Arbitrary<infer T> ? T : never): WAMessage => {
  // What goes through the network: protobuf keeps NaN and infinities, and turns what is no UTF-8 into something.
  const travelled = proto.Message.decode(proto.Message.encode(content).finish());
  return {
    key: {
      id,
      fromMe: false,
      remoteJid: group ? '120363025246125486@g.us' : '5511955500142@s.whatsapp.net',
      ...(group && { participant: '5511955500143@s.whatsapp.net' }),
    },
    messageTimestamp: timestamp,
    pushName,
    // Strings beside the protobuf's own: a lone surrogate may come by an older client's history as well.
    message: timestamp % 2 === 0 ? travelled : content,
  };
};

it('whatever a customer’s own client sends is stored so that the conversation can be read and closed after a restart', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 3 }), async (messages) => {
      const path = join(folder, `${round++}.sqlite`);
      const deskOn = (eventStore: Awaited<ReturnType<typeof openSqliteEventStore>>) =>
        createDesk({ eventStore, now: () => new Date(), newId: uuidv7, hmac: (value) => value });
      const first = await openSqliteEventStore({ path });
      const tickets = new Set<string>();
      const desk = deskOn(first);
      for (const raw of messages) {
        const read = readMessage(messageOf(raw), () => raw.pushName);
        if (read === undefined) continue;
        const { addresses, name, media: _, ...message } = cleanMessage(read);
        const { contactId } = await desk.contacts.ensure(system, { numbers: addresses, name });
        const { ticketId } = await desk.tickets.receive(system, {
          ...message,
          ...{ connectionId: 'c1', queueId: null, contactId },
        });
        tickets.add(ticketId);
      }
      await first.close();

      const reopened = await openSqliteEventStore({ path });
      try {
        const events = await withSchemas(reopened).readAll({ after: 0, limit: 1_000 });
        expect(events.filter(({ unreadable }) => unreadable)).toEqual([]);
        for (const event of events) {
          const stored = JSON.stringify(event);
          expect(
            stored.isWellFormed() && !/\\u0000|\\ud[89a-f]/i.test(stored),
            'only text that is text',
          ).toBe(true);
          expect(stored.length).toBeLessThan(4 * inboundLimits.body);
        }
        const again = deskOn(reopened);
        for (const ticketId of tickets) await again.tickets.resolve(system, { ticketId });
      } finally {
        await reopened.close();
      }
    }),
    { numRuns: 100 },
  );
}, 120_000);
