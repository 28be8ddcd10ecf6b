import type { DragStart, DragUpdate, DropResult, ResponderProvided } from '@hello-pangea/dnd';
import { useState } from 'react';
import { useT } from '../../../console/shell/i18n.ts';
import { childrenOf, type OptionNode, place, type TreeDraft } from './draft.ts';
import { useTree } from './tree-context.tsx';

export interface Shown {
  readonly node: OptionNode;
  readonly depth: number;
  readonly number: number;
  readonly isOpen: boolean;
  readonly inside: number;
}

/**
 * Returns the rows as they stand below each other, without those inside what is folded up.
 * @param takenId a row that is dragged: shown as if folded up
 */
export function shownOf(
  draft: TreeDraft,
  foldedIds: ReadonlySet<string>,
  takenId?: string,
  parentId: string | null = null,
  depth = 0,
): readonly Shown[] {
  return childrenOf(draft, parentId).flatMap((node, index) => {
    const inside = childrenOf(draft, node.id).length;
    const isOpen = inside > 0 && !foldedIds.has(node.id) && node.id !== takenId;
    const row = { node, depth, number: index + 1, isOpen, inside };
    return [row, ...(isOpen ? shownOf(draft, foldedIds, takenId, node.id, depth + 1) : [])];
  });
}

/** Returns the draft after a row was dropped: into another, below it as its first, or beside it. */
function dropOption(
  draft: TreeDraft,
  shown: readonly Shown[],
  { draggableId: id, combine, destination }: Pick<DropResult, 'draggableId' | 'combine' | 'destination'>,
): TreeDraft {
  if (combine) return place(draft, id, combine.draggableId, childrenOf(draft, combine.draggableId).length);
  if (!destination) return draft;
  const others = shown.filter(({ node }) => node.id !== id);
  const above = others[destination.index - 1];
  if (above === undefined) return place(draft, id, null, 0);
  const below = others[destination.index];
  // Between a row and the first inside it.
  if (below?.node.parentId === above.node.id) return place(draft, id, above.node.id, 0);
  const beside = below !== undefined && below.depth < above.depth ? below.node : undefined;
  const parentId = beside ? beside.parentId : above.node.parentId;
  const siblings = childrenOf(draft, parentId).filter((node) => node.id !== id);
  const at = beside ? siblings.indexOf(beside) : siblings.findIndex((node) => node.id === above.node.id) + 1;
  return place(draft, id, parentId, at);
}

/** Returns where an option stands, for those who do not see it. */
export function whereIs(t: ReturnType<typeof useT>, draft: TreeDraft, id: string): string {
  const node = draft.nodes.find((one) => one.id === id);
  const siblings = childrenOf(draft, node?.parentId ?? null);
  const parent = draft.nodes.find((one) => one.id === node?.parentId);
  return t(parent === undefined ? 'queues.tree.movedTop' : 'queues.tree.moved', {
    title: String(node?.values.title ?? ''),
    place: siblings.findIndex((one) => one.id === id) + 1,
    all: siblings.length,
    parent: parent && String(parent.values.title),
  });
}

/**
 * Returns which row is dragged, by the pointer or by keys, and what follows from it. The library would say the way of a row
 * in English.
 */
export function useTaking(folded: ReadonlySet<string>) {
  const t = useT();
  const { draft, change } = useTree();
  const [takenId, setTakenId] = useState<string>();
  const after = (result: Pick<DropResult, 'draggableId' | 'combine' | 'destination'>) =>
    dropOption(draft, shownOf(draft, folded, result.draggableId), result);
  const titleOf = (id: string) => String(draft.nodes.find((node) => node.id === id)?.values.title ?? '');
  return {
    takenId,
    taking: {
      onBeforeCapture: ({ draggableId }: Pick<DragStart, 'draggableId'>) => setTakenId(draggableId),
      onDragStart: ({ draggableId: id }: DragStart, { announce }: ResponderProvided) =>
        announce(t('queues.tree.taken', { title: titleOf(id) })),
      onDragUpdate: (update: DragUpdate, { announce }: ResponderProvided) =>
        announce(whereIs(t, after(update), update.draggableId)),
      onDragEnd: (result: DropResult, { announce }: ResponderProvided) => {
        const { draggableId: id, reason } = result;
        setTakenId(undefined);
        change(() => after(result));
        announce(
          reason === 'CANCEL' ? t('queues.tree.left', { title: titleOf(id) }) : whereIs(t, after(result), id),
        );
      },
    },
  };
}
