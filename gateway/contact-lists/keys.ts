import { buckets } from '../../domain/contact-list/items.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { ContactKeys } from '../../domain/ports/contact-keys.ts';
import type { Handles, ProcessManager, Reaction } from '../process/process-manager.ts';

/**
 * Destroys the keys under which nobody's data are to be read any more: of a list that was deleted, with who came into it at that
 * moment, and of a bucket that was sealed anew without somebody who was erased. Done again it finds nothing left to do.
 */
export function createListKeys({
  desk,
  contactKeys,
}: {
  readonly desk: Pick<Desk, 'contactLists'>;
  readonly contactKeys: ContactKeys;
}): ProcessManager {
  async function listDeleted({ data, metadata: { companyId } }: RecordedEvent): Promise<void> {
    const { listId } = data as { readonly listId: string };
    for (let bucket = 0; bucket < buckets; bucket++) {
      const { keyId } = await desk.contactLists.lookBucket(companyId, listId, bucket);
      if (keyId !== '') await contactKeys.destroy(companyId, keyId);
    }
  }
  /** Whoever put them in saw the list a moment before it was deleted. */
  async function itemsCame(
    { data, metadata: { companyId } }: RecordedEvent,
    { command }: Reaction,
  ): Promise<void> {
    const { listId, bucket } = data as { readonly listId: string; readonly bucket: number };
    if ((await desk.contactLists.look(companyId, listId)).status !== 'deleted') return;
    const { items, keyId } = await desk.contactLists.lookBucket(companyId, listId, bucket);
    for (const itemId of items.keys())
      await desk.contactLists.remove(command(itemId), { listId, itemId, bucket });
    await contactKeys.destroy(companyId, keyId);
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
