import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { fastify } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../domain/errors.ts';
import { createSessions } from './auth/sessions.ts';
import { registerTokens } from './auth/tokens.ts';
import type { ApiDeps, App } from './deps.ts';
import { handleErrors } from './http/errors.ts';
import { guard } from './http/guard.ts';
import { registerGraphql } from './live/graphql.ts';
import { createHub } from './live/hub.ts';
import { createNames } from './names.ts';
import { authRoutes } from './routes/auth.ts';
import { messageRoutes } from './routes/messages.ts';
import { ticketRoutes } from './routes/tickets.ts';
import type { Api } from './services.ts';
import { namedRefusal } from './tickets/refusals.ts';

/** The HTTP server, ready to `listen` or `inject`. `close()` ends subscriptions and lets requests in flight finish. */
export async function buildApi(deps: ApiDeps): Promise<App> {
  const { config, log, readStore, state } = deps;
  const now = deps.now ?? (() => new Date());
  const app: App = fastify({
    loggerInstance: log,
    trustProxy: config.trustProxy,
    bodyLimit: 1024 * 1024,
    genReqId: () => uuidv7(),
    disableRequestLogging: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(config.checkAnswers ? serializerCompiler : () => (data) => JSON.stringify(data));

  const names = createNames(readStore);
  const sessions = createSessions(state, now);
  const hub = createHub({ ...deps, names, sessions, now });
  const api: Api = { ...deps, app, names, sessions, hub, now };

  await app.register(cookie);
  await app.register(helmet, { contentSecurityPolicy: false });
  await app.register(rateLimit, { global: false });
  await app.register(multipart, {
    limits: { fileSize: config.maxUploadBytes + 1, files: 10, fields: 20, fieldSize: 128 * 1024, parts: 30 },
  });
  await registerTokens(app, config.secretKey);
  handleErrors(app, async (refusal, request) =>
    request.signedIn
      ? namedRefusal(refusal, { names, reader: request.read, session: request.session })
      : refusal,
  );
  app.setNotFoundHandler(() => {
    throw new DomainError('ERR_NOT_FOUND');
  });
  guard(api);
  await registerGraphql(api);
  authRoutes(api);
  ticketRoutes(api);
  messageRoutes(api);

  await hub.start();
  app.addHook('preClose', () => hub.close());
  return app;
}
