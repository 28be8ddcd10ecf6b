import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { changesOf } from '../../shell/form/changes.ts';
import { CheckInput, TextInput } from '../../shell/form/inputs.tsx';
import { MoneyInput } from '../../shell/form/money-input.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { useAttempt } from '../../shell/use-attempt.ts';
import { sayRefused } from './company-dialog.tsx';
import { reloadCompanies } from './live.ts';
import {
  createPlan,
  flags,
  limits,
  type Plan,
  type PlanValues,
  planUseQuery,
  updatePlan,
} from './plans-data.ts';
import { shrinkingOf } from './shrinking.ts';

const mostPlaces = 100_000;
/** Typed as digits; an empty field is none. */
const limit = z
  .string()
  .trim()
  .regex(/^\d*$/)
  .transform(Number)
  .refine((number) => number <= mostPlaces, 'tooBig');
const schema = z.object({
  name: z.string().trim().min(1).min(2).max(50),
  value: z.number().min(0).max(1_000_000),
  users: limit,
  connections: limit,
  queues: limit,
  ...(Object.fromEntries(flags.map((flag) => [flag, z.boolean()])) as Record<
    (typeof flags)[number],
    z.ZodBoolean
  >),
});
type Form = z.input<typeof schema>;

/** The spec's defaults. */
const usual: PlanValues = {
  name: '',
  value: 0,
  users: 0,
  connections: 0,
  queues: 0,
  ...(Object.fromEntries(flags.map((flag) => [flag, true])) as Record<(typeof flags)[number], boolean>),
};
const formOf = (plan: PlanValues): Form => ({
  ...usual,
  ...Object.fromEntries(Object.keys(usual).map((field) => [field, plan[field as keyof PlanValues]])),
  ...(Object.fromEntries(limits.map((what) => [what, String(plan[what])])) as Record<
    (typeof limits)[number],
    string
  >),
});

/** What saving would mean for the companies that have the plan, as the form stands now. */
function Consequences({ plan }: { readonly plan: Plan }) {
  const t = useT();
  const typed = schema.safeParse(useWatch());
  const { data: companies = [] } = useQuery(planUseQuery(plan.id));
  if (!typed.success) return null;
  const { over, lost, priced } = shrinkingOf(plan, typed.data, companies);
  const [first, ...others] = over;
  const lines = [
    first && t(`companies.plans.over.${first.what}`, { name: first.name, smart_count: first.used }),
    others.length > 0 &&
      t('companies.plans.over.more', { smart_count: new Set(others.map(({ name }) => name)).size }),
    first && t('companies.plans.over.stays'),
    lost.length > 0 &&
      t('companies.plans.lost', {
        smart_count: companies.length,
        features: lost.map((flag) => t(`companies.plans.${flag}`)).join(', '),
      }),
    priced && t('companies.plans.priced', { smart_count: companies.length }),
  ].filter((line) => typeof line === 'string');
  return (
    <div role="status">
      {lines.length === 0 ? null : (
        <p className="banner r-md">
          <TriangleAlert size={16} aria-hidden="true" />
          <span>{lines.join(' ')}</span>
        </p>
      )}
    </div>
  );
}

interface Props {
  /** Absent: a new one. */
  readonly plan: Plan | undefined;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** A plan's form, beside the comparison of all; only what was changed is sent. */
export function PlanForm({ plan: current, onDelete, onClose }: Props) {
  const t = useT();
  const cache = useQueryClient();
  const attempt = useAttempt();
  // As it was when the form opened: what a colleague changes meanwhile was not changed here.
  const [plan] = useState(current);
  const element = useRef<HTMLFormElement>(null);
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: formOf(plan ?? usual),
    save: async (typed) => {
      const changed = changesOf(typed, plan);
      const refused = sayRefused('companies.plans.refused');
      if (plan === undefined) await createPlan(typed, attempt(typed)).catch(refused);
      else if (Object.keys(changed).length > 0) await updatePlan(plan.id, changed).catch(refused);
      notify.success('companies.saved');
      await reloadCompanies(cache);
      onClose();
    },
  });
  // It may stand below what opened it, on a phone.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
    element.current?.querySelector<HTMLElement>('input')?.focus();
  }, []);
  const title =
    plan === undefined ? t('companies.plans.create') : t('companies.plans.one', { name: plan.name });
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className="card pl-form"
        noValidate
        aria-label={title}
        onSubmit={async (event) => {
          event.preventDefault();
          if (busy) return;
          await onSubmit();
          element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
        }}
      >
        <div className="card-h row">
          <h2>{title}</h2>
        </div>
        <div className="grid gap-16 p-8-16-16">
          <TextInput<Form> name="name" label={t('companies.name')} htmlInput={{ maxLength: 60 }} />
          <div className="grid gap-12 two">
            {limits.map((what) => (
              <TextInput<Form>
                key={what}
                name={what}
                label={t(`companies.plans.${what}`)}
                htmlInput={{ inputMode: 'numeric', maxLength: 7, className: 'num' }}
              />
            ))}
            <MoneyInput name="value" label={t('companies.plans.value')} />
          </div>
          {plan === undefined ? null : <Consequences plan={plan} />}
          <div className="grid two">
            {flags.map((flag) => (
              <CheckInput<Form> key={flag} name={flag} label={t(`companies.plans.${flag}`)} />
            ))}
          </div>
        </div>
        <footer className="flex gap-8 end p-12-16 line-t">
          {plan === undefined ? null : (
            <Button color="error" onClick={onDelete}>
              {t('companies.plans.delete')}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" variant="contained" aria-disabled={busy} aria-busy={busy}>
            {t('shell.save')}
          </Button>
        </footer>
      </form>
    </FormProvider>
  );
}
