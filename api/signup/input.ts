import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { z } from 'zod';
import { defaultTimeZone } from '../../domain/company/events.ts';
import { id } from '../http/schemas.ts';

const zone = z
  .string()
  .max(60)
  .optional()
  .transform((name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return name ?? defaultTimeZone;
    } catch {
      return defaultTimeZone;
    }
  });
const ignoredInput = z.unknown().optional().describe('taken, and ignored: the server decides');

/** What whoever signs up says of their company, and of themselves. */
export const signUpBody = z.object({
  name: z.string().trim().min(2).max(50),
  email: z
    .string()
    .trim()
    .max(200)
    .pipe(z.email({ error: 'invalidEmail' })),
  phone: z
    .string()
    .trim()
    .max(30)
    .regex(/^$|\d/)
    .nullish()
    .transform((typed) => (typed ?? '').replace(/\D/g, ''))
    .pipe(z.string().regex(/^(\d{10,11})?$/))
    .describe('ten or eleven digits, however they are written; or none'),
  password: z.string().min(1).max(200),
  planId: z.union([id, z.number().transform(String)]),
  companyId: z.string().max(100).nullish().describe('the company that recommended the product'),
  timeZone: zone.describe('of the company; default America/Sao_Paulo'),
  recurrence: ignoredInput,
  dueDate: ignoredInput,
  status: ignoredInput,
  campaignsEnabled: ignoredInput,
});

/** Returns the last day (yyyy-MM-dd) of a trial that begins now, by the company's calendar. */
export const trialEnd = (now: Date, timeZone: string, days: number): string =>
  format(addDays(new TZDate(now, timeZone), days), 'yyyy-MM-dd');
