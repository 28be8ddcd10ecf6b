import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writePairedCredentials } from '../../channels/whatsapp/testing/crabline.ts';
import { startNetwork } from '../../channels/whatsapp/testing/network.ts';
import type { ConnectionView } from '../../contract/connection.ts';
import type { MessageView } from '../../contract/message.ts';
import { openSqliteStateStore } from '../../stores/state-store/sqlite/store.ts';
import { type Carried, type Carrier, createCarrier } from './carrier.ts';
import { type Client, createClient } from './client.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { allTickets } from './subscriber.ts';
import type { Findings } from './verify.ts';

export interface WhatsappResult {
  readonly kills: number;
  readonly messages: number;
  readonly files: number;
  readonly findings: Findings;
}

const customers = Array.from({ length: 8 }, (_, index) => `55119000${String(2_000 + index)}0`);
const isOurs = (number: string) => number.startsWith('55119000') || number.startsWith('551190');

/** Resolves with the id of a number paired with the network: its credentials are put in their place while no gateway has it. */
async function pair(cluster: Cluster, admin: Client, secretKey: string): Promise<string> {
  const made = await admin.call<ConnectionView>('POST', '/whatsapp', {
    name: 'WhatsApp',
    channel: 'whatsapp',
    queueIds: [],
  });
  const connectionId = made.body.id;
  await cluster.end('gateway', 'SIGKILL');
  const state = await openSqliteStateStore({ path: join(cluster.dataDir, 'state.sqlite') });
  for (const { key } of await state.list(`wa/${connectionId}/`)) await state.delete(key);
  await writePairedCredentials({ state, secretKey, connectionId });
  await state.close();
  cluster.start('gateway');
  await cluster.ready();
  await admin.call('POST', `/whatsappsession/${connectionId}`);
  return connectionId;
}

async function until(what: string, met: () => boolean | Promise<boolean>, timeoutMs = 90_000): Promise<void> {
  for (const end = Date.now() + timeoutMs; !(await met()); await sleep(50))
    if (Date.now() > end) throw new Error(`${what} did not come`);
}

async function messagesOf(admin: Client): Promise<MessageView[]> {
  const found: MessageView[] = [];
  for (const { id, contact } of (await allTickets(admin)).values()) {
    if (!isOurs(contact.number)) continue;
    for (let page = 1; ; page++) {
      const { body } = await admin.call<{ messages: MessageView[]; hasMore: boolean }>(
        'GET',
        `/messages/${id}?pageNumber=${page}`,
      );
      found.push(...body.messages);
      if (!body.hasMore) break;
    }
  }
  return found;
}

/**
 * Resolves with what is wrong unless every message that was confirmed stands once in a thread, with its file where it
 * has one, byte for byte.
 */
async function verify(url: string, admin: Client, carried: readonly Carried[]): Promise<Findings> {
  let threads = new Map<string, MessageView[]>();
  const there = ({ body, file }: Carried) => {
    const [message] = threads.get(body) ?? [];
    return message !== undefined && (file === undefined || message.media !== null);
  };
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(500)) {
    threads = Map.groupBy(await messagesOf(admin), ({ body }) => body);
    if (carried.every(there)) break;
  }
  const findings: Findings = [];
  const authorization = `Bearer ${await admin.token()}`;
  for (const { id, body, file, confirmedAt } of carried) {
    const found = threads.get(body) ?? [];
    if (found.length !== 1)
      findings.push(`${body} (${id}, confirmed at ${confirmedAt}): ${found.length} times`);
    if (!file || !found[0]) continue;
    const { mediaUrl, mediaError } = found[0];
    const answer = mediaUrl ? await fetch(url + mediaUrl, { headers: { authorization } }) : undefined;
    const bytes = answer?.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
    if (!bytes?.equals(file))
      findings.push(`${body}: its file is not there (${mediaError ?? answer?.status})`);
  }
  return findings;
}

/** Resolves with what the state store still holds of messages and files that came. */
async function leftovers(dataDir: string): Promise<Findings> {
  const state = await openSqliteStateStore({ path: join(dataDir, 'state.sqlite') });
  try {
    const left = [...(await state.list('inbox/')), ...(await state.list('file/'))];
    return left.map(({ key }) => `left behind: ${key}`);
  } finally {
    await state.close();
  }
}

async function traffic(carrier: Carrier, signal: AbortSignal): Promise<void> {
  const one = async (from: string) => {
    for (let turn = 0; !signal.aborted; turn++) {
      await carrier.write(
        from,
        `wa-${from.slice(-4)}-${turn}-${randomUUID().slice(0, 8)}`,
        Math.random() < 0.25,
      );
      await sleep(50 + Math.random() * 250);
    }
  };
  await Promise.all(customers.map(one));
}

/**
 * Resolves with what was found of the Baileys driver against the project's own network: the gateway is killed (`kill
 * -9` and SIGTERM in turn) at random instants while texts and files come in, some of them slow. The network hands over
 * again what was not confirmed, and nothing else.
 */
export async function runWhatsappCrashTest(options: {
  dataDir: string;
  kills: number;
  report: (line: string) => void;
}): Promise<WhatsappResult> {
  const { dataDir, report } = options;
  const secretKey = randomBytes(32).toString('hex');
  const network = await startNetwork();
  const giveUp = new AbortController();
  const cluster = await startCluster(dataDir, undefined, {
    WHATSAPP_URL: network.url,
    SECRET_KEY: secretKey,
    INBOUND_FILES_PER_MINUTE: '0',
  });
  const carrier = createCarrier(network);
  network.media.rules.hold = () => Math.random() < 0.3;
  const slow = setInterval(network.media.release, 700);
  const stop = new AbortController();
  try {
    const admin = createClient(cluster.url, 'admin@demo.example', giveUp.signal);
    await pair(cluster, admin, secretKey);
    await until('the login', () => network.connected() > 0);
    const writing = traffic(carrier, stop.signal);
    for (let kill = 1; kill <= options.kills; kill++) {
      await until('the login', () => network.connected() > 0);
      await sleep(Math.random() * 1_800);
      const signal = kill % 3 === 0 ? 'SIGTERM' : 'SIGKILL';
      await cluster.kill('gateway', signal);
      report(`${signal}: ${carrier.carried().length} written, ${carrier.unconfirmed()} not confirmed`);
    }
    stop.abort();
    await writing;
    await cluster.ready();
    await until('the confirmation of all', () => carrier.unconfirmed() === 0);
    const carried = carrier.carried();
    const findings = await verify(cluster.url, admin, carried);
    await until('an empty journal', async () => (await leftovers(dataDir)).length === 0, 20_000).catch(
      () => {},
    );
    findings.push(...(await leftovers(dataDir)));
    findings.push(...network.problems.map((problem) => `the network: ${String(problem)}`));
    const files = carried.filter(({ file }) => file).length;
    return { kills: options.kills, messages: carried.length, files, findings };
  } finally {
    stop.abort();
    giveUp.abort();
    clearInterval(slow);
    carrier.stop();
    await cluster.stop();
    await network.close();
  }
}
