import Button from '@mui/material/Button';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Pencil, Plus, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ContactListView } from '../../../contract/contact-list.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { deleteList, key, listsQuery, saveExample } from './data.ts';
import { ListDialog } from './list-dialog.tsx';
import './contact-lists.css';

interface RowProps {
  readonly list: ContactListView;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Row({ list, onEdit, onDelete }: RowProps) {
  const t = useT();
  const navigate = useNavigate();
  const number = new Intl.NumberFormat(intlLocale[useLocale()]);
  const { id, name, contactsCount, validCount } = list;
  const to = `/contact-lists/${encodeURIComponent(id)}/contacts`;
  const example = () => saveExample().catch(notifyError);
  return (
    <tr>
      <th scope="row">
        <Link to={to}>{name}</Link>
      </th>
      <td className="num" data-label={t('lists.contacts')}>
        {number.format(contactsCount)}
      </td>
      <td className="num" data-label={t('lists.valid')}>
        {number.format(validCount)}
      </td>
      <td className="deeds nowrap">
        <IconButton icon={Download} label={t('lists.example')} onClick={() => void example()} />
        <IconButton icon={Users} label={t('lists.open', { name })} onClick={() => void navigate(to)} />
        <IconButton icon={Pencil} label={t('lists.edit.one', { name })} onClick={onEdit} />
        <IconButton icon={Trash2} label={t('lists.delete.one', { name })} onClick={onDelete} />
      </td>
    </tr>
  );
}

/** The company's contact lists. */
export function ListsPage() {
  const t = useT();
  const cache = useQueryClient();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<{ list?: ContactListView }>();
  const [deleted, setDeleted] = useState<ContactListView>();
  const list = useInfiniteQuery(listsQuery(search));
  const lists = list.data?.pages.flatMap(({ records }) => records) ?? [];
  const count = list.data?.pages[0]?.count ?? 0;
  const remove = async (one: ContactListView) => {
    await deleteList(one.id);
    await cache.invalidateQueries({ queryKey: key });
    notify.success('lists.deleted');
  };
  const add = (
    <Button variant="contained" onClick={() => setEdited({})}>
      <Plus size={16} aria-hidden="true" />
      <span>{t('lists.new')}</span>
    </Button>
  );
  return (
    <section className="page scroll">
      <PageHeader title={t('lists.title')} {...(list.data && { count })}>
        <SearchField label={t('lists.search')} onSearch={setSearch} />
        {add}
      </PageHeader>
      <div className="card">
        {list.isPending ? <SkeletonRows rows={6} /> : null}
        {list.error && !list.data ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : null}
        {list.data && lists.length === 0 ? (
          search === '' ? (
            <EmptyState title={t('lists.none')} text={t('lists.none.text')} action={add} />
          ) : (
            <EmptyState title={t('lists.nothing')} />
          )
        ) : null}
        {lists.length > 0 ? (
          <>
            <CardTable below={599}>
              <thead>
                <tr>
                  <th scope="col">{t('lists.name')}</th>
                  <th scope="col">{t('lists.contacts')}</th>
                  <th scope="col">{t('lists.valid')}</th>
                  <th scope="col">
                    <span className="vh">{t('lists.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {lists.map((one) => (
                  <Row
                    key={one.id}
                    list={one}
                    onEdit={() => setEdited({ list: one })}
                    onDelete={() => setDeleted(one)}
                  />
                ))}
              </tbody>
            </CardTable>
            <ListFoot
              shown={lists.length}
              text={t('lists.foot', { shown: lists.length, count })}
              list={list}
            />
          </>
        ) : null}
      </div>
      {edited ? <ListDialog {...edited} onClose={() => setEdited(undefined)} /> : null}
      {deleted ? (
        <ConfirmDialog
          open
          title={t('lists.delete.ask', { name: deleted.name })}
          text={t('lists.delete.text')}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </section>
  );
}
