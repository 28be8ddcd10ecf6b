import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Lock, Minus, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import { notify } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { reloadCompanies } from './live.ts';
import { PlanForm } from './plan-form.tsx';
import { allPlansQuery, deletePlan, flags, limits, type Plan, useCountsQuery } from './plans-data.ts';
import './companies.css';
import './plans.css';

/** In the address instead of an id: the form of one that is made. */
const newPlan = 'new';

interface Props {
  readonly plans: readonly Plan[];
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly chosen: string;
  readonly onEdit: (id: string) => void;
  readonly onDelete: (plan: Plan) => void;
}

function Mark({ on }: { readonly on: boolean }) {
  const t = useT();
  const Icon = on ? Check : Minus;
  return (
    <Icon
      className={on ? 't-success' : 'subtle'}
      size={16}
      role="img"
      aria-label={t(on ? 'companies.yes' : 'companies.no')}
    />
  );
}

/** A column a plan: what it costs, how much of what it has, and who has it. */
function Comparison({ plans, counts, chosen, onEdit, onDelete }: Props) {
  const t = useT();
  const money = useMoney();
  const row = (label: string, cell: (plan: Plan) => React.ReactNode, name = 'num') => (
    <tr key={label}>
      <th scope="row">{label}</th>
      {plans.map((plan) => (
        <td key={plan.id} className={name} data-chosen={plan.id === chosen}>
          {cell(plan)}
        </td>
      ))}
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls sideways is reached by keys
    <section className="card scrolls" aria-label={t('companies.plans.title')} tabIndex={0}>
      <table className="table dense pl-table">
        <thead>
          <tr>
            <th scope="col">{t('companies.plans.feature')}</th>
            {plans.map((plan) => (
              <th key={plan.id} scope="col" data-chosen={plan.id === chosen}>
                <span className="inline gap-4">
                  {plan.name}
                  {plan.useInternal ? null : (
                    <Lock
                      className="subtle"
                      size={14}
                      role="img"
                      aria-label={t('companies.plans.internal')}
                    />
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row(t('companies.plans.month'), ({ value }) => money(value))}
          {limits.map((what) => row(t(`companies.plans.${what}`), (plan) => plan[what]))}
          {flags.map((flag) => row(t(`companies.plans.${flag}`), (plan) => <Mark on={plan[flag]} />))}
          {row(t('companies.plans.companies'), ({ id }) => counts && (counts[id] ?? 0))}
          <tr>
            <th scope="row">
              <span className="block py-8">
                <Button
                  size="small"
                  variant="outlined"
                  startIcon={<Plus size={16} aria-hidden="true" />}
                  onClick={() => onEdit(newPlan)}
                >
                  {t('companies.plans.create')}
                </Button>
              </span>
            </th>
            {plans.map((plan) => (
              <td key={plan.id} data-chosen={plan.id === chosen}>
                <IconButton
                  icon={Pencil}
                  label={t('companies.edit', { name: plan.name })}
                  onClick={() => onEdit(plan.id)}
                />
                <IconButton
                  icon={Trash2}
                  label={t('companies.delete.one', { name: plan.name })}
                  onClick={() => onDelete(plan)}
                />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** Tab Planos: what companies can be given, compared, and the form of one. */
export function PlansTab() {
  const t = useT();
  const cache = useQueryClient();
  const [params, keep] = useAddress();
  const chosenPlan = params.get('plan') ?? '';
  const { data: plans, error, refetch } = useQuery(allPlansQuery);
  const { data: counts } = useQuery(useCountsQuery);
  const [leaving, setLeaving] = useState<Plan>();
  if (plans === undefined)
    return error ? (
      <ErrorState error={error} title={t('companies.failed')} retry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={8} />
    );
  const plan = plans.find(({ id }) => id === chosenPlan);
  const edit = (id: string) => keep({ plan: id });
  const close = () => keep({ plan: '' });
  const useCount = (leaving && counts?.[leaving.id]) ?? 0;
  const ask = (one: Plan) => {
    const companies = counts?.[one.id] ?? 0;
    if (companies === 0) setLeaving(one);
    else notify.error('companies.plans.used', { values: { name: one.name, smart_count: companies } });
  };
  const isForm = chosenPlan === newPlan || plan !== undefined;
  return (
    <FormTheme>
      <div className={isForm || chosenPlan !== '' ? 'split pl-split' : 'grid gap-16 one'}>
        {plans.length === 0 ? (
          <EmptyState
            title={t('companies.plans.empty')}
            text={t('companies.plans.empty.text')}
            action={
              <Button variant="contained" onClick={() => edit(newPlan)}>
                {t('companies.plans.create')}
              </Button>
            }
          />
        ) : (
          <Comparison plans={plans} counts={counts} chosen={chosenPlan} onEdit={edit} onDelete={ask} />
        )}
        {isForm ? (
          <PlanForm key={chosenPlan} plan={plan} onDelete={() => plan && ask(plan)} onClose={close} />
        ) : chosenPlan === '' ? null : (
          <section className="card">
            <EmptyState
              title={t('companies.plans.gone')}
              action={<Button onClick={close}>{t('shell.close')}</Button>}
            />
          </section>
        )}
      </div>
      <ConfirmDialog
        open={leaving !== undefined && useCount === 0}
        title={t('companies.delete.ask')}
        text={t('companies.plans.delete.text', { name: leaving?.name })}
        onConfirm={async () => {
          await deletePlan(leaving?.id ?? '');
          notify.success('companies.saved');
          if (leaving?.id === chosenPlan) close();
          await reloadCompanies(cache);
        }}
        onClose={() => setLeaving(undefined)}
      />
    </FormTheme>
  );
}
