import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyView } from '../../../contract/company.ts';
import type { Schedules } from '../../../domain/company/hours.ts';
import { ApiError } from '../../shell/api.ts';
import { changesOf } from '../../shell/form/changes.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { TextInput } from '../../shell/form/inputs.tsx';
import { digitsOf } from '../../shell/form/phone.ts';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { HoursTable } from '../../shell/hours/hours-table.tsx';
import { weekOf } from '../../shell/hours/week.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { CompanyFields } from './company-fields.tsx';
import {
  billingFields,
  type EditedCompanyForm,
  editedCompanySchema,
  editedFieldsOf,
  formOf,
} from './company-schema.ts';
import { type CompanyFields as Fields, updateCompany } from './data.ts';
import { reloadCompanies } from './live.ts';
import type { Plan } from './plans-data.ts';

/** Whether the checkout asks for the field: it has the whole address in `address2`. */
const isAsked = (field: (typeof billingFields)[number]) => field !== 'address';

interface Props {
  readonly company: CompanyView;
  readonly plans: readonly Plan[];
  readonly onClose: () => void;
}

/** Returns what says, in the spec's words, that something was not saved, unless nobody knows whether it was. */
export const sayRefused =
  (words: string) =>
  (error: unknown): never => {
    if (error instanceof ApiError && error.errors) notify.error(words);
    throw error;
  };

/** Changes a company; only what was changed is sent, so that what a colleague changes meanwhile stays. */
export function CompanyDialog({ company, plans, onClose }: Props) {
  const t = useT();
  const cache = useQueryClient();
  const countries = ['', 'BR', 'usa'].map((value) => ({
    value,
    label: value && t(`companies.country.${value}`),
  }));
  const [hours, setHours] = useState<Schedules>();
  const [asking, setAsking] = useState<Partial<Fields>>();
  const save = async (changed: Partial<Fields>) => {
    await updateCompany(company.id, changed).catch(sayRefused('companies.refused'));
    notify.success('companies.saved');
    await reloadCompanies(cache);
    onClose();
  };
  // Not by the schema: what is stored may be older than its rules.
  const before = editedFieldsOf({ ...formOf(company), phone: digitsOf(company.phone) });
  const { form, busy, onSubmit } = useSaveForm({
    schema: editedCompanySchema,
    values: formOf(company),
    save: async (typed) => {
      const changed = { ...changesOf(editedFieldsOf(typed), before), ...(hours && { schedules: hours }) };
      if (company.status && changed.status === false) setAsking(changed);
      else if (Object.keys(changed).length === 0) onClose();
      else await save(changed);
    },
  });
  return (
    <>
      <FormDialog
        wide
        title={t('companies.edit', { name: company.name })}
        form={form}
        busy={busy}
        isUnsaved={hours !== undefined}
        onSubmit={onSubmit}
        onClose={onClose}
      >
        <CompanyFields plans={plans} recurrence={company.recurrence} />
        <details>
          <summary className="medium t-accent press py-4">{t('companies.billing')}</summary>
          <div className="co-fields grid gap-16 pt-16 top two phone-one">
            {billingFields.filter(isAsked).map((field) => (
              <TextInput<EditedCompanyForm>
                key={field}
                name={`billing.${field}`}
                label={t(`companies.billing.${field}`)}
                {...(field === 'country' && { choices: countries })}
                htmlInput={{ maxLength: 200 }}
              />
            ))}
          </div>
        </details>
        <details>
          <summary className="medium t-accent press py-4">{t('settings.tab.hours')}</summary>
          <HoursTable
            week={hours ?? weekOf(company.schedules)}
            timeZone={company.timeZone}
            onChange={setHours}
          />
        </details>
      </FormDialog>
      <ConfirmDialog
        open={asking !== undefined}
        title={t('companies.switchOff.ask', { name: company.name })}
        text={t('companies.switchOff.text')}
        action={t('companies.switchOff')}
        onConfirm={() => save(asking ?? {})}
        onClose={() => setAsking(undefined)}
      />
    </>
  );
}
