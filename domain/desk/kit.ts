import { withSchemas } from '../catalogue.ts';
import type { Context, Outcome } from '../desk.ts';
import { DomainError } from '../errors.ts';
import { claimFold } from '../kernel/claim-events.ts';
import { createClaims } from '../kernel/claims.ts';
import type { Handled } from '../kernel/command-handler.ts';
import type { Command, CommandMetadata, Decider } from '../kernel/decider.ts';
import { VoidStream } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { createEventStreams, wait } from '../kernel/event-streams.ts';
import { deriveId } from '../kernel/ids.ts';
import type { Patience } from '../kernel/patience.ts';
import { withPatience } from '../kernel/patience.ts';
import { forgetsRewound } from '../kernel/rewinds.ts';
import { createSerial } from '../kernel/serial.ts';
import { claimStream } from '../kernel/streams.ts';
import type { ContactKeys } from '../ports/contact-keys.ts';
import type { EventStore } from '../ports/event-store.ts';
import { createOutage } from './outage.ts';

export interface DeskOptions {
  readonly eventStore: EventStore;
  /** Without it events are stored in the clear and nobody can be erased. */
  readonly contactKeys?: ContactKeys;
  readonly now: () => Date;
  /** A fresh UUID v7. */
  readonly newId: () => string;
  /** A keyed hash of a claimed value, always the same for the same value: names of streams hold no personal data. */
  readonly hmac: (value: string) => string;
  readonly log?: {
    warn(details: object, message: string): void;
    info?(details: object, message: string): void;
  };
  /** For tests. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly random?: () => number;
  /** How long users wait for a store that does not answer, in milliseconds. */
  readonly patienceMs?: number;
}

/** What all parts of the desk share: one queue per stream, the claims, ids and metadata of commands. */
export const createKit = ({
  eventStore,
  contactKeys,
  now,
  newId,
  hmac,
  log,
  sleep = wait,
  random = Math.random,
  patienceMs = 5000,
}: DeskOptions) => {
  const serial = createSerial();
  const handler = { serial, sleep, random };
  const outage = createOutage(log);
  const streamsOptions = {
    store: withSchemas(eventStore, contactKeys),
    sleep,
    random,
    onRetry: outage.failed,
    onAnswer: outage.answered,
  };
  const claims = createClaims(createEventStreams(claimFold, streamsOptions), { sleep, random });

  const metadataOf = (context: Context): CommandMetadata => ({
    ...context,
    commandId: context.commandId ?? newId(),
    at: context.at ?? now().toISOString(),
  });

  /** Under a command id of its own, from which other ids may be derived. */
  const named = (context: Context) => ({ ...context, commandId: context.commandId ?? newId() });

  return {
    ...{ named, serial, contactKeys, handler, claims, newId, sleep, random },
    now: () => now().toISOString(),
    forgetsRewound: (forget: () => void) => forgetsRewound(streamsOptions.store, forget),
    metadataOf,

    streams: <S, C extends Command, E extends DomainEvent>(
      decider: Decider<S, C, E>,
      more: { weigh?: (state: S) => number } = {},
    ) => createEventStreams<S, E>({ ...decider, ...more }, streamsOptions),

    /** Name of a claim's stream. `companyId` is a fixed word for what is unique over all companies. */
    claimOf: (companyId: string, kind: string, ...values: readonly string[]): string =>
      claimStream(companyId, hmac([companyId, kind, ...values].join('\n')).replaceAll(/[^A-Za-z0-9]/g, '.')),

    /** Users get an answer in time: see `withPatience`. */
    patient: <T>(work: (patience: Patience) => Promise<T>): Promise<T> => withPatience(patienceMs, work),

    /**
     * Creates something under an id of its own: the one given, or one derived from the command id when the caller
     * gave that (a repeated request creates nothing new), or a fresh one. A stream that lost its claim before it
     * began can never be opened: the next id is tried.
     */
    withNewId: async <T>(
      context: Context,
      kind: string,
      given: string | undefined,
      create: (id: string, metadata: CommandMetadata) => Promise<T>,
    ): Promise<T> => {
      const metadata = metadataOf(context);
      for (let attempt = 0; ; attempt += 1) {
        const derived = context.commandId && deriveId(context.commandId, kind, attempt);
        try {
          return await create(given ?? derived ?? newId(), metadata);
        } catch (error) {
          if (!(error instanceof VoidStream)) throw error;
          if (given !== undefined || attempt >= 20)
            throw new DomainError('ERR_CONFLICT', 'this id can no longer be used', { cause: error });
        }
      }
    },
  };
};

export type Kit = ReturnType<typeof createKit>;

export const outcome = ({ loaded, events }: Handled<unknown>): Outcome => ({
  position: loaded.position,
  revision: loaded.revision,
  events,
});
