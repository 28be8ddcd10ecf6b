import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let authorization = '';
beforeAll(async () => {
  api = await startTestApi({ arrivalMs: 300 });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  ({ authorization } = await api.signIn((await api.company('Ours')).email));
});
afterAll(() => api.close());

/** Sends the beginning of a request and then nothing; tells how long its line was kept. */
const begin = (path: string, headers: readonly string[]) =>
  new Promise<number | 'kept'>((resolve) => {
    const began = performance.now();
    const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 5000', ...headers, '', '{'].join('\r\n'),
    );
    socket.resume();
    const kept = setTimeout(() => {
      socket.destroy();
      resolve('kept');
    }, 3_000);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(kept);
      resolve(performance.now() - began);
    });
  });

it.each([
  ['a login', '/api/auth/login', ['Content-Type: application/json']],
  ['a login that says it is a file', '/api/auth/login', ['Content-Type: multipart/form-data; boundary=x']],
  ['a file of nobody', '/api/contacts/upload', ['Content-Type: multipart/form-data; boundary=x']],
])('%s that does not arrive in time loses its line', async (_what, path, headers) => {
  expect(await begin(path, headers)).toBeLessThan(2_500);
});

it('a file of somebody may take its time', async () => {
  const headers = ['Content-Type: multipart/form-data; boundary=x', `Authorization: ${authorization}`];
  expect(await begin('/api/contacts/upload', headers)).toBe('kept');
});

it('who is not signed in sends no long body', async () => {
  const login = (url: string, bytes: number, headers = {}) =>
    api.app.inject({
      ...{ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers } },
      payload: JSON.stringify({ email: 'x'.repeat(bytes), password: 'y' }),
    });
  expect((await login('/api/auth/login', 60_000)).statusCode).toBe(400);
  expect((await login('/api/auth/login', 70_000)).statusCode).toBe(413);
  expect((await login('/api/companies/cadastro', 70_000)).statusCode).toBe(413);
  expect((await login('/api/contacts', 70_000, { authorization })).statusCode).toBe(400);
});
