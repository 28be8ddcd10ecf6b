import { z } from 'zod';
import { type Quotas, usualQuotas } from '../domain/quota/quotas.ts';

const count = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number().int('must be a whole number; 0: no limit').min(0).optional(),
);

/** Settings of the limits, by their names in the environment. `docs/operations.md` explains them. */
export const quotaSettings = {
  REQUESTS_PER_MINUTE: count,
  WRITES_PER_MINUTE: count,
  COMPANY_REQUESTS_PER_MINUTE: count,
  COMPANY_WRITES_PER_MINUTE: count,
  FILES_PER_MINUTE: count,
  SENDS_PER_MINUTE: count,
  NUMBER_CHECKS_PER_MINUTE: count,
  COMPANY_NUMBER_CHECKS_PER_MINUTE: count,
  INBOUND_FILES_PER_MINUTE: count,
  COMPANY_STORAGE_MB: count,
};

/** Returns the limits that the settings name; the others are the usual ones. */
export const quotasOf = (
  settings: Partial<Record<keyof typeof quotaSettings, number | undefined>>,
): Quotas => ({
  requests: settings.REQUESTS_PER_MINUTE ?? usualQuotas.requests,
  writes: settings.WRITES_PER_MINUTE ?? usualQuotas.writes,
  companyRequests: settings.COMPANY_REQUESTS_PER_MINUTE ?? usualQuotas.companyRequests,
  companyWrites: settings.COMPANY_WRITES_PER_MINUTE ?? usualQuotas.companyWrites,
  files: settings.FILES_PER_MINUTE ?? usualQuotas.files,
  sends: settings.SENDS_PER_MINUTE ?? usualQuotas.sends,
  questions: settings.NUMBER_CHECKS_PER_MINUTE ?? usualQuotas.questions,
  companyQuestions: settings.COMPANY_NUMBER_CHECKS_PER_MINUTE ?? usualQuotas.companyQuestions,
  inboundFiles: settings.INBOUND_FILES_PER_MINUTE ?? usualQuotas.inboundFiles,
  storage:
    settings.COMPANY_STORAGE_MB === undefined
      ? usualQuotas.storage
      : settings.COMPANY_STORAGE_MB * 1024 * 1024,
});

/** Limits that are counted and never reached: for what measures, and for tests that write faster than people can. */
export const farQuotas = Object.fromEntries(Object.keys(quotaSettings).map((name) => [name, '100000000']));
