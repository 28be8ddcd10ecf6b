/** Tests of several processes on the same stores, written once for every engine that has them. */

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageView } from '../../../contract/message.ts';
import type { TicketOnWire } from '../../../contract/wire-views.ts';
import { beginWithFewConversations } from '../../../testing/few-conversations.ts';
import { openOneAtATime } from '../../../testing/one-at-a-time.ts';
import { deskClient } from '../desk-client.ts';
import { type Edit, type Member, makeRelease, startMember } from '../releases.ts';

const version = (name: string): Edit => ({
  path: 'projections/version.ts',
  from: /version = '\w+'/,
  to: `version = '${name}'`,
});
/** What the older release lacks. The newer one is this very program. */
const changes: [what: string, edits: Edit[]][] = [
  [
    'a changed index',
    [
      {
        path: 'projections/contacts/contacts.ts',
        from: "indexes: [['number'],",
        to: "indexes: [['number', 'email'], ['number'],",
      },
    ],
  ],
  [
    'a changed fold, of an event that the older one does not know',
    [
      version('older'),
      {
        path: 'projections/index.ts',
        from: '...records.map(recordProjection),',
        to: `...records.map(recordProjection).map((one) =>
          one.name === 'tags' ? { ...one, on: { ...one.on, TagUpdated: undefined } } : one),`,
      },
      {
        path: 'domain/catalogue.ts',
        from: 'entry(eventSchemas, type);',
        to: "(type === 'TagUpdated' ? undefined : entry(eventSchemas, type));",
      },
    ],
  ],
];

/**
 * An older release beside this one, whose read models are laid out or folded otherwise.
 * @param readStore server of MongoDB's protocol; undefined: embedded stores
 */
export function testRollingDeploys(engine: string, readStore?: string): void {
  describe.each(changes)(`%s, on ${engine}`, (what, edits) => {
    testRollingDeploy(what, edits, readStore);
  });
}

function testRollingDeploy(what: string, edits: readonly Edit[], readStore: string | undefined): void {
  const closing: (() => Promise<unknown>)[] = [];
  let older: { root: string };
  const newer = { root: join(import.meta.dirname, '../../..') };
  let dataDir = '';
  let env: { DATA_DIR: string } & Record<string, string>;
  beforeAll(async () => {
    const release = await makeRelease(edits);
    older = release;
    closing.push(release.remove);
    dataDir = await mkdtemp(join(tmpdir(), 'balcao-rolling-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    env = { DATA_DIR: dataDir, SECRET_KEY: randomBytes(32).toString('hex') };
    if (readStore === undefined) return;
    const url = new URL(readStore);
    url.pathname = `/rolling_${randomBytes(6).toString('hex')}`;
    const direct = url.href;
    await beginWithFewConversations(direct);
    closing.push(async () => {
      const client = new MongoClient(direct);
      await client.db().dropDatabase();
      await client.close();
    });
    // Gateways of both versions contend for the same leases.
    const door = await openOneAtATime(url.hostname, Number(url.port));
    closing.push(door.close);
    url.host = `127.0.0.1:${door.port}`;
    env.READ_STORE = url.href;
  }, 600_000);
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  }, 60_000);

  it('1 to 2 and back under traffic: nobody is signed out, nothing is lost, every list is the same', async () => {
    const start = async (release: { root: string }) => {
      const members = {
        projector: await startMember(release, 'projector', env),
        api: await startMember(release, 'api', env),
        gateway: await startMember(release, 'gateway', env),
      };
      closing.push(() => Promise.all(Object.values(members).map((member) => member.end())));
      return members;
    };
    const ready = async (members: Record<string, Member>) => {
      for (const member of Object.values(members)) await member.ready();
    };
    const stop = async (members: Record<string, Member>) => {
      for (const member of Object.values(members)) await member.end();
    };
    const one = await start(older);
    await ready(one);

    const desk = await deskClient(one.api);
    const { token } = desk;
    /** The apis that the proxy sends people to. */
    let served: Member[] = [one.api];
    const troubles: string[] = [];
    const ask = async <T>(api: Member, method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${api.url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await answer.text();
      if (answer.status === 401 || answer.status === 403)
        troubles.push(`${method} ${path}: ${answer.status} ${text}`);
      return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
    };
    /** Asks whoever is served, again with the same ids where there was no answer: for longer than a process takes to be back. */
    const sure = async (method: string, path: string, body: unknown) => {
      for (const end = Date.now() + 120_000; Date.now() < end; ) {
        const api = served[Math.floor(Math.random() * served.length)] as Member;
        const answer = await ask(api, method, path, body).catch(() => undefined);
        if (answer && answer.status < 500) return answer.status;
        await sleep(100);
      }
      return 0;
    };
    const listOf = async (api: Member) => {
      const all = new Map<string, TicketOnWire>();
      for (const status of ['open', 'pending', 'closed'])
        for (let page = 1; ; page++) {
          const path = `/tickets?status=${status}&showAll=true&pageNumber=${page}`;
          const { body } = await ask<{ tickets: TicketOnWire[]; hasMore: boolean }>(api, 'GET', path);
          for (const ticket of body.tickets) all.set(ticket.id, ticket);
          if (!body.hasMore) break;
        }
      return all;
    };

    const tag = (await ask<{ id: string }>(one.api, 'POST', '/tags', { name: 'Alfa', color: '#112233' }))
      .body;
    const nameOf = async (api: Member) =>
      (await ask<{ id: string; name: string }[]>(api, 'GET', '/tags/list')).body.find(
        ({ id }) => id === tag.id,
      )?.name;
    const ticket = await desk.openTicket();
    const connectionId = ticket.whatsappId;

    // Traffic, from now until the end, at whichever api is served. What stands for MongoDB in CI looks through whole
    // collections for a range: at the other engines' pace its projectors would never catch up.
    const slower = readStore === undefined ? 1 : 16;
    const going = new AbortController();
    const written = new Map<string, string>();
    const sent: string[] = [];
    const customer = async (index: number) => {
      const number = `55119610000${index}`;
      for (let turn = 0; !going.signal.aborted; turn++) {
        const body = `in ${index}.${turn}`;
        const phone = { number, name: `Cliente ${index}`, body, id: `PHONE-${index}-${turn}` };
        if ((await sure('POST', `/channels/simulator/${connectionId}/messages`, phone)) === 201)
          written.set(body, number);
        await sleep(slower * 300);
      }
    };
    const agent = async () => {
      for (let turn = 0; !going.signal.aborted; turn++) {
        const message = { body: `out ${turn}`, messageId: randomUUID() };
        if ((await sure('POST', `/messages/${ticket.id}`, message)) === 200) sent.push(message.body);
        await sleep(slower * 400);
      }
    };
    const least = (await listOf(one.api)).size;
    const looker = async () => {
      while (!going.signal.aborted) {
        const began = performance.now();
        for (const api of served) {
          const list = await listOf(api).catch(() => undefined);
          if (list && list.size < least && served.includes(api))
            troubles.push(`${list.size} tickets listed of at least ${least}`);
        }
        // As much rest as work: on a slow engine those who look must not keep the projector from its own.
        await sleep(slower * 200 + performance.now() - began);
      }
    };
    const traffic = Promise.all([customer(1), customer(2), agent(), looker()]);
    closing.push(async () => going.abort());

    /** Every screen's list, once it has come as far as the log. */
    const screens = async (api: Member) => {
      const get = async (path: string) => (await ask<unknown>(api, 'GET', path)).body;
      return {
        tickets: await listOf(api),
        contacts: await get('/contacts?pageNumber=1&searchParam=Cliente'),
        users: await get('/users?pageNumber=1'),
        queues: await get('/queue'),
        thread: await get(`/messages/${ticket.id}?pageNumber=1`),
      };
    };
    const bodiesOf = async (api: Member) => {
      const bodies: string[] = [];
      for (const { id, contact } of (await listOf(api)).values()) {
        if (!contact.number.startsWith('5511961') && id !== ticket.id) continue;
        for (let page = 1; ; page++) {
          const path = `/messages/${id}?pageNumber=${page}`;
          const { body } = await ask<{ messages: MessageView[]; hasMore: boolean }>(api, 'GET', path);
          bodies.push(...body.messages.map((message) => message.body));
          if (!body.hasMore) break;
        }
      }
      return bodies;
    };

    // Version 2 beside version 1, in the order in which things go wrong: an api first, which nobody folds for yet.
    const api = await startMember(newer, 'api', env);
    closing.push(() => api.end());
    await expect
      .poll(async () => (await fetch(`${api.url}/readyz`).catch(() => undefined))?.status, {
        timeout: 60_000,
      })
      .toBe(503);
    expect(await (await fetch(`${api.url}/readyz`)).json()).toMatchObject({
      status: 'starting',
      projector: { running: false, role: 'waiting', prepared: false },
    });
    // An old process that restarts meanwhile finds everything there.
    served = [];
    await one.api.end('SIGKILL');
    one.api.restart();
    await one.api.ready();
    served = [one.api];
    expect((await listOf(one.api)).size).toBeGreaterThanOrEqual(least);
    const two = {
      projector: await startMember(newer, 'projector', env),
      api,
      gateway: await startMember(newer, 'gateway', env),
    };
    closing.push(() => stop(two));
    await ready(two);
    served = [one.api, two.api];
    expect(await nameOf(two.api)).toBe('Alfa');
    // What only the newer release can say: the older one must not lose it for the newer.
    expect((await ask(two.api, 'PUT', `/tags/${tag.id}`, { name: 'Beta', color: '#112233' })).status).toBe(
      200,
    );
    await expect.poll(() => nameOf(two.api), { timeout: 20_000 }).toBe('Beta');
    await one.projector.end('SIGKILL');
    one.projector.restart();
    await one.projector.ready();
    if (what.includes('fold')) expect(await nameOf(one.api)).toBe('Alfa');
    else await expect.poll(() => nameOf(one.api), { timeout: 20_000 }).toBe('Beta');

    // Version 1 goes; and comes back; and version 2 goes.
    served = [two.api];
    await stop({ gateway: one.gateway, api: one.api, projector: one.projector });
    await sleep(2_000);
    expect((await listOf(two.api)).size).toBeGreaterThanOrEqual(least);
    for (const member of Object.values(one)) member.restart();
    await ready(one);
    served = [one.api];
    await two.gateway.end();
    await sleep(2_000);
    // Where all of it went quickly, a slow engine's agent has not written much yet.
    await expect.poll(() => sent.length, { timeout: 120_000 }).toBeGreaterThan(5);
    going.abort();
    await traffic;

    // Whoever asks for whole lists without a pause keeps a slow engine's projector from what is waited for.
    const eventually = { timeout: Math.min(slower, 8) * 60_000, interval: slower * 250 };
    await expect
      .poll(
        async () => [...(await bodiesOf(one.api))].filter((body) => /^(in|out) /.test(body)).sort(),
        eventually,
      )
      .toEqual([...written.keys(), ...sent].sort());
    await expect
      .poll(async () => (await bodiesOf(two.api)).length, eventually)
      .toBe((await bodiesOf(one.api)).length);
    const onPhone = async () =>
      (await desk.onPhone(ticket)).map((body) => body.slice(body.lastIndexOf('\n') + 1));
    /** What the agent has sent and the phone has not, with what the desk says of it; and what came twice. */
    const amiss = async () => {
      const arrived = (await onPhone()).filter((body) => body.startsWith('out '));
      const missing = new Set(sent.filter((body) => !arrived.includes(body)));
      return {
        missing: (await desk.thread(ticket.id)).filter(({ body }) => missing.delete(body)),
        unknown: [...missing],
        twice: arrived.filter((body, index) => arrived.indexOf(body) !== index),
      };
    };
    await expect.poll(amiss, eventually).toEqual({ missing: [], unknown: [], twice: [] });
    expect(sent.length).toBeGreaterThan(5);
    // Receipts may still be on their way: it is the same on both once they have come.
    const both = async () => [await screens(two.api), await screens(one.api)] as const;
    const areSame = async () => isDeepStrictEqual(...(await both()));
    await expect
      .poll(areSame, eventually)
      .toBe(true)
      .catch(() => undefined);
    const [atTwo, atOne] = await both();
    expect(atTwo).toEqual(atOne);
    expect(await nameOf(two.api)).toBe('Beta');
    expect(troubles).toEqual([]);
  }, 1_200_000);
}
