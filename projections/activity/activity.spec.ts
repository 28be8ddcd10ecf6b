import { describe, expect, it } from 'vitest';
import { documentsAfter, event, type Written } from '../../testing/projections.ts';
import { activity } from './activity.ts';
import type { ActivityDocument } from './document.ts';

const hoursAfter = async (...written: Written[]) =>
  [...((await documentsAfter([activity], written)).get('activity')?.values() ?? [])] as ActivityDocument[];
const created = (isGroup = false): Written => ({
  type: 'ContactCreated',
  data: {
    contactId: 'k1',
    name: 'Carla',
    number: '5511',
    email: '',
    extraInfo: [],
    isGroup,
    origin: 'agent',
  },
});
const pending = { status: 'pending', queueId: 'q1', userId: null } as const;
const withAna = { status: 'open', queueId: 'q1', userId: 'u1' } as const;

const unrated = { rated: 0, ratings: 0 };

describe('the activity of an hour', () => {
  it('counts what was opened, accepted and resolved, with the times they took', async () => {
    const [hour, ...others] = await hoursAfter(
      created(),
      created(true),
      event.opened(),
      event.accepted({ waitedMs: 60_000 }),
      event.resolved({ handledMs: 120_000 }),
    );
    expect(others).toEqual([]);
    expect(hour).toEqual({
      id: 'c1_2026-01-01T00',
      companyId: 'c1',
      position: 5,
      hour: '2026-01-01T00:00:00.000Z',
      opened: 1,
      accepted: 1,
      waitedMs: 60_000,
      resolved: 1,
      handled: 1,
      handledMs: 120_000,
      newContacts: 1,
      agents: { u1: { taken: 1, resolved: 1, handled: 1, handledMs: 120_000, ...unrated } },
    });
  });
  it('a ticket closed while nobody had it has no time to average', async () => {
    const [hour] = await hoursAfter(event.opened(), event.resolved({ before: pending, handledMs: 0 }));
    expect(hour).toMatchObject({ resolved: 1, handled: 0, handledMs: 0, agents: {} });
  });
  it('a conversation is taken by whoever it is handed to, once', async () => {
    const toBruno = { userId: 'u2', status: 'open', before: withAna } as const;
    const [hour] = await hoursAfter(
      event.opened({ userId: 'u1', status: 'open' }),
      event.transferred(toBruno),
      event.transferred({ ...toBruno, before: { ...withAna, userId: 'u2' } }),
      event.transferred({ userId: null }),
    );
    expect(hour?.agents).toEqual({
      u1: { taken: 1, resolved: 0, handled: 0, handledMs: 0, ...unrated },
      u2: { taken: 1, resolved: 0, handled: 0, handledMs: 0, ...unrated },
    });
  });
  it('what contacts think adds up with whoever worked for them', async () => {
    const rated = (userId: string, rating: number) => ({
      type: 'TicketRated',
      data: { ticketId: 't1', messageId: 'm1', rating, userId },
    });
    const [hour] = await hoursAfter(event.opened(), rated('u1', 3), rated('u1', 2), rated('u2', 1));
    expect(hour?.agents).toMatchObject({ u1: { rated: 2, ratings: 5 }, u2: { rated: 1, ratings: 1 } });
  });
  it('each hour has a document of its own', async () => {
    const many = Array.from({ length: 3_700 }, () => event.opened());
    expect((await hoursAfter(...many)).map(({ hour, opened }) => [hour, opened])).toEqual([
      ['2026-01-01T00:00:00.000Z', 3_599],
      ['2026-01-01T01:00:00.000Z', 101],
    ]);
  });
});
