import { z } from 'zod';

/** Digits alone: country, area, number. */
export const number = z.union([z.string(), z.number().int()]).transform((value, context) => {
  const text = String(value).trim();
  if (/^\d{8,15}$/.test(text)) return text;
  context.addIssue({ code: 'custom', message: 'invalid' });
  return z.NEVER;
});
