import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createInMemoryStateStore } from '../../../testing/in-memory/state-store.ts';
import { clientVersions, pinnedVersion } from '../client-version.ts';
import { atNetwork } from '../testing/number.ts';

const at = atNetwork();
let answer: (response: ServerResponse) => void;
let asked = 0;
const page = createServer((_request, response) => {
  asked++;
  answer(response);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/version`;
});
afterAll(() => void page.close());
beforeEach(() => {
  asked = 0;
  answer = (response) => response.end(JSON.stringify({ currentVersion: '2.3000.1999999999' }));
});
const versions = (set?: string, where: string | undefined = url) =>
  clientVersions({ state: createInMemoryStateStore(), set, url: where, log: pino({ level: 'silent' }) });

it('a number that is refused as outdated looks a newer version up, says that one at once, and stays with it', async () => {
  const network = at.network();
  network.rules.login = () => (network.versions.at(-1) === '2.3000.1999999999' ? undefined : 405);
  const number = await at.number({ settings: { versionUrl: url } });
  await number.driver.connect();
  await number.told('closed');
  expect(number.of('status').at(-1)).toMatchObject({ status: 'closed', cause: 'restart', code: 405 });
  await number.connect();
  expect(network.versions).toEqual([pinnedVersion.join('.'), '2.3000.1999999999']);
});

it('without an address nothing is asked, and it stays outdated', async () => {
  at.network().rules.login = () => 405;
  const number = await at.number();
  await number.driver.connect();
  expect(await number.told('closed')).toMatchObject({ cause: 'outdated', code: 405 });
  expect(asked).toBe(0);
});

it('what was set by hand is what it is', async () => {
  expect(await versions('2.3000.1').current()).toEqual([2, 3000, 1]);
  expect(await versions('2.3000.1').lookUp([2, 3000, 1])).toBe(false);
  expect(asked).toBe(0);
});

it('a thousand numbers that are refused at once ask once', async () => {
  const known = versions();
  const found = await Promise.all(Array.from({ length: 50 }, () => known.lookUp(pinnedVersion)));
  expect(found).toContain(true);
  expect(asked).toBe(1);
  expect(await known.lookUp(pinnedVersion)).toBe(true);
  expect(asked).toBe(1);
});

it.each<[string, (response: ServerResponse) => void]>([
  ['says nothing of versions', (response) => response.end('<html>')],
  ['says an older one', (response) => response.end('2.3000.1000000')],
  ['never ends', (response) => void response.write('x'.repeat(200_000))],
  ['leads elsewhere', (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
  ['fails', (response) => void response.writeHead(500).end()],
])('a page that %s changes nothing', async (_what, given) => {
  answer = given;
  const known = versions();
  expect(await known.lookUp(pinnedVersion)).toBe(false);
  expect(await known.current()).toEqual(pinnedVersion);
});
