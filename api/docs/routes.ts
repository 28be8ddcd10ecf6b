import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { ApiConfig, App } from '../deps.ts';

/**
 * The reference of every route registered after it, from the schemas that check the requests; served by ourselves,
 * nothing comes from another host. To be awaited before the first route: what was registered earlier is not seen.
 */
export async function docRoutes(app: App, { version }: Pick<ApiConfig, 'version'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Balcão', version },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The validator's badge would be fetched from a foreign host.
    uiConfig: { validatorUrl: null, persistAuthorization: false },
  });
}
