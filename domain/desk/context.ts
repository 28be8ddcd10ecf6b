import type { CommandMetadata } from '../command.ts';
import type { AppendedEvent } from '../kernel/event-store.ts';
import type { Handled } from '../kernel/pipeline.ts';

/** Who asks, when, under which command id (the idempotency key), limited to which queues. `at` defaults to the clock. */
export type Context = Omit<CommandMetadata, 'at' | 'commandId'> & {
  readonly at?: string;
  readonly commandId?: string;
};

/**
 * What a command did. `position` is that of the stream's last event, also when nothing was appended: whoever waits for
 * the read models to reach it reads their own writes.
 */
export interface Outcome {
  readonly position: number;
  readonly revision: number;
  readonly events: readonly AppendedEvent[];
}

/** Returns what the caller is told of a command. */
export const outcome = ({ loaded, events }: Handled<unknown>): Outcome => ({
  position: loaded.position,
  revision: loaded.revision,
  events,
});
