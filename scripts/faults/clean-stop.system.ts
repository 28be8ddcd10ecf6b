import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password, type ServerProcess, startArguments, startServer } from '../../testing/browser/server.ts';
import { deskClient } from './desk-client.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({}, { readyTimeoutMs: 120_000 });
}, 130_000);
afterAll(async () => server?.stop());

it('SIGTERM: a request in flight is answered and has its effect, the process ends with 0 and loses nothing', async () => {
  const desk = await deskClient(server);
  const ticket = await desk.openTicket();
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@demo.example', password }),
  });
  const { token } = (await login.json()) as { token: string };
  const body = JSON.stringify({ body: 'Enviada durante a parada' });

  // Half of the request has arrived when the signal comes; the other half follows.
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, 'close');
  socket.write(
    `POST /api/messages/${ticket.id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`,
  );
  await sleep(200);
  const child = server.child();
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await sleep(300);
  socket.write(body.slice(5));
  const [code] = (await exited) as [number | null];
  await closed;
  expect(code).toBe(0);
  expect(answer).toMatch(/^HTTP\/1\.1 200/);

  await server.restart();
  const again = await deskClient(server);
  expect((await again.thread(ticket.id)).map((message) => message.body).join('|')).toContain(
    'durante a parada',
  );
  await expect
    .poll(
      async () => (await again.onPhone(ticket)).filter((text) => text.includes('durante a parada')).length,
      {
        timeout: 10_000,
      },
    )
    .toBe(1);
}, 90_000);

it('SIGTERM: red before the port shuts, for as long as was asked for, with everything else as before', async () => {
  await server.restart({ STOP_WAIT_SECONDS: '2' });
  const desk = await deskClient(server);
  expect((await desk.ready()).status).toBe(200);
  const child = server.child();
  const exited = once(child, 'exit');
  const told = performance.now();
  child.kill('SIGTERM');
  await expect
    .poll(desk.ready, { timeout: 1_500, interval: 20 })
    .toMatchObject({ status: 503, body: { status: 'stopping' } });
  expect((await desk.call('GET', '/tickets?status=open')).status).toBe(200);
  const [code] = (await exited) as [number | null];
  expect(code).toBe(0);
  expect(performance.now() - told).toBeGreaterThanOrEqual(2_000);
}, 60_000);

it('SIGTERM again, as npm or a whole group may be told, cuts nothing short; Ctrl-C again does not wait', async () => {
  for (const [second, code] of [
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const) {
    await server.restart({ STOP_WAIT_SECONDS: '3' });
    const child = server.child();
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await sleep(1_200);
    child.kill(second);
    expect(await exited).toEqual([code, null]);
  }
}, 60_000);

it('SIGTERM ends a start that still waits for its event store', async () => {
  const env = { EVENT_STORE: 'esdb://127.0.0.1:1?tls=false', SECRET_KEY: 'k'.repeat(32) };
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-waiting-'));
  const child = spawn(process.execPath, startArguments(), {
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += chunk;
  });
  const exited = once(child, 'exit');
  await expect.poll(() => told, { timeout: 30_000 }).toContain('127.0.0.1:1');
  child.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
  await rm(dataDir, { recursive: true });
}, 60_000);
