import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyView } from '../../../contract/company.ts';
import { ApiError } from '../../shell/api.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { CompanyFields } from './company-fields.tsx';
import { companySchema, fieldsOf, formOf } from './company-schema.ts';
import { type CompanyFields as Fields, updateCompany } from './data.ts';
import { reloadCompanies } from './live.ts';
import type { Plan } from './plans-data.ts';

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
  const [asking, setAsking] = useState<Partial<Fields>>();
  const save = async (changed: Partial<Fields>) => {
    await updateCompany(company.id, changed).catch(sayRefused('companies.refused'));
    notify.success('companies.saved');
    await reloadCompanies(cache);
    onClose();
  };
  const before = fieldsOf(companySchema.parse(formOf({ ...company, planId: company.planId ?? '-' })));
  const { form, busy, onSubmit } = useSaveForm({
    schema: companySchema,
    values: formOf(company),
    save: async (typed) => {
      const fields = Object.entries(fieldsOf(typed));
      const changed: Partial<Fields> = Object.fromEntries(
        fields.filter(([name, value]) => before[name as keyof Fields] !== value),
      );
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
        {...{ form, busy, onSubmit, onClose }}
      >
        <CompanyFields plans={plans} recurrence={company.recurrence} />
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
