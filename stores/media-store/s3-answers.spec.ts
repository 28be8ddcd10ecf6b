import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { openS3MediaStore } from './s3.ts';

const size = 100_000;
const half = 'x'.repeat(size / 2);
let store: MediaStore;
let give: (response: ServerResponse) => void;
const files = new Set<ServerResponse>();

/** A server that speaks S3 as far as a file is read from it. */
const server = createServer(({ url = '' }, response) => {
  if (url.includes('list-type')) return response.end('<ListBucketResult/>');
  if (url.includes('uploads')) return response.end('<ListMultipartUploadsResult/>');
  files.add(response);
  response.on('close', () => files.delete(response));
  response.writeHead(200, { 'content-length': size });
  return give(response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  store = await openS3MediaStore({
    ...{ bucket: 'b', prefix: '', region: 'us-east-1', silentMs: 200 },
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
});
afterAll(async () => {
  await store.close();
  server.closeAllConnections();
  server.close();
});

const read = async () => buffer(await store.open(randomUUID(), randomUUID()));

it('a file whose bytes stop coming is none, and its line does not stay', async () => {
  give = (response) => void response.write(half);
  await expect(read()).rejects.toThrow('gave nothing for 200 ms');
  await expect.poll(() => files.size).toBe(0);
});

it('nor is one that breaks off', async () => {
  give = (response) => void response.write(half, () => response.destroy());
  await expect(read()).rejects.toThrow();
});

it('one that comes slowly is there whole, as is one that is taken slowly', async () => {
  give = (response) => {
    response.write(half);
    setTimeout(() => response.end(half), 120);
  };
  expect((await read()).length).toBe(size);
  give = (response) => void response.end(half + half);
  let length = 0;
  for await (const chunk of await store.open(randomUUID(), randomUUID())) {
    if (length === 0) await new Promise((resolve) => setTimeout(resolve, 300));
    length += chunk.byteLength;
  }
  expect(length).toBe(size);
});

it('who reads no further leaves no line open', async () => {
  give = (response) => void response.write(half);
  for await (const _ of await store.open(randomUUID(), randomUUID())) break;
  await expect.poll(() => files.size).toBe(0);
});

it('nor who goes before the first byte was read', async () => {
  give = (response) => void response.write(half);
  Readable.from(await store.open(randomUUID(), randomUUID())).destroy();
  await expect.poll(() => files.size).toBe(0);
});
