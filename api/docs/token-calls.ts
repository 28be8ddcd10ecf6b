import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import { type ErrorCode, errorStatus } from '../../domain/error-codes.ts';
import { errorView } from '../http/errors.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** For the reference: what a multipart form holds, its files among it. The body's schema tells of JSON then. */
    form?: z.ZodType;
    /** For the reference: a body of JSON that is taken. */
    bodyExample?: object;
  }
  interface FastifyContextConfig {
    /** For the reference: what else it is refused with, besides what any call by a token may be. */
    refuses?: readonly ErrorCode[];
  }
}

type Json = Readonly<Record<string, unknown>>;

export const jsonOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

/** What every refusal looks like: stands in the reference once. */
export const refusalSchema = { $id: 'Refusal', ...jsonOf(errorView, 'output') };

/** What any call by a token may be refused with. */
const usual: readonly ErrorCode[] = [
  'ERR_VALIDATION',
  'ERR_NO_SESSION',
  'ERR_TOKEN_SCOPE',
  'ERR_PLAN_FEATURE',
  'ERR_TOO_MANY_REQUESTS',
];
const ofWrites: readonly ErrorCode[] = ['ERR_IDEMPOTENCY_KEY_REUSED'];

const examples: Partial<Record<ErrorCode, Json>> = {
  ERR_VALIDATION: { message: 'Invalid request', errors: { number: 'invalid' } },
  ERR_TOKEN_SCOPE: {
    message: 'The token has no scope messages:send',
    details: { scope: 'messages:send' },
  },
  ERR_TOO_MANY_REQUESTS: { message: 'ERR_TOO_MANY_REQUESTS', details: { retryAfter: 12 } },
};

const leftCalls = { type: 'integer', description: 'Calls that are left in this minute' };
const seconds = { type: 'integer', description: 'Seconds until there is room again' };
const rateHeaders = {
  'X-RateLimit-Limit': { type: 'integer', description: 'Calls a minute' },
  'X-RateLimit-Remaining': leftCalls,
  'X-RateLimit-Reset': seconds,
};

/** Returns the refusals by their HTTP status, each code with an example. */
function refusals(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      {
        description: all.join(', '),
        content: {
          'application/json': {
            schema: { $ref: `${refusalSchema.$id}#` },
            examples: Object.fromEntries(
              all.map((error) => [error, { value: { error, message: error, ...examples[error] } }]),
            ),
          },
        },
        ...(status === 429 && { headers: { ...rateHeaders, 'Retry-After': seconds } }),
      },
    ]),
  );
}

/** Returns a route's part of the reference with what other systems need to know: token, key, forms, refusals, limits. */
export function tokenCall(schema: Json, { method, config }: Pick<RouteOptions, 'method' | 'config'>): Json {
  if (config?.scope === undefined && config?.orScope === undefined) return schema;
  const writes = ![method].flat().includes('GET');
  const key = {
    type: 'string',
    maxLength: 200,
    description: 'Sent again with the same key within a day, the same call has one effect and one answer',
    examples: ['order-4711-shipped'],
  };
  const codes = [...usual, ...(writes ? ofWrites : []), ...(config.refuses ?? [])];
  const answers = Object.entries((schema.response ?? {}) as Readonly<Record<string, Json>>);
  return {
    ...schema,
    security: config.scope === undefined ? [{ token: [] }, { session: [] }] : [{ token: [] }],
    ...(writes && { headers: { type: 'object', properties: { 'Idempotency-Key': key } } }),
    response: {
      ...Object.fromEntries(
        answers.map(([status, answer]) => [
          status,
          { description: 'Done', ...answer, ...(answer.type !== 'null' && { headers: rateHeaders }) },
        ]),
      ),
      ...refusals(codes),
    },
  };
}
