import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type buildConnector, errors } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { createAsk } from './ask.ts';

let close = () => {};
afterEach(() => close());

/** Asks somebody who answers in this way. */
async function asked(answer: (response: ServerResponse) => void, cuts = true) {
  const server = createServer((_request, response) => answer(response));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ask = createAsk({ connect: {}, timeoutMs: 30_000, mostBytes: 1_000, cuts });
  return ask({
    method: 'POST',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    body: {},
  });
}

/** Says this much of its answer, and then breaks off. */
const breaking = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('begun', () => response.socket?.resetAndDestroy());
};
/** Says this much of its answer, and hangs up. */
const ending = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('begun', () => response.socket?.end());
};
/** Says this much of its answer, and no more. */
const staying = (response: ServerResponse) => {
  response.writeHead(202);
  response.write('begun');
};

it.each([
  ['breaks off', breaking, 200],
  ['is shorter than it says', ending, 200],
  ['does not end', staying, 202],
])('where the status is what counts, an answer that %s is one', async (_what, answer, status) => {
  expect(await asked(answer)).toMatchObject({ status, text: 'begun' });
});

it('an answer that is read as a whole and breaks off is none', async () => {
  await expect(asked(breaking, false)).rejects.toMatchObject({ failure: 'unreachable' });
});

const encoded = (encoding: string, text: string) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-encoding': encoding }).end(text);

it.each([
  ['of a coding that there is not', 'UTF-8', '{"ok":true}'],
  ['that names none', 'none', '{"ok":true}'],
  ['that packs nothing', 'gzip', ''],
])('an answer %s is read as it stands', async (_what, encoding, text) => {
  expect(await asked(encoded(encoding, text), false)).toMatchObject({ status: 200, text });
});

it.each(['gzip', 'X-GZIP', 'identity, br', 'deflate', 'zstd'])('an answer in %s is odd', async (encoding) => {
  await expect(asked(encoded(encoding, 'xyz'), false)).rejects.toMatchObject({ failure: 'odd' });
});

const asksAt = (url: string, connect: buildConnector.BuildOptions | buildConnector.connector = {}) =>
  createAsk({ connect, timeoutMs: 30_000, mostBytes: 1_000 })({ method: 'POST', url, body: {} });
const lateLine: buildConnector.connector = (_options, callback) =>
  callback(new errors.ConnectTimeoutError(), null);

it.each([
  ['nobody listens', () => asksAt('http://127.0.0.1:1/')],
  ['the name leads nowhere', () => asksAt('http://nowhere.invalid/')],
  ['no line is opened in time', () => asksAt('http://127.0.0.1:1/', lateLine)],
])('where %s, what is asked for was not begun', async (_what, ask) => {
  await expect(ask()).rejects.toMatchObject({ failure: 'unreachable', isUnbegun: true });
});

it('where a line breaks off once it was asked, what is asked for may have begun', async () => {
  const cut = asked((response) => void response.destroy());
  await expect(cut).rejects.toMatchObject({ failure: 'unreachable', isUnbegun: false });
});
