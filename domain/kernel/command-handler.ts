import { DomainError } from '../errors.ts';
import { type AppendedEvent, ConflictError } from '../ports/event-store.ts';
import type { Command, CommandMetadata, Decider } from './decider.ts';
import { NeedsHistory } from './decider.ts';
import type { DomainEvent, Metadata } from './event.ts';
import type { EventStreams, Loaded } from './event-streams.ts';
import { wait } from './event-streams.ts';
import type { Patience } from './patience.ts';
import { checkPatience } from './patience.ts';
import type { Serial } from './serial.ts';

/** What became of a command: the stream as it stands, and what was appended (nothing: already so). */
export interface Handled<S> {
  readonly loaded: Loaded<S>;
  readonly events: readonly AppendedEvent[];
}

export interface HandlerOptions {
  readonly serial: Serial;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly random?: () => number;
}

export const eventMetadata = (command: CommandMetadata): Metadata => ({
  companyId: command.companyId,
  actor: command.actor,
  commandId: command.commandId,
  correlationId: command.correlationId ?? command.commandId,
  ...(command.causationId === undefined ? {} : { causationId: command.causationId }),
  at: command.at,
});

/** A stream with an event of a newer build may not be decided on by this one. */
export const checkKnown = (stream: string, loaded: Loaded<unknown>): void => {
  if (loaded.unknownType !== null)
    throw new DomainError(
      'ERR_UNAVAILABLE',
      `${stream} has an event of a newer version: ${loaded.unknownType}`,
    );
};

/** Events that carry their own identity (a message's id) may repeat under one command id: several files of one request. */
const identified = new Set(['MessageQueued', 'MessageReceived', 'MessageSent', 'MessageAcknowledged']);

/** The same command was applied before, however the state has changed since: a late retry must not undo later work. */
export const appliedBefore = (loaded: Loaded<unknown>, commandId: string, events: readonly DomainEvent[]) =>
  loaded.commands.length > 0 &&
  events.some(({ type }) => !identified.has(type) && loaded.commands.includes(`${commandId}|${type}`));

export const jitter = (attempt: number, random: () => number): number =>
  random() * Math.min(2 ** attempt * 2, 250);

/** Decides; where the small state forgot what the command names, on a fold of the whole stream. */
const decideOn = <S, C extends Command, E extends DomainEvent>(
  decider: Decider<S, C, E>,
  streams: EventStreams<S, E>,
  stream: string,
  command: C,
  state: S,
): readonly E[] | Promise<readonly E[]> => {
  try {
    return decider.decide(command, state);
  } catch (error) {
    if (!(error instanceof NeedsHistory) || decider.wide === undefined) throw error;
    // A later event than the loaded revision may be seen here: the append then conflicts, and all begins again.
    return streams
      .foldAll(stream, decider.wide, decider.evolve)
      .then((whole) => decider.decide(command, whole));
  }
};

export type CommandHandler<S, C extends Command> = (
  stream: string,
  command: C,
  patience: Patience,
) => Promise<Handled<S>>;

/**
 * Loads, decides, appends at the revision it read. Commands on one stream queue; a conflict reloads and decides
 * again. An outcome that appends nothing is given only after reading forward: a stale cache conflicts with nothing.
 */
export const createCommandHandler =
  <S, C extends Command, E extends DomainEvent>(
    decider: Decider<S, C, E>,
    streams: EventStreams<S, E>,
    { serial, sleep = wait, random = Math.random }: HandlerOptions,
  ): CommandHandler<S, C> =>
  (stream, command, patience) =>
    serial(stream, async () => {
      const metadata = eventMetadata(command.metadata);
      let loaded = streams.cached(stream);
      let current = false;
      for (let conflicts = 0; ; ) {
        if (loaded === undefined) {
          loaded = await streams.refresh(stream);
          current = true;
        }
        checkPatience(patience);
        let events: readonly E[] = [];
        let refusal: unknown;
        if (loaded.unknownType === null) {
          try {
            events = await decideOn(decider, streams, stream, command, loaded.state);
          } catch (error) {
            refusal = error;
          }
          if (appliedBefore(loaded, metadata.commandId, events)) events = [];
        }
        if (events.length === 0) {
          if (!current) {
            loaded = undefined;
            continue;
          }
          checkKnown(stream, loaded);
          if (refusal !== undefined) throw refusal;
          return { loaded, events: [] };
        }
        try {
          return await streams.append(stream, loaded, events, metadata);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          conflicts += 1;
          if (conflicts > patience.conflicts)
            throw new DomainError('ERR_CONFLICT', 'others kept changing it', { cause: error });
          await sleep(jitter(conflicts, random));
          loaded = undefined;
          current = false;
        }
      }
    });
