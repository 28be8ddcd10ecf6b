import { buckets } from '../../domain/contact-list/items.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { StoppedError, sleep } from '../../domain/kernel/retry.ts';
import type { ContactKeys } from '../../domain/ports/contact-keys.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { Handles, ProcessManager, Reaction } from '../process/process-manager.ts';
import { demandReached } from '../process/read-models.ts';

/** How long the read models may take to know who came. */
const behindMs = 10_000;

type Item = { readonly itemId: string };
/** What the events that put somebody into a bucket have in common. */
type Came = { readonly listId: string; readonly bucket: number } & (
  | Item
  | { readonly items: readonly Item[] }
);

/**
 * Returns the process manager that destroys the keys under which nobody's data are to be read any more: of a list that
 * was deleted, with who came into it at that moment, and of a bucket that was sealed anew without somebody who was
 * erased. Done again it finds nothing left to do.
 */
export function createListKeys({
  desk,
  contactKeys,
  readStore,
  reached,
}: {
  readonly desk: Pick<Desk, 'contactLists'>;
  readonly contactKeys: ContactKeys;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly reached: GatewayDeps['reached'];
}): ProcessManager {
  async function listDeleted(
    { data, metadata: { companyId } }: RecordedEvent,
    { signal }: Reaction,
  ): Promise<void> {
    const { listId } = data as { readonly listId: string };
    for (let bucket = 0; bucket < buckets; bucket++) {
      if (signal.aborted) throw new StoppedError('stopped');
      const began = performance.now();
      const { keyId } = await desk.contactLists.lookBucket(companyId, listId, bucket);
      if (keyId !== '') await contactKeys.destroy(companyId, keyId);
      // A thousand people were read for it: whoever waits to be answered has their turn for as long.
      await sleep(performance.now() - began, signal);
    }
  }
  /** Whoever put them in saw the list a moment before it was deleted. */
  async function itemsCame(
    { data, metadata: { companyId }, position }: RecordedEvent,
    { command }: Reaction,
  ): Promise<void> {
    const given = data as Came;
    const { listId, bucket } = given;
    if ((await desk.contactLists.look(companyId, listId)).status !== 'deleted') return;
    await demandReached(reached, position, behindMs);
    const { keyId } = await desk.contactLists.lookBucket(companyId, listId, bucket);
    // Who came before it went with the list, or goes with it bit by bit.
    const came = 'items' in given ? given.items : [given];
    const left = await readStore
      .forCompany(companyId)
      .ids('contactListItems', { where: { id: { in: came.map(({ itemId }) => itemId) } } });
    if (left.length > 0) await desk.contactLists.remove(command(), { listId, itemIds: left, bucket });
    if (keyId !== '') await contactKeys.destroy(companyId, keyId);
  }
  async function destroyFormerKey({ data, metadata: { companyId } }: RecordedEvent): Promise<void> {
    await contactKeys.destroy(companyId, (data as { readonly formerKeyId: string }).formerKeyId);
  }
  return {
    name: 'contact-list-keys',
    start: 'beginning',
    key: ({ data }) => (data as { readonly listId: string }).listId,
    handles: {
      ContactListDeleted: listDeleted,
      ContactListItemsAdded: itemsCame,
      ContactListItemMoved: itemsCame,
      ContactListItemsResealed: destroyFormerKey,
    } as Handles,
  };
}
