import { pino } from 'pino';
import { expect } from 'vitest';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { RecurrenceRule } from '../domain/schedule/events.ts';
import type { SchedulesDeps } from '../gateway/schedules/saying.ts';
import { createSchedules } from '../gateway/schedules/schedules.ts';
import { collections, projections } from '../projections/index.ts';
import { createProjector } from '../projections/projector/projector.ts';
import { asAgent, asGateway, everyEvent, testDesk } from './desk.ts';
import { createInMemoryEventStore } from './in-memory/event-store.ts';
import { createInMemoryReadStore } from './in-memory/read-store.ts';
import { createInMemoryStateStore } from './in-memory/state-store.ts';
import type { Stop } from './stepwise-store.ts';

// One contact, one connection and one schedule that comes again the next day, for tests that stop gateways anywhere.

const due = '2026-11-02T12:00:00.000Z';
/** The clock, so many minutes after it is due. */
export const clock = (minutes: number) => () => new Date(Date.parse(due) + minutes * 60_000);
const log = pino({ level: 'silent' });
export const patient = { sleep: async () => undefined, random: () => 0.5, deadlineMs: 3_600_000 };
export const never = new AbortController().signal;

/** `cancelOnReply`: it is not sent when the contact writes before its time; the read models then hear of messages too. */
export async function startScheduleWorld({ cancelOnReply = false } = {}) {
  const store = createInMemoryEventStore();
  const readStore = createInMemoryReadStore({ collections });
  const state = createInMemoryStateStore();
  const projector = createProjector({
    eventStore: store,
    readStore,
    state,
    projections,
    log,
    leaseMs: 1_000,
  });
  projector.start();
  const desk = testDesk(store, 'set-up');
  const { connectionId } = await desk.connections.create(asGateway, { name: 'Loja', channel: 'simulator' });
  const { contactId } = await desk.contacts.ensure(asGateway, { numbers: ['5511955500142'], name: 'Carla' });
  const recurrence: RecurrenceRule = { frequency: 'daily', interval: 1, weekdays: [], until: null, count: 2 };
  const { scheduleId } = await desk.schedules.create(asAgent(), {
    ...{ contactId, body: 'Bom dia, Carla!', connectionId: null, queueId: null, sendAt: due },
    ...{ recurrence, cancelOnReply, userId: 'ana' },
  });
  const { reached } = projector;
  const folded = async () => reached(await store.head(), 5_000);
  await folded();

  /** A gateway's job, on its own view of the log; its read models never hear of a message. */
  const job = (view: EventStore, name: string, now: () => Date) => {
    const late = {
      forCompany: (id: string) => {
        const reader = readStore.forCompany(id);
        return {
          ...reader,
          get: (collection: string, key: string) =>
            collection === 'messages' ? Promise.resolve(undefined) : reader.get(collection, key),
        };
      },
      allCompanies: () => readStore.allCompanies(),
    } as SchedulesDeps['readStore'];
    const own = testDesk(view, name, { ...patient, now });
    const deps = {
      desk: own,
      eventStore: view,
      readStore: late,
      reached,
      settings: { isStopped: () => false },
    };
    return createSchedules({ ...deps, now, log, everyMs: 1_000 });
  };
  const events = async (type: string) => (await everyEvent(store)).filter((event) => event.type === type);

  return {
    ...{ store, readStore, reached, desk, connectionId, contactId, scheduleId, folded, job, events },
    /** Another gateway, whose clock is right, does what is left. */
    async finish() {
      const later = job(store, 'later', clock(1));
      for (let round = 0; round < 6; round += 1) {
        await folded();
        await later.round(never);
      }
    },
    async expectOnce() {
      const said = (await events('MessageQueued')).map(({ data }) => (data as { body: string }).body);
      expect(said).toEqual(['Bom dia, Carla!']);
      const made = (await events('ScheduleCreated')).map(({ data }) => (data as { sendAt: string }).sendAt);
      expect(made).toEqual([due, '2026-11-03T12:00:00.000Z']);
    },
    close: () => projector.stop(),
  };
}
export type ScheduleWorld = Awaited<ReturnType<typeof startScheduleWorld>>;

/** Counts its operations, and stops at one of them, as a process does that is killed there, or stands still until it is woken. */
export function mortal(store: EventStore, stop?: Stop) {
  let operations = 0;
  let wake = () => {};
  const sleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let died = () => {};
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  const step = async <T>(operate: () => Promise<T>): Promise<T> => {
    const here = operations === stop?.at;
    operations += 1;
    const pause = () => {
      died();
      return sleep;
    };
    if (here && !stop?.after) await pause();
    const result = await operate();
    if (here && stop?.after) await pause();
    return result;
  };
  const view: EventStore = {
    ...store,
    append: (...args) => step(() => store.append(...args)),
    read: (...args) => step(() => store.read(...args)),
  };
  return { view, death, wake, operations: () => operations };
}
