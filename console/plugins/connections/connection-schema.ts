import { z } from 'zod';
import { pace } from '../../../domain/connection/pace.ts';
import { needsGreeting } from './required.ts';

const text = z.string().max(4_000);

/** What is asked of a connection; whoever writes to one of several queues must be greeted. */
export const connectionSchema = z
  .object({
    name: z.string().trim().min(1).max(50),
    channel: z.string(),
    isDefault: z.boolean(),
    queueIds: z.array(z.string()),
    greetingMessage: text,
    complationMessage: text,
    outOfHoursMessage: text,
    ratingMessage: text,
    pace: pace.optional(),
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    secrets: z.record(z.string(), z.string().nullable()),
  })
  .refine((values) => !needsGreeting(values) || values.greetingMessage.trim() !== '', {
    path: ['greetingMessage'],
    error: 'ERR_WAPP_GREETING_REQUIRED',
    // Said with what else is wrong, not after it.
    when: () => true,
  });
export type ConnectionValues = z.input<typeof connectionSchema>;
