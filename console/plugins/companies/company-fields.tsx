import { DayInput } from '../../shell/form/day-input.tsx';
import { TextInput } from '../../shell/form/inputs.tsx';
import { PhoneInput } from '../../shell/form/phone-input.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import type { CompanyForm } from './company-schema.ts';
import type { Plan } from './plans-data.ts';

interface Props {
  readonly plans: readonly Plan[];
  /** Offered beside the usual one: what the company has. */
  readonly recurrence?: string;
}

/** The form's fields, two in a row where there is room. */
export function CompanyFields({ plans, recurrence = 'MENSAL' }: Props) {
  const t = useT();
  const money = useMoney();
  const onOff = (texts: string) =>
    ['on', 'off'].map((value) => ({ value, label: t(`companies.${texts}.${value}`) }));
  return (
    <div className="co-fields grid gap-16 top two phone-one">
      <TextInput<CompanyForm> name="name" label={t('companies.name')} htmlInput={{ maxLength: 60 }} />
      <TextInput<CompanyForm>
        name="email"
        label={t('companies.email')}
        type="email"
        htmlInput={{ inputMode: 'email', maxLength: 200 }}
      />
      <PhoneInput label={t('companies.phone')} optional />
      <TextInput<CompanyForm>
        name="planId"
        label={t('companies.plan')}
        choices={[
          { value: '', label: t('companies.plan.choose') },
          ...plans.map(({ id, name, value }) => ({ value: id, label: `${name} · ${money(value)}` })),
        ]}
      />
      <TextInput<CompanyForm>
        name="status"
        label={t('companies.status')}
        hint={t('companies.status.hint')}
        choices={onOff('status')}
      />
      <TextInput<CompanyForm>
        name="campaigns"
        label={t('companies.campaigns')}
        choices={onOff('campaigns')}
      />
      <DayInput name="dueDate" label={t('companies.due')} />
      <TextInput<CompanyForm>
        name="recurrence"
        label={t('companies.recurrence')}
        choices={[...new Set(['MENSAL', recurrence])].map((value) => ({
          value,
          label: t(`companies.recurrence.${value}`),
        }))}
      />
    </div>
  );
}
