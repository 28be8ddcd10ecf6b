import { keepPreviousData } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useDelete, useInfiniteGetList } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { RecordDefinition } from '../../../domain/records/definition.ts';
import { changesRow, rowRights } from '../../../domain/records/ownership.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useSearch } from '../../shell/use-address.ts';
import { Cell, isNumber } from './cell.tsx';
import { type NextSteps, RecordDialog } from './record-dialog.tsx';
import './records.css';

export type RecordValues = Record<string, unknown> & { readonly id: string };
interface Props {
  readonly definition: RecordDefinition;
  /** Fields that other features write: not in the form. */
  readonly hidden: readonly string[];
  /** Long texts that are shown in the list though nobody sorts by them. */
  readonly told?: readonly string[];
  /** What is typed before the title to call it. */
  readonly slash?: string;
  /** What is to be said of a record, below its name. */
  readonly mark?: (record: RecordValues) => ReactNode;
  /** What is to be done after one was created; default: nothing. */
  readonly next?: NextSteps;
  /** A field whose numbers go on from one record to the next: in the form beside the name. */
  readonly numbered?: string;
}
type Open =
  | { readonly kind: 'edit'; readonly record: RecordValues | undefined }
  | { readonly kind: 'delete'; readonly record: RecordValues };

const perPage = 20;

/** List, form and deletion of a record definition: nothing here knows which record it is. */
export const RecordPage = ({ told = [], slash = '', definition, hidden, mark, next, numbered }: Props) => {
  const t = useT();
  const { can, subject } = useSession();
  const rights = rowRights(definition, subject);
  const [search, setSearch] = useSearch();
  const [open, setOpen] = useState<Open>();
  const [remove] = useDelete();
  const list = useInfiniteGetList<RecordValues>(
    definition.plural,
    {
      pagination: { page: 1, perPage },
      sort: { field: definition.title, order: 'ASC' },
      filter: search === '' ? {} : { q: search },
    },
    { placeholderData: keepPreviousData },
  );
  const records = list.data?.pages.flatMap((page) => page.data) ?? [];
  const total = list.data?.pages[0]?.total ?? records.length;
  const columns = Object.entries(definition.fields).filter(
    ([name, field]) => field.list || told.includes(name),
  );
  const key = `records.${definition.name}`;
  const nameOf = (record: RecordValues) => String(record[definition.title] ?? '');
  const label = (name: string) => t(`${key}.fields.${name}`);
  const create = (className: string) => (
    <button type="button" className={className} onClick={() => setOpen({ kind: 'edit', record: undefined })}>
      <Plus className="i" size={16} aria-hidden="true" />
      <span>{t(`${key}.new`)}</span>
    </button>
  );
  return (
    <section className="page scroll">
      <PageHeader title={t(`${key}.plural`)} count={total}>
        <SearchField className="rc-search" label={t(`${key}.search`)} initial={search} onSearch={setSearch} />
        {can(definition.access.create) ? create('btn btn-primary') : null}
      </PageHeader>
      <div className="card rc-card">
        {list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
        {list.isPending ? <SkeletonRows rows={5} /> : null}
        {list.isSuccess && records.length === 0 ? (
          search === '' ? (
            <EmptyState
              title={t(`${key}.empty.title`)}
              text={t(`${key}.empty.text`)}
              action={can(definition.access.create) ? create('btn btn-outline') : undefined}
            />
          ) : (
            <EmptyState title={t('records.emptySearch')} />
          )
        ) : null}
        {records.length > 0 ? (
          <>
            <table className="table rc-table">
              <thead>
                <tr>
                  <th scope="col">{t('records.number')}</th>
                  {columns.map(([name, field]) => (
                    <th key={name} scope="col" className={isNumber(field) ? 'r' : undefined}>
                      {label(name)}
                    </th>
                  ))}
                  <th scope="col">
                    <span className="vh">{t('records.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {records.map((record) => (
                  <tr key={record.id}>
                    <td className="num muted">{String(record.number ?? '')}</td>
                    {columns.map(([name, field]) => (
                      <td
                        key={name}
                        className={
                          field.list === 'wide' || told.includes(name)
                            ? 'rc-wide'
                            : isNumber(field)
                              ? 'r rc-num'
                              : undefined
                        }
                        data-label={label(name)}
                        data-none={record[name] === null || record[name] === '' ? '' : undefined}
                      >
                        <Cell
                          field={field}
                          value={name === definition.title ? `${slash}${record[name]}` : record[name]}
                          strong={name === definition.title}
                          label={label(name)}
                          none={t(`${key}.none.${name}`, { _: '–' })}
                        />
                        {name === definition.title ? mark?.(record) : null}
                      </td>
                    ))}
                    <td className="rc-actions">
                      {can(definition.access.update) && changesRow(definition, rights, record) ? (
                        <IconButton
                          label={t('records.editOne', { name: nameOf(record) })}
                          icon={Pencil}
                          onClick={() => setOpen({ kind: 'edit', record })}
                        />
                      ) : null}
                      {can(definition.access.delete) && changesRow(definition, rights, record) ? (
                        <IconButton
                          label={t('records.deleteOne', { name: nameOf(record) })}
                          icon={Trash2}
                          onClick={() => setOpen({ kind: 'delete', record })}
                        />
                      ) : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <ListFoot
              shown={records.length}
              text={t('records.count', { shown: records.length, total })}
              list={list}
            />
          </>
        ) : null}
      </div>
      {open?.kind === 'edit' ? (
        <RecordDialog
          definition={definition}
          hidden={hidden}
          record={open.record}
          next={next}
          numbered={numbered}
          close={() => setOpen(undefined)}
          saved={() => void list.refetch()}
        />
      ) : null}
      {open?.kind === 'delete' ? (
        <ConfirmDialog
          open
          title={t('records.delete.title', { name: nameOf(open.record) })}
          text={t('records.delete.text')}
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            await remove(
              definition.plural,
              { id: open.record.id, previousData: open.record },
              { mutationMode: 'pessimistic', returnPromise: true },
            );
            await list.refetch();
            notify.success(`${key}.deleted`, { values: { name: nameOf(open.record) } });
          }}
        />
      ) : null}
    </section>
  );
};
