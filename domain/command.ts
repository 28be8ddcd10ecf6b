import type { QueueScope } from './access/queue-scope.ts';
import type * as kernel from './kernel/decider.ts';
import type * as event from './kernel/event.ts';
import type { Handled } from './kernel/pipeline.ts';

/** Who commands: an agent, the contact itself, another program, or the system, whose id is the process's name. */
export interface Actor extends event.Actor {
  readonly kind: 'user' | 'contact' | 'integration' | 'system';
}

/** Who commands, when, under which id; `scope`: which queues' tickets they may act on, absent for the system (no limit). */
export interface CommandMetadata extends kernel.CommandMetadata {
  readonly actor: Actor;
  readonly scope?: QueueScope;
  /** Called for each stream that this was carried out on, also where nothing was left to do: a later step may be refused. */
  readonly onHandled?: (handled: Handled<unknown>) => void;
}

export type Command<T extends string = string, D = unknown> = kernel.Command<T, D, CommandMetadata>;
