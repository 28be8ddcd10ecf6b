import { z } from 'zod';
import { systemFailures } from '../../domain/ports/other-system.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { media } from '../../domain/ticket/events.ts';

const reply = z.object({
  say: z.array(z.object({ body: z.string(), file: media.optional() })),
  over: z.enum(['asked', 'chosen', 'failed', 'limit', 'gone']).optional(),
  failure: z.enum(systemFailures).optional(),
  cause: z.literal('loop').optional(),
  unheard: z.literal(true).optional(),
  tokens: z.number(),
});
/** A reply as it is said: files are stored. */
export type StoredReply = z.output<typeof reply>;

const keptReply = z.object({
  session: z.string().optional(),
  /** Whose session it is: nobody else's business. Absent: kept by an earlier version. */
  by: z.string().optional(),
  /** The reply to this event, which may not be in the log yet. */
  eventId: z.string().optional(),
  /** The message up to which it answers. Absent: kept by an earlier version, that of the event. */
  messageId: z.string().optional(),
  reply: reply.optional(),
  /** It was asked and nothing came of it yet, where asking again might do something twice. */
  asked: z.literal(true).optional(),
});
export type Kept = z.output<typeof keptReply>;

/** Whoever pauses for longer begins anew. */
const keptMs = 30 * 86_400_000;

/**
 * Returns what remembers, for each ticket, the session of its assistant and the last reply: whoever dies between a reply and saying
 * it does not ask a second time, for a flow would have moved on. What is said in them is sealed.
 */
export function createReplies({ state, vault }: { readonly state: StateStore; readonly vault: Vault }) {
  const keyOf = (companyId: string, ticketId: string) => `assistant/ticket/${companyId}/${ticketId}`;
  /** Resolves with the version that it has; undefined: another than `expected` stood there. */
  async function write(companyId: string, ticketId: string, value: Kept, expected?: number) {
    const key = keyOf(companyId, ticketId);
    const sealed = vault.seal(key, JSON.stringify(value));
    const options = { ttlMs: keptMs, ...(expected !== undefined && { expected }) };
    return (await state.set(key, { sealed }, options))?.version;
  }
  return {
    async read(companyId: string, ticketId: string): Promise<Kept> {
      const key = keyOf(companyId, ticketId);
      const entry = await state.get<{ readonly sealed: string }>(key);
      return entry ? keptReply.parse(JSON.parse(vault.open(key, entry.value.sealed))) : {};
    },
    write,
    /** Has what was kept before stand there again, where nobody wrote anything since `written`. */
    async takeBack(companyId: string, ticketId: string, written: number, before: Kept): Promise<void> {
      if (Object.keys(before).length > 0) await write(companyId, ticketId, before, written);
      else await state.delete(keyOf(companyId, ticketId), { expected: written });
    },
    async drop(companyId: string, ticketId: string): Promise<void> {
      await state.delete(keyOf(companyId, ticketId));
    },
  };
}
