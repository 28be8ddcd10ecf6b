import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { Pool } from 'undici';
import { hashPassword } from '../../api/auth/passwords.ts';
import { createDesk } from '../../domain/desk/desk.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { createLink } from '../../messaging/links.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { openStores, type Stores } from '../../server/stores.ts';
import { type ServerProcess, startArguments, startServer } from '../../testing/browser/server.ts';
import { benchAdmin, benchCompany, benchPassword, type Dataset, writeDataset } from './dataset.ts';
import type { Traffic } from './desk-server.ts';
import { embeddedIn } from './embedded.ts';
import { handOver } from './inbound.ts';
import { type Bench, type Figure, inFolder, percentile, percentileOf, round } from './measure.ts';
import { signIn } from './push.ts';
import { seeded } from './seeded.ts';

const connections = 10;
const watchers = 200;
/** Messages a second of a quiet shop, and of a busy one. */
const quietRate = 60;
const busyRate = 500;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const memoryOf = (pid: number): { now: number; peak: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
  return { now: mb('VmRSS'), peak: mb('VmHWM') };
};

/** Returns the processor time that a process has taken so far, in seconds. */
const cpuOf = (pid: number): number => {
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]!
    .split(' ');
  return (Number(user) + Number(system)) / 100;
};

/**
 * Resolves once the process takes next to nothing: what follows the log has read all of it, and what is due has had its
 * first round. A long log is followed beside whatever is measured otherwise.
 */
async function atRest(pid: number): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const before = cpuOf(pid);
    await sleep(1_000);
    quiet = cpuOf(pid) - before < 0.05 ? quiet + 1 : 0;
  }
}

interface Written extends Dataset {
  readonly userIds: readonly string[];
}

/** Resolves with the data set, a connection that is driven and people who watch, all of whom see everything. */
async function writeDesk(stores: Stores, log: Logger, tickets: number): Promise<Written> {
  const dataset = await writeDataset(stores, log, tickets, { agents: 50, queues: 20, contacts: tickets });
  const { eventStore, contactKeys } = stores;
  const hmac = (value: string) => Buffer.from(value).toString('hex');
  const desk = createDesk({ eventStore, contactKeys, now: () => new Date(), newId, hmac, log });
  const system = { companyId: benchCompany, actor: { kind: 'system', id: 'bench' } } as const;
  const { connectionId } = dataset;
  await desk.connections.requestSession(system, { connectionId, wanted: 'start' });
  const passwordHash = await hashPassword(benchPassword);
  const userIds: string[] = [];
  for (let number = 0; number < watchers; number++) {
    const person = {
      name: `Olho ${number}`,
      email: `watcher${number}@bench.example`,
      profile: 'admin',
    } as const;
    userIds.push((await desk.users.create(system, { ...person, passwordHash })).userId);
  }
  return { ...dataset, userIds };
}

async function tokenOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: benchAdmin, password: benchPassword }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Resolves with the milliseconds from the start of the process to the first list that it answers. */
async function firstList(server: ServerProcess, token: string): Promise<number> {
  await server.kill();
  const began = performance.now();
  await server.restart();
  const list = await fetch(`${server.url}/api/tickets?status=open&showAll=true`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await list.arrayBuffer();
  if (!list.ok) throw new Error(`the first list was answered with ${list.status}`);
  return performance.now() - began;
}

interface Call {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: object;
}

/** Resolves with how long each call took, made once, ten at a time. */
async function each(server: ServerProcess, token: string, calls: readonly Call[]) {
  const pool = new Pool(server.url, { connections });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const times: number[] = [];
  let next = 0;
  const lane = async () => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const sentAt = performance.now();
      const { statusCode, body } = await pool.request({ ...call, headers, body: JSON.stringify(call.body) });
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`${call.method} ${call.path}: ${statusCode} ${text}`);
      times.push(performance.now() - sentAt);
    }
  };
  const cpu = cpuOf(server.child().pid!);
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, lane));
  const seconds = (performance.now() - began) / 1_000;
  const busy = (cpuOf(server.child().pid!) - cpu) / seconds;
  await pool.close();
  const at = (share: number) => round(percentile(times, share));
  return {
    perSecond: Math.round(calls.length / seconds),
    p99: at(0.99),
    note: `${calls.length} with ${connections} connections; p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}; server ${round(busy * 100, 0)} % of a core`,
  };
}

async function writes(server: ServerProcess, token: string, open: readonly string[], quick: boolean) {
  const answers = await each(
    server,
    token,
    Array.from({ length: quick ? 500 : 10_000 }, (_, at) => ({
      method: 'POST',
      path: `/api/messages/${open[at % open.length]}`,
      body: { body: `Resposta ${at}: já saiu para entrega, chega amanhã.` },
    })),
  );
  const resolves = await each(
    server,
    token,
    open.slice(0, quick ? 300 : 5_000).map((id) => ({
      method: 'PUT',
      path: `/api/tickets/${id}`,
      body: { status: 'closed' },
    })),
  );
  return [
    { name: 'answers_per_s', value: answers.perSecond, unit: '/s', target: 2_000, note: answers.note },
    { name: 'answer_p99_ms', value: answers.p99, unit: 'ms', target: 20, atMost: true },
    { name: 'resolves_per_s', value: resolves.perSecond, unit: '/s', target: 2_000, note: resolves.note },
  ] satisfies Figure[];
}

async function tokensOf(folder: string, url: string, userIds: readonly string[]): Promise<string[]> {
  const { state, readStore, close } = await openStores(embeddedIn(folder), pino({ level: 'error' }));
  const tokens: string[] = [];
  for (const [index, id] of userIds.entries()) {
    const user = await readStore.forCompany(benchCompany).get<UserDocument>('users', id);
    if (!user) throw new Error('the people of the data set are not there');
    const link = await createLink(state, 'signin', user);
    tokens.push(await signIn(url, link, `127.0.1.${index + 1}`));
  }
  await close();
  return tokens;
}

const heard = async (child: ChildProcess, traffic: Traffic): Promise<void> => {
  child.send(traffic);
  await once(child, 'message');
};

interface Watched {
  /** Processor seconds of the same traffic with nobody there, and with all. */
  readonly alone: number;
  readonly watched: number;
  readonly delays: readonly number[];
  readonly frames: number;
  readonly peak: number;
  readonly after: number;
}

/** Resolves with the figures of 200 people who watch a quiet shop, then a busy one. */
async function watch(server: ChildProcess, desk: Written, folder: string, quick: boolean): Promise<Watched> {
  const { connectionId } = desk;
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const pid = server.pid!;
  const url = `http://127.0.0.1:${port}`;
  const quiet = { connectionId, perSecond: quietRate, seconds: quick ? 4 : 30 };
  const warmUp = { ...quiet, seconds: quick ? 2 : 10 };
  const cost = async () => {
    const before = cpuOf(pid);
    await heard(server, quiet);
    return cpuOf(pid) - before;
  };
  await atRest(pid);
  await heard(server, warmUp);
  const alone = await cost();
  const tokens = await tokensOf(folder, url, desk.userIds);
  const clients = fork(new URL('./push-clients.ts', import.meta.url).pathname, { execArgv: [] });
  try {
    clients.send({ url, companyId: benchCompany, tokens, tickets: [] });
    await once(clients, 'message');
    await heard(server, warmUp);
    clients.send('measure');
    const watched = await cost();
    await sleep(500);
    clients.send('report');
    const [{ delays, frames }] = (await once(clients, 'message')) as [{ delays: number[]; frames: number }];
    await heard(server, { ...quiet, perSecond: busyRate });
    const { peak } = memoryOf(pid);
    await sleep(quick ? 2_000 : 30_000);
    return { alone, watched, delays, frames, peak, after: memoryOf(pid).now };
  } finally {
    clients.kill();
  }
}

async function feed(folder: string, desk: Written, quick: boolean): Promise<Figure[]> {
  const execArgv = startArguments().filter((one) => /^--(min|max|heap)-/.test(one));
  const server = fork(new URL('./desk-server.ts', import.meta.url).pathname, [folder], { execArgv });
  try {
    const { alone, watched, delays, frames, peak, after } = await watch(server, desk, folder, quick);
    const seconds = quick ? 4 : 30;
    const share = (cpu: number) => `${round((cpu / seconds) * 100, 0)} % of a core`;
    const note = `${watchers} who see everything, ${quietRate} messages/s, ${frames.toLocaleString('en')} frames; server ${share(watched)}, ${share(alone)} with nobody there`;
    const at = (part: number) => percentileOf(delays, part);
    const atMost = true;
    return [
      {
        name: 'feed_us_per_frame',
        value: round(((watched - alone) / frames) * 1e6),
        unit: 'µs',
        target: 25,
        atMost,
        note,
      },
      { name: 'feed_p50_ms', value: at(0.5), unit: 'ms', target: 4, atMost, note: `p95 ${at(0.95)} ms` },
      { name: 'feed_p99_ms', value: at(0.99), unit: 'ms', target: 15, atMost },
      {
        name: 'rss_loaded_mb',
        value: round(peak, 0),
        unit: 'MB',
        target: 400,
        atMost,
        note: `peak of the server, ${busyRate} messages/s to ${watchers}`,
      },
      {
        name: 'rss_after_mb',
        value: round(after, 0),
        unit: 'MB',
        target: 220,
        atMost,
        note: 'half a minute later, all of them still there',
      },
    ];
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  }
}

/**
 * Returns the figures of everything on one full store: what is fast on an empty one only is not a figure. Each part is
 * measured warm, after the one before it.
 */
export const desk: Bench = ({ quick, scale }) =>
  inFolder(async (folder) => {
    const tickets = (quick ? 3_000 : 100_000) * scale;
    const { written } = await seeded(folder, (stores, log) => writeDesk(stores, log, tickets));
    const bytes = filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0) / written.messages;
    const server = await startServer({ DATA_DIR: folder, DEMO: '0' });
    const figures: Figure[] = [];
    try {
      const token = await tokenOf(server.url);
      await atRest(server.child().pid!);
      const starts: number[] = [];
      for (let turn = 0; turn < 3; turn++) starts.push(await firstList(server, token));
      await atRest(server.child().pid!);
      figures.push(
        { name: 'bytes_per_message', value: round(bytes, 0), unit: 'bytes', target: 700, atMost: true },
        {
          name: 'start_seeded_ms',
          value: round(percentile(starts, 0.5), 0),
          unit: 'ms',
          target: 1_000,
          atMost: true,
        },
        ...(await writes(server, token, written.openTickets, quick)),
      );
    } finally {
      await server.kill();
    }
    figures.push(...(await feed(folder, written, quick)));
    const one = await handOver(folder, quick ? 300 : 3_000, 1);
    const many = await handOver(folder, quick ? 3_000 : 60_000);
    const note = `${tickets.toLocaleString('en')} tickets and contacts, ${written.messages.toLocaleString('en')} messages before it`;
    return [
      ...figures,
      { name: 'inbound_one_by_one', value: round(one.perSecond, 0), unit: 'messages/s', target: 1_500, note },
      { name: 'inbound_seeded', value: round(many.perSecond, 0), unit: 'messages/s', target: 6_000, note },
    ];
  });
