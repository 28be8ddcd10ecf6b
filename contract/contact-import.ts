import { z } from 'zod';

/** A row that is not imported, and why. */
export const importRowError = z.object({
  row: z.number(),
  field: z.enum(['name', 'number', 'email']),
  code: z.enum(['required', 'short', 'long', 'invalid', 'email', 'repeated', 'refused', 'erased']),
  value: z.string(),
});
export type ImportRowError = z.output<typeof importRowError>;

/** How far an import of contacts is. */
export const importView = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'cancelled']),
  at: z.string().describe('when it was begun'),
  by: z.string().describe('who began it'),
  total: z.number(),
  created: z.number(),
  existing: z.number(),
  refused: z.number(),
  errors: z.array(importRowError),
});
export type ImportView = z.output<typeof importView>;

/** What a file would bring. */
export const importPreview = z.object({
  total: z.number(),
  valid: z.number(),
  existing: z.number().describe('of the valid ones: they are contacts already and stay as they are'),
  /** The first of those. */
  known: z.array(z.object({ row: z.number(), number: z.string(), name: z.string() })),
  refused: z.number(),
  errors: z.array(importRowError),
  sample: z.array(z.object({ row: z.number(), name: z.string(), number: z.string(), email: z.string() })),
});
export type ImportPreview = z.output<typeof importPreview>;
