import websocket from '@fastify/websocket';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLScalarType, NoSchemaIntrospectionCustomRule, printSchema } from 'graphql';
import { handleProtocols } from 'graphql-ws';
import { mercurius } from 'mercurius';
import { z } from 'zod';
import { createAddresses } from '../live/addresses.ts';
import { createChanges, createSubscriptionServer } from '../live/subscription-server.ts';
import type { Api } from '../services.ts';
import { createErrors } from './errors.ts';
import { checkQuery, mostDepth, mostTokens } from './limits.ts';
import { createQueries } from './queries.ts';
import { makeSchema } from './schema.ts';

type Needs = Pick<Api, 'app' | 'names' | 'sessions' | 'now' | 'hub' | 'security' | 'config' | 'log'>;

declare module 'mercurius' {
  interface MercuriusContext {
    operationName?: string | null | undefined;
  }
}

/** What clients say is short; what the server says is not bounded by this. */
const mostBytes = 64 * 1024;
/** Documents that are kept parsed: of each no more than a body holds. */
const mostKept = 128;

const query = z.string().min(1).max(mostBytes);
const operationName = z.string().nullish();
const variables = z.record(z.string(), z.unknown());
const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});
const queryInput = z.object({ query, operationName, variables: variables.nullish() });
/** An upgrade to a socket asks for nothing here. */
const askedInUrl = z.object({
  query: query.optional(),
  operationName,
  variables: json.pipe(variables.nullish()).optional(),
});
const queryAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

/** GraphQL at /graphql: queries over HTTP, `changes` over graphql-transport-ws; its language at /api/docs/schema.graphql. */
export async function graphqlRoutes(api: Needs): Promise<void> {
  const { app, config, log } = api;
  const addresses = createAddresses(config.mostLinesOfAddress);
  const schema = makeSchema();
  const text = printSchema(schema);
  schema.getSubscriptionType()!.getFields().changes!.subscribe = createChanges(api);
  const errorsOf = createErrors(api);
  const { resolvers, loaders } = createQueries(api);

  app.get(
    '/api/docs/schema.graphql',
    {
      config: { public: true },
      schema: { tags: ['graphql'], summary: 'What GraphQL answers.', response: { 200: z.string() } },
      serializerCompiler: () => String,
    },
    async (_request, reply) => reply.type('text/plain; charset=utf-8').send(text),
  );

  await app.register(async (scope) => {
    // Before mercurius does it, which lets everybody send a megabyte at once.
    await scope.register(websocket, {
      options: { maxPayload: mostBytes, handleProtocols },
      errorHandler: (error, socket) => {
        log.debug({ err: error }, 'a live connection broke');
        socket.terminate();
      },
    });
    // After the plugin's own hook, which says whether this is an upgrade.
    scope.addHook('onRequest', addresses.admit);
    await scope.register(mercurius, {
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
    scope.graphql.addHook('preExecution', async (_schema, document, context, given) =>
      checkQuery({ schema, document, variables: given, operationName: context.operationName }),
    );

    const options = {
      config: { public: true, sessionIfGiven: true, reads: true },
      bodyLimit: mostBytes,
      errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        const { status, errors } = errorsOf(error, request);
        return reply.code(status).send({ data: null, errors });
      },
    } as const;
    const answer = async (
      reply: FastifyReply,
      { query, variables, operationName }: z.output<typeof queryInput>,
    ) => reply.graphql(query, { operationName }, variables ?? undefined, operationName ?? undefined);
    scope.post(
      '/graphql',
      {
        ...options,
        schema: {
          tags: ['graphql'],
          summary: 'Queries of tickets with what belongs to them.',
          description: `Its language: /api/docs/schema.graphql.`,
          body: queryInput,
          response: { 200: queryAnswer },
        },
      },
      async (request, reply) => answer(reply, request.body as z.output<typeof queryInput>),
    );
    scope.route({
      ...options,
      method: 'GET',
      url: '/graphql',
      schema: { tags: ['graphql'], querystring: askedInUrl, response: { 200: queryAnswer } },
      handler: async (request, reply) => answer(reply, queryInput.parse(request.query)),
      wsHandler: createSubscriptionServer(api, schema, addresses),
    });
  });
}
