import type { DomainEvent, Metadata } from './event.ts';

/**
 * A command with everything a decision needs: ids, clock (`metadata.at`) and permissions (`metadata.scope`) come
 * in with it, so that `decide` stays pure.
 */
export interface Command<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
  readonly metadata: CommandMetadata;
}

export interface CommandMetadata extends Omit<Metadata, 'correlationId'> {
  readonly correlationId?: string;
  /** Which queues' tickets the actor may act on; absent for the system (no limit). */
  readonly scope?: QueueScope;
}

/** `queueIds: 'all'` for admins and supervisors; `noQueue`: may act on tickets without a queue (allTicket). */
export interface QueueScope {
  readonly userId: string;
  readonly queueIds: 'all' | readonly string[];
  readonly noQueue: boolean;
}

/** `decide` gives `[]` when nothing is to change and throws a DomainError to refuse; `evolve` never throws. */
export interface Decider<S, C extends Command, E extends DomainEvent> {
  readonly category: string;
  /** Event types it knows. */
  readonly types: ReadonlySet<string>;
  readonly initial: S;
  /** Initial state of a fold that forgets nothing. */
  readonly wide?: S;
  decide(command: C, state: S): readonly E[];
  /** `at`: the event's instant (`metadata.at`). */
  evolve(state: S, event: E, at: string): S;
}

/** Thrown by `decide` when the small state cannot tell: the handler folds the whole stream into `wide` and asks again. */
export class NeedsHistory extends Error {
  override readonly name = 'NeedsHistory';
}

/** Thrown by `decide` when the stream began with ClaimLost: what was to be created needs another id. */
export class VoidStream extends Error {
  override readonly name = 'VoidStream';
}
