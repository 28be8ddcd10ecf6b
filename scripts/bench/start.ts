import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../testing/browser/server.ts';
import { type Bench, inFolder, percentile, round } from './measure.ts';

/**
 * Returns the figures of the second start (everything built and seeded) until `readyz` is green, and memory of an idle
 * server with demo data.
 */
export const start: Bench = ({ quick }) =>
  inFolder(async (folder) => {
    const server = await startServer({ DATA_DIR: folder }, { readyTimeoutMs: 180_000 });
    try {
      const times: number[] = [];
      for (let turn = 0; turn < (quick ? 2 : 5); turn++) {
        await server.kill();
        const began = performance.now();
        await server.restart();
        times.push(performance.now() - began);
      }
      await sleep(quick ? 5_000 : 20_000);
      const status = await readFile(`/proc/${server.child().pid}/status`, 'utf8');
      const rss = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
      return [
        {
          name: 'start_ms',
          value: round(percentile(times, 0.5), 0),
          unit: 'ms',
          target: 2_000,
          atMost: true,
          note: `median of ${times.length}, process start to readyz`,
        },
        {
          name: 'idle_rss_mb',
          value: round(rss),
          unit: 'MB',
          target: 150,
          atMost: true,
          note: 'all roles, demo data, nobody connected',
        },
      ];
    } finally {
      await server.kill();
    }
  });
