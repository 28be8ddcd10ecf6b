import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { buildApi } from '../api/app.ts';
import { hashPassword } from '../api/auth/passwords.ts';
import type { ApiConfig, ApiDeps } from '../api/deps.ts';
import { platformCompanyId } from '../domain/company/platform.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import { newId } from '../domain/kernel/ids.ts';
import type { AssistantsSettings } from '../outgoing/assistants/open.ts';
import type { BillingSystemSettings } from '../outgoing/billing-systems/open.ts';
import type { PaymentSettings } from '../payments/open.ts';
import { projections } from '../projections/index.ts';
import { apiDeps, compose } from '../server/composition.ts';
import type { Role } from '../server/config.ts';
import { openStores } from '../server/stores.ts';

export const password = 'correct horse 42';

const minuteMs = 60_000;
/** Returns a clock whose minute has just begun: what is counted by the minute is not cut in two within a test. */
const fromMinuteOn = () => {
  const aheadMs = Date.now() % minuteMs;
  return () => new Date(Date.now() - aheadMs);
};

/**
 * The API over the embedded stores in a folder of its own, with a running projector; every answer is checked. A folder
 * that is given stays, so that another may start on it.
 */
export async function startTestApi(
  options: Pick<ApiDeps, 'onRoute' | 'now'> & {
    log?: Logger;
    path?: string;
    payments?: PaymentSettings;
    publicUrl?: string;
    billing?: BillingSystemSettings;
    assistants?: AssistantsSettings;
  } & Partial<ApiConfig> = {},
) {
  const {
    log: _log,
    path: _path,
    onRoute: _onRoute,
    payments,
    billing,
    assistants,
    now,
    ...changed
  } = options;
  const path = options.path ?? (await mkdtemp(join(tmpdir(), 'balcao-api-')));
  const log = options.log ?? pino({ level: 'silent' });
  const secretKey = 'a secret of at least thirty-two characters';
  const own = {
    ...{ eventStore: undefined, readStore: undefined, dataDir: path, media: { path: join(path, 'media') } },
    ...{ secretKey, logLevel: 'silent' as const, roles: new Set<Role>(['api', 'projector']) },
    ...(payments && { payments }),
    publicUrl: options.publicUrl,
    ...billing,
    ...assistants,
  };
  const opened = await openStores({ ...own, quotas: options.quotas }, log);
  let held: Promise<unknown> = Promise.resolve();
  const commit: typeof opened.readStore.commit = async (change) => {
    await held;
    await opened.readStore.commit(change);
  };
  const stores = { ...opened, readStore: { ...opened.readStore, commit } };
  const composition = compose(own, stores, log);
  const { desk, projector } = composition;
  const { eventStore, storedEvents: events, readStore, state, media, contactKeys } = stores;
  const app = await buildApi(
    await apiDeps(
      composition,
      {
        version: '0.0.0',
        demo: false,
        maxUploadBytes: 1024 * 1024,
        trustProxy: false,
        cookieSecure: false,
        hsts: false,
        checkAnswers: true,
        ...changed,
      },
      {
        log,
        ...(options.onRoute && { onRoute: options.onRoute }),
        ...(options.quotas && { now: fromMinuteOn() }),
        ...(now && { now }),
      },
    ),
  );

  const named = new Map<string, number>();
  /** A company with one admin; names are unique, so the second of a name is `Ours 2`. */
  async function company(name: string) {
    const companyId = newId();
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const times = (named.get(name) ?? 0) + 1;
    named.set(name, times);
    await desk.companies.create(context, { name: times === 1 ? name : `${name} ${times}` });
    const email = `${companyId}@example.org`;
    const { position } = await desk.users.create(context, {
      name: 'Ana',
      email,
      profile: 'admin',
      passwordHash: await hashPassword(password),
    });
    await reached(position);
    return { companyId, email };
  }
  /** The header of a super user, in the company of the platform, which is made with the first. */
  async function root() {
    const context = { companyId: platformCompanyId, actor: { kind: 'system', id: 'test' } as const };
    await desk.companies.create(context, { name: 'Platform' });
    const email = `root-${newId()}@example.org`;
    const { position } = await desk.users.create(context, {
      name: 'Root',
      email,
      profile: 'admin',
      super: true,
      passwordHash: await hashPassword(password),
    });
    await reached(position);
    return signIn(email);
  }
  /** The header of a new session. */
  async function signIn(email: string) {
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return { authorization: `Bearer ${answer.json<{ token: string }>().token}` };
  }
  /** Waits until the read models have got there. */
  async function reached(position: number) {
    if (!(await projector.reached(position, 5_000))) throw new Error('the projector does not get on');
  }
  /** Does something while the read models do not get on. */
  function whileHeld<T>(work: () => Promise<T>): Promise<T> {
    const done = Promise.resolve().then(work);
    held = done.catch(() => undefined);
    return done;
  }
  /** Everything that a company's read models hold, once they have got to the end of the log. */
  async function contentOf(companyId: string) {
    await reached(await eventStore.head());
    const reader = readStore.forCompany(companyId);
    const content: Record<string, unknown> = {};
    for (const { name } of projections) content[name] = await reader.find(name, {});
    return content;
  }
  /** All that is kept anywhere of a company: its events, read models, files, and the state that names any of `ids`. */
  async function standOf(companyId: string, ids: readonly string[]) {
    const log: RecordedEvent[] = [];
    for await (const batch of everything())
      log.push(...batch.filter((event) => event.metadata.companyId === companyId));
    const held = await state.list('');
    return {
      log,
      models: await contentOf(companyId),
      files: (await readdir(join(path, 'media', companyId)).catch(() => [])).sort(),
      // The projector's lease is renewed all the time.
      state: held.filter(
        (entry) =>
          !entry.key.startsWith('projector/') && ids.some((id) => JSON.stringify(entry).includes(id)),
      ),
    };
  }
  async function* everything() {
    for (let after = 0; ; ) {
      const batch = await eventStore.readAll({ after, limit: 1_000 });
      if (batch.length === 0) return;
      yield batch;
      after = batch.at(-1)!.position;
    }
  }
  async function close() {
    await app.close();
    await projector.stop();
    await stores.close();
    if (options.path === undefined) await rm(path, { recursive: true });
  }
  return {
    path,
    app,
    desk,
    payments: composition.payments,
    events,
    /** What a gateway beside it needs. */
    gateway: { eventStore, contactKeys, secretKey, reached: projector.reached, log },
    state,
    media,
    readStore,
    company,
    root,
    signIn,
    reached,
    whileHeld,
    contentOf,
    standOf,
    close,
  };
}
