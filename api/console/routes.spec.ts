import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

let folder: string;
let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-console-'));
  for (const name of ['assets', '.vite']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>the console');
  writeFileSync(join(folder, 'assets/app-abc.js'), 'console.log(1)'.repeat(50));
  writeFileSync(join(folder, 'assets/app-abc.js.br'), brotliCompressSync('console.log(1)'.repeat(50)));
  writeFileSync(join(folder, '.vite/manifest.json'), '{"secret":1}');
  api = await startTestApi({ publicDir: folder });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

it.each([
  '/',
  '/login',
  '/tickets',
  '/tickets/01a1fc98-7a73-730f-8152-938a1a271240',
  '/entrar/abc',
  '/?rev=3',
])('%s is the console, never from a cache', async (url) => {
  const answer = await api.app.inject({ url });
  expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html>the console']);
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
});

it('an address that begins with two slashes, as one typed in haste, is the console too', async () => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['//', '//login']) {
    const answer = await fetch(url + path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, '<!doctype html>the console']);
  }
});

it('a file is sent compressed as it lies there, and may be kept for ever', async () => {
  const answer = await api.app.inject({ url: '/assets/app-abc.js', headers: { 'accept-encoding': 'br' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br' });
  expect(answer.headers['cache-control']).toContain('immutable');
  expect(answer.headers['content-type']).toContain('javascript');
});

it.each([
  '/assets/gone-123.js',
  '/assets',
  '/assets/',
  '/.vite/manifest.json',
  '/assets/app-abc.js.br',
  '/assets/..%2f..%2fetc%2fpasswd',
  '/api/nothing',
])('%s is not there', async (url) => {
  const answer = await api.app.inject({ url });
  expect([401, 404], answer.body.slice(0, 100)).toContain(answer.statusCode);
  expect(answer.body).not.toMatch(/secret|root:/);
});
