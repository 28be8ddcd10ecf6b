import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, Registry } from 'prom-client';
import { pretendChannel } from '../channels/known.ts';
import type { StartPretendCustomers } from '../channels/pretend-customers.ts';
import type { Desk } from '../domain/desk/desk.ts';
import { newId } from '../domain/kernel/ids.ts';
import { fixStarts } from '../gateway/process/checkpoint.ts';
import type { ConnectionDocument } from '../projections/connections/document.ts';
import { startBehind } from './behind.ts';
import { apiDeps, type Composition, compose } from './composition.ts';
import type { Config } from './config.ts';
import { eventStoreAnswers } from './event-store-answers.ts';
import { checkInstallation } from './installation.ts';
import { listen } from './listen.ts';
import { sealLog } from './log-chain/seal-log.ts';
import { verifyInProcess } from './log-chain/verify-process.ts';
import { whenPrepared } from './projector.ts';
import { giveBackAtRest } from './rest.ts';
import { openStores, type Stores } from './stores.ts';
import { version } from './version.ts';

export interface RunningRoles {
  /** Where the API (or, without it, the health check) answers. */
  readonly port: number;
  readonly stores: Stores;
  /** Resolves true once the read models have reached the position, false when they have not after `timeoutMs`. */
  reached(position: number, timeoutMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

interface Options {
  readonly publicDir?: string;
  /** Accounts and demo data: done by the api role, with the projector running and before any gateway. */
  readonly prepare: (desk: Desk, stores: Stores) => Promise<void>;
}

/** Returns what counts by reason what a messaging network handed over and could not be taken in. */
const parkedCounter = (metrics: Registry) => {
  const counter = new Counter({
    name: 'balcao_inbound_parked_total',
    help: 'Things of a messaging network that could not be taken in, by reason; admins see them in GET /api/parked',
    labelNames: ['reason'],
    registers: [metrics],
  });
  for (const reason of ['refused', 'unreadable', 'tooLarge', 'defect']) counter.inc({ reason }, 0);
  return (reason: string) => counter.inc({ reason });
};

/** Nothing begins before the event store answers; who asks meanwhile is told that this process is not ready. */
async function storeAnswers(config: Config, stores: Stores, log: Logger): Promise<void> {
  let app: { close(): Promise<unknown> } | undefined;
  try {
    await eventStoreAnswers({
      eventStore: stores.eventStore,
      url: config.eventStore,
      log,
      meanwhile: async (state) => {
        const { buildWaiting } = await import('../api/health/waiting.ts');
        const waiting = buildWaiting(state);
        app = waiting;
        await listen(waiting, config);
      },
    });
  } finally {
    await app?.close();
  }
}

/** A composition as the roles start on it: what ends with them is pushed onto `stops`. */
interface Starting {
  readonly config: Config;
  readonly composition: Composition;
  readonly metrics: Registry;
  readonly log: Logger;
  readonly stops: (() => Promise<void>)[];
}

/** The API first: loading the gateway and its first looks at everything take as long as the rest of a start. */
const apiFirstMs = 300;

async function startGateway(starting: Starting, ending: AbortSignal): Promise<void> {
  const { config, composition, metrics, log, stops } = starting;
  const { assistants, billingSystems, desk, payments, projector, stores, webhooks } = composition;
  const { eventStore, storedEvents, contactKeys, readStore, state, media } = stores;
  const { createGateway } = await import('../gateway/gateway.ts');
  const { mailTransport } = await import('../gateway/mail/transports.ts');
  const gateway = createGateway({
    desk,
    eventStore,
    storedEvents,
    chain: {
      sealRuns: sealLog(config, storedEvents),
      verify: (signal) => verifyInProcess(config, signal),
    },
    contactKeys,
    readStore,
    state,
    media,
    mail: mailTransport(config.mail),
    charges: payments?.charges,
    billingSystems,
    assistants,
    webhooks,
    config: {
      secretKey: config.secretKey,
      publicUrl: config.lettersUrl,
      maxMediaBytes: config.maxUploadBytes,
      inboundFilesPerMinute: config.quotas.inboundFiles,
      mediaGraceMs: config.mediaGraceMs,
      channels: config.channels,
    },
    log: log.child({ role: 'gateway' }),
    reached: projector.reached,
    newId,
    onParked: parkedCounter(metrics),
    holderId: `${hostname()}-${process.pid}-${newId()}`,
  });
  // A connection whose read models are still being built would wait for them: those of another version, which
  // drive it meanwhile, keep it so long.
  const started = whenPrepared(projector, ending).then(async () => {
    if (!ending.aborted) await gateway.start();
  });
  started.catch((err: unknown) => {
    if (!ending.aborted) log.error({ err }, 'the gateway could not start');
  });
  stops.push(() => gateway.stop());
}

/** Starts the demo's pretend customers, where the installation has them and the channel they write on. */
async function startCustomers({ config, composition, log, stops }: Starting): Promise<void> {
  if (config.demoTraffic === 0 || !pretendChannel) return;
  const { readStore, state } = composition.stores;
  const { kind } = pretendChannel;
  const { startPretendCustomers } = (await import(`../channels/${kind}/pretend-customers/customers.ts`)) as {
    readonly startPretendCustomers: StartPretendCustomers;
  };
  const { demoCompanyId, demoConnectionId } = await import('./demo/seed.ts');
  const customers = startPretendCustomers({
    state,
    connectionId: demoConnectionId,
    perMinute: config.demoTraffic,
    isConnected: async () => {
      const reader = readStore.forCompany(demoCompanyId);
      const connection = await reader.get<ConnectionDocument>('connections', demoConnectionId);
      return connection?.channel === kind && connection.status === 'CONNECTED';
    },
    log: log.child({ role: 'gateway' }),
  });
  stops.push(() => customers.stop());
}

/** Resolves with the port of the API it started, or of the health check of a process without it. */
async function startHttp(
  { config, composition, metrics, log, stops }: Starting,
  publicDir: string | undefined,
  isStopping: () => boolean,
): Promise<number> {
  const { buildApi, buildHealth } = await import('../api/app.ts');
  const deps = await apiDeps(
    composition,
    {
      version,
      demo: config.demo,
      publicUrl: config.publicUrl,
      oidc: config.oidc,
      mailFolder: config.mail.smtpUrl === undefined ? config.mail.folder : undefined,
      maxUploadBytes: config.maxUploadBytes,
      quotas: config.quotas,
      trustProxy: config.trustProxy,
      cookieSecure: config.cookieSecure,
      hsts: config.hsts,
      channels: config.channels,
      sessionIdleMs: config.sessionIdleMs,
      sessionLongestMs: config.sessionLongestMs,
      metricsToken: config.metricsToken,
      mostLinesOfAddress: config.mostLinesOfAddress,
      mostConnections: config.mostConnections,
      ...(publicDir && { publicDir }),
    },
    { log: log.child({ role: 'api' }), metrics, stopping: isStopping },
  );
  const app = config.roles.has('api') ? await buildApi(deps) : await buildHealth(deps);
  stops.push(() => app.close());
  await listen(app, config);
  return (app.server.address() as { port: number }).port;
}

/** Resolves with the roles of `config.roles` running on their stores; `stop` ends requests in flight, checkpoints, disconnects drivers. */
export async function startRoles(config: Config, log: Logger, options: Options): Promise<RunningRoles> {
  const stores = await openStores(config, log);
  let stopping = false;
  const stops: (() => Promise<void>)[] = [() => stores.close()];
  const ending = new AbortController();
  const stop = async () => {
    ending.abort();
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    await storeAnswers(config, stores, log);
    await checkInstallation(config, stores, log);
    const composition = compose(config, stores, log);
    const { desk, projector } = composition;
    const start: Starting = { config, composition, metrics: new Registry(), log, stops };
    stops.push(() => projector.stop());
    if (config.roles.has('api')) {
      await options.prepare(desk, stores);
      projector.expect(await stores.eventStore.head());
    }
    // What an api leaves to a process manager is not lost where the gateways that have it come later.
    if (config.roles.has('gateway') || config.roles.has('api')) await fixStarts(stores);
    const whenAnswering = Promise.withResolvers<void>();
    ending.signal.addEventListener('abort', () => whenAnswering.resolve(), { once: true });
    const startMessaging = async (stops: Starting['stops']) => {
      await startGateway({ ...start, stops }, ending.signal);
      await startCustomers({ ...start, stops });
    };
    if (config.roles.has('gateway') && config.roles.has('api'))
      stops.push(
        startBehind(
          {
            answers: whenAnswering.promise,
            firstMs: apiFirstMs,
            start: startMessaging,
            onFailure: (err) => log.error({ err }, 'the gateway could not start'),
          },
          ending.signal,
        ),
      );
    // Nobody waits for answers of this process, and without its gateway it is no use: it ends, and is started again.
    else if (config.roles.has('gateway')) await startMessaging(stops);
    const port = await startHttp(start, options.publicDir, () => stopping);
    whenAnswering.resolve();
    const engines = [stores.readStore, stores.storedEvents, stores.state].map((store) => () => {
      try {
        store.giveBack?.();
      } catch (err) {
        log.warn({ err }, 'a store could not give memory back');
      }
    });
    void giveBackAtRest(engines, {}, ending.signal);
    const drain = async () => {
      stopping = true;
      // Requests come here until whoever sends them has seen that this process is to end.
      if (config.roles.has('api')) await sleep(config.stopWaitMs);
      await stop();
    };
    return { port, stores, reached: projector.reached, stop: drain };
  } catch (error) {
    await stop();
    throw error;
  }
}
