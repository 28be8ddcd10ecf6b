import { z } from 'zod';
import type { CompanyView } from '../../../contract/company.ts';
import { digitsOf, maskPhone } from '../../shell/form/phone.ts';
import type { CompanyFields } from './data.ts';

/** The rules: a name of 2 to 50, an e-mail, a plan; a number, if any, of ten or eleven digits. */
export const companySchema = z.object({
  name: z.string().trim().min(1).min(2).max(50),
  email: z.string().trim().min(1).pipe(z.email()),
  phone: z
    .string()
    .transform(digitsOf)
    .refine((digits) => digits === '' || digits.length >= 10, 'tooShort'),
  planId: z.string().min(1),
  status: z.enum(['on', 'off']),
  campaigns: z.enum(['on', 'off']),
  dueDate: z.string(),
  recurrence: z.string(),
});
export const newCompanySchema = companySchema.extend({
  adminName: z
    .string()
    .trim()
    .max(50)
    .refine((name) => name === '' || name.length >= 2, 'tooShort'),
  password: z
    .string()
    .max(50)
    .refine((password) => password === '' || password.length >= 8, 'tooShort'),
});
export type CompanyForm = z.input<typeof companySchema>;
export type NewCompanyForm = z.input<typeof newCompanySchema>;

/** Returns what the form shows of a company. */
export function formOf(company: CompanyView): CompanyForm {
  return {
    name: company.name,
    email: company.email,
    phone: maskPhone(company.phone),
    planId: company.planId ?? '',
    status: company.status ? 'on' : 'off',
    campaigns: company.campaignsEnabled ? 'on' : 'off',
    dueDate: company.dueDate ?? '',
    recurrence: company.recurrence,
  };
}

/** Returns what the server is told; an empty date is no end. */
export function fieldsOf(typed: z.output<typeof companySchema>): CompanyFields {
  const { name, email, phone, planId, status, campaigns, dueDate, recurrence } = typed;
  const both = { status: status === 'on', campaignsEnabled: campaigns === 'on' };
  return { name, email, phone, planId, ...both, dueDate: dueDate || null, recurrence };
}
