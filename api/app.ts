/**
 * What browsers and other systems talk to: REST, GraphQL and live changes, a folder a feature; what all of them share
 * lies in `http/`.
 */

import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { fastify, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { announcementRoutes } from './announcements/routes.ts';
import { assistantRoutes } from './assistants/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { createLastSeen } from './auth/last-seen.ts';
import { mailedLinkRoutes } from './auth/mailed-link-routes.ts';
import { resetRoutes } from './auth/reset-routes.ts';
import { authRoutes } from './auth/routes.ts';
import { createSecurity } from './auth/security.ts';
import { createSessions, usualLimits } from './auth/sessions.ts';
import { registerTokens } from './auth/tokens.ts';
import { billingRoutes } from './billing/routes.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { channelRoutes } from './channels/routes.ts';
import { chatRoutes } from './chats/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { heldRoutes } from './connections/held-routes.ts';
import { parkedRoutes } from './connections/parked-routes.ts';
import { connectionRoutes } from './connections/routes.ts';
import { consoleRoutes } from './console/routes.ts';
import { contactListRoutes } from './contact-lists/routes.ts';
import { erasureRoutes } from './contacts/erasure/routes.ts';
import { contactFileRoutes } from './contacts/file-routes.ts';
import { contactMergeRoutes } from './contacts/merge-routes.ts';
import { contactPersonRoutes } from './contacts/person-routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { subjectExportRoutes } from './contacts/subject-export/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { ApiConfig, ApiDeps, App } from './deps.ts';
import { docRoutes } from './docs/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { externalContactRoutes } from './external/contact-routes.ts';
import { limitTokenCalls } from './external/limit.ts';
import { externalRoutes } from './external/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { graphqlRoutes } from './graphql/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { limitArrival } from './http/arrival.ts';
import { handleErrors, refuseAddress } from './http/errors.ts';
import { guard } from './http/guard.ts';
import { headersOf, secureHeaders } from './http/headers.ts';
import { idempotency } from './http/idempotency.ts';
import { cleanTexts } from './http/typed-texts.ts';
import { kanbanRoutes } from './kanban/routes.ts';
import { createHub } from './live/hub.ts';
import { createOnline } from './live/online.ts';
import { createPresence } from './live/presence.ts';
import { createServing } from './live/serving.ts';
import { logoRoutes } from './logos/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { createNames } from './names/names.ts';
import { noteRoutes } from './notes/routes.ts';
import { planRoutes } from './plans/routes.ts';
import { quickMessageRoutes } from './quick-messages/routes.ts';
import { createLimits, limitRequests } from './quotas/limits.ts';
import { usageRoutes } from './quotas/routes.ts';
import { createTally, type Tally } from './quotas/tally.ts';
import { recordRoutes } from './records/routes.ts';
import { roleRoutes } from './roles/routes.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import type { Api } from './services.ts';
import { accountRoutes } from './settings/routes.ts';
import { signUpRoutes } from './signup/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { namedRefusal } from './tickets/refusals.ts';
import { ticketRoutes } from './tickets/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { userRoutes } from './users/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { workplaceRoutes } from './workplace/routes.ts';

/** More than one process serves well; each is a file handle. */
const mostConnections = 10_000;

/** Returns which addresses are those of proxies. A number: that many from the right are theirs, and the next one is the client's. */
const proxiesOf = ({ trustProxy }: ApiConfig) => {
  if (typeof trustProxy === 'number') return (_address: string, hop: number) => hop < trustProxy;
  return typeof trustProxy === 'object' ? [...trustProxy] : trustProxy;
};

/** Returns the server without any route. */
function createServer({ config, log, onRoute }: ApiDeps): App {
  const app: App = fastify({
    loggerInstance: log,
    trustProxy: proxiesOf(config),
    bodyLimit: 1024 * 1024,
    // The longest upload; everything else has half a minute (`limitArrival`).
    requestTimeout: 600_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => refuseAddress(error, reply, headersOf(config)),
  }).withTypeProvider<ZodTypeProvider>();
  // No call takes bare text: it is refused like every other type, not read and found wanting.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler((route) =>
    config.checkAnswers && route.schema instanceof z.ZodType
      ? serializerCompiler({ ...route, schema: route.schema })
      : (data) => JSON.stringify(data),
  );
  if (onRoute) app.addHook('onRoute', onRoute);
  app.server.maxConnections = config.mostConnections ?? mostConnections;
  return app;
}

/** Returns all that features are given, and the counts behind its limits. */
function createServices(deps: ApiDeps, app: App, metrics: Registry): { api: Api; tally: Tally } {
  const { config, log, readStore, state } = deps;
  const now = deps.now ?? (() => new Date());
  const names = createNames(readStore);
  const sessions = createSessions(state, now, {
    idleMs: config.sessionIdleMs ?? usualLimits.idleMs,
    longestMs: config.sessionLongestMs ?? usualLimits.longestMs,
  });
  const lastSeen = createLastSeen({ state, now, log });
  const security = createSecurity({ log, registry: metrics, secretKey: config.secretKey });
  const instance = randomUUID();
  const online = createOnline({ state, log, instance });
  const { mostLinesOfUser } = config;
  const serving = createServing({ state, log });
  const hub = createHub({ ...deps, names, sessions, serving, online, now, mostLinesOfUser });
  const presence = createPresence({ state, readStore, hub, log, instance });
  const tally = createTally({ state, instance, log, now: () => now().getTime() });
  const limits = createLimits(tally, config.quotas);
  const own = { names, sessions, lastSeen, online, hub, presence, serving, limits, security, now };
  return { api: { ...deps, app, ...own }, tally };
}

/** What every route shares, in the order in which a request meets it. */
async function registerCommon(api: Api): Promise<void> {
  const { app, config, names, security } = api;
  await app.register(cookie);
  secureHeaders(app, config);
  await app.register(rateLimit, { global: false });
  await app.register(multipart, {
    limits: { fileSize: config.maxUploadBytes + 1, files: 10, fields: 20, fieldSize: 128 * 1024, parts: 30 },
  });
  await registerTokens(app, config.secretKey);
  handleErrors(app, async (refusal, request) => {
    if (!request.signedIn) return refusal;
    const { session, read: reader } = request.signedIn;
    const { userId, companyId } = session;
    const { method, routeOptions } = request;
    if (refusal.code === 'ERR_NO_PERMISSION')
      security.note('refused', request, { userId, companyId, method, route: routeOptions.url });
    return namedRefusal(refusal, { names, reader, session });
  });
  limitArrival(app, config.arrivalMs);
  guard(api);
  limitRequests(app, api.limits);
  limitTokenCalls(app);
  cleanTexts(app);
  idempotency(api);
  await docRoutes(app, config);
}

async function registerRoutes(api: Api, metrics: Registry): Promise<void> {
  await graphqlRoutes(api);
  authRoutes(api);
  resetRoutes(api);
  mailedLinkRoutes(api);
  signUpRoutes(api);
  mailRoutes(api);
  ticketRoutes(api);
  messageRoutes(api);
  noteRoutes(api);
  contactRoutes(api);
  contactPersonRoutes(api);
  contactMergeRoutes(api);
  erasureRoutes(api);
  subjectExportRoutes(api);
  usageRoutes(api);
  contactFileRoutes(api);
  connectionRoutes(api);
  heldRoutes(api);
  parkedRoutes(api);
  accountRoutes(api);
  logoRoutes(api);
  tagRoutes(api);
  kanbanRoutes(api);
  scheduleRoutes(api);
  chatRoutes(api);
  campaignRoutes(api);
  contactListRoutes(api);
  tokenRoutes(api);
  externalRoutes(api);
  externalContactRoutes(api);
  eventRoutes(api);
  webhookRoutes(api);
  quickMessageRoutes(api);
  announcementRoutes(api);
  fileRoutes(api);
  companyRoutes(api);
  planRoutes(api);
  recordRoutes(api);
  userRoutes(api);
  roleRoutes(api);
  workplaceRoutes(api);
  dashboardRoutes(api);
  historyRoutes(api);
  auditRoutes(api);
  assistantRoutes(api);
  billingRoutes(api);
  mediaRoutes(api);
  await channelRoutes(api);
  healthRoutes(api.app, { ...api, metrics, subscribers: api.hub.subscribers });
  await consoleRoutes(api);
}

/** Whatever watches and tells begins now, and ends before the server closes. */
async function startLive(
  { app, hub, names, presence, readStore, serving }: Api,
  tally: Tally,
): Promise<void> {
  await hub.start();
  presence.start();
  serving.start({ hub, names, readStore });
  tally.start();
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    presence.stop();
    serving.stop();
    tally.stop();
    await hub.close();
  });
  // The line of a request that was under way when the stop began would be kept for the next one, and the stop with it.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Returns the HTTP server, ready to `listen` or `inject`. `close()` ends subscriptions and lets requests in flight finish. */
export async function buildApi(deps: ApiDeps): Promise<App> {
  const app = createServer(deps);
  const metrics = deps.metrics ?? new Registry();
  const { api, tally } = createServices(deps, app, metrics);
  await registerCommon(api);
  await registerRoutes(api, metrics);
  await startLive(api, tally);
  return app;
}

/** Returns what a process without the api role answers: whether it lives, whether it can work, its metrics. */
export async function buildHealth(deps: ApiDeps): Promise<App> {
  const app: App = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
  }).withTypeProvider<ZodTypeProvider>();
  handleErrors(app, async (refusal) => refusal);
  healthRoutes(app, deps);
  return app;
}
