import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { stateEntries } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { collectionPages } from '../../projections/ports/collection-pages.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import type { DueJob } from './due-work.ts';

/** How long an address may take to be confirmed: the link is good for three days, and can be asked for again. */
const patienceMs = 7 * 24 * 3_600_000;
const marks = 'signup/unconfirmed/';

interface Mark {
  readonly companyId: string;
  readonly userId: string;
}

/**
 * Returns the job that ends sign-ups whose address nobody confirmed: name and address are free again, so that whoever
 * types somebody else's keeps neither. What has been used, by an admin who was added or a payment, stays. A mark says
 * what was begun.
 */
export function createUnconfirmed(deps: {
  readonly desk: Pick<Desk, 'companies' | 'users'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies'>;
  readonly state: StateStore;
  readonly now: () => Date;
  readonly log: Logger;
  /** Milliseconds between two rounds, over all gateways. */
  readonly everyMs: number;
}): DueJob {
  const { desk, readStore, state, log } = deps;

  async function isUnused(companyId: string): Promise<boolean> {
    const reader = readStore.forCompany(companyId);
    if ((await reader.count('users', {})) > 1) return false;
    for (const collection of ['connections', 'contacts', 'queues'])
      if ((await reader.count(collection, {})) > 0) return false;
    return (await reader.count('invoices', { where: { status: 'paid' } })) === 0;
  }

  async function unconfirmedUsers(): Promise<readonly UserDocument[]> {
    const limit = new Date(deps.now().getTime() - patienceMs).toISOString();
    const late: UserDocument[] = [];
    const everyone = collectionPages<UserDocument>(readStore.allCompanies(), 'users', { sort: ['sortName'] });
    for await (const users of everyone)
      late.push(...users.filter(({ unconfirmed, createdAt }) => unconfirmed === true && createdAt < limit));
    return late;
  }

  async function end({ companyId, userId }: Mark): Promise<void> {
    const context: Context = { companyId, actor: { kind: 'system', id: 'signup' } };
    await desk.users.deleteWithCompany(context, { userId, onlyUnconfirmed: true });
    // Confirmed at the last moment: the log says so, whatever the read models know.
    if (!(await desk.users.isThere(companyId, userId))) {
      // Who died after this may have left the mark until the company's keys were destroyed.
      if ((await desk.companies.standing(companyId)) !== 'destroyed')
        await desk.companies.remove(context, { keptDays: 0 });
      log.info({ companyId }, 'a sign-up that nobody confirmed has ended');
    }
    await state.delete(marks + companyId);
  }

  async function round(signal: AbortSignal): Promise<void> {
    for await (const { value } of stateEntries<Mark>(state, marks)) {
      if (signal.aborted) return;
      const { companyId, userId } = value;
      // Who died before taking its admin away may have done so long ago.
      if ((await desk.users.isThere(companyId, userId)) && !(await isUnused(companyId)))
        await state.delete(marks + companyId);
      else await end(value);
    }
    for (const { id: userId, companyId } of await unconfirmedUsers()) {
      if (signal.aborted) return;
      if (!(await isUnused(companyId))) continue;
      const mark: Mark = { companyId, userId };
      await state.set(marks + companyId, mark);
      await end(mark);
    }
  }

  return {
    name: 'unconfirmed-sign-ups',
    everyMs: deps.everyMs,
    waiting: 'sign-ups that nobody confirmed wait for the stores',
    round,
  };
}
