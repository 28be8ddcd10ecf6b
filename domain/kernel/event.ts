/** Who caused an event, so that an auditor can read the log alone. An application names its kinds of actors. */
export interface Actor {
  readonly kind: string;
  readonly id: string;
  readonly name?: string;
}

export interface Metadata {
  readonly companyId: string;
  readonly actor: Actor;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId?: string;
  /** ISO instant; never decreases within a stream. */
  readonly at: string;
}

/** What a decider returns: the pipeline adds id and metadata. */
export interface DomainEvent<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
}

/** What is appended. `id` is a UUID derived from command id, revision and index, so that a retry is the same event. */
export interface EventEnvelope<T extends string = string, D = unknown> extends DomainEvent<T, D> {
  readonly id: string;
  readonly metadata: Metadata;
}

/**
 * What a store gives back. `revision` counts from 0 in its stream; `position` is a safe integer that only
 * grows over the whole log (with gaps), different for every event.
 */
export interface RecordedEvent<T extends string = string, D = unknown> extends EventEnvelope<T, D> {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  /**
   * Why `data` is not what its type's schema says: one damaged event must not stop everything after it. Whoever folds
   * the whole log parks it; whoever folds a stream, where only what was said is given so, passes over it.
   */
  readonly unreadable?: string;
  /** Whom it is about was erased: the personal fields of `data` read as nothing. */
  readonly erased?: true;
}
