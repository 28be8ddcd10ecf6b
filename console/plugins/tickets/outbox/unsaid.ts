import type { Outgoing } from './outbox.ts';

/** Returns what waits and what was refused outside the conversation that is on the screen, which shows its own. */
export function unsaid(items: readonly Outgoing[], shown: string | undefined) {
  const elsewhere = items.filter(({ ticketId }) => ticketId !== shown);
  return {
    failed: elsewhere.filter(({ state }) => state === 'failed'),
    waiting: elsewhere.filter(({ state }) => state !== 'failed'),
  };
}
