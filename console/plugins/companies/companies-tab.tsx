import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CompanyView } from '../../../contract/company.ts';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import { notify } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { FilterMenu } from '../../shell/ui/filter-menu.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { CompanyDialog } from './company-dialog.tsx';
import { CompanyTable } from './company-table.tsx';
import { type CompanyFilter, companiesQuery, deleteCompany, type State, states } from './data.ts';
import { reloadCompanies } from './live.ts';
import { allPlansQuery, type Plan } from './plans-data.ts';
import './companies.css';

type Dialog = { readonly kind: 'edit' | 'delete'; readonly company: CompanyView };

function filterIn(params: URLSearchParams): CompanyFilter {
  const state = params.get('state') ?? '';
  return {
    search: params.get('search') ?? '',
    state: (states as readonly string[]).includes(state) ? (state as State) : '',
    planId: params.get('plan') ?? '',
  };
}

interface FiltersProps {
  readonly filter: CompanyFilter;
  readonly keep: ReturnType<typeof useAddress>[1];
  readonly plans: readonly Plan[];
  readonly due: { readonly companies: number; readonly value: number } | undefined;
}

function Filters({ filter, keep, plans, due }: FiltersProps) {
  const t = useT();
  const money = useMoney();
  return (
    <div className="row wrap fixed mb-12">
      <SearchField
        label={t('companies.search')}
        initial={filter.search}
        onSearch={(search) => keep({ search })}
      />
      <FilterMenu
        label={t('companies.filter.state')}
        all={t('companies.filter.state.all')}
        chosen={filter.state}
        options={states.map((state) => ({ value: state, label: t(`companies.state.${state}`) }))}
        onChange={(state) => keep({ state })}
      />
      <FilterMenu
        label={t('companies.plan')}
        all={t('companies.filter.plan.all')}
        chosen={filter.planId}
        options={plans.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(plan) => keep({ plan })}
      />
      <span className="grow" />
      {due && due.companies > 0 ? (
        <p className="small muted num">
          <b className="ink">{money(due.value)}</b> {t('companies.soon', { smart_count: due.companies })}
        </p>
      ) : null}
    </div>
  );
}

/** Tab Empresas: every company, those whose date is near first, with what can be done with each. */
export function CompaniesTab() {
  const t = useT();
  const cache = useQueryClient();
  const { user } = useSession();
  const [params, keep] = useAddress();
  const filter = filterIn(params);
  const list = useInfiniteQuery(companiesQuery(filter));
  const plans = useQuery(allPlansQuery).data ?? [];
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const [first] = list.data?.pages ?? [];
  const companies = list.data?.pages.flatMap((page) => page.companies) ?? [];
  const isFiltered = filter.search !== '' || filter.state !== '' || filter.planId !== '';
  return (
    <>
      <Filters filter={filter} keep={keep} plans={plans} due={first?.due} />
      <section className="card fixed" aria-label={t('companies.title')}>
        {list.error && !list.data ? (
          <ErrorState error={list.error} title={t('companies.failed')} retry={() => void list.refetch()} />
        ) : null}
        {list.isPending ? <SkeletonRows rows={6} /> : null}
        {list.isSuccess && companies.length === 0 ? (
          <EmptyState
            title={t(isFiltered ? 'companies.none' : 'companies.empty')}
            action={
              isFiltered ? (
                <Button variant="outlined" onClick={() => keep({ search: '', state: '', plan: '' })}>
                  {t('companies.filter.clear')}
                </Button>
              ) : (
                <Button variant="contained" component={Link} to="/settings/new">
                  {t('companies.create')}
                </Button>
              )
            }
          />
        ) : null}
        {companies.length > 0 ? (
          <>
            <CompanyTable
              companies={companies}
              timeZone={user.company.timeZone}
              ownId={user.companyId}
              onEdit={(company) => setDialog({ kind: 'edit', company })}
              onDelete={(company) => setDialog({ kind: 'delete', company })}
            />
            <ul
              className="co-legend row wrap gap-16 end caption subtle p-8-16"
              aria-label={t('companies.legend')}
            >
              {['soon', 'near', 'late'].map((urgency) => (
                <li key={urgency} className={urgency === 'late' ? 'c-err' : undefined} data-urgency={urgency}>
                  {t(`companies.legend.${urgency}`)}
                </li>
              ))}
            </ul>
            <ListFoot
              list={list}
              shown={companies.length}
              text={t('companies.shown', { shown: companies.length, smart_count: first?.count ?? 0 })}
            />
          </>
        ) : null}
      </section>
      {dialog?.kind === 'edit' ? (
        <CompanyDialog company={dialog.company} plans={plans} onClose={close} />
      ) : null}
      <ConfirmDialog
        open={dialog?.kind === 'delete'}
        title={t('companies.delete.ask')}
        text={t('companies.delete.text', { name: dialog?.company.name })}
        typed={dialog?.company.name ?? ''}
        onConfirm={async () => {
          await deleteCompany(dialog?.company.id ?? '');
          notify.success('companies.saved');
          await reloadCompanies(cache);
        }}
        onClose={close}
      />
    </>
  );
}
