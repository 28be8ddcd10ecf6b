import { z } from 'zod';
import { integrationKinds } from '../domain/company/integrations.ts';
import { systemFailures } from '../domain/ports/other-system.ts';

/** What a try of an integration came to: `unset`, where a key is missing; else as `SystemFailure` says. */
const trialOutcome = z.enum(['answers', 'unset', ...systemFailures]);

/** An integration as it is shown: of its keys only whether they are set. */
export const integrationView = z.object({
  kind: z.enum(integrationKinds),
  keys: z.array(z.object({ key: z.string(), set: z.boolean() })),
  trial: z
    .object({
      outcome: trialOutcome,
      /** ISO instant. */
      at: z.string(),
      ms: z.number(),
      /** HTTP's, where there was an answer. */
      status: z.number().nullable(),
    })
    .nullable(),
});
export type IntegrationView = z.output<typeof integrationView>;
