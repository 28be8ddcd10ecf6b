import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { CornerDownRight, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCreate, useDelete, useGetList, useUpdate } from 'react-admin';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { EmptyState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useDeclared } from './declared.ts';
import type { Row } from './parts.ts';

const all = 1_000;
const written = { mutationMode: 'pessimistic', returnPromise: true } as const;

/** Returns the records below this one and what can be done to them; each change is saved by itself. */
function useTree(row: Row | undefined) {
  const t = useT();
  const { record, child } = useDeclared();
  const resource = child?.plural ?? '';
  const { parentField = '', treeField, placeField } = record.children ?? {};
  const title = child?.title ?? 'id';
  const { data, isPending, refetch } = useGetList<Row>(
    resource,
    {
      pagination: { page: 1, perPage: all },
      sort: { field: placeField ?? title, order: 'ASC' },
      filter: { [parentField]: row?.id },
    },
    { enabled: row !== undefined },
  );
  const [create] = useCreate();
  const [update] = useUpdate();
  const [remove] = useDelete();
  const rows = data ?? [];
  const label = (name: string) => t(`resources.${resource}.fields.${name}`);
  const below = (id: string | null) => {
    if (treeField !== undefined) return rows.filter((one) => (one[treeField] ?? null) === id);
    return id === null ? rows : [];
  };
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await refetch();
    } catch (error) {
      notifyError(error);
    }
  };
  /** A branch goes from its leaves up: no child may be left without its parent. */
  const removeBranch = async (one: Row): Promise<void> => {
    for (const under of below(one.id)) await removeBranch(under);
    await remove(resource, { id: one.id, previousData: one }, written);
  };
  return {
    isThere: child !== undefined && record.children !== undefined,
    key: `resources.${record.plural}.children`,
    title,
    /** Long texts of a child stand below its name. */
    texts: Object.entries(child?.fields ?? {}).flatMap(([name, { widget, form }]) =>
      form !== false && widget.kind === 'text' && widget.multiline !== undefined ? [name] : [],
    ),
    isNested: treeField !== undefined,
    isPending,
    rows,
    label,
    titleOf: (one: Row) => String(one[title] ?? ''),
    placeOf: (one: Row) => placeField && String(one[placeField] ?? ''),
    below,
    add(parent: Row | undefined): void {
      const number = String(below(parent?.id ?? null).length + 1);
      const values = {
        [title]: `${label(title)} ${number}`,
        ...(placeField && { [placeField]: number }),
        [parentField]: row?.id,
        ...(treeField && { [treeField]: parent?.id ?? null }),
      };
      void act(() => create(resource, { data: values }, { returnPromise: true }));
    },
    save(one: Row, name: string, value: string): void {
      if (one[name] === value) return;
      void act(() => update(resource, { id: one.id, data: { [name]: value }, previousData: one }, written));
    },
    async remove(one: Row): Promise<void> {
      await removeBranch(one);
      await refetch();
    },
  };
}
type Tree = ReturnType<typeof useTree>;

interface BranchProps {
  readonly tree: Tree;
  readonly parent: Row | undefined;
  readonly depth: number;
  readonly onRemove: (one: Row) => void;
}

function Branch({ tree, parent, depth, onRemove }: BranchProps) {
  const t = useT();
  const { key, title, label, titleOf } = tree;
  return (
    <ul className="rc-tree">
      {tree.below(parent?.id ?? null).map((one) => (
        <li key={one.id} style={{ paddingLeft: depth * 20 }}>
          <div className="row">
            {depth > 0 ? <CornerDownRight size={16} aria-hidden="true" /> : null}
            {tree.placeOf(one) === undefined ? null : <span className="count">{tree.placeOf(one)}</span>}
            <OutlinedInput
              className="grow"
              inputProps={{ 'aria-label': label(title), maxLength: 100 }}
              defaultValue={titleOf(one)}
              onBlur={(event) => tree.save(one, title, event.target.value)}
            />
            {tree.isNested ? (
              <IconButton
                small
                label={t(`${key}.inside`, { title: titleOf(one) })}
                icon={Plus}
                onClick={() => tree.add(one)}
              />
            ) : null}
            <IconButton
              small
              label={t(`${key}.remove`, { title: titleOf(one) })}
              icon={Trash2}
              onClick={() => onRemove(one)}
            />
          </div>
          {tree.texts.map((name) => (
            <OutlinedInput
              key={name}
              multiline
              minRows={2}
              inputProps={{ 'aria-label': `${titleOf(one)}: ${label(name)}`, maxLength: 4000 }}
              placeholder={label(name)}
              defaultValue={String(one[name] ?? '')}
              onBlur={(event) => tree.save(one, name, event.target.value)}
            />
          ))}
          {tree.isNested ? <Branch tree={tree} parent={one} depth={depth + 1} onRemove={onRemove} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** The records below this one, as a list or a tree that is edited where it stands. */
export function ChildTree({ row }: { readonly row: Row | undefined }) {
  const t = useT();
  const tree = useTree(row);
  const [leaving, setLeaving] = useState<Row>();
  const { key } = tree;
  if (!tree.isThere) return null;
  if (row === undefined) return <EmptyState title={t(`${key}.later.title`)} text={t(`${key}.later.text`)} />;
  if (tree.isPending) return <SkeletonRows rows={3} />;
  const isEmpty = tree.rows.length === 0;
  const more = (
    <Button variant="outlined" onClick={() => tree.add(undefined)}>
      <Plus size={16} aria-hidden="true" />
      {t(`${key}.add`)}
    </Button>
  );
  return (
    <div className="rc-options">
      {isEmpty ? (
        <EmptyState title={t(`${key}.empty`)} action={more} />
      ) : (
        <Branch tree={tree} parent={undefined} depth={0} onRemove={setLeaving} />
      )}
      {isEmpty ? null : more}
      {leaving ? (
        <ConfirmDialog
          open
          title={t('records.delete.title', { name: tree.titleOf(leaving) })}
          text={t('records.delete.text')}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => tree.remove(leaving)}
        />
      ) : null}
    </div>
  );
}
