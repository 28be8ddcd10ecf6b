import { z } from 'zod';
import { digitsOf } from '../../shell/form/phone.ts';

/** The rules: names of 2 to 50, an e-mail, a password of 8 to 50, a plan; a number, if any, of ten or eleven digits. */
export const signUpSchema = z.object({
  name: z.string().trim().min(1).min(2).max(50),
  email: z.string().trim().min(1).pipe(z.email()),
  phone: z
    .string()
    .transform(digitsOf)
    .refine((digits) => digits === '' || digits.length >= 10, 'tooShort'),
  password: z.string().min(1).min(8).max(50),
  planId: z.string().min(1),
});
