import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryEventView } from '../../contract/history.ts';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';
import { deskClient } from './desk-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'balcao-clock-'));
const offsetFile = join(folder, 'offset');
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer(
    {
      CLOCK_OFFSET_FILE: offsetFile,
      NODE_OPTIONS: `--import ${new URL('./clock.mjs', import.meta.url).href}`,
    },
    { readyTimeoutMs: 120_000 },
  );
}, 130_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the clock goes back an hour and forth again: nothing lost, nothing out of order, instants never decrease', async () => {
  const desk = await deskClient(server);
  const ticket = await desk.openTicket();
  const bodies: string[] = [];
  for (const [turn, offset] of [0, -3_600_000, 300_000, 0].entries()) {
    writeFileSync(offsetFile, String(offset));
    await sleep(250);
    for (let number = 0; number < 5; number++) {
      const body = `${turn}-${number}`;
      bodies.push(body);
      expect((await desk.send(ticket.id, body)).status, `${body} at ${offset} ms`).toBeLessThan(300);
    }
    await expect
      .poll(async () => (await desk.onPhone(ticket)).length, { timeout: 15_000 })
      .toBe(bodies.length);
    expect((await desk.ready()).status).toBe(200);
  }
  expect(await desk.onPhone(ticket)).toEqual(bodies);
  const shown = (await desk.thread(ticket.id)).filter(({ fromMe }) => fromMe);
  expect(shown.map(({ body }) => body)).toEqual(bodies);
  const { body } = await desk.call<{ events: HistoryEventView[] }>('GET', `/tickets/${ticket.id}/history`);
  const instants = body.events.map(({ at }) => at);
  expect(instants).toEqual([...instants].sort());
}, 120_000);
