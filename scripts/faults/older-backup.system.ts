import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConnectionView } from '../../contract/connection.ts';
import type { MessageView } from '../../contract/message.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { sampleEvents, sampleStream } from '../../stores/event-store/contract.ts';
import { openEventStoreDb } from '../../stores/event-store/eventstoredb/store.ts';
import { backupSqliteEventStore, openSqliteEventStore } from '../../stores/event-store/sqlite/store.ts';
import { startServer } from '../../testing/browser/server.ts';
import { startEventStoreDbDouble } from '../../testing/eventstoredb/server.ts';
import { type Client, createClient } from '../crash-test/client.ts';
import { allTickets } from '../crash-test/subscriber.ts';

/** A log that can be copied and put back: what an operator does with the files of the store. */
interface Log {
  readonly env: Record<string, string>;
  /** @returns puts the log back as it is now, in the place of what it has become by then */
  backUp(): Promise<() => Promise<void>>;
  open(): Promise<EventStore>;
  dispose(): Promise<void>;
}

const logs: Readonly<Record<string, (dataDir: string) => Promise<Log>>> = {
  async embedded(dataDir) {
    const path = join(dataDir, 'events.sqlite');
    let copies = 0;
    return {
      env: {},
      async backUp() {
        const copy = `${path}.copy${copies++}`;
        await backupSqliteEventStore(path, copy);
        return async () => {
          for (const end of ['-wal', '-shm', ''])
            await rename(`${path}${end}`, `${copy}.former${end}`).catch(() => undefined);
          await copyFile(copy, path);
        };
      },
      open: () => openSqliteEventStore({ path }),
      dispose: async () => undefined,
    };
  },
  async EventStoreDB() {
    const double = await startEventStoreDbDouble();
    return {
      env: { EVENT_STORE: double.url, SECRET_KEY: randomBytes(48).toString('base64url') },
      async backUp() {
        const end = double.log.end();
        return async () => {
          await double.kill();
          double.log.putBack(end);
          await double.restart();
        };
      },
      open: () => openEventStoreDb({ url: double.url }),
      dispose: double.stop,
    };
  },
};

const number = '5511955500199';
const bodies = async (admin: Client): Promise<string[]> => {
  const found: string[] = [];
  for (const ticket of (await allTickets(admin)).values()) {
    if (ticket.contact.number !== number) continue;
    const { body } = await admin.call<{ messages: MessageView[] }>(
      'GET',
      `/messages/${ticket.id}?pageNumber=1`,
    );
    found.push(...body.messages.map((message) => message.body));
  }
  return found.sort();
};

test.each(Object.keys(logs))(
  'an older copy of the log (%s) put back, running or stopped, is what is listed afterwards, and nothing else',
  async (name) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'balcao-older-'));
    const log = await logs[name]!(dataDir);
    const server = await startServer({ ...log.env, DATA_DIR: dataDir });
    const giveUp = new AbortController();
    try {
      const admin = createClient(server.url, 'admin@demo.example', giveUp.signal);
      const connections = await admin.call<ConnectionView[]>('GET', '/whatsapp');
      const path = `/channels/simulator/${connections.body[0]!.id}/messages`;
      const write = async (body: string) => {
        const answer = await admin.call('POST', path, { number, name: 'Marina', body, id: `PHONE-${body}` });
        expect(answer.status, `${body}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      };
      const listed = (expected: readonly string[]) =>
        expect.poll(() => bodies(admin), { timeout: 60_000, interval: 200 }).toEqual([...expected].sort());
      const health = async () => {
        const answer = await fetch(`${server.url}/readyz`);
        const { projector } = (await answer.json()) as { projector?: { lag: number } };
        return { status: answer.status, lag: projector?.lag };
      };
      const green = () =>
        expect.poll(health, { timeout: 60_000, interval: 100 }).toEqual({ status: 200, lag: 0 });

      await write('kept');
      await listed(['kept']);
      const putBack = await log.backUp();
      for (const body of ['lost 1', 'lost 2', 'lost 3']) await write(body);
      await listed(['kept', 'lost 1', 'lost 2', 'lost 3']);
      await putBack();
      await write('after 1');
      await green();
      await write('after 2');
      await listed(['kept', 'after 1', 'after 2']);
      await green();

      const putBackStopped = await log.backUp();
      await write('lost 4');
      await listed(['kept', 'after 1', 'after 2', 'lost 4']);
      const before = await log.open();
      const checkpoint = await before.head();
      await before.close();
      await server.kill();
      await putBackStopped();
      const other = await log.open();
      await expect
        .poll(
          () =>
            other.ping().then(
              () => true,
              () => false,
            ),
          { timeout: 20_000 },
        )
        .toBe(true);
      do await other.append(sampleStream(), -1, sampleEvents(7));
      while ((await other.head()) <= checkpoint);
      await other.close();
      await server.restart();
      await write('after 3');
      await listed(['kept', 'after 1', 'after 2', 'after 3']);
      await green();
    } finally {
      giveUp.abort();
      await server.stop();
      await log.dispose();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  300_000,
);
