import { z } from 'zod';
import { billing, recurrence } from '../../domain/company/events.ts';
import { givenSchedules } from '../../domain/company/hours.ts';
import { id } from '../http/schemas.ts';

/** Empty or no date at all: no end. */
const dueDate = z.unknown().transform((value) => {
  if (value === undefined) return undefined;
  const day = typeof value === 'string' ? value.trim().slice(0, 10) : '';
  return z.iso.date().safeParse(day).success ? day : null;
});

/** `t`: on trial, and switched on. */
const status = z
  .union([z.boolean(), z.enum(['t', 'true', 'false'])])
  .transform((value) => ({ active: value !== false && value !== 'false', trial: value === 't' }));
const campaignsEnabled = z
  .union([z.boolean(), z.enum(['true', 'false', 'enabled', 'disabled'])])
  .transform((value) => value === true || value === 'true' || value === 'enabled');
const planId = z.union([id, z.int().nonnegative().transform(String)]);
/** A company without a plan is sent back as it is. */
const planOrNone = planId.nullable().transform((given) => given ?? undefined);
const email = z
  .string()
  .trim()
  .max(200)
  .pipe(z.email({ error: 'invalidEmail' }));
const name = z.string().trim().min(2).max(50);
/** Ten or eleven digits, however they are written; or none. */
const phone = z
  .string()
  .trim()
  .max(30)
  .regex(/^$|\d/)
  .nullable()
  .transform((typed) => (typed ?? '').replace(/\D/g, ''))
  .pipe(z.string().regex(/^(\d{10,11})?$/));

const fields = {
  name,
  email,
  phone,
  planId,
  dueDate,
  status,
  recurrence,
  campaignsEnabled,
  timeZone: z.string().max(60),
  schedules: givenSchedules,
  billing: billing.nullable(),
};
const inputNote = 'dueDate empty or none: no end; status boolean, or t for a trial';

/** What the form sends of a new company: e-mail and plan are needed. */
export const creationBody = z
  .object(fields)
  .partial()
  .required({ name: true, email: true, planId: true })
  .extend({
    password: z
      .string()
      .max(200)
      .optional()
      .describe('of the first admin; none: a link to set one is mailed'),
    adminName: z.string().trim().min(2).max(50).optional().describe('default: the company’s name'),
  })
  .describe(inputNote);

/** What is absent stays. */
export const changeBody = z
  .object({ ...fields, planId: planOrNone })
  .partial()
  .describe(inputNote);
type Body = z.output<typeof changeBody>;

/** Returns the command's fields: `status` is two things there. */
export function commandOf({ status, ...rest }: Body) {
  const { trial, active } = status ?? {};
  // A trial ends by a payment or a date; 'true' says only that the company is switched on.
  return { ...rest, ...(status && { active, ...(trial && { trial }) }) };
}
