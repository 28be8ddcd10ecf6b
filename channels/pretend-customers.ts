import type { Logger } from 'pino';
import type { StateStore } from '../domain/ports/state-store.ts';

export interface PretendCustomers {
  readonly state: StateStore;
  readonly connectionId: string;
  /** Messages a minute, all customers together. */
  readonly perMinute: number;
  /** Nobody writes to a connection that is away or gone. */
  readonly isConnected: () => Promise<boolean>;
  readonly log: Logger;
}

/** `channels/<kind>/pretend-customers/customers.ts` exports one, of a channel that declares the part. */
export type StartPretendCustomers = (options: PretendCustomers) => { stop(): Promise<void> };
