import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  GraphQLScalarType,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  printSchema,
} from 'graphql';
import { type MercuriusOptions, type MercuriusPlugin, mercurius } from 'mercurius';
import type { WebSocket } from 'ws';
import { DomainError } from '../../domain/errors.ts';
import type { createAddresses } from '../live/addresses.ts';
import { createChanges, createSubscriptionServer } from '../live/subscription-server.ts';
import type { Api } from '../services.ts';
import { createErrors, type Refused } from './errors.ts';
import { checkQuery, mostDepth, mostTokens } from './limits.ts';
import { createQueries } from './queries.ts';
import { makeSchema } from './schema.ts';

export type Needs = Pick<Api, 'app' | 'names' | 'sessions' | 'now' | 'hub' | 'security' | 'config' | 'log'>;

declare module 'mercurius' {
  interface MercuriusContext {
    operationName?: string | null | undefined;
  }
}

/** A query as a request brings it. */
export interface Asked {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Record<string, unknown> | null | undefined;
}

/** What answers at /graphql. Its libraries are 20 MB of a process, so that all of it is loaded with the first to ask. */
export interface GraphqlEngine {
  /** The schema in GraphQL's own language. */
  readonly text: string;
  answer(reply: FastifyReply, asked: Asked): Promise<unknown>;
  errorsOf(error: unknown, request: FastifyRequest): Refused;
  serveLine(socket: WebSocket, request: FastifyRequest): void;
}

/** Documents that are kept parsed: of each no more than a body holds. */
const mostKept = 128;

/**
 * Returns what mercurius adds to a server: `graphql` of the server, and of a reply. A server that answers already takes no
 * more plugins, so it is given one that only remembers.
 */
async function openMercurius(options: MercuriusOptions) {
  const server: Record<string | symbol, unknown> = {};
  const reply: Record<string | symbol, unknown> = {};
  const readyHooks: (() => Promise<void>)[] = [];
  const host = Object.assign(server, {
    addHook: (name: string, hook: () => Promise<void>) => name === 'onReady' && readyHooks.push(hook),
    decorate: (name: string | symbol, value: unknown) => Object.assign(server, { [name]: value }),
    decorateReply: (name: string | symbol, value: unknown) => Object.assign(reply, { [name]: value }),
  });
  await mercurius(host as unknown as FastifyInstance, options);
  for (const hook of readyHooks) await hook();
  return {
    server: server.graphql as MercuriusPlugin,
    ofReply: reply.graphql as FastifyReply['graphql'],
  };
}

/** Returns whether a document has no operation of that name, or several and none is named: asked for by GET, mercurius breaks on it. */
function isUnknownOperation(query: string, operationName: string | undefined): boolean {
  try {
    return getOperationAST(parse(query, { maxTokens: mostTokens }), operationName) == null;
  } catch {
    return false;
  }
}

/** Returns what answers GraphQL. @param addresses of which a line that has signed in no longer counts among those that have not */
export async function createEngine(
  api: Needs,
  addresses: Pick<ReturnType<typeof createAddresses>, 'signed'>,
): Promise<GraphqlEngine> {
  const schema = makeSchema();
  const text = printSchema(schema);
  schema.getSubscriptionType()!.getFields().changes!.subscribe = createChanges(api);
  const errorsOf = createErrors(api);
  const { resolvers, loaders } = createQueries(api);
  const { server, ofReply } = await openMercurius({
    schema,
    routes: false,
    cache: mostKept,
    queryDepth: mostDepth,
    validationRules: [NoSchemaIntrospectionCustomRule],
    graphql: { parseOptions: { maxTokens: mostTokens }, validateOptions: { maxErrors: 10 } },
    resolvers: {
      ...resolvers,
      JSON: new GraphQLScalarType({ name: 'JSON', serialize: (value) => value }),
    },
    loaders,
    errorFormatter: ({ data, errors = [] }, context) => ({
      // Without data nothing was begun.
      statusCode: data === undefined ? 400 : 200,
      response: {
        data: data ?? null,
        errors: errors.flatMap(
          (error) => errorsOf(error, context.reply.request).errors,
        ) as readonly object[] as typeof errors,
      },
    }),
  });
  server.addHook('preExecution', async (_schema, document, context, given) =>
    checkQuery({ schema, document, variables: given, operationName: context.operationName }),
  );
  return {
    text,
    errorsOf,
    serveLine: createSubscriptionServer(api, schema, addresses),
    answer: async (reply, { query, variables, ...asked }) => {
      // Of an address an empty one is none.
      const operationName = asked.operationName || undefined;
      try {
        return await ofReply.call(reply, query, { operationName }, variables ?? undefined, operationName);
      } catch (error) {
        if (!(error instanceof TypeError) || !isUnknownOperation(query, operationName)) throw error;
        throw new DomainError('ERR_VALIDATION', 'No such operation', {
          errors: { operationName: operationName ? 'invalid' : 'required' },
        });
      }
    },
  };
}
