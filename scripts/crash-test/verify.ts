import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { pino } from 'pino';
import type { MessageView } from '../../contract/message.ts';
import { collections, projections } from '../../projections/index.ts';
import type { ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';
import { rebuildInto } from '../../projections/projector/rebuild.ts';
import { readConfig } from '../../server/config.ts';
import { openStores } from '../../server/stores.ts';
import { sealKey } from '../../stores/log-chain/chain.ts';
import { storedEventsOf } from '../../stores/log-chain/read-events.ts';
import { verifyLog } from '../../stores/log-chain/verify.ts';
import type { Client } from './client.ts';
import type { Ledger } from './load.ts';
import { allTickets, type Screen } from './subscriber.ts';

export type Findings = string[];

const counted = (texts: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};

/**
 * Resolves with what is wrong unless every acknowledged message stands exactly once in a thread and, where it is ours,
 * exactly once on its phone.
 */
export async function verifyMessages(admin: Client, connectionId: string, ledger: Ledger): Promise<Findings> {
  const findings: Findings = [];
  const phones = new Set([...ledger.inbound.values(), ...ledger.outbound.values()]);
  const until = Date.now() + 30_000;
  let inThreads = new Map<string, number>();
  let onPhones = new Map<string, number>();
  const complete = () =>
    [...ledger.inbound.keys()].every((body) => inThreads.has(body)) &&
    [...ledger.outbound.keys()].every((body) => inThreads.has(body) && onPhones.has(body));
  do {
    const bodies: string[] = [];
    for (const ticket of (await allTickets(admin)).values()) {
      if (!phones.has(ticket.contact.number)) continue;
      for (let page = 1; ; page++) {
        const { body } = await admin.call<{ messages: MessageView[]; hasMore: boolean }>(
          'GET',
          `/messages/${ticket.id}?pageNumber=${page}`,
        );
        bodies.push(...body.messages.map((message) => message.body));
        if (!body.hasMore) break;
      }
    }
    inThreads = counted(bodies);
    const received: string[] = [];
    for (const number of phones) {
      const { body } = await admin.call<{ messages: { body: string; fromBusiness: boolean }[] }>(
        'GET',
        `/channels/simulator/${connectionId}/chats/${number}`,
      );
      received.push(
        ...body.messages.filter((message) => message.fromBusiness).map((message) => message.body),
      );
    }
    onPhones = counted(received);
    if (!complete()) await sleep(250);
  } while (!complete() && Date.now() < until);

  for (const [body, number] of ledger.inbound) {
    if (inThreads.get(body) !== 1)
      findings.push(`customer ${number} wrote ${body}: ${inThreads.get(body) ?? 0} times in the threads`);
  }
  for (const [body, number] of ledger.outbound) {
    if (inThreads.get(body) !== 1)
      findings.push(`our ${body}: ${inThreads.get(body) ?? 0} times in the threads`);
    if (onPhones.get(body) !== 1) findings.push(`our ${body}: ${onPhones.get(body) ?? 0} times on ${number}`);
  }
  for (const body of ledger.unsure) {
    if ((inThreads.get(body) ?? 0) > 1 || (onPhones.get(body) ?? 0) > 1)
      findings.push(`unacknowledged ${body} is there more than once`);
  }
  return findings;
}

/** Resolves with what is wrong unless a screen patched over every reconnect equals a fresh one. */
export async function verifyScreen(screen: Screen, admin: Client): Promise<Findings> {
  const until = Date.now() + 20_000;
  let findings: Findings = [];
  do {
    findings = [];
    const fresh = await allTickets(admin);
    for (const [id, ticket] of fresh) {
      const shown = screen.tickets.get(id);
      if (!shown) findings.push(`ticket ${id} is missing on the screen that reconnected`);
      else if (
        shown.position !== ticket.position ||
        shown.unreadMessages !== ticket.unreadMessages ||
        shown.status !== ticket.status
      )
        findings.push(
          `ticket ${id} is old on the screen that reconnected: position ${shown.position}, fresh ${ticket.position}`,
        );
    }
    for (const id of screen.tickets.keys())
      if (!fresh.has(id)) findings.push(`ticket ${id} is gone but still on the screen`);
    if (findings.length > 0) await sleep(250);
  } while (findings.length > 0 && Date.now() < until);
  return findings;
}

/**
 * Resolves with what is wrong unless, with everything stopped, the live read models equal ones folded anew from the
 * log, whose chain holds, on the stores that were tested.
 */
export async function verifyRebuild(
  dataDir: string,
  { EVENT_STORE, READ_STORE, SECRET_KEY }: NodeJS.ProcessEnv = process.env,
): Promise<Findings> {
  const log = pino({ level: 'error' });
  // Set to nothing they are as if absent; the keys of contacts open with the secret that the processes had.
  const env = Object.entries({ EVENT_STORE, READ_STORE, SECRET_KEY }).filter(([, value]) => value);
  const config = readConfig({ ...Object.fromEntries(env), DATA_DIR: dataDir }, { demo: false });
  const stores = await openStores(config, log);
  try {
    const live = await dump(stores.readStore);
    const generation = await stores.readStore.newGeneration();
    await rebuildInto({ eventStore: stores.eventStore, generation, projections, log });
    const rebuilt = await dump(generation);
    await generation.discard();
    const { problems } = await verifyLog(storedEventsOf(stores.storedEvents), {
      key: sealKey(config.secretKey),
    });
    const findings: Findings = problems.map((problem) => `the log's chain: ${JSON.stringify(problem)}`);
    for (const key of new Set([...live.keys(), ...rebuilt.keys()])) {
      if (!isDeepStrictEqual(live.get(key), rebuilt.get(key)))
        findings.push(
          `${key} differs from a rebuild: ${JSON.stringify(live.get(key))?.slice(0, 300)} / ${JSON.stringify(rebuilt.get(key))?.slice(0, 300)}`,
        );
    }
    return findings;
  } finally {
    await stores.close();
  }
}

async function dump(store: ReadStore): Promise<Map<string, StoredDocument>> {
  const documents = new Map<string, StoredDocument>();
  for (const { name } of collections) {
    for (const document of await store.allCompanies().find<StoredDocument>(name, { limit: 1_000_000 }))
      documents.set(`${name}/${document.id}`, document);
  }
  return documents;
}
