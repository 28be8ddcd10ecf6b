import autocannon from 'autocannon';
import { startServer } from '../../testing/browser/server.ts';
import { benchAdmin, benchPassword, type Dataset, writeDataset } from './dataset.ts';
import { type Bench, type Figure, inFolder, round } from './measure.ts';
import { seeded } from './seeded.ts';
import { workspace } from './workspace.ts';

const connections = 10;

/**
 * Returns the figures of a rebuild of all read models, then lists, search and threads over HTTP with 10 connections,
 * then a real browser.
 */
export const queries: Bench = ({ quick, scale }) =>
  inFolder(async (folder) => {
    const tickets = (quick ? 5_000 : 100_000) * scale;
    const { written: dataset, seconds } = await seeded(folder, (stores, log) =>
      writeDataset(stores, log, tickets),
    );
    const note = `${tickets.toLocaleString('en')} tickets, ${dataset.messages.toLocaleString('en')} messages`;
    const figures: Figure[] = [
      {
        name: 'rebuild',
        value: Math.round(dataset.events / seconds),
        unit: 'events/s',
        target: 40_000,
        note: `${dataset.events.toLocaleString('en')} events in ${round(seconds)} s`,
      },
    ];
    const server = await startServer({ DATA_DIR: folder, DEMO: '0' });
    try {
      figures.push(...(await measure(server.url, dataset, quick ? 3 : 10, note)));
      const admin = { email: benchAdmin, password: benchPassword };
      figures.push(...(await workspace(server, admin, quick ? 400 : 10_000)));
      return figures;
    } finally {
      await server.kill();
    }
  });

async function measure(url: string, dataset: Dataset, duration: number, note: string): Promise<Figure[]> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: benchAdmin, password: benchPassword }),
  });
  const { token } = (await login.json()) as { token: string };
  const p99 = async (paths: readonly string[]): Promise<{ p99: number; rate: number }> => {
    const result = await autocannon({
      url,
      connections,
      duration,
      headers: { authorization: `Bearer ${token}` },
      requests: paths.map((path) => ({ method: 'GET', path })),
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${result.non2xx} refusals and ${result.errors} errors at ${paths[0]}`);
    return { p99: result.latency.p99, rate: Math.round(result.requests.average) };
  };
  const lists = ['open', 'pending', 'closed'].flatMap((status) =>
    [1, 2, 5].map((page) => `/api/tickets?status=${status}&showAll=true&pageNumber=${page}`),
  );
  const searches = ['marina', 'joao siq', 'falcao 1', 'nobrega', 'sofia alb'].map(
    (text) => `/api/tickets?searchParam=${encodeURIComponent(text)}&showAll=true`,
  );
  const threads = dataset.someTickets.map((id) => `/api/messages/${id}?pageNumber=1`);
  const figures: Figure[] = [];
  for (const [name, paths] of [
    ['list_p99_ms', lists],
    ['search_p99_ms', searches],
    ['messages_p99_ms', threads],
  ] as const) {
    await p99(paths.slice(0, 5));
    const { p99: value, rate } = await p99(paths);
    figures.push({
      name,
      value,
      unit: 'ms',
      target: 10,
      atMost: true,
      note: `${note}; ${rate}/s with ${connections} connections`,
    });
  }
  return figures;
}
