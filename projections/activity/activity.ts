/** What happened in each UTC hour of a company, counted from the events: the dashboard adds the hours up. */

import type { ContactEvent } from '../../domain/contact/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { begin, projection } from '../definition.ts';
import type { ActivityDocument, AgentActivity } from './document.ts';

/** Returns the first instant of the UTC hour: `2026-11-02T14:00:00.000Z`. */
const hourOf = (at: string): string => `${at.slice(0, 13)}:00:00.000Z`;

const id = (event: RecordedEvent): string => `${event.metadata.companyId}_${event.metadata.at.slice(0, 13)}`;

const nothing = {
  opened: 0,
  accepted: 0,
  waitedMs: 0,
  resolved: 0,
  handled: 0,
  handledMs: 0,
  newContacts: 0,
  agents: {} as ActivityDocument['agents'],
};
export const idle: AgentActivity = { taken: 0, resolved: 0, handled: 0, handledMs: 0, rated: 0, ratings: 0 };

type Counted = Pick<
  ActivityDocument,
  'opened' | 'accepted' | 'waitedMs' | 'resolved' | 'handled' | 'handledMs' | 'newContacts'
>;

/** What one event adds to its hour; `agent`: to whom of the company besides. */
interface Delta extends Partial<Counted> {
  readonly agent?: { readonly id: string | null } & Partial<AgentActivity>;
}

/** Returns a tally with what comes to it. */
export const sum = <T extends { readonly [K in keyof T]: number }>(to: T, more: Partial<T>): T =>
  Object.fromEntries(
    Object.entries<number>(to).map(([key, value]) => [key, value + (more[key as keyof T] ?? 0)]),
  ) as T;

const counts = <Event extends RecordedEvent>(delta: (data: Event['data']) => Delta | undefined) => ({
  id,
  apply(doc: ActivityDocument | undefined, event: Event): ActivityDocument | undefined {
    const more = delta(event.data);
    if (more === undefined) return undefined;
    const { agent, ...numbers } = more;
    const before = doc ?? { ...begin(event, id(event)), hour: hourOf(event.metadata.at), ...nothing };
    const { agents, companyId, hour, position, id: ownId, deleted: _, ...counted } = before;
    const after = sum(counted, numbers);
    const { id: userId, ...done } = agent ?? { id: null };
    const withAgent =
      userId === null
        ? agents
        : {
            ...agents,
            [userId]: sum({ ...idle, ...agents[userId] }, done),
          };
    return { id: ownId, companyId, position, hour, ...after, agents: withAgent };
  },
});

type Of<T extends TicketEvent['type']> = RecordedEvent<T, Extract<TicketEvent, { type: T }>['data']>;
type OfContact<T extends ContactEvent['type']> = RecordedEvent<T, Extract<ContactEvent, { type: T }>['data']>;

/**
 * What happened in each UTC hour of a company, told from the events alone. Dashboards and charts add hours up, in the
 * company's time zone. A conversation is `taken` by whoever it comes to: accepted, begun, reopened or handed over.
 */
export const activity = projection<ActivityDocument, TicketEvent | ContactEvent>('activity', {
  indexes: [['hour']],
  on: {
    TicketOpened: counts<Of<'TicketOpened'>>(({ userId }) => ({
      opened: 1,
      agent: { id: userId, taken: 1 },
    })),
    TicketAccepted: counts<Of<'TicketAccepted'>>(({ userId, waitedMs }) => ({
      accepted: 1,
      waitedMs,
      agent: { id: userId, taken: 1 },
    })),
    TicketTransferred: counts<Of<'TicketTransferred'>>(({ userId, before }) =>
      userId === null || userId === before.userId ? undefined : { agent: { id: userId, taken: 1 } },
    ),
    TicketReopened: counts<Of<'TicketReopened'>>(({ userId }) =>
      userId === null ? undefined : { agent: { id: userId, taken: 1 } },
    ),
    TicketResolved: counts<Of<'TicketResolved'>>(({ before, handledMs }) => {
      // Closed without anybody having taken it: no conversation, so no time to average.
      const time = before.status === 'open' ? { handled: 1, handledMs } : {};
      return { resolved: 1, ...time, agent: { id: before.userId, resolved: 1, ...time } };
    }),
    TicketRated: counts<Of<'TicketRated'>>(({ userId, rating }) => ({
      agent: { id: userId, rated: 1, ratings: rating },
    })),
    ContactCreated: counts<OfContact<'ContactCreated'>>(({ isGroup }) =>
      isGroup ? undefined : { newContacts: 1 },
    ),
  },
});
