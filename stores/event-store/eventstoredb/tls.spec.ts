import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../../testing/eventstoredb/server.ts';
import { sampleEvent } from '../contract.ts';
import { openEventStoreDb } from './store.ts';

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0;
  } catch {
    console.warn('no openssl on this machine: EventStoreDB over TLS is not tried');
    return false;
  }
})();

describe.runIf(hasOpenssl)('EventStoreDB with TLS and a user, as docker-compose.yml has it', () => {
  let folder: string;
  let double: EventStoreDbDouble;
  const file = (name: string) => join(folder, name);
  const address = (more: { password?: string; ca?: string } = {}) =>
    `esdb://admin:${more.password ?? 'right'}@localhost:${double.port}?tls=true&tlsCAFile=${file(more.ca ?? 'ca.crt')}`;
  const make = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const authority = (name: string) => {
    const made = ['-keyout', `${name}.key`, '-out', `${name}.crt`, '-days', '2', '-subj', `/CN=${name}`];
    make('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made);
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tls-'));
    authority('ca');
    authority('other-ca');
    writeFileSync(file('names'), 'subjectAltName=DNS:localhost');
    make('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'node.key', '-out', 'node.csr', '-subj', '/CN=n');
    const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
    make('x509', '-req', '-in', 'node.csr', '-out', 'node.crt', '-days', '2', ...signed);
    const [key, certificate] = [readFileSync(file('node.key')), readFileSync(file('node.crt'))];
    double = await startEventStoreDbDouble({
      secure: { key, certificate, user: 'admin', password: 'right' },
    });
  });
  afterAll(async () => {
    await double?.stop();
    rmSync(folder, { recursive: true });
  });

  it('is written, read and followed by who knows its authority and the password', async () => {
    const store = await openEventStoreDb({ url: address() });
    const [first, second] = [sampleEvent(), sampleEvent()];
    await store.append('things-1', -1, [first]);
    await store.append('things-1', 0, [second]);
    expect((await store.read('things-1')).map(({ id }) => id)).toEqual([first.id, second.id]);
    const ending = new AbortController();
    const followed: string[] = [];
    for await (const events of store.subscribe({ after: 0, signal: ending.signal })) {
      followed.push(...events.map(({ id }) => id));
      if (followed.length === 2) ending.abort();
    }
    expect(followed).toEqual([first.id, second.id]);
    expect(await store.head()).toBeGreaterThan(0);
    await store.ping();
    await store.close();
  });

  it('refuses a wrong password, and a server of another authority is not trusted', async () => {
    for (const wrong of [{ password: 'wrong' }, { ca: 'other-ca.crt' }]) {
      const store = await openEventStoreDb({ url: address(wrong), deadlineMs: 500 });
      await expect(store.ping()).rejects.toThrow();
      await expect(store.append('things-2', -1, [sampleEvent()])).rejects.toThrow();
      await store.close();
    }
    expect(double.log.stream('things-2')).toBeUndefined();
  });
});
