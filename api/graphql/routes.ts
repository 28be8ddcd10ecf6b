import websocket from '@fastify/websocket';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { onDemand } from '../../domain/kernel/on-demand.ts';
import { createAddresses } from '../live/addresses.ts';
import type { Needs } from './engine.ts';
import { lineServing } from './line-serving.ts';

/** What clients say is short; what the server says is not bounded by this. */
const mostBytes = 64 * 1024;
/** graphql-ws has it too, and all of GraphQL with it. */
const protocol = 'graphql-transport-ws';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
/** A document as a tree in JSON, which mercurius takes too, would pass by the limit of its tokens. */
const query = z
  .string()
  .min(1)
  .max(mostBytes)
  .refine((text) => !isJson(text));
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
  const engine = onDemand(async () => (await import('./engine.ts')).createEngine(api, addresses));

  app.get(
    '/api/docs/schema.graphql',
    {
      config: { public: true },
      schema: { tags: ['graphql'], summary: 'What GraphQL answers.', response: { 200: z.string() } },
      serializerCompiler: () => String,
    },
    async (_request, reply) => {
      const { text } = await engine();
      return reply.type('text/plain; charset=utf-8').send(text);
    },
  );

  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        maxPayload: mostBytes,
        handleProtocols: (offered) => offered.has(protocol) && protocol,
      },
      errorHandler: (error, socket) => {
        log.debug({ err: error }, 'a live connection broke');
        socket.terminate();
      },
    });
    // After the plugin's own hook, which says whether this is an upgrade.
    scope.addHook('onRequest', addresses.admit);

    const options = {
      config: { public: true, sessionIfGiven: true, reads: true },
      bodyLimit: mostBytes,
      errorHandler: async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        const { status, errors } = (await engine()).errorsOf(error, request);
        return reply.code(status).send({ data: null, errors });
      },
    } as const;
    const answer = async (reply: FastifyReply, asked: z.output<typeof queryInput>) =>
      (await engine()).answer(reply, asked);
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
      wsHandler: lineServing(engine, log),
    });
  });
}
