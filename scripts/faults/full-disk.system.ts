import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../../testing/browser/server.ts';
import { deskClient } from './desk-client.ts';

/** A small disk of its own; undefined where this user may not mount one. */
const mountSmallDisk = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
};

/** Takes what is left of the disk, to the last block. */
const fillUp = (path: string): void => {
  const file = openSync(path, 'w');
  try {
    for (let bytes = 1 << 20; bytes >= 512; ) {
      try {
        writeSync(file, Buffer.alloc(bytes, 1));
      } catch {
        bytes /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
};

const disk = mountSmallDisk();
if (!disk) console.warn('SKIPPED full disk: this user may not mount a tmpfs');
afterAll(() => {
  if (!disk) return;
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

describe.skipIf(!disk)('a full disk', () => {
  it('refuses what it cannot keep, says that it is not ready, and goes on by itself when there is room again', async () => {
    const server = await startServer({ DATA_DIR: join(disk!, 'data') }, { readyTimeoutMs: 120_000 });
    try {
      const desk = await deskClient(server);
      const ticket = await desk.openTicket();
      const ballast = join(disk!, 'ballast');
      fillUp(ballast);
      // Room already taken by the logs is used up first.
      const sent: { id: string; number: number; body: string; status: number }[] = [];
      for (let number = 0; number < 400 && sent.filter(({ status }) => status >= 500).length < 3; number++) {
        const id = randomUUID();
        const body = `${number}: ${'longa '.repeat(2_000)}`;
        const { status } = await desk.send(ticket.id, body, id);
        sent.push({ id, number, body, status });
      }
      const refused = sent.filter(({ status }) => status !== 200 && status !== 201);
      expect(refused.length).toBeGreaterThan(0);
      for (const { status } of refused) expect(status).toBe(503);
      const red = await desk.ready();
      expect(red.status).toBe(503);
      expect(JSON.stringify(red.body)).toMatch(/full|disk|space/i);

      rmSync(ballast);
      await expect.poll(async () => (await desk.ready()).status, { timeout: 20_000 }).toBe(200);
      for (const { id, body } of refused)
        expect((await desk.send(ticket.id, body, id)).status, 'sent again').toBeLessThan(300);
      const wanted = sent.map(({ number }) => number);
      const numbers = (bodies: readonly string[]) =>
        bodies.map((body) => Number.parseInt(body, 10)).sort((a, b) => a - b);
      await expect
        .poll(async () => (await desk.onPhone(ticket)).length, { timeout: 60_000 })
        .toBe(wanted.length);
      expect(numbers(await desk.onPhone(ticket))).toEqual(wanted);
      const shown = (await desk.thread(ticket.id)).filter(({ fromMe }) => fromMe).map(({ body }) => body);
      expect(numbers(shown)).toEqual(wanted);
    } finally {
      await server.kill();
    }
  }, 240_000);
});
