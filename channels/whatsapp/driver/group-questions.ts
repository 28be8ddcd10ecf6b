import type { GroupMetadata } from 'baileys';
import type { Logger } from 'pino';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import { sleep } from '../../../domain/kernel/retry.ts';

const hourMs = 3_600_000;

/** Of what the network refuses with: it will not say who the group is, however often it is asked. */
const lastingRefusals: ReadonlySet<unknown> = new Set([401, 403, 404, 410]);
const isLasting = (error: unknown): boolean => lastingRefusals.has((error as { data?: unknown }).data);

/** Returns what asks the network who groups are: once a group, one after the other at a slow pace. */
export function createGroupQuestions(deps: {
  readonly ask: (jid: string) => Promise<GroupMetadata>;
  readonly answered: (metadata: GroupMetadata, jid: string) => Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Between two questions, milliseconds. */
  readonly everyMs: number;
}) {
  const { everyMs, log, signal } = deps;
  const wantedGroups = new Set<string>();
  /** Not to be asked about yet. */
  const refusedGroups = boundedCache<true>(5_000, hourMs);
  const failures = boundedCache<number>(5_000, hourMs);
  let asking = false;

  async function work(): Promise<void> {
    if (asking) return;
    asking = true;
    for (const jid of wantedGroups) {
      if (signal.aborted) break;
      try {
        const metadata = await deps.ask(jid);
        await deps.answered(metadata, jid);
        failures.delete(jid);
      } catch (error) {
        // Asked for again when somebody writes in it: after an hour where we are not in it, soon where the link was away.
        const failed = (failures.get(jid) ?? 0) + 1;
        failures.set(jid, failed);
        refusedGroups.set(jid, true, {
          ttl: isLasting(error) ? hourMs : Math.min(everyMs * 2 ** failed, hourMs),
        });
        log.info({ err: error }, 'a group did not say what it is');
      }
      wantedGroups.delete(jid);
      await sleep(everyMs * (0.75 + Math.random() / 2), signal);
    }
    asking = false;
  }

  return {
    want(jid: string): void {
      if (refusedGroups.has(jid)) return;
      wantedGroups.add(jid);
      void work();
    },
    /** It may be asked about again, whatever the network said. */
    allow: (jid: string): void => void refusedGroups.delete(jid),
  };
}
