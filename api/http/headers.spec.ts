import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { headersOf } from './headers.ts';

const policy =
  "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;" +
  "media-src 'self' blob:;font-src 'self';connect-src 'self';frame-src https://www.youtube-nocookie.com;object-src 'none';base-uri 'none';" +
  "form-action 'self';frame-ancestors 'none'";
const always = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'microphone=(self), camera=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), bluetooth=()',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

let api: Awaited<ReturnType<typeof startTestApi>>;
let publicDir: string;
beforeAll(async () => {
  publicDir = mkdtempSync(join(tmpdir(), 'balcao-headers-'));
  writeFileSync(join(publicDir, 'index.html'), '<!doctype html>');
  api = await startTestApi({ publicDir });
});
afterAll(async () => {
  await api.close();
  rmSync(publicDir, { recursive: true });
});

it('are these, and where HSTS is set the browser is told to stay with https', () => {
  expect(headersOf({ hsts: false })).toEqual(always);
  expect(headersOf({ hsts: true })).toEqual({
    ...always,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
});

it.each([
  ['an answer', 'GET', '/api/version', 200],
  ['a refusal', 'GET', '/api/tickets', 401],
  ['a request that cannot be read', 'POST', '/api/auth/login', 400],
  ['an unknown path', 'GET', '/api/nothing', 404],
  ['an unknown file', 'GET', '/assets/nothing.js', 404],
  ['the console', 'GET', '/', 200],
  ['a page of the console', 'GET', '/tickets', 200],
  ['a GraphQL answer', 'POST', '/graphql', 400],
  ['the reference', 'GET', '/api/docs/json', 200],
  ['the health', 'GET', '/readyz', 200],
] as const)('stand on %s', async (_name, method, url, status) => {
  const answer = await api.app.inject({ method, url, ...(method === 'POST' && { payload: {} }) });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject(always);
  expect(answer.headers).not.toHaveProperty('x-powered-by');
});

it.each([
  ['an answer', '/api/version', 200, 'no-store'],
  ['a refusal', '/api/contacts', 401, 'no-store'],
  ['an address that nobody can read', '/api/%zz', 400, 'no-store'],
  ['a GraphQL answer', '/graphql?query=%7Bversion%7D', 200, 'no-store'],
] as const)('%s is kept by nobody', async (_name, url, status, kept) => {
  const answer = await api.app.inject({ url });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, kept]);
});
