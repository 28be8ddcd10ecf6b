import { DragDropContext, Draggable, type DraggableProvided, Droppable } from '@hello-pangea/dnd';
import Button from '@mui/material/Button';
import { ChevronsDownUp, ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { v7 as newId } from 'uuid';
import { useT } from '../../../console/shell/i18n.ts';
import { ConfirmDialog } from '../../../console/shell/ui/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../console/shell/ui/states.tsx';
import { add, belowOf, type OptionNode, remove, type Step, step } from './draft.ts';
import { shownOf, useTaking, whereIs } from './dragging.tsx';
import { OptionForm } from './option-form.tsx';
import { OptionRow } from './option-row.tsx';
import { Theirs } from './theirs.tsx';
import { useTree } from './tree-context.tsx';
import './tree.css';

const handleOf = ({ innerRef, draggableProps }: DraggableProvided) => ({ ref: innerRef, ...draggableProps });

/** The head of the tree: how much of it was tried out, and what can be done with all of it. */
const Head = ({
  seen: seenIds,
  onFold,
  onAdd,
  isFolded,
}: {
  seen: ReadonlySet<string>;
  onFold: () => void;
  onAdd: () => void;
  isFolded: boolean;
}) => {
  const t = useT();
  const { draft } = useTree();
  const all = draft.nodes.length;
  const triedCount = draft.nodes.filter(({ id }) => seenIds.has(id)).length;
  const Icon = isFolded ? ChevronsUpDown : ChevronsDownUp;
  return (
    <div className="row wrap">
      {all === 0 ? null : (
        <>
          <p className="phone-line small">
            <b className="num">{t('queues.tree.tried', { tried: triedCount, all })}</b>
          </p>
          <span className="meter c-ok" aria-hidden="true">
            <i style={{ width: `${(100 * triedCount) / all}%` }} />
          </span>
        </>
      )}
      <span className="grow" />
      {all === 0 ? null : (
        <Button size="small" variant="outlined" onClick={onFold}>
          <Icon size={16} aria-hidden="true" />
          {t(isFolded ? 'queues.tree.unfold' : 'queues.tree.fold')}
        </Button>
      )}
      <Button size="small" variant="tonal" onClick={onAdd}>
        <Plus size={16} aria-hidden="true" />
        {t('queues.tree.add')}
      </Button>
    </div>
  );
};

const without = (ids: ReadonlySet<string>, id: string | null | undefined): ReadonlySet<string> =>
  new Set([...ids].filter((one) => one !== id));

/** Returns which rows are folded up, and what can be done to each. */
function useEditing() {
  const t = useT();
  const { draft, change, select } = useTree();
  const [foldedIds, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [leaving, setLeaving] = useState<OptionNode>();
  const [said, setSaid] = useState('');
  return {
    folded: foldedIds,
    leaving,
    said,
    stay: () => setLeaving(undefined),
    remove: (node: OptionNode) => change((before) => remove(before, node.id)),
    /** What takes others along asks first. */
    leave: (node: OptionNode) =>
      belowOf(draft, node.id).length > 0 ? setLeaving(node) : change((before) => remove(before, node.id)),
    fold: (id: string) =>
      setFolded((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    foldAll: () =>
      setFolded(
        foldedIds.size > 0 ? new Set() : new Set(draft.nodes.flatMap(({ parentId }) => parentId ?? [])),
      ),
    move: (id: string, to: Step) => {
      const after = step(draft, id, to);
      change(() => after);
      setFolded((before) => without(before, after.nodes.find((node) => node.id === id)?.parentId));
      setSaid(whereIs(t, after, id));
    },
    add: (parentId: string | null) => {
      const id = newId();
      change((before) => add(before, id, parentId, t('queues.tree.new')));
      setFolded((before) => without(before, parentId));
      select(id);
    },
  };
}
type Editing = ReturnType<typeof useEditing>;

/** What goes along with an option that is deleted, counted. */
const Warning = ({ leaving: leavingNode, stay, remove: drop }: Editing) => {
  const t = useT();
  const { draft } = useTree();
  if (leavingNode === undefined) return null;
  return (
    <ConfirmDialog
      open
      title={t('records.delete.title', { name: String(leavingNode.values.title) })}
      text={t('queues.tree.removeText', { smart_count: belowOf(draft, leavingNode.id).length })}
      onClose={stay}
      onConfirm={async () => drop(leavingNode)}
    />
  );
};

interface Props {
  readonly seen: ReadonlySet<string>;
  readonly walkTo: (id: string) => void;
}

const Rows = ({ seen: seenIds, walkTo, editing }: Props & { readonly editing: Editing }) => {
  const t = useT();
  const { draft, selectedId, select } = useTree();
  const { takenId, taking } = useTaking(editing.folded);
  // What hangs below a row goes along: it is not shown on the way.
  const shownOptions = shownOf(draft, editing.folded, takenId);
  // What closed above a row that is taken would draw it away from under the pointer.
  const takenAt = shownOptions.findIndex(({ node }) => node.id === takenId);
  if (shownOptions.length === 0)
    return <EmptyState title={t('queues.tree.empty')} text={t('queues.tree.emptyText')} />;
  return (
    <DragDropContext {...taking} dragHandleUsageInstructions={t('queues.tree.usage')}>
      <Droppable droppableId="options" isCombineEnabled>
        {({ innerRef, droppableProps, placeholder }) => (
          <ul className="card clip parted" ref={innerRef} {...droppableProps}>
            {shownOptions.map((row, index) => (
              <Draggable key={row.node.id} draggableId={row.node.id} index={index}>
                {(provided, { isDragging, combineTargetFor }) => (
                  <li
                    {...handleOf(provided)}
                    className={`bg-1 r-md${isDragging ? ' qe-drag' : ''}${combineTargetFor ? ' bg-soft' : ''}`}
                  >
                    <OptionRow
                      {...row}
                      handle={provided.dragHandleProps}
                      isSelected={row.node.id === selectedId}
                      isSeen={seenIds.has(row.node.id)}
                      onSelect={() => select(row.node.id === selectedId ? undefined : row.node.id)}
                      onFold={() => editing.fold(row.node.id)}
                      onMove={(to) => editing.move(row.node.id, to)}
                      onAdd={() => editing.add(row.node.id)}
                      onWalk={() => walkTo(row.node.id)}
                      onRemove={() => editing.leave(row.node)}
                    />
                    {row.node.id === selectedId && (takenAt < 0 || index < takenAt) ? (
                      <OptionForm node={row.node} />
                    ) : null}
                  </li>
                )}
              </Draggable>
            ))}
            {placeholder}
          </ul>
        )}
      </Droppable>
    </DragDropContext>
  );
};

/** The menu that the bot offers, as a tree that is drawn with the pointer, with keys, or from each row's menu. */
export const TreeEditor = (props: Props) => {
  const t = useT();
  const { isPending } = useTree();
  const editing = useEditing();
  if (isPending) return <SkeletonRows rows={4} />;
  return (
    <div className="qe col gap-12">
      <Head
        seen={props.seen}
        isFolded={editing.folded.size > 0}
        onFold={editing.foldAll}
        onAdd={() => editing.add(null)}
      />
      <Theirs />
      <Rows {...props} editing={editing} />
      <p className="hint">{t('queues.tree.always')}</p>
      <p className="vh" role="status">
        {editing.said}
      </p>
      <Warning {...editing} />
    </div>
  );
};
