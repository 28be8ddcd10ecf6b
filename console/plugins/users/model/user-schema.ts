import { z } from 'zod';
import type { UserView } from '../../../../contract/user.ts';
import { asksForPassword } from './user-form.ts';

/**
 * Returns the rules: name 2-50, an e-mail, a password of 8-50, if any: an edit leaves it as it is, a new user without
 * is invited.
 * @param before absent: a new one
 */
export const userSchema = (before: UserView | undefined, isOwn = false) => {
  const password = z.string().min(8).max(50);
  return z
    .object({
      name: z.string().trim().min(2).max(50),
      email: z
        .string()
        .trim()
        .min(1)
        .regex(/^\S+@(\S+\.\S{2,}|localhost)$/u, 'invalidEmail'),
      password: password.or(z.literal('')),
      currentPassword: z.string(),
      profile: z.string(),
      queueIds: z.array(z.string()),
      connectionId: z.string(),
      allTicket: z.boolean(),
    })
    .refine((values) => !isOwn || !asksForPassword(values, before) || values.currentPassword !== '', {
      path: ['currentPassword'],
      error: 'required',
      // Said with what else is wrong, not after it.
      when: () => true,
    });
};
