import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Driver, DriverContext } from '../../gateway/driver/driver.ts';
import { deskAt, idleCpu, memory, until } from './desk-at.ts';
import { type Bench, inFolder, round } from './measure.ts';

const pretend = async (_kind: unknown, context: DriverContext): Promise<Driver> => ({
  idempotentSend: true,
  externalIdOf: (messageId) => messageId,
  connect: () => context.handler({ type: 'status', status: 'connected', number: '5511999990000' }),
  disconnect: async () => {},
  send: async () => undefined,
  downloadMedia: async () => {
    throw new Error('no media here');
  },
});

/** Returns the state store of a process that can die: from then on nothing it asks for happens. */
function mortal(state: StateStore) {
  let dead = false;
  return {
    die: () => {
      dead = true;
    },
    state: new Proxy(state, {
      get(target, name, receiver) {
        const value = Reflect.get(target, name, receiver) as unknown;
        // Its process lives, for it is this one: that it is gone only its leases' end says.
        if (name === 'instance' || name === 'isGone') return undefined;
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) =>
          dead ? new Promise(() => {}) : (value as (...all: unknown[]) => unknown).apply(target, given);
      },
    }),
  };
}

/** Returns the figures of a thousand numbers in one process, on a network that does nothing: what our own part of a number costs. */
export const numbers: Bench = ({ quick, scale }) =>
  inFolder(async (folder) => {
    const count = (quick ? 200 : 1_000) * scale;
    const desk = await deskAt(folder);
    await desk.connections(count, 'simulator');
    const before = memory();
    const process1 = mortal(desk.state);
    const first = desk.gateway({ openDriver: pretend, state: process1.state });
    const up = (gateway: typeof first) =>
      gateway.status().sessions.filter(({ connected }) => connected).length === count;
    await first.start();
    const startedMs = await until(() => up(first));
    const after = memory();
    const cpu = await idleCpu(quick ? 3_000 : 10_000);
    const second = desk.gateway({ openDriver: pretend, state: mortal(desk.state).state });
    process1.die();
    await second.start();
    const takenMs = await until(() => up(second));
    await second.stop();
    const each = (bytes: number) => round(bytes / count / 1024, 0);
    return [
      {
        name: 'numbers_start_s',
        value: round(startedMs / 1_000),
        unit: 's',
        note: `${count} numbers of one process, none of them driven before`,
      },
      {
        name: 'numbers_takeover_s',
        value: round(takenMs / 1_000),
        unit: 's',
        note: `from the death of the gateway that drove ${count} to all of them driven by another; its leases last 5 s`,
      },
      {
        name: 'numbers_memory_kb',
        value: each(after.heap - before.heap),
        unit: 'KB heap/number',
        note: `our part, without the network’s library; resident ${each(after.rss - before.rss)} KB`,
      },
      { name: 'numbers_idle_cpu', value: round(cpu), unit: '% of a core', note: `${count} numbers at rest` },
    ];
  });
