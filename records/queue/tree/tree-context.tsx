import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useGetList, useRefresh } from 'react-admin';
import { v7 as newId } from 'uuid';
import type { Row } from '../../../console/plugins/records/parts.ts';
import { api } from '../../../console/shell/api.ts';
import { changesOf, draftOf, isTouched, rebase, type TreeDraft, withStored } from './draft.ts';

interface Tree {
  readonly draft: TreeDraft;
  readonly isPending: boolean;
  readonly change: (next: (draft: TreeDraft) => TreeDraft) => void;
  readonly selectedId: string | undefined;
  readonly select: (id: string | undefined) => void;
  /** What was tried out on the phone beside it. */
  readonly tried: TriedOptions;
  readonly onTried: (tried: TriedOptions) => void;
}
export interface TriedOptions {
  readonly seen: ReadonlySet<string>;
  readonly walkTo: (optionId: string) => void;
}
const TreeContext = createContext<Tree | undefined>(undefined);

/** Returns the draft of the options of the queue that is on the screen. */
export const useTree = (): Tree => {
  const tree = useContext(TreeContext);
  if (tree === undefined) throw new Error('useTree outside a queue');
  return tree;
};

const none: TreeDraft = { nodes: [], rows: [] };
const untriedOptions: TriedOptions = { seen: new Set(), walkTo: () => undefined };

/** One by one: of those that are stored when another is refused none is sent again. */
async function storeFiles({ nodes }: TreeDraft, onStored: (id: string, row: Row) => void): Promise<void> {
  for (const { id, file } of nodes) {
    if (file === undefined) continue;
    const form = new FormData();
    form.set('file', file);
    onStored(id, await api<Row>(`/queue-options/${id}/media-upload`, { method: 'POST', form }));
  }
}

/** Returns the draft, what others save meanwhile worked into it, and how it is saved once its queue is there. */
export function useTreeDraft(queueId: string | undefined) {
  const { data, isPending, refetch } = useGetList<Row>(
    'queueOptions',
    {
      pagination: { page: 1, perPage: 1_000 },
      sort: { field: 'title', order: 'ASC' },
      filter: { queueId },
    },
    { enabled: queueId !== undefined },
  );
  const [draft, setDraft] = useState<TreeDraft>(none);
  const [selectedId, select] = useState<string>();
  const [triedOptions, onTried] = useState(untriedOptions);
  const refresh = useRefresh();
  useEffect(() => {
    if (data) setDraft((before) => (before === none ? draftOf(data) : rebase(before, data, newId)));
  }, [data]);

  async function save({ id }: Row): Promise<void> {
    if (!isTouched(draft)) return;
    const changes = changesOf(draft);
    try {
      if (changes.length > 0) {
        const rows = await api<Row[]>(`/queue/${id}/tree`, { method: 'PUT', body: { changes } });
        // From here on only files are missing: to save again asks for nothing twice.
        setDraft((before) => ({
          rows,
          nodes: before.nodes.flatMap(({ base: _, moved: __, theirs: ___, ...node }) => {
            const row = rows.find((one) => one.id === node.id);
            return row ? [{ ...node, base: row }] : [];
          }),
        }));
      }
      await storeFiles(draft, (of, row) => setDraft((before) => withStored(before, of, row)));
      refresh();
    } catch (error) {
      // Somebody was first: what they did is worked in, and what was typed here stands.
      void refetch();
      throw error;
    }
  }

  const tree = useMemo(
    (): Tree => ({
      draft,
      isPending: queueId !== undefined && isPending,
      change: setDraft,
      selectedId,
      select,
      tried: triedOptions,
      onTried,
    }),
    [draft, isPending, queueId, selectedId, triedOptions],
  );
  return { tree, save };
}

export const TreeProvider = ({ tree, children }: { readonly tree: Tree; readonly children: ReactNode }) => (
  <TreeContext value={tree}>{children}</TreeContext>
);
