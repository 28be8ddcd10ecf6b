import type { CompanyEvent } from '../../domain/company/events.ts';
import type { ConnectionEvent } from '../../domain/connection/events.ts';
import type { ContactEvent } from '../../domain/contact/events.ts';
import type { Context } from '../../domain/desk/desk.ts';
import type { InvoiceEvent } from '../../domain/invoice/events.ts';
import type { DomainEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import type { ScheduleEvent } from '../../domain/schedule/events.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import type { UserEvent } from '../../domain/user/events.ts';

type ProductEvent =
  | CompanyEvent
  | ConnectionEvent
  | ContactEvent
  | InvoiceEvent
  | ScheduleEvent
  | TicketEvent
  | UserEvent
  | DomainEvent<'PlanUpdated', { readonly id: string }>;

/** What a handler is given beside the event. */
export interface Reaction {
  /**
   * Returns in whose name, because of what and under which id a command is sent. The id derives from event, manager and step: however
   * often the event is handled, it is the same command. `step`: unique among the commands of one event.
   */
  command(step?: string): Context;
  /** Aborted when another process may have taken over, and at the end of this one. */
  readonly signal: AbortSignal;
}

export type Handles = {
  readonly [T in ProductEvent['type']]?: (
    event: RecordedEvent<T, Extract<ProductEvent, { readonly type: T }>['data']>,
    reaction: Reaction,
  ) => Promise<void>;
};

/**
 * Reacts to events of the log with commands or calls outside, each at least once and in order per key, by one process at
 * a time, from a checkpoint of its own (docs/how-to/process-manager.md).
 */
export interface ProcessManager {
  /** Unique and never changed: lease, checkpoint and ids of commands go by it, in all builds. */
  readonly name: string;
  /** Where it begins when it has no checkpoint: with what comes, or with all that there ever was. */
  readonly start: 'head' | 'beginning';
  readonly handles: Handles;
  /** Whether nothing is to be done about an event that it handles, as far as is known without waiting: it then takes no turn. */
  readonly skips?: (event: RecordedEvent) => boolean;
  /** Returns what its events are handled in order by: a ticket, a connection. */
  readonly key: (event: RecordedEvent) => string;
  /** Keys handled side by side; 16 when absent. */
  readonly parallel?: number;
  /** How often an event is tried before it is parked; 8 when absent. Stores that are away are waited for without counting. */
  readonly tries?: number;
}

type AnyHandler = (event: RecordedEvent, reaction: Reaction) => Promise<void>;

/** Returns what a manager does about events of this type, if anything. */
export const handlerOf = ({ handles }: ProcessManager, type: string): AnyHandler | undefined =>
  Object.hasOwn(handles, type) ? (handles as Readonly<Record<string, AnyHandler>>)[type] : undefined;

/** Returns the types of the events that a manager does something about. */
export const typesOf = ({ handles }: ProcessManager): ReadonlySet<string> => new Set(Object.keys(handles));

/** Whether there is nothing to do about an event. One that cannot be asked about is handled, and parked if need be. */
export function isSkipped({ skips }: ProcessManager, event: RecordedEvent): boolean {
  try {
    return event.unreadable === undefined && skips?.(event) === true;
  } catch {
    return false;
  }
}

/** Returns what the handler of this event is given. */
export const reactionTo = (
  { name }: ProcessManager,
  { id, metadata }: RecordedEvent,
  signal: AbortSignal,
): Reaction => ({
  command: (step = '') => ({
    companyId: metadata.companyId,
    actor: { kind: 'system', id: name },
    commandId: deriveId('process', name, id, step),
    correlationId: metadata.correlationId,
    causationId: id,
  }),
  signal,
});
