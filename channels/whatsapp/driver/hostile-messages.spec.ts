import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proto, type WAMessage } from 'baileys';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withSchemas } from '../../../domain/catalogue.ts';
import { createDesk } from '../../../domain/desk/desk.ts';
import { cleanEvent, cleanMessage } from '../../../gateway/driver/clean-event.ts';
import { inboundLimits } from '../../../gateway/driver/limits.ts';
import { openSqliteEventStore } from '../../../stores/event-store/sqlite/store.ts';
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
/** Ten thousand of them, and giant ones: an app that takes what it is given would stand still or fill the disk. */
const options = fc.oneof(
  fc.array(text, { maxLength: 4 }),
  fc.constant(Array.from({ length: 10_000 }, () => 'opção \ud800'.repeat(20))),
);
/** What stands in a native flow's button instead of the JSON that belongs there. */
const flow = fc.oneof(
  text,
  fc.json(),
  fc.constantFrom(
    'null',
    '{"display_text":{"toString":1}}',
    '{"sections":[null,{"rows":[null,{"title":7}]}]}',
    '{"sections":{"length":1e9}}',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  ),
);
const int64 = fc.oneof(fc.integer(), fc.constantFrom(Number.MAX_SAFE_INTEGER, -1, 0, 8.64e15));
const address = fc.constantFrom(
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:secret@example.com',
  'https://ex\u202eample.com/\u0000',
  `https://example.com/${'x'.repeat(100_000)}`,
  'https://fb.me/abc',
);
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
  fc
    .record({
      name: text,
      options: options,
      selectableOptionsCount: fc.oneof(fc.integer(), fc.constant(2 ** 31)),
    })
    .map(({ options, ...poll }) => ({
      pollCreationMessage: { ...poll, options: options.map((optionName) => ({ optionName })) },
    })),
  fc.record({ title: text, description: text, footerText: text, rows: options }).map(({ rows, ...list }) => ({
    listMessage: {
      ...list,
      sections: [{ rows: rows.map((title) => ({ title })) }, ...Array.from({ length: 500 }, () => ({}))],
    },
  })),
  fc
    .record({ text, buttons: fc.array(flow, { maxLength: 3 }), many: fc.boolean() })
    .map(({ text, buttons, many }) => ({
      interactiveMessage: {
        body: { text },
        nativeFlowMessage: {
          buttons: (many ? Array.from({ length: 5_000 }, () => buttons[0] ?? '[]') : buttons).map(
            (buttonParamsJson) => ({ buttonParamsJson }),
          ),
        },
      },
    })),
  fc.record({ name: text, description: text, startTime: int64, endTime: int64 }).map((event) => ({
    eventMessage: event,
  })),
  fc.record({ groupName: text, caption: text }).map((invite) => ({ groupInviteMessage: invite })),
  fc
    .record({ title: text, body: text, sourceUrl: fc.oneof(text, address), sourceType: fc.constant('ad') })
    .map((externalAdReply) => ({ extendedTextMessage: { text: 'oi', contextInfo: { externalAdReply } } })),
  fc.record({ title: text }).map((product) => ({ productMessage: { product } })),
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

it('a reaction and a vote of a customer’s own client are bounded before anything looks at them', () => {
  const marking = { addresses: ['5511955500142'], externalId: 'A1', fromMe: false, sentAt: 'never' } as const;
  fc.assert(
    fc.property(fc.oneof(text, fc.constant('👩‍'.repeat(40_000))), fc.array(double), (emoji, choices) => {
      const reaction = cleanEvent({ type: 'reaction', ...marking, emoji });
      const vote = cleanEvent({ type: 'vote', ...marking, choices: [...choices, ...Array(10_000).fill(3)] });
      if (reaction.type !== 'reaction' || vote.type !== 'vote') throw new Error('another event');
      expect(reaction.emoji.length).toBeLessThanOrEqual(inboundLimits.emoji);
      expect(Date.parse(reaction.sentAt)).toBeGreaterThan(0);
      expect(vote.choices.length).toBeLessThanOrEqual(inboundLimits.options);
      for (const choice of vote.choices) expect(Number.isInteger(choice) && choice >= 0).toBe(true);
    }),
  );
});

it.each([
  ['https://fb.me/abc', 'https://fb.me/abc'],
  ['http://loja.example', 'http://loja.example/'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['https://user:secret@example.com', undefined],
  [`https://example.com/${'x'.repeat(100_000)}`, undefined],
  ['no address', undefined],
])('an advertisement that leads to %j leads to %j', (url, kept) => {
  const message = {
    externalId: 'A1',
    addresses: ['5511955500142'],
    name: '',
    isGroup: false,
    fromMe: false,
    body: '',
    mediaType: 'chat' as const,
    sentAt: '',
    extra: { ad: { title: 'Promoção', url } },
  };
  expect(cleanMessage(message).extra?.ad).toEqual({ title: 'Promoção', ...(kept && { url: kept }) });
});

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
          connectionId: 'c1',
          queueId: null,
          contactId,
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
          expect(stored).not.toMatch(/javascript:|data:text|user:secret/);
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
