import { accessErrors } from './access/errors.ts';
import { apiTokenErrors } from './api-token/errors.ts';
import { campaignErrors } from './campaign/errors.ts';
import { chatErrors } from './chat/errors.ts';
import { companyErrors } from './company/errors.ts';
import { connectionErrors } from './connection/errors.ts';
import { contactErrors } from './contact/errors.ts';
import { contactListErrors } from './contact-list/errors.ts';
import { invoiceErrors } from './invoice/errors.ts';
import { recordsErrors } from './records/errors.ts';
import { scheduleErrors } from './schedule/errors.ts';
import { ticketErrors } from './ticket/errors.ts';
import { userErrors } from './user/errors.ts';

/** Refusals of any request, whatever it concerns. */
const requestErrors = {
  ERR_CONFLICT: 409,
  ERR_VALIDATION: 400,
  ERR_NOT_FOUND: 404,
  ERR_IDEMPOTENCY_KEY_REUSED: 422,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_TOO_LARGE: 413,
  ERR_MEDIA_TYPE: 415,
  ERR_MEDIA_GONE: 410,
  ERR_UNAVAILABLE: 503,
  ERR_INTERNAL: 500,
} as const;

/** The codes of each concept, the spec's (section 8) and our own in its style; the HTTP status stands beside the code. */
export const errorsByConcept = [
  accessErrors,
  apiTokenErrors,
  campaignErrors,
  chatErrors,
  companyErrors,
  connectionErrors,
  contactErrors,
  contactListErrors,
  invoiceErrors,
  recordsErrors,
  scheduleErrors,
  ticketErrors,
  userErrors,
  requestErrors,
] as const;

/** The whole catalogue. */
export const errorStatus = {
  ...accessErrors,
  ...apiTokenErrors,
  ...campaignErrors,
  ...chatErrors,
  ...companyErrors,
  ...connectionErrors,
  ...contactErrors,
  ...contactListErrors,
  ...invoiceErrors,
  ...recordsErrors,
  ...scheduleErrors,
  ...ticketErrors,
  ...userErrors,
  ...requestErrors,
} as const;

export type ErrorCode = keyof typeof errorStatus;
