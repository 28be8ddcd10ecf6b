import fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Context } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import { asAgent, asGateway, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { contentOf, screenOf, stable } from '../../testing/projections.ts';
import { collections, projections } from '../index.ts';
import { createProjector } from './projector.ts';
import { rebuild } from './rebuild.ts';

type Desk = ReturnType<typeof testDesk>;
type Step = {
  readonly what: string;
  readonly one: number;
  readonly two: number;
  readonly company: 'c1' | 'c2';
};

const steps = [
  'receive',
  'receive',
  'send',
  'send',
  'accept',
  'return',
  'transfer',
  'resolve',
  'reopen',
  'tag',
  'read',
  'sent',
  'failed',
  'retry',
  'acknowledge',
  'edit',
  'deleteMessage',
  'deleteTicket',
  'createTag',
  'updateTag',
  'deleteTag',
  'restart',
] as const;

/** A desk that is asked for anything, sensible or not; what it refuses is part of the history too. */
const player = (desk: Desk) => {
  const tickets: { id: string; company: string }[] = [];
  const messages: { id: string; ticketId: string; company: string }[] = [];
  const tags: { id: string; company: string }[] = [];
  const pick = <T>(from: readonly T[], index: number) => from[index % Math.max(1, from.length)];
  return async ({ what, one, two, company }: Step) => {
    const agent: Context = asAgent(`user-${two % 3}`, { companyId: company });
    const gateway: Context = { ...asGateway, companyId: company };
    const ticketId = pick(tickets, one)?.id ?? 'none';
    const message = pick(messages, one) ?? { id: 'none', ticketId };
    const ofMessage = { ticketId: message.ticketId, messageId: message.id };
    const queueId = two % 2 ? `queue-${two % 3}` : null;
    switch (what) {
      case 'receive': {
        const { ticketId, messageId } = await desk.tickets.receive(
          gateway,
          inbound(`${one}`, {
            connectionId: `phone-${company}`,
            contactId: `${company}-contact-${one % 5}`,
            queueId,
            fromMe: two % 7 === 0,
          }),
        );
        tickets.push({ id: ticketId, company });
        messages.push({ id: messageId, ticketId, company });
        return;
      }
      case 'send': {
        const { messageId } = await desk.tickets.send(agent, { ticketId, body: `answer ${two}` });
        messages.push({ id: messageId, ticketId, company });
        return;
      }
      case 'accept':
        return desk.tickets.accept(agent, { ticketId, userId: agent.actor.id });
      case 'return':
        return desk.tickets.returnToQueue(agent, { ticketId });
      case 'transfer':
        return desk.tickets.transfer(agent, { ticketId, queueId, userId: two % 3 ? null : 'user-1' });
      case 'resolve':
        return desk.tickets.resolve(agent, { ticketId });
      case 'reopen':
        return desk.tickets.reopen(agent, { ticketId, userId: agent.actor.id });
      case 'tag':
        return desk.tickets.setFields(agent, { ticketId, tagIds: [`tag-${two % 4}`] });
      case 'read':
        return desk.tickets.markRead(agent, { ticketId });
      case 'sent':
        return desk.tickets.sent(gateway, { ...ofMessage, externalId: `ext-${message.id}` });
      case 'failed':
        return desk.tickets.failed(gateway, { ...ofMessage, code: 'ERR_REFUSED', reason: 'refused' });
      case 'retry':
        return desk.tickets.retry(agent, ofMessage);
      case 'acknowledge':
        return desk.tickets.acknowledge(gateway, {
          ticketId: message.ticketId,
          messageIds: [message.id],
          ack: 1 + (two % 4),
        });
      case 'edit':
        return desk.tickets.edit(agent, { ...ofMessage, body: `edited ${two}` });
      case 'deleteMessage':
        return desk.tickets.deleteMessage(agent, ofMessage);
      case 'deleteTicket':
        return two % 4 === 0 ? desk.tickets.delete(agent, { ticketId }) : undefined;
      case 'createTag': {
        const { id } = await desk.records('tag').create(agent, { name: `Tag ${one}`, color: '#112233' });
        tags.push({ id, company });
        return;
      }
      case 'updateTag':
        return desk
          .records('tag')
          .update(agent, { id: pick(tags, one)?.id ?? 'none', name: `Tag ${two}`, color: '#445566' });
      case 'deleteTag':
        return desk.records('tag').delete(agent, { id: pick(tags, one)?.id ?? 'none' });
    }
  };
};

const history = fc.array(
  fc.record({
    what: fc.constantFrom(...steps),
    one: fc.nat(40),
    two: fc.nat(40),
    company: fc.constantFrom('c1' as const, 'c2' as const),
  }),
  { minLength: 20, maxLength: 120 },
);

it('rebuilt read models, and the screens of who followed the feed, equal the live ones for any history', async () => {
  let refused = 0;
  let done = 0;
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: 7 }), async (all, batch) => {
      const eventStore = createInMemoryEventStore();
      const readStore = createInMemoryReadStore({ collections });
      const state = createInMemoryStateStore();
      const log = pino({ level: 'silent' });
      const start = () => {
        const projector = createProjector({
          eventStore,
          readStore,
          state,
          projections,
          log,
          batch,
          leaseMs: 200,
        });
        projector.start();
        return projector;
      };
      let projector = start();
      const play = player(testDesk(eventStore));
      for (const step of all) {
        if (step.what === 'restart') {
          await projector.stop();
          projector = start();
          continue;
        }
        try {
          await play(step);
          done += 1;
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          refused += 1;
        }
      }
      expect(await projector.reached(await eventStore.head(), 10_000)).toBe(true);
      expect(projector.status()).toMatchObject({ parked: 0, failing: null });
      await projector.stop();
      const live = await contentOf(readStore, projections);
      for (const company of ['c1', 'c2']) {
        const { notices } = await readStore.changes(company, 0, 100_000);
        const screen = screenOf(notices);
        for (const ticket of live.get('tickets')?.values() ?? [])
          if (ticket.companyId === company)
            expect(screen.get(`company-${company}-ticket/${ticket.id}`)).toEqual(ticket);
      }
      await rebuild({ eventStore, readStore, projections, log, batch: batch + 3 });
      expect(stable(await contentOf(readStore, projections))).toBe(stable(live));
    }),
    { numRuns: 80 },
  );
  // Histories in which hardly anything happens, or nothing is refused, would prove little.
  expect(done).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(100);
}, 120_000);
