/** What goes through all that a company has: its end when it was deleted, and a plan that changed under it. */

import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { ContactKeys } from '../../domain/ports/contact-keys.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { snapshotPlace } from '../../domain/ports/snapshots.ts';
import { dropEntries, stateEntries } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { records } from '../../domain/records/index.ts';
import { companySecrets, dropSecrets, userSecrets } from '../../messaging/secrets.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { collectionPages } from '../../projections/ports/collection-pages.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { DueJob } from '../jobs/due-work.ts';
import { dropPairing } from '../secrets/deleted-connections.ts';

export interface DeletionsDeps {
  readonly desk: Pick<Desk, 'companies' | 'contacts' | 'users'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies'>;
  readonly state: StateStore;
  readonly media: Pick<MediaStore, 'list' | 'delete'>;
  readonly contactKeys: ContactKeys;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly now: () => Date;
  readonly log: Logger;
  /** Milliseconds between two rounds, over all gateways. */
  readonly everyMs: number;
}

/** Of one company in one round: erasing each takes some work, and the round comes again. */
const mostAtOnce = 1_000;
const keyPlace = (companyId: string) => `contact-key/${companyId}/`;
const goneKey = (companyId: string) => `company-gone/${companyId}`;

/**
 * Returns the job that ends companies whose tombstone's time is over. `CompanyKeysDestroyed` comes first, and no
 * restoration after it; then every contact is erased as any other is (`gateway/jobs/erasures.ts`), and when none is
 * left the users go, the secrets of connections, the files and the keys that stand yet. Each step can be done again, so
 * that a death between any two is finished by the next round; a mark in the state store says of a company that nothing
 * is left.
 */
export function createDeletions(deps: DeletionsDeps): DueJob {
  const { desk, eventStore, readStore, state, media, contactKeys, log } = deps;
  const contextOf = (companyId: string): Context => ({
    companyId,
    actor: { kind: 'system', id: 'company-deletions' },
  });

  /** Asks for the erasure of whoever has none. Returns whether nobody was left, as the read models of this moment know. */
  async function eraseContacts(companyId: string, signal: AbortSignal): Promise<boolean> {
    if (!(await deps.reached(await eventStore.head(), 10_000))) return false;
    let askedCount = 0;
    const reader = readStore.forCompany(companyId);
    const everybody = collectionPages<ContactDocument>(reader, 'contacts', { sort: ['createdAt'] });
    for await (const some of everybody)
      for (const { id: contactId, erasedAt, mergedInto } of some) {
        if (signal.aborted || askedCount >= mostAtOnce) return false;
        if (mergedInto !== undefined || erasedAt !== undefined) continue;
        await desk.contacts.erase(contextOf(companyId), { contactId });
        askedCount += 1;
      }
    // Erasures that are not completed yet still read with the keys.
    const waiting = await reader.count('erasures', { where: { completedAt: null } });
    return askedCount === 0 && waiting === 0;
  }

  /** What nobody is erased from: users, secrets, files, and keys that no contact stands for. */
  async function takeRest(companyId: string, signal: AbortSignal): Promise<boolean> {
    const reader = readStore.forCompany(companyId);
    for (const userId of await reader.ids('users', { limit: 10_000 })) {
      // First: of who is gone nobody knows any more what is left.
      await dropSecrets(state, userSecrets(userId));
      await desk.users.deleteWithCompany(contextOf(companyId), { userId });
    }
    for (const connectionId of await reader.ids('connections', { limit: 10_000 }))
      await dropPairing(state, connectionId);
    await dropEntries(state, companySecrets(companyId));
    await dropEntries(state, snapshotPlace(companyId));
    for (const { name } of records) await dropEntries(state, `record-secret/${name}/${companyId}/`);
    for await (const { id } of media.list(companyId)) {
      if (signal.aborted) return false;
      await media.delete(companyId, id);
    }
    // A mark stays of each, so that a rebuild knows what it cannot read for erased.
    const place = keyPlace(companyId);
    for await (const { key } of stateEntries(state, place))
      await contactKeys.destroy(companyId, key.slice(place.length));
    return !signal.aborted;
  }

  async function finish(company: CompanyDocument, signal: AbortSignal): Promise<void> {
    const { id: companyId, deletedUntil } = company;
    if (deletedUntil !== null && deletedUntil > deps.now().toISOString()) return;
    if ((await state.get(goneKey(companyId))) !== undefined) return;
    const at = deps.now().toISOString();
    await desk.companies.destroyKeys({ ...contextOf(companyId), at });
    // Restored a moment ago, whatever the read models say.
    if ((await desk.companies.standing(companyId)) !== 'destroyed') return;
    if (!(await eraseContacts(companyId, signal)) || !(await takeRest(companyId, signal))) return;
    await state.set(goneKey(companyId), { at });
    log.info({ companyId }, 'a deleted company is gone for good');
  }

  async function round(signal: AbortSignal): Promise<void> {
    const deleted = collectionPages<CompanyDocument>(readStore.allCompanies(), 'companies', {
      where: { deletedAt: { gt: '' } },
      sort: ['sortName'],
    });
    for await (const some of deleted)
      for (const company of some) {
        if (signal.aborted) return;
        await finish(company, signal).catch((err: unknown) =>
          log.warn({ err, companyId: company.id }, 'a deleted company waits to be finished'),
        );
      }
  }

  return {
    name: 'company-deletions',
    everyMs: deps.everyMs,
    waiting: 'deleted companies wait for the stores',
    round,
  };
}
