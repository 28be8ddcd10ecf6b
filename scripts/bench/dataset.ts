import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { hashPassword } from '../../api/auth/passwords.ts';
import { createDesk, type Desk } from '../../domain/desk/desk.ts';
import type { EventEnvelope } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { contactStream, ticketStream } from '../../domain/streams.ts';
import type { Stores } from '../../server/stores.ts';

export const benchCompany = '0b0e2a3c-2f3e-5a55-8a38-7a0f4f1f2c11';
export const benchPassword = 'bench-1234';
export const benchAdmin = 'admin@bench.example';

export interface Dataset {
  readonly tickets: number;
  readonly messages: number;
  readonly events: number;
  /** Some tickets to open, spread over the whole. */
  readonly someTickets: readonly string[];
  /** Those that somebody serves. */
  readonly openTickets: readonly string[];
  readonly connectionId: string;
}

export const names = [
  'Marina',
  'João',
  'Sofia',
  'Caio',
  'Nádia',
  'Heitor',
  'Lívia',
  'Otávio',
  'Íris',
  'Benedito',
];
export const families = [
  'Coutinho',
  'Siqueira',
  'Albernaz',
  'Meirelles',
  'Bittencourt',
  'Falcão',
  'Nóbrega',
  'Prates',
];
const words =
  'pedido entrega luminária boleto prazo garantia orçamento troca voltagem cúpula spot trilho arandela lustre Pix nota desconto visita instalação obrigado'.split(
    ' ',
  );

/** Returns numbers by Mulberry32: the same data at every run, and (unlike a plain linear generator) names that do not repeat in step. */
export const numbersFrom = (start: number) => {
  let seed = start;
  return (below: number): number => {
    seed = (seed + 0x6d2b79f5) | 0;
    let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
};

const system = { companyId: benchCompany, actor: { kind: 'system', id: 'bench' } } as const;

interface Staff {
  readonly queueIds: readonly string[];
  readonly userIds: readonly string[];
  readonly connectionId: string;
}

/** Resolves with the queues, agents, admin and connection of a company that it creates by commands. */
async function createStaff(desk: Desk, agents: number, queues: number): Promise<Staff> {
  const passwordHash = await hashPassword(benchPassword);
  await desk.companies.create(system, { name: 'Bench' });
  const queueIds: string[] = [];
  const colors = ['#875cc6', '#4073d4', '#068e58', '#c05008', '#b88002'];
  for (let index = 0; index < queues; index++) {
    const color = colors[index] ?? `#${(0x30_50_70 + index * 0x01_05_09).toString(16)}`;
    queueIds.push((await desk.records('queue').create(system, { name: `Fila ${index + 1}`, color })).id);
  }
  const userIds: string[] = [];
  for (let number = 0; number < agents; number++) {
    const { userId } = await desk.users.create(system, {
      name: `Agente ${number}`,
      email: `agent${number}@bench.example`,
      profile: 'user',
      queueIds: [queueIds[number % queues] as string],
      passwordHash,
    });
    userIds.push(userId);
  }
  await desk.users.create(system, {
    name: 'Admin',
    email: benchAdmin,
    profile: 'admin',
    queueIds,
    passwordHash,
  });
  const { connectionId } = await desk.connections.create(system, {
    name: 'Bench',
    channel: 'simulator',
    isDefault: true,
  });
  return { queueIds, userIds, connectionId };
}

/** Returns what appends new streams, 64 at once at most, a millisecond an event from `start` on. */
function createWriter(eventStore: EventStore, start: number) {
  let events = 0;
  const writing = new Set<Promise<unknown>>();
  const at = () => new Date(start + events).toISOString();
  return {
    at,
    events: () => events,
    envelope(
      type: string,
      data: object,
      actorId: string,
      kind: 'contact' | 'user' = 'contact',
    ): EventEnvelope {
      const id = newId();
      events += 1;
      return {
        id,
        type,
        data,
        metadata: {
          companyId: benchCompany,
          actor: { kind, id: actorId },
          commandId: id,
          correlationId: id,
          at: at(),
        },
      };
    },
    async append(stream: string, batch: EventEnvelope[]): Promise<void> {
      const done = eventStore.append(stream, -1, batch).finally(() => writing.delete(done));
      writing.add(done);
      if (writing.size >= 64) await Promise.race(writing);
    },
    settle: (): Promise<unknown> => Promise.all(writing),
  };
}
type Writer = ReturnType<typeof createWriter>;
type Pick = <T>(list: readonly T[]) => T;

async function writeContacts(writer: Writer, pick: Pick, count: number): Promise<readonly string[]> {
  const contacts: string[] = [];
  for (let number = 0; number < count; number++) {
    const contactId = newId();
    contacts.push(contactId);
    const created = {
      contactId,
      name: `${pick(names)} ${pick(families)} ${number}`,
      number: `55119${String(10_000_000 + number)}`,
      email: '',
      extraInfo: [],
      origin: 'inbound',
    };
    await writer.append(contactStream(benchCompany, contactId), [
      writer.envelope('ContactCreated', created, contactId),
    ]);
  }
  return contacts;
}

interface BenchTicket {
  readonly number: number;
  readonly ids: { readonly ticketId: string; readonly contactId: string; readonly connectionId: string };
  readonly queueId: string;
  readonly userId: string;
  readonly status: 'closed' | 'open' | 'pending';
}

/** Returns the events that real commands would have given for a ticket of ten messages. */
function ticketEvents({ envelope, at }: Writer, pick: Pick, ticket: BenchTicket): EventEnvelope[] {
  const { number, ids, queueId, userId, status } = ticket;
  const { ticketId, contactId } = ids;
  const before = { status: 'pending', queueId, userId: null };
  const opened = {
    ...ids,
    protocol: `B${number}`,
    queueId,
    userId: null,
    status: 'pending',
    isGroup: false,
    claim: `claim-${benchCompany}_${number}`,
    claimRevision: 0,
  };
  const batch = [envelope('TicketOpened', opened, contactId)];
  for (let message = 0; message < 10; message++) {
    const messageId = newId();
    const body = `${pick(words)} ${pick(words)} ${pick(words)} ${pick(words)} ${number}`;
    if (message === 1 && status !== 'pending')
      batch.push(
        envelope('TicketAccepted', { ticketId, userId, queueId, before, waitedMs: 60_000 }, userId, 'user'),
      );
    if (message % 2 === 0) {
      const received = {
        ...ids,
        messageId,
        body,
        mediaType: 'chat',
        externalId: `3EB0${number}A${message}`,
        fromMe: false,
        sentAt: at(),
        queueId,
        userId: status !== 'pending' && message > 1 ? userId : null,
      };
      batch.push(envelope('MessageReceived', received, contactId));
    } else if (status !== 'pending') {
      const queued = { ...ids, messageId, body, mediaType: 'chat', userId, queueId };
      const externalId = `3EB0${number}B${message}`;
      batch.push(
        envelope('MessageQueued', queued, userId, 'user'),
        envelope('MessageSent', { ticketId, messageId, externalId }, userId, 'user'),
      );
    }
  }
  if (status === 'closed') {
    const open = { status: 'open', queueId, userId };
    const resolved = { ticketId, before: open, handledMs: 600_000, reason: 'agent' };
    batch.push(envelope('TicketResolved', resolved, userId, 'user'));
  }
  return batch;
}

/**
 * Resolves with a company of `tickets` tickets of ten messages each, written straight into the log with the events real
 * commands would have given: 80 % closed, 12 % open, 8 % pending.
 */
export async function writeDataset(
  stores: Stores,
  log: Logger,
  tickets: number,
  { agents = 10, queues = 5, contacts: contactCount = Math.max(1, Math.floor(tickets / 5)) } = {},
): Promise<Dataset> {
  const { eventStore, contactKeys } = stores;
  const desk = createDesk({
    eventStore,
    contactKeys,
    now: () => new Date(),
    newId,
    hmac: (value) => createHmac('sha256', 'bench').update(value).digest('hex'),
    log,
  });
  const { queueIds, userIds, connectionId } = await createStaff(desk, agents, queues);
  const random = numbersFrom(42);
  const pick: Pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  // Up to about now: tickets quiet for months would be closed by the server while it is measured.
  const writer = createWriter(eventStore, Date.now() - tickets * 18);
  const contacts = await writeContacts(writer, pick, contactCount);
  const someTickets: string[] = [];
  const openTickets: string[] = [];
  for (let number = 0; number < tickets; number++) {
    const ticketId = newId();
    const contactId = contacts[number % contactCount] as string;
    const queueId = pick(queueIds);
    const userId = pick(userIds);
    const percent = random(100);
    const status = percent < 80 ? 'closed' : percent < 92 ? 'open' : 'pending';
    if (number % Math.ceil(tickets / 200) === 0) someTickets.push(ticketId);
    if (status === 'open') openTickets.push(ticketId);
    const ids = { ticketId, contactId, connectionId };
    await writer.append(
      ticketStream(benchCompany, ticketId),
      ticketEvents(writer, pick, { number, ids, queueId, userId, status }),
    );
  }
  await writer.settle();
  return { tickets, messages: tickets * 10, events: writer.events(), someTickets, openTickets, connectionId };
}
