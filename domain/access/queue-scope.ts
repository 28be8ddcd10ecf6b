/**
 * The queues whose tickets somebody may act on. `queueIds: 'all'` for admins and supervisors; `noQueue`: tickets without
 * a queue too (allTicket).
 */
export interface QueueScope {
  readonly userId: string;
  readonly queueIds: 'all' | readonly string[];
  readonly noQueue: boolean;
}
