import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { createLogSeals } from '../../gateway/jobs/log-seals.ts';
import { sealLog } from '../../server/log-chain/seal-log.ts';
import { verifyInProcess } from '../../server/log-chain/verify-process.ts';
import { openSqliteEventStore } from '../../stores/event-store/sqlite/store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { sampleMessage } from './append.ts';
import { type Bench, inFolder, round } from './measure.ts';

/** Returns how long sealing a whole log for the first time takes, what it adds, and how long verifying it does. */
export const chain: Bench = ({ quick }) =>
  inFolder(async (folder) => {
    const count = quick ? 100_000 : 1_000_000;
    const path = join(folder, 'events.sqlite');
    const store = await openSqliteEventStore({ path });
    for (let done = 0; done < count; done += 1_000)
      await Promise.all(
        Array.from({ length: 1_000 }, (_, at) => {
          const event = sampleMessage(done + at);
          return store.append(`ticket-a_${event.id}`, -1, [event]);
        }),
      );
    await store.close();
    const bare = statSync(path).size;

    const sealed = await openSqliteEventStore({ path });
    const config = {
      eventStore: undefined,
      dataDir: folder,
      secretKey: 'a secret of at least thirty-two letters',
    };
    const job = createLogSeals({
      storedEvents: sealed,
      chain: { sealRuns: sealLog(config, sealed), verify: (signal) => verifyInProcess(config, signal) },
      state: createInMemoryStateStore(),
      log: pino({ level: 'silent' }),
      now: () => new Date(),
      everyMs: 1_000,
    });
    const began = performance.now();
    const before = process.cpuUsage();
    await job.round(new AbortController().signal);
    const sealingS = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(before);
    await sealed.close();

    const verifying = performance.now();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['server/verify-log.ts', folder, '--json'],
      { encoding: 'utf8', cwd: join(import.meta.dirname, '../..') },
    );
    const verifyingS = (performance.now() - verifying) / 1_000;
    if (status !== 0) throw new Error(`the chain does not hold: ${stdout} ${stderr}`);
    return [
      {
        name: 'chain_seal_per_s',
        value: Math.round(count / sealingS),
        unit: 'events/s',
        note: `all threads: ${round((user + system) / count)} µs of processor an event`,
      },
      {
        name: 'chain_bytes',
        value: round((100 * (statSync(path).size - bare)) / bare),
        unit: '% of the log',
      },
      {
        name: 'chain_verify_s',
        value: round(verifyingS),
        unit: 's',
        note: `${count.toLocaleString('en')} events, the file's own check included`,
      },
    ];
  });
