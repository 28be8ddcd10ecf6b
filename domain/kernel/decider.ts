import type { DomainEvent, Metadata } from './event.ts';

/** What a command brings beside its data: who gives it, when, under which id. An application's own adds permissions. */
export interface CommandMetadata extends Omit<Metadata, 'correlationId'> {
  readonly correlationId?: string;
}

/** A command with everything a decision needs: ids, clock (`metadata.at`) and permissions come in with it, so that `decide` stays pure. */
export interface Command<
  T extends string = string,
  D = unknown,
  M extends CommandMetadata = CommandMetadata,
> {
  readonly type: T;
  readonly data: D;
  readonly metadata: M;
}

/** `decide` returns `[]` when nothing is to change and throws to refuse; `evolve` never throws. */
export interface Decider<S, C extends Command, E extends DomainEvent> {
  readonly category: string;
  /** Event types it knows. */
  readonly types: ReadonlySet<string>;
  readonly initial: S;
  /** Types of events that one command may append several times, for they carry an identity of their own. */
  readonly repeatable?: ReadonlySet<string>;
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
