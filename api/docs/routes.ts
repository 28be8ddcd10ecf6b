import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { ApiConfig, App } from '../deps.ts';
import { jsonOf, refusalSchema, tokenCall } from './token-calls.ts';

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;

/** Returns the schema of a body without null: a route that takes forms too has no body to check then. */
const withoutNull = (body: object): object => {
  const { anyOf } = body as { readonly anyOf?: readonly { readonly type?: string }[] };
  return anyOf?.some(({ type }) => type === 'null') ? anyOf.find(({ type }) => type !== 'null')! : body;
};

/** Returns what stands in the reference of a route: its schemas, and what they cannot say of forms and calls by a token. */
const transform: Transform = (route) => {
  const { form, bodyExample, ...schema } = route.schema ?? {};
  const { schema: plainSchema, url } = jsonSchemaTransform({ ...route, schema } as Parameters<Transform>[0]);
  const json =
    plainSchema.body == null
      ? undefined
      : { ...withoutNull(plainSchema.body), ...(bodyExample && { examples: [bodyExample] }) };
  const body = form
    ? {
        content: {
          ...(json && { 'application/json': { schema: json } }),
          'multipart/form-data': { schema: jsonOf(form, 'input') },
        },
      }
    : json;
  return { schema: tokenCall({ ...plainSchema, ...(body && { body }) }, route.route), url };
};

/**
 * The reference of every route registered after it, from the schemas that check the requests; served by ourselves,
 * nothing comes from another host. To be awaited before the first route: what was registered earlier is not seen.
 */
export async function docRoutes(app: App, { version }: Pick<ApiConfig, 'version'>): Promise<void> {
  app.addSchema(refusalSchema);
  await app.register(swagger, {
    refResolver: { buildLocalReference: (json, _base, _fragment, at) => String(json.$id ?? `schema-${at}`) },
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Balcão', version },
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Of somebody signed in',
          },
          token: { type: 'http', scheme: 'bearer', description: 'Of POST /api/tokens: begins with blc_' },
        },
      },
      security: [{ session: [] }],
    },
    transform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The validator's badge would be fetched from a foreign host.
    uiConfig: { validatorUrl: null, persistAuthorization: false },
  });
}
