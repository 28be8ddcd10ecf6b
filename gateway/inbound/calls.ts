import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Driver, DriverMessage } from '../driver/driver.ts';

export interface CallsDeps {
  readonly companyId: string;
  readonly connectionId: string;
  readonly driver: Pick<Driver, 'send' | 'externalIdOf'>;
  readonly desk: Pick<Desk, 'contacts' | 'tickets'>;
  readonly state: StateStore;
  /** A stored address as the channel writes it. */
  readonly written: (address: string) => string | undefined;
  /** What somebody whose call was refused is told; '': nothing. */
  readonly text: () => string;
  readonly log: Logger;
}

/** Who calls again and again is told once. */
const toldEveryMs = 3_600_000;
/** A conversation that nobody had, or that nobody has to go on with: it opens no ticket. */
const settledOutcomes: ReadonlySet<string> = new Set(['rejected', 'answered', 'refused']);

/**
 * Returns what becomes of a call beside its entry in a ticket. A call that nobody took opens a ticket, as a message
 * does: somebody has to call back. One that was taken or refused is written where a ticket is open, and opens none. One
 * that the company refuses (setting `call`) is answered with its text: in the open ticket, else directly, for there is
 * no conversation to keep it in.
 */
export function createCalls(deps: CallsDeps) {
  const { companyId, connectionId, driver, desk, state, log } = deps;
  const system: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };

  async function openTicket(addresses: readonly string[]): Promise<string | undefined> {
    for (const address of addresses) {
      const contact = await desk.contacts.byNumber(companyId, address);
      if (contact) return desk.tickets.openOf(companyId, { connectionId, contactId: contact.contactId });
    }
    return undefined;
  }

  async function tell(
    { externalId: callId }: DriverMessage,
    to: string,
    body: string,
    ticketId: string | undefined,
  ): Promise<void> {
    const messageId = deriveId('call-answer', connectionId, callId);
    if (ticketId !== undefined) {
      await desk.tickets.send(system, { ticketId, messageId, body, automatic: 'call' });
      return;
    }
    const there = deps.written(to);
    if (there === undefined) return;
    const externalId = driver.externalIdOf?.(messageId) ?? messageId;
    await driver.send({ externalId, to: there, isGroup: false, body, mediaType: 'chat' });
  }

  async function answer(message: DriverMessage, ticketId: string | undefined): Promise<void> {
    const body = deps.text();
    const [to] = message.addresses;
    if (body.trim() === '' || to === undefined) return;
    const who = createHash('sha256').update(to).digest('base64url');
    const key = `call-answer/${connectionId}/${who}`;
    if (!(await state.set(key, true, { expected: null, ttlMs: toldEveryMs }))) return;
    try {
      await tell(message, to, body, ticketId);
    } catch (error) {
      // They were told nothing: their next call is answered.
      await state.delete(key);
      throw error;
    }
  }

  return {
    /** Whether the entry of a call opens a ticket where none is open. */
    opens: ({ extra }: DriverMessage): boolean => !settledOutcomes.has(extra?.call?.outcome ?? ''),
    /** Whether there is an open ticket that the entry goes into; undefined: none. */
    ticketOf: ({ addresses }: DriverMessage) => openTicket(addresses),
    /** To be called when the entry, if any, is written. Never fails: who called may call again. */
    async after(message: DriverMessage, ticketId: string | undefined): Promise<void> {
      if (message.extra?.call?.outcome !== 'refused') return;
      await answer(message, ticketId).catch((error: unknown) =>
        log.warn({ err: error, connectionId }, 'somebody who called was not told to write'),
      );
    },
  };
}
export type Calls = ReturnType<typeof createCalls>;
