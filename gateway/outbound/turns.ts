import type { HeldReason } from '../../domain/connection/pace.ts';
import { StoppedError } from '../../domain/kernel/retry.ts';
import { isPending, type Look, type OutboundScope, type OutboundWork } from './scope.ts';

/** Returns the turns of messages at the number's pacer: who waits gives its place in the queue to others meanwhile. */
export function createTurns({ desk, context, pacer, queue, append, log }: OutboundScope) {
  /** Messages whose contact was a new one when their turn came. */
  const firsts = new Set<string>();
  return {
    /** Waits until the pace lets the message go, or says `gone`: nothing is left to be sent. `at once`: there was nothing to wait for. */
    async take(work: OutboundWork, look: Look): Promise<'at once' | 'waited' | 'gone'> {
      const { ticketId, messageId, contactId } = work;
      if (pacer.isOpen(contactId)) return 'at once';
      const onHeld = (until: Date, reason: HeldReason) => {
        const held = { ticketId, messageId, until: until.toISOString(), reason };
        append(() => desk.tickets.held(context, held)).catch((error: unknown) => {
          if (!(error instanceof StoppedError)) log.warn({ err: error, messageId }, 'a wait was not told');
        });
      };
      let waited = false;
      const onWait = () => {
        waited = true;
      };
      const isWanted = async () => isPending(await look());
      const turn = await queue.aside(() => pacer.turn(contactId, { onHeld, onWait, isWanted }));
      if (turn === 'new') firsts.add(messageId);
      if (turn === 'gone') return turn;
      return waited ? 'waited' : 'at once';
    },
    /** Returns whether its contact was a new one, and forgets it. */
    takeFirst: (messageId: string): boolean => firsts.delete(messageId),
  };
}
export type Turns = ReturnType<typeof createTurns>;
