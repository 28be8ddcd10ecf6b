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

/** The records below this one, as a list or a tree that is edited where it stands; each change is saved by itself. */
export const ChildTree = ({ row }: { readonly row: Row | undefined }) => {
  const t = useT();
  const { record, child } = useDeclared();
  const { children } = record;
  const key = `resources.${record.plural}.children`;
  const resource = child?.plural ?? '';
  const { parentField = '', treeField, placeField } = children ?? {};
  const { data, isPending, refetch } = useGetList<Row>(
    resource,
    {
      pagination: { page: 1, perPage: all },
      sort: { field: placeField ?? child?.title ?? 'id', order: 'ASC' },
      filter: { [parentField]: row?.id },
    },
    { enabled: row !== undefined },
  );
  const [create] = useCreate();
  const [update] = useUpdate();
  const [remove] = useDelete();
  const [leaving, setLeaving] = useState<Row>();
  if (child === undefined || children === undefined) return null;
  if (row === undefined) return <EmptyState title={t(`${key}.later.title`)} text={t(`${key}.later.text`)} />;
  if (isPending) return <SkeletonRows rows={3} />;
  const rows = data ?? [];
  const { title } = child;
  const label = (name: string) => t(`resources.${resource}.fields.${name}`);
  const titleOf = (one: Row) => String(one[title] ?? '');
  /** Long texts of a child stand below its name. */
  const texts = Object.entries(child.fields).flatMap(([name, { widget, form }]) =>
    form !== false && widget.kind === 'text' && widget.multiline !== undefined ? [name] : [],
  );
  const below = (id: string | null) =>
    treeField === undefined
      ? id === null
        ? rows
        : []
      : rows.filter((one) => (one[treeField] ?? null) === id);
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await refetch();
    } catch (error) {
      notifyError(error);
    }
  };
  const add = (parent: Row | undefined) => {
    const number = String(below(parent?.id ?? null).length + 1);
    const values = {
      [title]: `${label(title)} ${number}`,
      ...(placeField && { [placeField]: number }),
      [parentField]: row.id,
      ...(treeField && { [treeField]: parent?.id ?? null }),
    };
    return act(() => create(resource, { data: values }, { returnPromise: true }));
  };
  const save = (one: Row, name: string, value: string) => {
    if (one[name] === value) return;
    void act(() => update(resource, { id: one.id, data: { [name]: value }, previousData: one }, written));
  };
  /** A branch goes from its leaves up: no child may be left without its parent. */
  const removeBranch = async (one: Row): Promise<void> => {
    for (const under of below(one.id)) await removeBranch(under);
    await remove(resource, { id: one.id, previousData: one }, written);
  };
  const branch = (parent: Row | undefined, depth: number) => (
    <ul className="rc-tree">
      {below(parent?.id ?? null).map((one) => (
        <li key={one.id} style={{ paddingLeft: depth * 20 }}>
          <div className="row">
            {depth > 0 ? <CornerDownRight size={16} aria-hidden="true" /> : null}
            {placeField ? <span className="count">{String(one[placeField] ?? '')}</span> : null}
            <OutlinedInput
              className="grow"
              inputProps={{ 'aria-label': label(title), maxLength: 100 }}
              defaultValue={titleOf(one)}
              onBlur={(event) => save(one, title, event.target.value)}
            />
            {treeField ? (
              <IconButton
                small
                label={t(`${key}.inside`, { title: titleOf(one) })}
                icon={Plus}
                onClick={() => void add(one)}
              />
            ) : null}
            <IconButton
              small
              label={t(`${key}.remove`, { title: titleOf(one) })}
              icon={Trash2}
              onClick={() => setLeaving(one)}
            />
          </div>
          {texts.map((name) => (
            <OutlinedInput
              key={name}
              multiline
              minRows={2}
              inputProps={{ 'aria-label': `${titleOf(one)}: ${label(name)}`, maxLength: 4000 }}
              placeholder={label(name)}
              defaultValue={String(one[name] ?? '')}
              onBlur={(event) => save(one, name, event.target.value)}
            />
          ))}
          {treeField ? branch(one, depth + 1) : null}
        </li>
      ))}
    </ul>
  );
  const more = (
    <Button variant="outlined" onClick={() => void add(undefined)}>
      <Plus size={16} aria-hidden="true" />
      {t(`${key}.add`)}
    </Button>
  );
  return (
    <div className="rc-options">
      {rows.length === 0 ? <EmptyState title={t(`${key}.empty`)} action={more} /> : branch(undefined, 0)}
      {rows.length === 0 ? null : more}
      {leaving ? (
        <ConfirmDialog
          open
          title={t('records.delete.title', { name: titleOf(leaving) })}
          text={t('records.delete.text')}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await removeBranch(leaving);
            await refetch();
          }}
        />
      ) : null}
    </div>
  );
};
