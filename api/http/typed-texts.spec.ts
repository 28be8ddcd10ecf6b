import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi();
  headers = await api.signIn((await api.company('Loja')).email);
});
afterAll(() => api.close());

const post = (url: string, payload: object, as = headers) =>
  api.app.inject({ method: 'POST', url, headers: as, payload });
const bia = { email: 'bia@example.org', profile: 'user' };

it.each([
  ['/api/users', { ...bia, name: 'Bia\u0000\u0007 Lima', password: 'girassol amarelo 73' }, 'Bia Lima'],
  ['/api/contacts', { name: '\u0000Marina\u009f', number: '5511955500142' }, 'Marina'],
  ['/api/whatsapp', { name: 'Ma\u001btriz', channel: 'simulator' }, 'Matriz'],
  ['/api/queue', { name: 'Entre\u0008gas', color: '#b88002' }, 'Entregas'],
])('a name that is sent to %s has no characters that no screen shows', async (url, payload, name) => {
  const answer = await post(url, payload);
  expect(answer.statusCode).toBeLessThan(300);
  expect(answer.json()).toMatchObject({ name });
});

it('half a character is what every store keeps of it, not one text here and another there', async () => {
  const answer = await post('/api/queue', {
    name: 'Fila \ud83d',
    color: '#123456',
    greetingMessage: '\udc00 oi 😀',
  });
  expect(answer.json()).toMatchObject({ name: 'Fila \ufffd', greetingMessage: '\ufffd oi 😀' });
});

it('a name of nothing else is none', async () => {
  const answer = await post('/api/users', {
    ...bia,
    name: '\u0000\u0001\u0002',
    password: 'girassol amarelo 73',
  });
  expect(answer.json()).toMatchObject({ errors: { name: 'required' } });
});

it('lines and tabs of longer texts stay, however they end', async () => {
  const greetingMessage = 'Olá!\r\n\tEntregamos até as 18h.\u0000';
  const answer = await post('/api/queue', { name: 'Balcão', color: '#04869c', greetingMessage });
  expect(answer.json()).toMatchObject({ greetingMessage: 'Olá!\n\tEntregamos até as 18h.' });
});

it('a password is what was typed', async () => {
  const password = 'girassol\u0007 amarelo 73';
  const email = 'lia@example.org';
  await post('/api/users', { ...bia, email, name: 'Lia', password });
  const login = (typed: string) => post('/api/auth/login', { email, password: typed }, {});
  expect((await login('girassol amarelo 73')).statusCode).toBe(401);
  expect((await login(password)).statusCode).toBe(200);
});

it.each([
  ['a list', () => ({ extraInfo: Array(20_001).fill(1) })],
  [
    'an object',
    () => ({ values: Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`k${n}`, 1])) }),
  ],
  ['lists in a list', () => ({ values: Array.from({ length: 300 }, () => Array(100).fill({})) })],
])('a body of more values than any call takes is refused unchecked: %s', async (_what, body) => {
  const answer = await post('/api/contacts', body());
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({ error: 'ERR_TOO_LARGE', details: { values: 20_000 } });
});
