import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { UserView } from '../../../contract/user.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useSearch } from '../../shell/use-address.ts';
import {
  connectionChoices,
  deleteUser,
  inviteAgain,
  reloadLists,
  takeSecondStep,
  unlink,
  useRoles,
  usersQuery,
} from './data.ts';
import { UserDialog } from './user-dialog.tsx';
import { UserRow } from './user-row.tsx';
import { UsersFilters, useUserFilter } from './users-filters.tsx';

type Asked = 'delete' | 'secondStep' | 'linked';
type Open =
  | { readonly kind: 'edit'; readonly user: UserView | undefined }
  | { readonly kind: Asked; readonly user: UserView };
/** Where a long name breaks between its words; with less room the rows are cards. */
const roomForNames = { minWidth: 200 };
const columns = ['name', 'email', 'profile', 'queues', 'secondStep', 'connection', 'lastSeen'] as const;

/** What is asked about first: how it is done, and what is said of it then. */
const askedDeeds: Readonly<Record<Asked, readonly [(id: string) => Promise<unknown>, string]>> = {
  delete: [deleteUser, 'users.deleted'],
  secondStep: [takeSecondStep, 'users.secondStep.taken'],
  linked: [unlink, 'users.linked.taken'],
};

interface OpenedProps {
  readonly open: Open;
  readonly onChanged: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** The dialog of what was pressed. */
const Opened = ({ open, onChanged, onClose }: OpenedProps) => {
  const t = useT();
  if (open.kind === 'edit')
    return (
      <UserDialog
        title={t(open.user === undefined ? 'users.new' : 'users.edit')}
        user={open.user}
        onSaved={onChanged}
        onClose={onClose}
      />
    );
  const { kind, user } = open;
  const [carryOut, said] = askedDeeds[kind];
  return (
    <ConfirmDialog
      open
      title={t(`users.${kind}.title`, { name: user.name })}
      text={t(`users.${kind}.text`)}
      {...(kind !== 'delete' && { action: t(`users.${kind}.take`) })}
      onClose={onClose}
      onConfirm={async () => {
        await carryOut(user.id);
        await onChanged();
        notify.success(said);
      }}
    />
  );
};

export const UsersPage = ({ tabs }: { readonly tabs: ReactNode }) => {
  const t = useT();
  const cache = useQueryClient();
  const [search, setSearch] = useSearch();
  const filter = useUserFilter();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const list = useInfiniteQuery(usersQuery(filter));
  const { data: connections = [] } = useQuery(connectionChoices);
  const { data: roles = [] } = useRoles();
  const users = list.data?.pages.flatMap((page) => page.users) ?? [];
  const { count, seats } = list.data?.pages.at(-1) ?? {};
  const reload = () => reloadLists(cache);
  const invite = ({ id, email }: UserView) =>
    inviteAgain(id).then(
      () => notify.success('users.invited.sent', { values: { email } }),
      (error: unknown) => {
        notifyError(error);
        return reload();
      },
    );
  return (
    <section className="page scroll">
      <PageHeader title={t('users.title')} tabs={tabs} {...(count !== undefined && { count })}>
        <SearchField label={t('users.search')} initial={search} onSearch={setSearch} />
        <Button variant="contained" onClick={() => setOpen({ kind: 'edit', user: undefined })}>
          <Plus size={16} aria-hidden="true" />
          <span>{t('users.new')}</span>
        </Button>
      </PageHeader>
      <div className="row wrap between fixed mb-12">
        <UsersFilters filter={filter} />
        {seats === undefined ? null : (
          <p
            className={`small num ${seats.limit !== null && seats.used >= seats.limit ? 't-warning' : 'muted'}`}
          >
            {t(seats.limit === null ? 'users.seats.unlimited' : 'users.seats', {
              smart_count: seats.used,
              limit: seats.limit ?? 0,
            })}
          </p>
        )}
      </div>
      <div className="card fixed scrolls">
        {list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
        {list.isPending ? <SkeletonRows rows={5} /> : null}
        {list.isSuccess && users.length === 0 ? (
          <EmptyState title={t('users.empty')} text={t('users.empty.text')} />
        ) : null}
        {users.length > 0 ? (
          <>
            <CardTable below={900} className="tall">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col" {...(column === 'name' && { style: roomForNames })}>
                      {t(`users.${column}`)}
                    </th>
                  ))}
                  <th scope="col">
                    <span className="vh">{t('users.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {users.map((user) => (
                  <UserRow
                    key={user.id}
                    user={user}
                    role={roles.find(({ id }) => id === user.roleId)}
                    connection={connections.find(({ id }) => id === user.connectionId)?.name}
                    onInvite={() => void invite(user)}
                    onEdit={() => setOpen({ kind: 'edit', user })}
                    onDelete={() => setOpen({ kind: 'delete', user })}
                    onSecondStep={() => setOpen({ kind: 'secondStep', user })}
                    onUnlink={() => setOpen({ kind: 'linked', user })}
                  />
                ))}
              </tbody>
            </CardTable>
            <ListFoot
              shown={users.length}
              text={t('users.count', { shown: users.length, total: count, smart_count: count })}
              list={list}
            />
          </>
        ) : null}
      </div>
      {open ? <Opened open={open} onChanged={reload} onClose={close} /> : null}
    </section>
  );
};
