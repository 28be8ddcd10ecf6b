import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TicketView } from '../../contract/ticket.ts';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';
import { deskClient } from './desk-client.ts';

interface Ready {
  readonly status: string;
  readonly projector: { readonly role: string; readonly running: boolean; readonly prepared: boolean };
}

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({}, { readyTimeoutMs: 120_000 });
}, 130_000);
afterAll(async () => server?.stop());

const median = (all: readonly number[]) =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] as number;

it('kill -9 of the one process: ready only when it folds, and the next message is in the list at once', async () => {
  const desk = await deskClient(server);
  const connectionId = (await desk.call<{ id: string }[]>('GET', '/whatsapp')).body[0]?.id;
  const rounds: { readyMs: number; listedMs: number }[] = [];
  for (let round = 0; round < 5; round++) {
    const number = `55119650000${String(round).padStart(2, '0')}`;
    await server.kill('SIGKILL');
    const killed = performance.now();
    let ready: Ready | undefined;
    const look = async () => {
      while (!ready) {
        const answer = await fetch(`${server.url}/readyz`).catch(() => undefined);
        if (answer?.ok) ready = (await answer.json()) as Ready;
        else await sleep(10);
      }
      return performance.now();
    };
    const [readyAt] = await Promise.all([look(), server.restart()]);
    expect(ready).toMatchObject({
      status: 'ok',
      projector: { role: 'leader', running: true, prepared: true },
    });
    const asked = performance.now();
    await desk.call('POST', `/channels/simulator/${connectionId}/messages`, {
      number,
      name: 'Volta',
      body: 'Oi',
    });
    let listed: readonly TicketView[] = [];
    while (listed.length === 0) {
      if (performance.now() - asked > 20_000) throw new Error('the message is not listed');
      const path = `/tickets?status=pending&showAll=true&searchParam=${number}`;
      listed = (await desk.call<{ tickets: TicketView[] }>('GET', path)).body?.tickets ?? [];
      if (listed.length === 0) await sleep(10);
    }
    rounds.push({ readyMs: readyAt - killed, listedMs: performance.now() - asked });
  }
  console.log(
    'ms after kill -9:',
    rounds.map((one) => `ready ${one.readyMs.toFixed(0)}, listed +${one.listedMs.toFixed(0)}`).join('; '),
  );
  expect(median(rounds.map(({ listedMs }) => listedMs))).toBeLessThanOrEqual(500);
}, 180_000);
