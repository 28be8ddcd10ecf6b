import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { projections } from '../projections/index.ts';
import type { ReadStore } from '../projections/ports/read-store.ts';
import type { FoldingRole } from '../projections/projector/folding.ts';
import { createProjector } from '../projections/projector/projector.ts';
import { rebuildBeside } from '../projections/projector/rebuild.ts';
import { watchProjector } from '../projections/projector/watch.ts';
import type { Config } from './config.ts';
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

/**
 * Returns where `npm run rebuild` asks for a rebuild of its own version of the read models; the projector answers with
 * the position reached, or with an error.
 */
export const rebuildRequest = ({ version }: Pick<ReadStore, 'version'>) => `rebuild/request/${version}`;
export const rebuildAnswer = (id: string) => `rebuild/answer/${id}`;
export type RebuildAnswer = { readonly position: number } | { readonly error: string };

const askEveryMs = 2_000;

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
  const requests = answerRebuilds();

  async function answerRebuilds(): Promise<void> {
    while (!stopper.signal.aborted) {
      await sleep(askEveryMs, undefined, { signal: stopper.signal, ref: false }).catch(() => {});
      if (stopper.signal.aborted || !projector.status().leader) continue;
      const request = await state.get<{ id: string }>(rebuildRequest(readStore)).catch(() => undefined);
      if (!request || !(await state.delete(rebuildRequest(readStore), { expected: request.version })))
        continue;
      const answer = (value: RebuildAnswer) =>
        state.set(rebuildAnswer(request.value.id), value, { ttlMs: 3_600_000 });
      const work = rebuildThread(config);
      try {
        await answer({ position: await rebuildBeside(projector, work) });
      } catch (error) {
        log.error({ err: error }, 'the rebuild that was asked for failed');
        await answer({ error: (error as Error).message });
      } finally {
        await work.close();
      }
    }
  }

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
