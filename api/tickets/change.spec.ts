import { describe, expect, it } from 'vitest';
import { offWire } from '../../contract/wire-views.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import { changeTicket, checkQueueKept, type TicketChange, ticketChange } from './change.ts';

const as = (profile: Session['profile']) => ({ profile, super: false }) as Session;
const refused = (session: Session, queueId: string | null, change: TicketChange) => {
  try {
    checkQueueKept(session, { queueId }, change);
    return false;
  } catch (error) {
    if (!isDomainError(error, 'ERR_VALIDATION')) throw error;
    expect(error.errors).toEqual({ queueId: 'required' });
    return true;
  }
};

describe('a ticket taken out of its queue', () => {
  it.each<[Session['profile'], string | null, TicketChange, boolean]>([
    ['user', 'q', { queueId: null }, true],
    ['user', 'q', { queueId: null, userId: 'u' }, true],
    ['user', 'q', { queueId: null, status: 'pending' }, true],
    ['supervisor', 'q', { queueId: null }, true],
    ['admin', 'q', { queueId: null }, false],
    // It keeps its queue, or has none that could be taken.
    ['user', 'q', { queueId: null, status: 'closed' }, false],
    ['user', 'q', { queueId: 'other' }, false],
    ['user', 'q', { userId: 'u' }, false],
    ['user', null, { queueId: null }, false],
    ['user', null, { queueId: null, status: 'open' }, false],
  ])('by a %s, queue %s, %j: refused %s', (profile, queueId, change, expected) => {
    expect(refused(as(profile), queueId, change)).toBe(expected);
  });
});

describe('what PUT /tickets/{id} means', () => {
  const meant = async (status: TicketDocument['status'], body: unknown) => {
    const called: [string, object][] = [];
    const tickets = new Proxy({} as Desk['tickets'], {
      get: (_, name: string) => async (_context: Context, data: object) => void called.push([name, data]),
    });
    const ticket = {
      id: 't',
      status,
      queueId: 'q',
      userId: status === 'open' ? 'me' : null,
    } as TicketDocument;
    const texts = { greeting: undefined, rating: undefined, notice: () => undefined };
    await changeTicket(tickets, {} as Context, ticket, offWire(ticketChange).parse(body), 'me', texts);
    return called;
  };
  const first = async (...meaning: Parameters<typeof meant>) => (await meant(...meaning))[0];
  const integrations = { useIntegration: false, promptId: null, integrationId: null };

  it.each<[string, TicketDocument['status'], object, string, object]>([
    ['accept', 'pending', { status: 'open', userId: 'me' }, 'accept', { userId: 'me' }],
    [
      'accept into a queue',
      'pending',
      { status: 'open', queueId: 'r' },
      'accept',
      { userId: 'me', queueId: 'r' },
    ],
    ['return', 'open', { status: 'pending', userId: null }, 'returnToQueue', {}],
    ['resolve', 'open', { status: 'closed', userId: 'me', queueId: 'q', ...integrations }, 'resolve', {}],
    ['reopen', 'closed', { status: 'open', userId: 'me', queueId: 'q' }, 'reopen', { userId: 'me' }],
    ['transfer to a queue', 'open', { queueId: 'r' }, 'transfer', { queueId: 'r', userId: null }],
    ['transfer to a user', 'open', { userId: 'u', queueId: 'q' }, 'transfer', { queueId: 'q', userId: 'u' }],
    [
      'transfer to both',
      'closed',
      { userId: 'u', queueId: 'r', ...integrations },
      'transfer',
      { queueId: 'r', userId: 'u' },
    ],
    [
      'another connection, all else as it is',
      'open',
      { whatsappId: 'w' },
      'transfer',
      { queueId: 'q', userId: 'me', connectionId: 'w' },
    ],
  ])('%s, of a ticket that is %s: %j', async (_name, status, body, command, data) => {
    expect(await first(status, body)).toEqual([command, { ticketId: 't', ...data }]);
  });

  it('what answers it is set beside the change, and with it alone; a call that closes has nothing to set', async () => {
    const set = { useIntegration: true, promptId: 'p', integrationId: null };
    expect(await meant('pending', { status: 'open', userId: 'me', ...set })).toEqual([
      ['accept', { ticketId: 't', userId: 'me' }],
      ['setIntegration', { ticketId: 't', ...set }],
    ]);
    expect(await meant('open', { useIntegration: null })).toEqual([
      ['setIntegration', { ticketId: 't', useIntegration: false }],
    ]);
    expect(await meant('open', { status: 'closed', ...set })).toEqual([['resolve', { ticketId: 't' }]]);
  });

  it.each([{ promptId: 7 }, { promptId: 'a/b' }, { integrationId: {} }, { useIntegration: 'yes' }])(
    '%j is refused',
    (body) => expect(ticketChange.safeParse(body).success).toBe(false),
  );

  it('nothing is no change', async () => {
    await expect(meant('open', {})).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  });
});
