import { z } from 'zod';

export const number = z
  .union([z.string(), z.number().int()])
  .meta({ description: 'Digits alone: country, area, number', examples: ['5511955500142'] })
  .transform((value, context) => {
    const text = String(value).trim();
    if (/^\d{8,15}$/.test(text)) return text;
    context.addIssue({ code: 'custom', message: 'invalid' });
    return z.NEVER;
  });
