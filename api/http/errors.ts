import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { toWire } from '../../contract/wire.ts';
import { type ErrorCode, errorStatus } from '../../domain/error-codes.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { AppendTooLargeError, ConflictError, UnavailableError } from '../../domain/kernel/event-store.ts';
import { MediaTooLargeError, StorageLimitError } from '../../domain/ports/media-store.ts';
import { isBlank, mostNamed, valueAt } from '../../domain/validation.ts';
import type { App } from '../deps.ts';
import { isOutage } from '../health/readiness.ts';
import { isBehind } from './commands.ts';
import { AnsweredBefore } from './idempotency.ts';

/** Every refusal and failure, of every route. */
export const errorView = z.object({
  error: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  errors: z.record(z.string(), z.string()).optional(),
});
export type ErrorView = z.output<typeof errorView>;

const byStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'ERR_VALIDATION',
  404: 'ERR_NOT_FOUND',
  406: 'ERR_VALIDATION',
  411: 'ERR_VALIDATION',
  413: 'ERR_TOO_LARGE',
  414: 'ERR_VALIDATION',
  415: 'ERR_MEDIA_TYPE',
  429: 'ERR_TOO_MANY_REQUESTS',
};

/** What of a request the framework could not read; all else that it refuses is the body's fault. */
const unreadableParts: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'path',
  FST_ERR_MAX_PARAM_LENGTH: 'path',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'content-length',
};

/** Of what a form has more than it may (`api/app.ts`): nothing in it is too large. */
const tooMany: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'More than 10 files in one form',
  FST_FIELDS_LIMIT: 'More than 20 fields in one form',
  FST_PARTS_LIMIT: 'More than 30 parts in one form',
};

/** What was sent, as the framework had it before it was checked. */
type Sent = Readonly<Record<'body' | 'query' | 'params', unknown>>;

type Issue = {
  readonly code: string;
  /** What was given there; absent where that is not known. */
  readonly given?: { readonly value: unknown };
  readonly message?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>>;
};

/**
 * Returns a word of `domain/validation.ts`, which are those the console translates: a schema's own ('too_small') would
 * stand raw beside the field.
 */
const wordOf = ({ code, message, given, params = {} }: Issue): string => {
  if (given && code !== 'unrecognized_keys' && isBlank(given.value)) return 'required';
  if (code === 'too_small') return 'tooShort';
  if (code === 'too_big') return 'tooLong';
  if (code === 'unrecognized_keys') return 'unknown';
  if (code === 'invalid_type') return message?.endsWith('received undefined') ? 'required' : 'invalid';
  return params.format === 'email' || message === 'invalidEmail' ? 'invalidEmail' : 'invalid';
};

/** Where the framework says that a value stood. */
const sentAs: Readonly<Record<string, keyof Sent>> = {
  body: 'body',
  querystring: 'query',
  params: 'params',
};

/** Returns the fields that a schema refused: `{ 'contact.name': 'tooShort' }`, the first problem of each. */
const fieldsOf = (issues: readonly (Issue & { readonly path: string })[]): Record<string, string> => {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const field = issue.path || 'body';
    if (!errors.has(field)) errors.set(field, wordOf(issue));
  }
  return Object.fromEntries(errors);
};

/** Returns what is told of an error, as a refusal of the catalogue; undefined when it is not one (a defect, told to nobody). */
export function refusalOf(error: unknown, sent?: Sent): DomainError | undefined {
  if (isDomainError(error)) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const values = sent?.[sentAs[error.validationContext ?? ''] ?? 'body'];
    const errors = fieldsOf(
      error.validation.slice(0, mostNamed).map(({ instancePath, keyword, message, params }) => {
        const path = instancePath.split('/').filter((part) => part !== '');
        const given = sent && { value: valueAt(values, path) };
        return { code: keyword, message, params, path: path.join('.'), ...(given && { given }) };
      }),
    );
    return new DomainError('ERR_VALIDATION', `Not valid: ${Object.keys(errors).join(', ')}`, { errors });
  }
  if (error instanceof z.ZodError) {
    const errors = fieldsOf(
      error.issues.slice(0, mostNamed).map(({ path, code, message, ...params }) => ({
        code: code ?? 'invalid',
        message,
        params,
        path: path.join('.'),
      })),
    );
    return new DomainError('ERR_VALIDATION', `Not valid: ${Object.keys(errors).join(', ')}`, { errors });
  }
  if (error instanceof StorageLimitError)
    return new DomainError('ERR_STORAGE_LIMIT', error.message, {
      details: { limitBytes: error.limitBytes, usedBytes: error.usedBytes },
    });
  if (error instanceof MediaTooLargeError || error instanceof AppendTooLargeError)
    return new DomainError('ERR_TOO_LARGE');
  if (error instanceof ConflictError) return new DomainError('ERR_CONFLICT');
  if (error instanceof UnavailableError || isOutage(error)) return new DomainError('ERR_UNAVAILABLE');
  // Errors of the framework and its plugins: an unreadable body, an unknown media type, too many parts …
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (typeof code === 'string' && /^FST_/.test(code) && typeof statusCode === 'number') {
    const ownCode = byStatus[statusCode];
    if (ownCode === 'ERR_MEDIA_TYPE')
      return new DomainError(ownCode, 'The body is of a content type that is not taken', {
        errors: { 'content-type': 'invalid' },
      });
    if (ownCode === 'ERR_VALIDATION') {
      const part = unreadableParts[code] ?? 'body';
      return new DomainError(ownCode, `Not valid: ${part}`, { errors: { [part]: 'invalid' } });
    }
    if (ownCode) return new DomainError(ownCode, tooMany[code]);
  }
  return undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a failure of ours is named to who called, where the catalogue has a word for it; else ERR_INTERNAL. */
    failure?: ErrorCode;
  }
}

const viewOf = (refusal: DomainError): ErrorView => ({
  error: refusal.code,
  message: refusal.message,
  ...(refusal.details && { details: { ...refusal.details } }),
  ...(refusal.errors && { errors: toWire(refusal.errors) }),
});

/** Returns the refusal of an address that no route can be looked up by: before any hook has run, its headers included. */
export function refuseAddress(
  error: unknown,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  const refusal = refusalOf(error) ?? new DomainError('ERR_INTERNAL');
  return reply
    .code(errorStatus[refusal.code])
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(viewOf(refusal));
}

const notShownYet = 'Carried out, and not shown yet: read it again in a moment';

/** The one place where a failure becomes an answer. `enrich` adds what the caller may know (names, the owning ticket). */
export function handleErrors(
  app: App,
  enrich: (
    refusal: DomainError,
    request: Parameters<Parameters<App['setErrorHandler']>[0]>[1],
  ) => Promise<DomainError>,
): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof AnsweredBefore) {
      const { status, body } = error.answer;
      reply.code(status).header('idempotency-replayed', 'true');
      return body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
    }
    const refused = refusalOf(error, request);
    // Its own command has made it, and the read models do not show it yet: said as it is, or it would be made again.
    const unseen = refused && errorStatus[refused.code] === 404 && isBehind(reply);
    const refusal = unseen ? new DomainError('ERR_UNAVAILABLE', notShownYet, { cause: error }) : refused;
    if (!refusal) {
      const id = randomUUID();
      request.log.error({ err: error, errorId: id }, 'request failed');
      return reply.code(500).send({
        error: request.routeOptions.config.failure ?? 'ERR_INTERNAL',
        message: `Internal error ${id}`,
        details: { id },
      });
    }
    if (errorStatus[refusal.code] >= 500) request.log.warn({ err: error }, 'request refused');
    const enriched = await enrich(refusal, request).catch((cause: unknown) => {
      request.log.error({ err: cause }, 'details of a refusal could not be read');
      return refusal;
    });
    const retryAfter = enriched.details?.retryAfter;
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
    return reply.code(errorStatus[enriched.code]).send(viewOf(enriched));
  });
}
