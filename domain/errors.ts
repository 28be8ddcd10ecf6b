import type { ErrorCode } from './error-codes.ts';

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
