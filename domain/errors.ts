/** The spec's error catalogue (section 8) and our own in its style. The HTTP status stands beside the code. */
export const errorStatus = {
  ERR_NO_OTHER_WHATSAPP: 400,
  ERR_NO_DEF_WAPP_FOUND: 404,
  ERR_WAPP_NOT_INITIALIZED: 409,
  ERR_WAPP_CHECK_CONTACT: 502,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_WAPP_DOWNLOAD_MEDIA: 502,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_SENDING_WAPP_MSG: 502,
  ERR_DELETE_WAPP_MSG: 502,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_SESSION_EXPIRED: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_NO_PERMISSION: 403,
  ERR_DUPLICATED_CONTACT: 409,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_CREATING_MESSAGE: 400,
  ERR_CREATING_TICKET: 400,
  ERR_FETCH_WAPP_MSG: 404,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
  ERR_WAPP_GREETING_REQUIRED: 400,
  // ours
  ERR_NO_SESSION: 401,
  ERR_PLAN_FEATURE: 403,
  ERR_PLAN_LIMIT: 403,
  ERR_COMPANY_EXPIRED: 401,
  ERR_CONTACT_ERASED: 410,
  ERR_CONTACT_MERGED: 409,
  ERR_TICKET_TAKEN: 409,
  ERR_TICKET_STATE: 409,
  ERR_NO_REACTION: 409,
  ERR_CHANNEL_CANNOT: 409,
  ERR_TICKET_NOT_OPEN: 409,
  ERR_CONFLICT: 409,
  ERR_VALIDATION: 400,
  ERR_ALREADY_EXISTS: 409,
  ERR_EMAIL_ALREADY_EXISTS: 409,
  ERR_LAST_ADMIN: 409,
  ERR_OWN_USER: 409,
  ERR_WRONG_PASSWORD: 400,
  ERR_NOT_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_IDEMPOTENCY_KEY_REUSED: 422,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_TOO_LARGE: 413,
  ERR_STORAGE_LIMIT: 413,
  ERR_MEDIA_TYPE: 415,
  ERR_MEDIA_GONE: 410,
  ERR_UNAVAILABLE: 503,
  ERR_INTERNAL: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/**
 * A refusal with a code of the catalogue. `errors` names fields (`{ color: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' }`),
 * `details` is shown to the caller (never secrets).
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly errors: Readonly<Record<string, string>> | undefined;
  constructor(
    code: ErrorCode,
    message?: string,
    more: {
      details?: Readonly<Record<string, unknown>>;
      errors?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(message ?? code, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.details = more.details;
    this.errors = more.errors;
  }
}

export const isDomainError = (error: unknown, code?: ErrorCode): error is DomainError =>
  error instanceof DomainError && (code === undefined || error.code === code);
