import type { FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { errorStatus } from '../../domain/error-codes.ts';
import { DomainError } from '../../domain/errors.ts';
import { refusalOf } from '../http/errors.ts';
import type { Api } from '../services.ts';

export interface Refused {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
}

/** Returns what is wrong with a document that is not right, of what mercurius throws for it. */
const mistakesOf = (error: unknown): readonly Error[] | undefined => {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: readonly Error[] };
  return typeof code === 'string' && code.startsWith('MER_ERR_') ? (errors ?? [error as Error]) : undefined;
};

/**
 * Returns how errors of a query are answered: GraphQL's list, each with the code that REST would answer. Of a defect
 * nothing is told but that there is one.
 */
export function createErrors({ security, log }: Pick<Api, 'security' | 'log'>) {
  function formatError(error: unknown, request: FastifyRequest, isOfDocument = false): GraphQLFormattedError {
    const { originalError, locations, path } = error instanceof GraphQLError ? error : ({} as GraphQLError);
    const cause = originalError ?? error;
    const place = { ...(locations && { locations }), ...(path && { path }) };
    const isMistake = isOfDocument || cause instanceof GraphQLError || mistakesOf(cause) !== undefined;
    const refusal = isMistake
      ? new DomainError('ERR_VALIDATION', (cause as Error).message)
      : (refusalOf(cause) ?? new DomainError('ERR_INTERNAL'));
    if (refusal.code === 'ERR_INTERNAL') log.error({ err: cause }, 'a query failed');
    if (refusal.code === 'ERR_NO_PERMISSION' && request.signedIn) {
      const { userId, companyId } = request.signedIn.session;
      security.note('refused', request, { userId, companyId, method: request.method, route: '/graphql' });
    }
    const { code, message, details, errors } = refusal;
    return {
      message,
      ...place,
      extensions: { code, ...(details && { details }), ...(errors && { errors }) },
    };
  }

  return (error: unknown, request: FastifyRequest): Refused => {
    const mistakes = mistakesOf(error);
    const errors = (mistakes ?? [error]).map((one) => formatError(one, request, mistakes !== undefined));
    const code = errors[0]?.extensions?.code as DomainError['code'] | undefined;
    return { status: errorStatus[code ?? 'ERR_INTERNAL'], errors };
  };
}
