import { pino } from 'pino';
import { afterEach } from 'vitest';
import { collections, projections } from '../projections/index.ts';
import type { Commit } from '../projections/ports/read-store.ts';
import type { ProjectorOptions } from '../projections/projector/options.ts';
import { createProjector, type Projector } from '../projections/projector/projector.ts';
import { createInMemoryEventStore } from './in-memory/event-store.ts';
import { type CommitStep, createInMemoryReadStore } from './in-memory/read-store.ts';
import { createInMemoryStateStore } from './in-memory/state-store.ts';
import { appendAll, recorded, type Written } from './projections.ts';

/**
 * Returns what makes the stores of a projector, in memory, and starts as many projectors on them as a test wants; they end with the
 * test. `onStep` is told of each commit's steps.
 */
export function projectorDesk() {
  const running: Projector[] = [];
  afterEach(async () => {
    for (const projector of running.splice(0)) await projector.stop();
  });
  return (onStep?: (step: CommitStep, commit: Commit) => void) => {
    const eventStore = createInMemoryEventStore();
    const readStore = createInMemoryReadStore({ collections, ...(onStep && { onStep }) });
    const state = createInMemoryStateStore();
    return {
      eventStore,
      readStore,
      start(more: Partial<Pick<ProjectorOptions, 'batch' | 'paceMs' | 'leaseMs'>> = {}): Projector {
        const log = pino({ level: 'silent' });
        const given = { leaseMs: 300, ...more };
        const projector = createProjector({ eventStore, readStore, state, projections, log, ...given });
        projector.start();
        running.push(projector);
        return projector;
      },
      write: (...written: Written[]) => appendAll(eventStore, recorded(written)),
      count: (collection: string) => readStore.forCompany('c1').count(collection, {}),
    };
  };
}
