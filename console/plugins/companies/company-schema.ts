import { z } from 'zod';
import type { CompanyView } from '../../../contract/company.ts';
import type { Billing } from '../../../domain/company/events.ts';
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
export const billingFields = [
  ...(['firstName', 'lastName', 'address', 'address2', 'city', 'state', 'zipcode', 'country'] as const),
];
const line = z.string().trim().max(200);
/** Of a company that is there: with what its invoices name. */
export const editedCompanySchema = companySchema.extend({
  billing: z.object(
    Object.fromEntries(billingFields.map((field) => [field, line])) as Record<keyof Billing, typeof line>,
  ),
});
export type CompanyForm = z.input<typeof companySchema>;
export type EditedCompanyForm = z.input<typeof editedCompanySchema>;
export type NewCompanyForm = z.input<typeof newCompanySchema>;

/** Returns what the form shows of a company. */
export function formOf(company: CompanyView): EditedCompanyForm {
  return {
    name: company.name,
    email: company.email,
    phone: maskPhone(company.phone),
    planId: company.planId ?? '',
    status: company.status ? 'on' : 'off',
    campaigns: company.campaignsEnabled ? 'on' : 'off',
    dueDate: company.dueDate ?? '',
    recurrence: company.recurrence,
    billing:
      company.billing ??
      (Object.fromEntries(billingFields.map((field) => [field, ''])) as Record<keyof Billing, string>),
  };
}

/** Returns what the server is told; an empty date is no end. */
export function fieldsOf(typed: z.output<typeof companySchema>): CompanyFields {
  const { name, email, phone, planId, status, campaigns, dueDate, recurrence } = typed;
  const both = { status: status === 'on', campaignsEnabled: campaigns === 'on' };
  return { name, email, phone, planId, ...both, dueDate: dueDate || null, recurrence };
}

/** Returns what the server is told of one that is there; billing data of nothing is none. */
export function editedFieldsOf(typed: z.output<typeof editedCompanySchema>): CompanyFields {
  const hasBilling = billingFields.some((field) => typed.billing[field] !== '');
  return { ...fieldsOf(typed), billing: hasBilling ? typed.billing : null };
}
