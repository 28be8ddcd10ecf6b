/**
 * Work on the lists that campaigns write to: which numbers are on the network, items that moved, keys that nobody needs
 * any more.
 */

import type { Desk } from '../../domain/desk/desk.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { putNumberQuestion, readNumberAnswer } from '../../messaging/number-check.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type {
  ContactListDocument,
  ContactListItemDocument,
} from '../../projections/contact-lists/document.ts';
import { everyDocument } from '../../projections/ports/collection-pages.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { DueJob } from '../jobs/due-work.ts';
import type { CompanySettings } from '../log/company-settings.ts';

export interface ListChecksDeps {
  readonly desk: Pick<Desk, 'contactLists'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies'>;
  readonly state: StateStore;
  readonly settings: Pick<CompanySettings, 'isStopped'>;
  /** One number of a company is asked for in this time: who asks more is taken for a spammer. */
  readonly everyMs: number;
}

/** When nobody waits, lists are looked through so much more seldom. */
const idle = 5;

/**
 * Returns the job that asks the network which numbers of contact lists it knows, one after the other; nothing is
 * remembered beside the list.
 */
export function createListChecks({ desk, readStore, state, settings, everyMs }: ListChecksDeps): DueJob {
  /** Returns by which connection a company asks; undefined: none is connected. */
  async function connectionOf(companyId: string): Promise<string | undefined> {
    const all = await readStore.forCompany(companyId).find<ConnectionDocument>('connections', {});
    const connected = all.filter(({ status }) => status === 'CONNECTED');
    return (connected.find(({ isDefault }) => isDefault) ?? connected[0])?.id;
  }

  /** One step with one number. Returns whether somebody waits. */
  async function step({ companyId, id: listId }: ContactListDocument): Promise<boolean> {
    const [item] = await readStore.forCompany(companyId).find<ContactListItemDocument>('contactListItems', {
      where: { contactListId: listId, isOnNetwork: null },
      sort: ['id'],
      limit: 1,
    });
    if (!item) return false;
    const { id: itemId, bucket, number } = item;
    const say = (valid: boolean) =>
      desk.contactLists.check(
        { companyId, actor: { kind: 'system', id: 'contact-lists' } },
        { listId, results: [{ itemId, bucket, number, valid }] },
      );
    if (number === '') {
      await say(false);
      return true;
    }
    const answer = await readNumberAnswer(state, { companyId, number });
    if (answer !== undefined && answer.exists !== 'unknown') {
      await say(answer.exists);
      return true;
    }
    const connectionId = await connectionOf(companyId);
    if (connectionId === undefined) return false;
    await putNumberQuestion(state, { companyId, connectionId, number });
    return true;
  }

  async function round(signal: AbortSignal): Promise<number> {
    const query = { sort: ['sortName'] };
    const lists = await everyDocument<ContactListDocument>(readStore.allCompanies(), 'contactLists', query);
    const asked = new Set<string>();
    let isWaiting = false;
    for (const list of lists) {
      if (signal.aborted) break;
      const { companyId, contactsCount } = list;
      if (contactsCount === 0 || asked.has(companyId) || settings.isStopped(companyId)) continue;
      if (!(await step(list))) continue;
      asked.add(companyId);
      isWaiting = true;
    }
    return isWaiting ? everyMs : idle * everyMs;
  }

  return {
    name: 'contact-list-checks',
    everyMs,
    after: ['ContactListItemsAdded', 'ContactListItemChanged'],
    waiting: 'numbers of contact lists wait for the stores',
    round,
  };
}
