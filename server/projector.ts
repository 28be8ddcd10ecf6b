import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { projections } from '../projections/index.ts';
import type { FoldingRole } from '../projections/projector/folding.ts';
import { createProjector } from '../projections/projector/projector.ts';
import { rebuildBeside } from '../projections/projector/rebuild.ts';
import { watchProjector } from '../projections/projector/watch.ts';
import type { Config } from './config.ts';
import { answerRebuilds } from './rebuild-requests.ts';
import { rebuildThread } from './rebuild-thread.ts';
import type { Stores } from './stores.ts';

export interface ProjectorView {
  reached(position: number, timeoutMs: number): Promise<boolean>;
  status(): {
    lag: number;
    lagMs?: number;
    parked: number;
    running: boolean;
    role: FoldingRole;
    prepared: boolean;
    unattendedMs: number;
    failing?: string;
  };
  /** Not ready before the read models have reached this position. */
  expect(position: number): void;
  stop(): Promise<void>;
}

/** What a projector has to be told: the roles of its process, and where a rebuild finds the stores. */
export type ProjectorConfig = Pick<
  Config,
  'roles' | 'eventStore' | 'readStore' | 'dataDir' | 'media' | 'secretKey' | 'logLevel'
>;

/** Returns the projector, where this process has the role; otherwise a look at how far another process has come. */
export function startProjector(config: ProjectorConfig, stores: Stores, log: Logger): ProjectorView {
  return config.roles.has('projector') ? fold(config, stores, log) : watchProjector(stores, log);
}

/** Resolves once this process's read models have been seen up to date, or when `signal` aborts. */
export async function whenPrepared(
  projector: Pick<ProjectorView, 'status'>,
  signal: AbortSignal,
): Promise<void> {
  while (!projector.status().prepared && !signal.aborted)
    await sleep(20, undefined, { signal, ref: false }).catch(() => {});
}

function fold(
  config: ProjectorConfig,
  { eventStore, readStore, state }: Stores,
  parent: Logger,
): ProjectorView {
  const log = parent.child({ role: 'projector' });
  const projector = createProjector({
    eventStore,
    readStore,
    state,
    projections,
    log,
    onRebuildNeeded: async () => {
      const work = rebuildThread(config);
      try {
        await work.bulk();
        await work.finish();
      } finally {
        await work.close();
      }
    },
  });
  projector.start();
  const stopper = new AbortController();
  const requests = answerRebuilds(
    { state, version: readStore.version },
    {
      mayFold: () => projector.status().leader,
      rebuild: async () => {
        const work = rebuildThread(config);
        try {
          return await rebuildBeside(projector, work);
        } finally {
          await work.close();
        }
      },
    },
    { signal: stopper.signal, log },
  );

  return {
    reached: projector.reached,
    expect: projector.expect,
    status: () => {
      const { lagEvents, lagMs, parked, role, prepared, unattendedMs, failing } = projector.status();
      return {
        lag: lagEvents,
        lagMs,
        parked,
        running: role !== 'waiting' && failing === null,
        role,
        prepared,
        unattendedMs,
        ...(failing !== null && { failing }),
      };
    },
    stop: async () => {
      stopper.abort();
      await requests;
      await projector.stop();
    },
  };
}
