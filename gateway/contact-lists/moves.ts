import type { Desk } from '../../domain/desk/desk.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Handles, ProcessManager, Reaction } from '../process/process-manager.ts';

interface Moved {
  readonly listId: string;
  readonly from: number;
  readonly itemId: string;
  readonly moves: number;
}

/**
 * Returns the process manager that takes items whose number became another out of the bucket of the former one. Whoever
 * moves one does so too; should they die on the way, it would stand in both and be counted twice.
 */
export function createListMoves({ desk }: { readonly desk: Pick<Desk, 'contactLists'> }): ProcessManager {
  async function finishMove({ data }: RecordedEvent, reaction: Reaction): Promise<void> {
    await desk.contactLists.finishMove(reaction.command(), data as Moved);
  }
  return {
    name: 'contact-list-moves',
    start: 'beginning',
    key: ({ data }) => (data as Moved).itemId,
    handles: { ContactListItemMoved: finishMove } as Handles,
  };
}
