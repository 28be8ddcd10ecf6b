import { createHmac } from 'node:crypto';
import autocannon from 'autocannon';
import type { Logger } from 'pino';
import { hashPassword } from '../../api/auth/passwords.ts';
import { createDesk } from '../../domain/desk/desk.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { contactStream } from '../../domain/streams.ts';
import type { Stores } from '../../server/stores.ts';
import { startServer } from '../../testing/browser/server.ts';
import { benchAdmin, benchCompany, benchPassword, families, names, numbersFrom } from './dataset.ts';
import { type Bench, inFolder } from './measure.ts';
import { seeded } from './seeded.ts';

const connections = 10;
/** The first five are broad: of 100,000 they find 10,000 to 12,500, and one all of them. */
const terms = [
  'marina',
  'nobr',
  'siqueira',
  '5511',
  'enedi',
  '4217',
  '+55 11 91001-2345',
  '11 91001-23',
  'ouTinho 771',
  'marina sique 99',
];

async function writeContacts(stores: Stores, log: Logger, count: number): Promise<void> {
  const { eventStore } = stores;
  const hmac = (value: string) => createHmac('sha256', 'bench').update(value).digest('hex');
  const desk = createDesk({ eventStore, now: () => new Date(), newId, hmac, log });
  const system = { companyId: benchCompany, actor: { kind: 'system', id: 'bench' } } as const;
  await desk.companies.create(system, { name: 'Bench' });
  const passwordHash = await hashPassword(benchPassword);
  await desk.users.create(system, {
    name: 'Admin',
    email: benchAdmin,
    profile: 'admin',
    queueIds: [],
    passwordHash,
  });
  const random = numbersFrom(42);
  const writing = new Set<Promise<unknown>>();
  for (let number = 0; number < count; number++) {
    const [contactId, id] = [newId(), newId()];
    const name = `${names[random(names.length)]} ${families[random(families.length)]} ${number}`;
    const done = eventStore
      .append(contactStream(benchCompany, contactId), -1, [
        {
          id,
          type: 'ContactCreated',
          data: {
            contactId,
            name,
            number: `55119${10_000_000 + number}`,
            email: '',
            extraInfo: [],
            origin: 'inbound',
          },
          metadata: {
            companyId: benchCompany,
            actor: { kind: 'contact', id: contactId },
            commandId: id,
            correlationId: id,
            at: new Date().toISOString(),
          },
        },
      ])
      .finally(() => writing.delete(done));
    writing.add(done);
    if (writing.size >= 64) await Promise.race(writing);
  }
  await Promise.all(writing);
}

/** Returns the figures of the contacts page's search over HTTP, with 10 connections: half of the terms find a tenth of all or more. */
export const contacts: Bench = ({ quick, scale }) =>
  inFolder(async (folder) => {
    const count = (quick ? 20_000 : 100_000) * scale;
    await seeded(folder, (stores, log) => writeContacts(stores, log, count));
    const server = await startServer({ DATA_DIR: folder, DEMO: '0' });
    try {
      const login = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: benchAdmin, password: benchPassword }),
      });
      const { token } = (await login.json()) as { token: string };
      const asked = (found: readonly string[], seconds: number) =>
        autocannon({
          url: server.url,
          connections,
          duration: seconds,
          headers: { authorization: `Bearer ${token}` },
          requests: found.map((text) => ({
            method: 'GET',
            path: `/api/contacts?searchParam=${encodeURIComponent(text)}`,
          })),
        });
      await asked(terms, 2);
      const result = await asked(terms, quick ? 3 : 10);
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${result.non2xx} refusals and ${result.errors} errors`);
      const rate = Math.round(result.requests.average);
      const broad = await asked(terms.slice(0, 5), quick ? 2 : 5);
      return [
        {
          name: 'contact_search_p99_ms',
          value: result.latency.p99,
          unit: 'ms',
          target: 10,
          atMost: true,
          note:
            `${count.toLocaleString('en')} contacts, ten terms, half broad; ${rate}/s with ${connections} connections; ` +
            `the broad ones alone ${broad.latency.p99} ms, ${Math.round(broad.requests.average)}/s`,
        },
      ];
    } finally {
      await server.kill();
    }
  });
