import { z } from 'zod';

/** A letter of an installation without a mail server. */
export const letterView = z.object({
  name: z.string(),
  to: z.string(),
  subject: z.string(),
  at: z.iso.datetime().nullable(),
  text: z.string(),
});
export type LetterView = z.output<typeof letterView>;

/** The newest letters. `hasServer`: there is a mail server, letters go to whom they are for. */
export const letterList = z.object({ hasServer: z.boolean(), mails: z.array(letterView) });
export type LetterList = z.output<typeof letterList>;
