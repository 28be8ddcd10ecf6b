import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { addDays } from 'date-fns/addDays';
import { KeyRound, ListChecks, Mail, ReceiptText } from 'lucide-react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { nextDueDate } from '../../../domain/company/due-date.ts';
import { todayIn } from '../../shell/calendar.ts';
import { writtenDay } from '../../shell/days.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { PasswordInput, TextInput } from '../../shell/form/inputs.tsx';
import { LeaveGuard } from '../../shell/form/leaving.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useWrongFocus } from '../../shell/form/wrong-focus.ts';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import { notify } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { sayRefused } from './company-dialog.tsx';
import { CompanyFields } from './company-fields.tsx';
import { fieldsOf, type NewCompanyForm, newCompanySchema } from './company-schema.ts';
import { createCompany } from './data.ts';
import { allPlansQuery, type Plan } from './plans-data.ts';
import './companies.css';

/** Days before the due date on which an invoice is issued. */
const issuedAhead = 10;

/** What comes of it, as the form stands now. */
function Outlook({ plans }: { readonly plans: readonly Plan[] }) {
  const t = useT();
  const money = useMoney();
  const { watch } = useFormContext<NewCompanyForm>();
  const [email, password, planId, dueDate] = watch(['email', 'password', 'planId', 'dueDate']);
  const plan = plans.find(({ id }) => id === planId);
  const issueDay = dueDate && addDays(new Date(`${dueDate}T12:00:00`), -issuedAhead).toISOString();
  const isGiven = password !== '';
  return (
    <aside className="card">
      <div className="card-h row">
        <h2>{t('companies.outlook')}</h2>
      </div>
      <ul className="grid gap-12 small p-8-16-16">
        <li className="flex gap-12 anywhere">
          {isGiven ? (
            <KeyRound className="subtle" size={18} aria-hidden="true" />
          ) : (
            <Mail className="subtle" size={18} aria-hidden="true" />
          )}
          {t(isGiven ? 'companies.outlook.password' : 'companies.outlook.invite', {
            email: email || t('companies.outlook.admin'),
          })}
        </li>
        <li className="flex gap-12 anywhere">
          <ReceiptText className="subtle" size={18} aria-hidden="true" />
          {plan === undefined || !dueDate
            ? t('companies.outlook.free')
            : t('companies.outlook.invoice', {
                value: money(plan.value),
                issued: writtenDay(issueDay),
                due: writtenDay(dueDate),
              })}
        </li>
        <li className="flex gap-12 anywhere">
          <ListChecks className="subtle" size={18} aria-hidden="true" />
          {t('companies.outlook.steps')}
        </li>
      </ul>
    </aside>
  );
}

function NewCompany({ plans }: { readonly plans: readonly Plan[] }) {
  const t = useT();
  const attempt = useAttempt();
  const { user } = useSession();
  const values: NewCompanyForm = {
    name: '',
    email: '',
    phone: '',
    adminName: '',
    password: '',
    planId: plans.length === 1 ? (plans[0]?.id ?? '') : '',
    status: 'on',
    campaigns: 'on',
    dueDate: nextDueDate(todayIn(user.company.timeZone), 'MENSAL'),
    recurrence: 'MENSAL',
  };
  const { form, busy, onSubmit } = useSaveForm({
    schema: newCompanySchema,
    values,
    save: async (typed, { reset }) => {
      const { adminName, password } = typed;
      const admin = { ...(adminName && { adminName }), ...(password && { password }) };
      await createCompany({ ...fieldsOf(typed), ...admin }, attempt(typed)).catch(
        sayRefused('companies.refused'),
      );
      notify.success('companies.saved');
      reset(values);
    },
  });
  const { element, tried } = useWrongFocus(busy);
  return (
    <FormTheme>
      <FormProvider {...form}>
        <LeaveGuard isUnsaved={form.formState.isDirty && !busy} />
        <div className="split">
          <form
            ref={element}
            className="card"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (busy) return;
              tried();
              void onSubmit();
            }}
          >
            <div className="card-h row">
              <h2>{t('companies.create')}</h2>
            </div>
            <div className="grid gap-16 p-8-16-16">
              <CompanyFields plans={plans} />
              <div className="co-fields grid gap-16 top two phone-one">
                <TextInput<NewCompanyForm>
                  name="adminName"
                  label={t('companies.admin')}
                  optional
                  hint={t('companies.admin.hint')}
                  htmlInput={{ maxLength: 60 }}
                />
                <PasswordInput<NewCompanyForm>
                  name="password"
                  label={t('companies.password')}
                  optional
                  hint={t('companies.password.hint')}
                  show={t('companies.password.show')}
                  hide={t('companies.password.hide')}
                  autoComplete="new-password"
                  htmlInput={{ maxLength: 60 }}
                />
              </div>
            </div>
            <footer className="flex gap-8 end p-12-16 line-t">
              <Button onClick={() => form.reset(values)}>{t('companies.clear')}</Button>
              <Button type="submit" variant="contained" aria-disabled={busy} aria-busy={busy}>
                {t('companies.create')}
              </Button>
            </footer>
          </form>
          <Outlook plans={plans} />
        </div>
      </FormProvider>
    </FormTheme>
  );
}

/** Tab Cadastrar empresa: a company with its first admin. */
export function NewCompanyTab() {
  const plans = useQuery(allPlansQuery);
  if (plans.error && !plans.data)
    return <ErrorState error={plans.error} retry={() => void plans.refetch()} />;
  return plans.data === undefined ? <SkeletonRows rows={6} /> : <NewCompany plans={plans.data} />;
}
