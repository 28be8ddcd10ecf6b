import { channels } from '../../contract/channels.ts';
import type { Notice } from '../../projections/ports/read-store.ts';
import type { ApiDeps } from '../deps.ts';
import type { Item } from './item.ts';
import { prepareItems } from './prepare.ts';
import { within } from './rights.ts';
import type { Roster } from './roster.ts';
import type { Batch } from './subscriber.ts';
import { createToldCards } from './told-cards.ts';

/** Returns where the line stood that began last, of those of a company that are told briefly. */
const newestOf = (roster: Roster, companyId: string): number =>
  Array.from(roster.of(companyId), ({ subscriber }) => subscriber.knownSince ?? 0).reduce(
    (newest, since) => Math.max(newest, since),
    0,
  );

/** Returns how what has happened comes to the subscribers of each company: names are joined once for all of them. */
export function createDistribution(
  deps: Parameters<typeof prepareItems>[0] & Pick<ApiDeps, 'log'>,
  roster: Roster,
) {
  const toldCards = createToldCards();
  /** How often the read models were others: what was prepared of earlier ones is told to nobody. */
  let turn = 0;

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
      return await prepareItems(deps, companyId, notices, toldCards);
    } catch (err) {
      // The documents behind these changes could not be read: nobody may believe to be up to date.
      deps.log.error({ err, companyId }, 'changes could not be prepared');
      for (const { subscriber } of roster.of(companyId)) subscriber.resync();
      return [];
    }
  }

  return {
    async tell(notices: readonly Notice[], items: readonly Item[]): Promise<void> {
      const begun = turn;
      const byCompany = Map.groupBy(notices, ({ companyId }) => companyId);
      for (const companyId of new Set([...byCompany.keys(), ...items.map((item) => item.companyId)])) {
        if (!roster.has(companyId)) continue;
        const told = byCompany.get(companyId) ?? [];
        const prepared = await prepare(companyId, told);
        const isStale = begun !== turn;
        const own = items.filter((item) => item.companyId === companyId);
        distribute(companyId, {
          items: isStale ? own : [...prepared, ...own],
          head: isStale ? 0 : (told.at(-1)?.seq ?? 0),
          sharedFrames: new Map(),
          newest: newestOf(roster, companyId),
        });
      }
    },
    /** Other read models live now, which count their changes anew. */
    startOver(): void {
      turn += 1;
      toldCards.clear();
    },
  };
}
