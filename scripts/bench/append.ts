import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventEnvelope } from '../../domain/kernel/event.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { openSqliteEventStore } from '../../stores/event-store/sqlite/store.ts';
import { type Bench, type Figure, inFolder, round } from './measure.ts';

const concurrency = 64;

export function sampleMessage(number: number): EventEnvelope {
  const id = newId();
  return {
    id,
    type: 'MessageReceived',
    data: {
      ticketId: id,
      messageId: id,
      body: `Mensagem ${number}: chegou tudo certinho, muito obrigada!`,
      mediaType: 'chat',
      externalId: `3EB0${number}`,
      fromMe: false,
      sentAt: '2026-01-01T12:00:00.000Z',
    },
    metadata: {
      companyId: '0b0e2a3c-2f3e-5a55-8a38-7a0f4f1f2c11',
      actor: { kind: 'contact', id, name: 'Marina' },
      commandId: id,
      correlationId: id,
      at: '2026-01-01T12:00:00.000Z',
    },
  };
}

/** Returns the figures of the bare loop: the same rows through `node:sqlite` with the same durability, nothing else. */
function bareLoop(path: string, count: number, group: number): number {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
  database.exec(
    'CREATE TABLE events (position INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT, revision INTEGER, id TEXT, type TEXT, data TEXT, metadata TEXT, UNIQUE (stream, revision))',
  );
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const events = Array.from({ length: count }, (_, number) => sampleMessage(number));
  const began = performance.now();
  for (let next = 0; next < count; next += group) {
    database.exec('BEGIN IMMEDIATE');
    for (const { id, type, data, metadata } of events.slice(next, next + group)) {
      insert.run(`ticket-a_${id}`, 0, id, type, JSON.stringify(data), JSON.stringify(metadata));
    }
    database.exec('COMMIT');
  }
  const rate = count / ((performance.now() - began) / 1000);
  database.close();
  return rate;
}

/** Returns the figures of durable appends of one event to the embedded log: one after the other, and 64 at a time. */
export const append: Bench = ({ quick }) =>
  inFolder(async (folder) => {
    const sequential = quick ? 5_000 : 30_000;
    const concurrent = quick ? 50_000 : 300_000;
    const rounds = quick ? 1 : 3;
    const rates = { sequential: 0, concurrent: 0, bareSequential: 0, bareConcurrent: 0 };
    for (let turn = 0; turn < rounds; turn++) {
      // Taken in turns, so that a slow moment of the machine meets both; the best of each counts.
      rates.bareSequential = Math.max(
        rates.bareSequential,
        bareLoop(join(folder, `bare-s${turn}.sqlite`), sequential, 1),
      );
      rates.sequential = Math.max(
        rates.sequential,
        await rate(join(folder, `s${turn}.sqlite`), sequential, 1),
      );
      rates.bareConcurrent = Math.max(
        rates.bareConcurrent,
        bareLoop(join(folder, `bare-c${turn}.sqlite`), concurrent, concurrency),
      );
      rates.concurrent = Math.max(
        rates.concurrent,
        await rate(join(folder, `c${turn}.sqlite`), concurrent, concurrency),
      );
    }
    const share = (ours: number, bare: number) => round((100 * ours) / bare);
    const figures: Figure[] = [
      { name: 'append_sequential', value: Math.round(rates.sequential), unit: 'events/s', target: 8_000 },
      {
        name: 'append_sequential_share',
        value: share(rates.sequential, rates.bareSequential),
        unit: '% of bare',
        target: 60,
        note: `bare ${Math.round(rates.bareSequential)}/s`,
      },
      { name: 'append_concurrent', value: Math.round(rates.concurrent), unit: 'events/s', target: 50_000 },
      {
        name: 'append_concurrent_share',
        value: share(rates.concurrent, rates.bareConcurrent),
        unit: '% of bare',
        target: 60,
        note: `bare ${Math.round(rates.bareConcurrent)}/s in groups of ${concurrency}`,
      },
    ];
    return figures;
  });

async function rate(path: string, count: number, writers: number): Promise<number> {
  const store = await openSqliteEventStore({ path });
  const events = Array.from({ length: count }, (_, number) => sampleMessage(number));
  const began = performance.now();
  let next = 0;
  const writer = async () => {
    while (next < count) {
      const mine = events[next++] as EventEnvelope;
      await store.append(`ticket-a_${mine.id}`, -1, [mine]);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  const seconds = (performance.now() - began) / 1000;
  await store.close();
  return count / seconds;
}
