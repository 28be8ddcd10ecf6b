import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ArrowLeft,
  CircleCheck,
  CircleDashed,
  CircleX,
  MegaphoneOff,
  Pencil,
  Plus,
  Trash2,
  Upload,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ContactListItemView } from '../../../contract/contact-list.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { useSession } from '../../shell/session.tsx';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { GoneState, isGone } from '../../shell/ui/gone-state.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { phone } from '../contacts/offers/phone.ts';
import { deleteItem, type ItemState, itemsQuery, key, listQuery } from './data.ts';
import { ItemDialog } from './item-dialog.tsx';
import { ItemTabs } from './item-tabs.tsx';
import './contact-lists.css';

const marks = {
  true: { icon: CircleCheck, look: 't-success', text: 'lists.valid.yes' },
  false: { icon: CircleX, look: 't-danger', text: 'lists.valid.no' },
  null: { icon: CircleDashed, look: 'muted', text: 'lists.valid.unknown' },
} as const;
const leftState = { icon: MegaphoneOff, look: 'muted', text: 'lists.left' } as const;

/** Whether they can be written to: the network knows the number, and they have not asked for no more. */
function Validity({ item: { isOnNetwork, leftCampaigns } }: { readonly item: ContactListItemView }) {
  const t = useT();
  const { icon: Icon, look, text } = leftCampaigns ? leftState : marks[`${isOnNetwork}`];
  return (
    <span className={`inline gap-6 nowrap ${look}`}>
      <Icon size={16} aria-hidden="true" />
      {t(text)}
    </span>
  );
}

interface RowProps {
  readonly item: ContactListItemView;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Row({ item, onEdit, onDelete }: RowProps) {
  const t = useT();
  const { can } = useSession();
  const { name, number, email } = item;
  return (
    <tr>
      <td>
        <Validity item={item} />
      </td>
      <th scope="row">{name}</th>
      <td className="num nowrap" data-label={t('lists.number')}>
        {number === '' ? '–' : phone(number)}
      </td>
      <td data-label={t('lists.email')}>{email === '' ? '–' : email}</td>
      <td className="deeds nowrap">
        <IconButton icon={Pencil} label={t('lists.edit.one', { name })} onClick={onEdit} />
        {can('contacts-page:deleteContact') ? (
          <IconButton icon={Trash2} label={t('lists.delete.one', { name })} onClick={onDelete} />
        ) : null}
      </td>
    </tr>
  );
}

function ItemsTable({
  items,
  ...deeds
}: {
  readonly items: readonly ContactListItemView[];
  readonly onEdit: (item: ContactListItemView) => void;
  readonly onDelete: (item: ContactListItemView) => void;
}) {
  const t = useT();
  return (
    <CardTable below={599}>
      <thead>
        <tr>
          <th scope="col">{t('lists.validity')}</th>
          <th scope="col">{t('lists.name')}</th>
          <th scope="col">{t('lists.number')}</th>
          <th scope="col">{t('lists.email')}</th>
          <th scope="col">
            <span className="vh">{t('lists.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            onEdit={() => deeds.onEdit(item)}
            onDelete={() => deeds.onDelete(item)}
          />
        ))}
      </tbody>
    </CardTable>
  );
}

/** Who stands in a list. */
export function ItemsPage() {
  const t = useT();
  const locale = intlLocale[useLocale()];
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { listId = '' } = useParams();
  const [search, setSearch] = useState('');
  const [state, setState] = useState<ItemState>();
  const [edited, setEdited] = useState<{ item?: ContactListItemView }>();
  const [deleted, setDeleted] = useState<ContactListItemView>();
  const { data: list, error, refetch } = useQuery(listQuery(listId));
  const foundItems = useInfiniteQuery(itemsQuery(listId, search, state));
  const items = foundItems.data?.pages.flatMap(({ records }) => records) ?? [];
  const count = foundItems.data?.pages[0]?.count ?? 0;
  const remove = async ({ id }: ContactListItemView) => {
    await deleteItem(id);
    await cache.invalidateQueries({ queryKey: key });
    notify.success('lists.item.deleted');
  };
  const failure = error ?? foundItems.error;
  const title = list?.name ?? t('lists.title');
  usePageTitle(title);
  if (isGone(error)) return <GoneState error={error} to="/contact-lists" back={t('lists.back')} />;
  return (
    <section className="page scroll">
      <header className="page-head row fixed cl-head">
        <IconButton
          icon={ArrowLeft}
          label={t('lists.back')}
          onClick={() => void navigate('/contact-lists')}
        />
        <h1 className="trunc own">{title}</h1>
        {list ? (
          <span className="count">{new Intl.NumberFormat(locale).format(list.contactsCount)}</span>
        ) : null}
        <span className="grow" />
        <SearchField label={t('lists.item.search')} onSearch={setSearch} />
        <Button
          variant="outlined"
          onClick={() => void navigate(`/contact-lists/${encodeURIComponent(listId)}/import`)}
        >
          <Upload size={16} aria-hidden="true" />
          {t('lists.import.one')}
        </Button>
        <Button variant="contained" onClick={() => setEdited({})}>
          <Plus size={16} aria-hidden="true" />
          <span>{t('lists.item.new')}</span>
        </Button>
      </header>
      {list && list.contactsCount > 0 ? <ItemTabs list={list} chosen={state} onChoose={setState} /> : null}
      <div className="card">
        {foundItems.isPending && !failure ? <SkeletonRows rows={8} /> : null}
        {failure && !foundItems.data ? (
          <ErrorState error={failure} retry={() => void Promise.all([refetch(), foundItems.refetch()])} />
        ) : null}
        {foundItems.data && items.length === 0 ? (
          <EmptyState
            title={t(search !== '' ? 'lists.item.nothing' : state ? 'lists.tabs.none' : 'lists.item.none')}
            {...(search === '' && !state && { text: t('lists.item.none.text') })}
          />
        ) : null}
        {items.length > 0 ? (
          <>
            <ItemsTable items={items} onEdit={(item) => setEdited({ item })} onDelete={setDeleted} />
            <ListFoot
              shown={items.length}
              text={t('lists.foot', { shown: items.length, count })}
              list={foundItems}
            />
          </>
        ) : null}
      </div>
      {edited ? <ItemDialog listId={listId} {...edited} onClose={() => setEdited(undefined)} /> : null}
      {deleted ? (
        <ConfirmDialog
          open
          title={t('lists.item.delete.ask', { name: deleted.name })}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </section>
  );
}
