import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificates, createCertificates, hasOpenssl } from '../../../testing/certificates.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../../testing/eventstoredb/server.ts';
import { sampleEvent } from '../contract.ts';
import { openEventStoreDb } from './store.ts';

describe.runIf(hasOpenssl())('EventStoreDB with TLS and a user, as docker-compose.yml has it', () => {
  let certificates: Certificates;
  let double: EventStoreDbDouble;
  const address = (more: { password?: string; ca?: string } = {}) =>
    `esdb://admin:${more.password ?? 'right'}@localhost:${double.port}?tls=true&tlsCAFile=${certificates.file(more.ca ?? 'ca.crt')}`;
  beforeAll(async () => {
    certificates = createCertificates();
    certificates.authority('ca');
    certificates.authority('other-ca');
    certificates.signed('node', 'ca');
    const [key, certificate] = [certificates.read('node.key'), certificates.read('node.crt')];
    double = await startEventStoreDbDouble({
      secure: { key, certificate, user: 'admin', password: 'right' },
    });
  });
  afterAll(async () => {
    await double?.stop();
    certificates.dispose();
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
