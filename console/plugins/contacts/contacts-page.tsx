import Button from '@mui/material/Button';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { DaysFilter } from '../../shell/ui/days-filter.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { isDay, useAddress } from '../../shell/use-address.ts';
import { ContactDialogs, type Open } from './contact-dialogs.tsx';
import { ContactRows } from './contact-rows.tsx';
import { useContacts } from './data/use-contacts.ts';
import { FilesMenu } from './files/files-menu.tsx';
import { RunningImports } from './files/running-imports.tsx';
import { isFiltered } from './model/contact-filter.ts';
import './contacts.css';

/** /contacts: everyone the company knows, by name, as it is at this moment. */
export const ContactsPage = () => {
  const t = useT();
  const { can } = useSession();
  // In the address: the palette leads here with whom it found, and a reload keeps what was filtered by.
  const [params, keep] = useAddress();
  const search = params.get('search') ?? '';
  const dayIn = (name: string) => (isDay(params.get(name)) ? (params.get(name) ?? '') : '');
  const days = { dateStart: dayIn('from'), dateEnd: dayIn('to') };
  const [open, setOpen] = useState<Open>();
  const filter = { search, ...days };
  const list = useContacts(filter);
  const { contacts, count } = list;
  const more = () => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) void list.fetchNextPage();
  };
  return (
    <section className="page ct-page clip">
      <PageHeader title={t('contacts.title')} {...(count !== undefined && { count })}>
        <SearchField
          label={t('contacts.search')}
          initial={search}
          onSearch={(wanted) => keep({ search: wanted })}
        />
        <DaysFilter
          texts="contacts.date"
          days={days}
          onChange={({ dateStart, dateEnd }) => keep({ from: dateStart, to: dateEnd })}
        />
        <FilesMenu filter={filter} />
        <Button variant="contained" onClick={() => setOpen({ is: 'new' })}>
          <Plus size={16} aria-hidden="true" />
          <span>{t('contact.new')}</span>
        </Button>
      </PageHeader>
      <RunningImports />
      <div className="card col shrink-y clip" aria-busy={list.isFetching}>
        {list.isError && contacts.length === 0 ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : null}
        {list.isPending ? <SkeletonRows rows={8} height={56} /> : null}
        {list.isSuccess && contacts.length === 0 ? (
          isFiltered(filter) ? (
            <EmptyState title={t('contacts.none')} text={t('contacts.none.text')} />
          ) : (
            <EmptyState
              title={t('contacts.empty')}
              text={t('contacts.empty.text')}
              action={
                <Button variant="contained" onClick={() => setOpen({ is: 'new' })}>
                  {t('contact.new')}
                </Button>
              }
            />
          )
        ) : null}
        {contacts.length > 0 ? (
          <ContactRows
            contacts={contacts}
            mayDelete={can('contacts-page:deleteContact')}
            mayMerge={can('contacts-page:mergeContacts')}
            mayPersonal={can('contacts-page:eraseContact')}
            onTicket={(contact) => setOpen({ is: 'ticket', contact })}
            onEdit={(contact) => setOpen({ is: 'edit', contact })}
            onDelete={(contact) => setOpen({ is: 'delete', contact })}
            onMerge={(contact) => setOpen({ is: 'merge', contact })}
            onPersonal={(contact) => setOpen({ is: 'personal', contact })}
            onEnd={more}
          >
            <div className="foot row px-16 line-t caption subtle">
              <span role="status">
                {t('contacts.count', { smart_count: count ?? 0, shown: contacts.length })}
              </span>
              <span className="grow" />
              {list.isFetchNextPageError ? (
                <Button size="small" onClick={() => void list.fetchNextPage()}>
                  {t('shell.error.retry')}
                </Button>
              ) : list.isFetchingNextPage || list.isPlaceholderData ? (
                t('shell.loading')
              ) : list.hasNextPage ? null : (
                t('contacts.end')
              )}
            </div>
          </ContactRows>
        ) : null}
      </div>
      <ContactDialogs open={open} setOpen={setOpen} />
    </section>
  );
};
