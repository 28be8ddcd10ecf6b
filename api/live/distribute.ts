import { channels } from '../../contract/channels.ts';
import type { Notice } from '../../projections/ports/read-store.ts';
import type { ApiDeps } from '../deps.ts';
import type { Item } from './item.ts';
import { prepareItems } from './prepare.ts';
import { within } from './rights.ts';
import type { Roster } from './roster.ts';
import type { Batch } from './subscriber.ts';

/** Returns how what has happened comes to the subscribers of each company: names are joined once for all of them. */
export function createDistribution(
  deps: Parameters<typeof prepareItems>[0] & Pick<ApiDeps, 'log'>,
  roster: Roster,
) {
  function distribute(companyId: string, batch: Batch): void {
    const tickets = batch.items.filter((item) => item.channel === channels.ticket(companyId));
    for (const { subscriber } of roster.of(companyId)) {
      // First who may still stand in which room, then what is said there.
      if (subscriber.rooms.size > 0)
        for (const { id, after } of tickets)
          if (after !== undefined) subscriber.mayEnter(id, within(subscriber.session, after));
      subscriber.offer(batch);
      subscriber.flush();
    }
  }

  async function prepare(companyId: string, notices: readonly Notice[]): Promise<readonly Item[]> {
    try {
      return await prepareItems(deps, companyId, notices);
    } catch (err) {
      // The documents behind these changes could not be read: nobody may believe to be up to date.
      deps.log.error({ err, companyId }, 'changes could not be prepared');
      for (const { subscriber } of roster.of(companyId)) subscriber.resync();
      return [];
    }
  }

  return async (notices: readonly Notice[], items: readonly Item[]): Promise<void> => {
    const byCompany = Map.groupBy(notices, ({ companyId }) => companyId);
    for (const companyId of new Set([...byCompany.keys(), ...items.map((item) => item.companyId)])) {
      if (!roster.has(companyId)) continue;
      const told = byCompany.get(companyId) ?? [];
      const prepared = await prepare(companyId, told);
      const own = items.filter((item) => item.companyId === companyId);
      distribute(companyId, {
        items: [...prepared, ...own],
        head: told.at(-1)?.seq ?? 0,
        sharedFrames: new Map(),
      });
    }
  };
}
