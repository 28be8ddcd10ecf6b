import { CornerDownRight, Plus, Trash2 } from 'lucide-react';
import { useCreate, useDelete, useGetList, useUpdate } from 'ra-core';
import { useState } from 'react';
import type { RecordDefinition } from '../../../domain/records/definition.ts';
import { records } from '../../../domain/records/index.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { EmptyState, SkeletonRows } from '../../shell/ui/states.tsx';

interface Option {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly option: string;
  readonly parentId: string | null;
}
type Children = NonNullable<RecordDefinition['children']>;
const all = 1_000;
const written = { mutationMode: 'pessimistic', returnPromise: true } as const;

/** The records below this one, as a tree that is edited where it stands; each change is saved by itself. */
export const OptionTree = ({
  children_: children,
  parentId,
}: {
  readonly children_: Children;
  readonly parentId: string | undefined;
}) => {
  const t = useT();
  const resource = records.find((record) => record.name === children.record)?.plural ?? children.record;
  const { data, isPending, refetch } = useGetList<Option>(
    resource,
    {
      pagination: { page: 1, perPage: all },
      sort: { field: 'option', order: 'ASC' },
      filter: { [children.parentField]: parentId },
    },
    { enabled: parentId !== undefined },
  );
  const [create] = useCreate();
  const [update] = useUpdate();
  const [remove] = useDelete();
  const [leaving, setLeaving] = useState<Option>();
  if (parentId === undefined)
    return <EmptyState title={t('records.options.later')} text={t('records.options.saveFirst')} />;
  if (isPending) return <SkeletonRows rows={3} />;
  const options = data ?? [];
  const below = (id: string | null) => options.filter((option) => (option.parentId ?? null) === id);
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await refetch();
    } catch (error) {
      notifyError(error);
    }
  };
  const add = (parent: Option | undefined) => {
    const number = String(below(parent?.id ?? null).length + 1);
    const values = {
      title: `${t('records.queueOption.fields.title')} ${number}`,
      message: '',
      option: number,
      [children.parentField]: parentId,
      [children.treeField ?? 'parentId']: parent?.id ?? null,
    };
    return act(() => create(resource, { data: values }, { returnPromise: true }));
  };
  const save = (option: Option, change: Partial<Option>) => {
    const key = Object.keys(change)[0] as keyof Option;
    if (option[key] === change[key]) return;
    void act(() => update(resource, { id: option.id, data: change, previousData: option }, written));
  };
  /** A branch goes from its leaves up: no child may be left without its parent. */
  const removeBranch = async (option: Option): Promise<void> => {
    for (const child of below(option.id)) await removeBranch(child);
    await remove(resource, { id: option.id, previousData: option }, written);
  };
  const branch = (parent: Option | undefined, depth: number) => (
    <ul className="rc-tree">
      {below(parent?.id ?? null).map((option) => (
        <li key={option.id} style={{ paddingLeft: depth * 20 }}>
          <div className="row">
            {depth > 0 ? <CornerDownRight size={16} aria-hidden="true" /> : null}
            <span className="count">{option.option}</span>
            <input
              className="in-t grow"
              aria-label={t('records.queueOption.fields.title')}
              defaultValue={option.title}
              maxLength={100}
              onBlur={(event) => save(option, { title: event.currentTarget.value })}
            />
            <IconButton
              small
              label={t('records.options.addChild', { title: option.title })}
              icon={Plus}
              onClick={() => void add(option)}
            />
            <IconButton
              small
              label={t('records.options.remove', { title: option.title })}
              icon={Trash2}
              onClick={() => setLeaving(option)}
            />
          </div>
          <textarea
            className="in-t"
            rows={2}
            aria-label={`${option.title}: ${t('records.queueOption.fields.message')}`}
            placeholder={t('records.queueOption.fields.message')}
            defaultValue={option.message}
            maxLength={4000}
            onBlur={(event) => save(option, { message: event.currentTarget.value })}
          />
          {branch(option, depth + 1)}
        </li>
      ))}
    </ul>
  );
  const more = (
    <button type="button" className="btn btn-outline" onClick={() => void add(undefined)}>
      <Plus className="i" size={16} aria-hidden="true" />
      {t('records.options.add')}
    </button>
  );
  return (
    <div className="rc-options">
      {options.length === 0 ? (
        <EmptyState title={t('records.options.empty')} action={more} />
      ) : (
        branch(undefined, 0)
      )}
      {options.length === 0 ? null : more}
      {leaving ? (
        <ConfirmDialog
          open
          title={t('records.delete.title', { name: leaving.title })}
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
