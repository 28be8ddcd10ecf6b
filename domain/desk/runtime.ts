import { withSchemas } from '../catalogue.ts';
import type { Command, CommandMetadata } from '../command.ts';
import type { LimitedKind } from '../company/plan.ts';
import { DomainError } from '../errors.ts';
import { claimFold } from '../kernel/claim-events.ts';
import type { Holder } from '../kernel/claims.ts';
import { createClaims } from '../kernel/claims.ts';
import type { Deadline } from '../kernel/deadline.ts';
import { withDeadline } from '../kernel/deadline.ts';
import type { Decider } from '../kernel/decider.ts';
import { VoidStream } from '../kernel/decider.ts';
import type { DomainEvent, Metadata } from '../kernel/event.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { Snapshots, StreamsOptions } from '../kernel/event-streams.ts';
import { createEventStreams } from '../kernel/event-streams.ts';
import { deriveId } from '../kernel/ids.ts';
import type { Execution, Handled, PipelineOptions, Reservation } from '../kernel/pipeline.ts';
import { createPipeline } from '../kernel/pipeline.ts';
import { sleep as wait } from '../kernel/retry.ts';
import { forgetsRewound } from '../kernel/rewinds.ts';
import { createSerial } from '../kernel/serial.ts';
import { claimStream } from '../kernel/stream-names.ts';
import type { ContactKeys } from '../ports/contact-keys.ts';
import type { SnapshotBoxes } from '../ports/snapshots.ts';
import type { Context } from './context.ts';
import { failures } from './failures.ts';
import { createOutage } from './outage.ts';

export interface DeskOptions {
  readonly eventStore: EventStore;
  /** Without it events are stored in the clear and nobody can be erased. */
  readonly contactKeys?: ContactKeys;
  /** Without it long tickets are read from their beginning. */
  readonly snapshots?: SnapshotBoxes | undefined;
  readonly now: () => Date;
  /** A fresh UUID v7. */
  readonly newId: () => string;
  /** A keyed hash of a claimed value, always the same for the same value: names of streams hold no personal data. */
  readonly hmac: (value: string) => string;
  readonly log?: {
    warn(details: object, message: string): void;
    info?(details: object, message: string): void;
  };
  /** Ids of the company's users, connections or queues, as far as the read models have come; without it only those made under a limit count against it. */
  readonly existing?: (companyId: string, what: LimitedKind) => Promise<readonly string[]>;
  /** Ids of a record's rows by its plural, as far as the read models have come: older ones of a tree stand in streams of their own. */
  readonly rowsOf?: (companyId: string, plural: string) => Promise<readonly string[]>;
  /** Ids of companies that the read models know under this name (`nameKey`): older ones have claimed theirs nowhere. */
  readonly companiesNamed?: (nameKey: string) => Promise<readonly string[]>;
  /** Ids of a record's rows that the read models know under this name (`nameKey`) in a field: older ones may have claimed it otherwise. */
  readonly rowsNamed?: (
    companyId: string,
    plural: string,
    field: string,
    name: string,
  ) => Promise<readonly string[]>;
  /** For tests. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly random?: () => number;
  /** How long users wait for a store that does not answer, in milliseconds. */
  readonly deadlineMs?: number;
}

/** Returns what an event keeps of its command's metadata. */
const eventMetadata = (command: CommandMetadata): Metadata => ({
  companyId: command.companyId,
  actor: command.actor,
  commandId: command.commandId,
  correlationId: command.correlationId ?? command.commandId,
  ...(command.causationId === undefined ? {} : { causationId: command.causationId }),
  at: command.at,
});

/** Every state but the absent one counts the claims that its stream has lost. */
interface Claimant {
  readonly status: string;
  readonly lost?: Readonly<Record<string, number>>;
}
const none = {};

interface AggregateOptions<S> extends Partial<Pick<Holder<S>, 'holds' | 'closedAt'>> {
  /** How much memory a state takes, in messages or the like. */
  readonly weigh?: (state: S) => number;
  readonly snapshots?: Snapshots<S> | undefined;
}

/** One command on one stream, with the metadata that it came with. */
type Run<S, E extends DomainEvent, R extends Reservation> = Omit<Execution<S, E, R>, 'metadata'> & {
  readonly metadata: CommandMetadata;
};
type Needs<S, E extends DomainEvent, R extends Reservation> = Omit<
  Run<S, E, R>,
  'stream' | 'metadata' | 'deadline' | 'decide'
>;
/** Most commands need nothing but their own stream, and find it in the cache. */
const fromCache = { start: 'cache' } as const;

/** Returns how aggregates are made: the streams of each, and the pipeline that all of its commands pass. */
const createAggregates = (streamsOptions: StreamsOptions, pipelineOptions: PipelineOptions) => {
  const { claims } = pipelineOptions;
  return <S extends Claimant, C extends Command, E extends DomainEvent>(
    decider: Decider<S, C, E>,
    { weigh, snapshots, holds, closedAt }: AggregateOptions<S> = {},
  ) => {
    const streams = createEventStreams<S, E>({ ...decider, weigh, snapshots }, streamsOptions);
    if (holds !== undefined)
      claims.register(decider.category, {
        streams,
        holds,
        lost: (state) => state.lost ?? none,
        ...(closedAt && { closedAt }),
      });
    const pipeline = createPipeline(decider, streams, pipelineOptions);
    const execute = async <R extends Reservation>(run: Run<S, E, R>): Promise<Handled<S>> => {
      const handled = await pipeline({ ...run, metadata: eventMetadata(run.metadata) });
      run.metadata.onHandled?.(handled);
      return handled;
    };
    const handle = <R extends Reservation>(
      stream: string,
      command: C,
      deadline: Deadline,
      needs: Needs<S, E, R> = fromCache,
    ): Promise<Handled<S>> =>
      execute({
        ...needs,
        stream,
        metadata: command.metadata,
        deadline,
        decide: (state) => decider.decide(command, state),
      });
    return { streams, execute, handle };
  };
};

/** Returns what all commands run on: one queue a stream, the claims, ids and metadata of commands. */
export const createRuntime = ({
  eventStore,
  contactKeys,
  snapshots,
  now,
  newId,
  hmac,
  existing = async () => [],
  rowsOf = async () => [],
  companiesNamed = async () => [],
  rowsNamed = async () => [],
  log,
  sleep = wait,
  random = Math.random,
  deadlineMs = 5000,
}: DeskOptions) => {
  const serial = createSerial();
  const outage = createOutage(log);
  const streamsOptions = {
    store: withSchemas(eventStore, contactKeys),
    sleep,
    random,
    onRetry: outage.failed,
    onAnswer: outage.answered,
    // What an event caused may be caused again by the same event, after a death.
    remembersCommand: ({ actor: { kind }, causationId }: Metadata) =>
      kind === 'user' || kind === 'integration' || causationId !== undefined,
  };
  const claims = createClaims(createEventStreams(claimFold, streamsOptions), { failures, sleep, random });

  const metadataOf = (context: Context): CommandMetadata => ({
    ...context,
    commandId: context.commandId ?? newId(),
    at: context.at ?? now().toISOString(),
  });

  return {
    serial,
    contactKeys,
    snapshots,
    claims,
    existing,
    rowsOf,
    companiesNamed,
    rowsNamed,
    newId,
    now: () => now().toISOString(),
    forgetsRewound: (forget: () => void) => forgetsRewound(streamsOptions.store, forget),
    metadataOf,
    /** Returns the context under a command id, from which other ids may be derived. */
    withCommandId: (context: Context) => ({ ...context, commandId: context.commandId ?? newId() }),

    /** Returns the streams of an aggregate and the way of its commands; whoever holds claims says which. */
    aggregate: createAggregates(streamsOptions, { serial, claims, failures, sleep, random }),

    /** Returns the name of a claim's stream. `companyId` is a fixed word for what is unique over all companies. */
    claimOf: (companyId: string, kind: string, ...values: readonly string[]): string =>
      claimStream(companyId, hmac([companyId, kind, ...values].join('\n')).replaceAll(/[^A-Za-z0-9]/g, '.')),

    /** Returns what `work` returns, or refuses in time: see the kernel's `withDeadline`. */
    withDeadline: <T>(work: (deadline: Deadline) => Promise<T>): Promise<T> =>
      withDeadline(deadlineMs, () => failures.unavailable('the event store does not answer'), work),

    /**
     * Returns what `create` makes under an id of its own: the one given, or one derived from the command id when the caller
     * gave that (a repeated request creates nothing new), or a fresh one. A stream that lost its claim before it
     * began can never be opened: the next id is tried.
     */
    withNewId: async <T>(
      context: Context,
      kind: string,
      givenId: string | undefined,
      create: (id: string, metadata: CommandMetadata) => Promise<T>,
    ): Promise<T> => {
      const metadata = metadataOf(context);
      for (let attempt = 0; ; attempt += 1) {
        const derived = context.commandId && deriveId(context.commandId, kind, attempt);
        try {
          return await create(givenId ?? derived ?? newId(), metadata);
        } catch (error) {
          if (!(error instanceof VoidStream)) throw error;
          if (givenId !== undefined || attempt >= 20)
            throw new DomainError('ERR_CONFLICT', 'this id can no longer be used', { cause: error });
        }
      }
    },
  };
};

export type CommandRuntime = ReturnType<typeof createRuntime>;
