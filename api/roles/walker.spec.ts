import type { AddressInfo } from 'node:net';
import type { RouteOptions } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import { ruleNames } from '../../domain/access/policy.ts';
import { records } from '../../domain/records/index.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';

// Every route is asked by somebody whose role has exactly one rule. Ids are made up: who gets as far as to be told that
// there is no such thing has got through.

/** What each rule opens by itself; those that are not here open a part of what everybody reaches, or a field of it. */
const opened: Readonly<Record<string, readonly string[]>> = {
  'ticket:history': ['GET /tickets/:id/history', 'GET /tickets/:id/as-of'],
  'ticket:peek': ['POST /tickets/:id/peek'],
  'ticket-options:deleteTicket': ['DELETE /tickets/:id'],
  'contacts-page:mergeContacts': [
    'POST /contacts/:id/merge',
    'GET /contacts/:id/merges',
    'POST /contacts/:id/unmerge',
  ],
  'contacts-page:import': [
    'POST /contacts/upload',
    'POST /contacts/import',
    'GET /contacts/imports/:id',
    'GET /contacts/imports',
    'GET /contacts/imports/:id/errors',
    'POST /contacts/imports/:id/cancel',
  ],
  'schedules:manage': [
    'GET /schedules',
    'GET /schedules/hours',
    'GET /schedules/:id',
    'POST /schedules',
    'PUT /schedules/:id',
    'DELETE /schedules/:id',
    'POST /schedules/:id/retry',
    'POST /schedules/:id/media-upload',
    'DELETE /schedules/:id/media-upload',
    'GET /schedules/:id/media/:mediaId',
  ],
  'campaigns:manage': [
    'GET /campaigns',
    'GET /campaigns/:id',
    'POST /campaigns',
    'PUT /campaigns/:id',
    'DELETE /campaigns/:id',
    'POST /campaigns/:id/start',
    'POST /campaigns/:id/cancel',
    'POST /campaigns/:id/restart',
    'POST /campaigns/:id/media-upload',
    'DELETE /campaigns/:id/media-upload',
    'GET /campaigns/:id/media/:mediaId',
    'GET /campaigns/:id/report',
    'GET /campaigns/:id/shippings',
    'GET /campaigns/:id/report.csv',
    'GET /campaign-settings',
    'POST /campaign-settings',
  ],
  'contact-lists:manage': [
    'GET /contact-lists',
    'GET /contact-lists/list',
    'GET /contact-lists/:id',
    'POST /contact-lists',
    'PUT /contact-lists/:id',
    'DELETE /contact-lists/:id',
    'POST /contact-lists/:id/upload',
    'GET /contact-lists/example',
    'GET /contact-list-items',
    'GET /contact-list-items/:id',
    'POST /contact-list-items',
    'PUT /contact-list-items/:id',
  ],
  'tokens:manage': ['GET /tokens', 'POST /tokens', 'DELETE /tokens/:id'],
  'chats:use': [
    'GET /chats',
    'GET /chats/:id',
    'POST /chats',
    'PUT /chats/:id',
    'DELETE /chats/:id',
    'POST /chats/:id/read',
    'GET /chats/:id/messages',
    'POST /chats/:id/messages',
    'POST /chats/:id/typing',
  ],
  'contacts-page:export': ['GET /contacts/export'],
  'contacts-page:exportContact': ['GET /contacts/:id/export'],
  'contacts-page:deleteContact': ['DELETE /contacts/:id', 'DELETE /contact-list-items/:id'],
  'contacts-page:eraseContact': ['POST /contacts/:id/erase', 'GET /contacts/:id/erasure', 'GET /erasures'],
  'connections-page:addConnection': ['POST /whatsapp'],
  'connections-page:actionButtons': [
    'POST /whatsappsession/:id',
    'PUT /whatsappsession/:id',
    'DELETE /whatsappsession/:id',
    'POST /whatsapp-restart',
    'GET /held',
    'GET /parked',
    'DELETE /parked/:id',
    'GET /channels/whatsapp/version',
    'POST /channels/whatsapp/version',
  ],
  'connections-page:editOrDeleteConnection': [
    'GET /whatsapp/:id/secrets',
    'PUT /whatsapp/:id',
    'PATCH /whatsapp/:id',
    'DELETE /whatsapp/:id',
  ],
  'channel-tools:use': [
    'POST /channels/simulator/:connectionId/messages',
    'GET /channels/simulator/:connectionId/chats',
    'GET /channels/simulator/:connectionId/chats/:number',
    'POST /channels/simulator/:connectionId/chats/:number/messages/:id/reaction',
    'POST /channels/simulator/:connectionId/chats/:number/messages/:id/vote',
    'POST /channels/simulator/:connectionId/chats/:number/read',
    'POST /channels/simulator/:connectionId/faults',
    'GET /media/channels/simulator/:connectionId/:number/:messageId',
  ],
  'users:manage': [
    'DELETE /users/:id/totp',
    'DELETE /sessions',
    'DELETE /users/:id/identity',
    'POST /users',
    'POST /users/:id/invite',
    'DELETE /users/:id',
  ],
  'roles:manage': ['POST /roles/:id/replacement'],
  'dashboard:view': ['GET /dashboard', 'GET /dashboard/ticketsUsers', 'GET /dashboard/ticketsDay'],
  'settings:manage': [
    'GET /usage',
    'PUT /settings/:key',
    'GET /settings/integrations',
    'POST /settings/integrations/:kind/test',
  ],
  'audit:view': [
    'GET /audit',
    'GET /audit/csv',
    'GET /audit/people',
    'GET /audit/:id',
    'GET /audit/chain',
    'POST /audit/chain/check',
  ],
  'billing:manage': ['GET /invoices/all', 'POST /subscription'],
};

/** What no role opens. */
const ofSuperUsers = [
  'GET /mails',
  'POST /settings/media-upload',
  'DELETE /settings/media-upload',
  'GET /companies/list',
  'GET /companies',
  'GET /companies/:id',
  'POST /companies',
  'PUT /companies/:id',
  'POST /companies/:id/due-date',
  'DELETE /companies/:id',
  'POST /companies/:id/restore',
  'POST /invoices/:id/refund',
];

const named = new Set([...Object.values(opened).flat(), ...ofSuperUsers]);

/** The rules that a record's own routes ask for, by its declaration: to change or delete a row one reads it. */
function rulesOfRecord(route: string): readonly string[] | undefined {
  const [method, path = ''] = route.split(' ');
  const isUnder = (base: string) => path === base || path.startsWith(`${base}/`);
  const record = records.find(({ path: own, plural }) => isUnder(own) || isUnder(`/resources/${plural}`));
  if (record === undefined || named.has(route)) return undefined;
  const { read, create, update, delete: remove } = record.access;
  const isDeep = path.split('/').length > (path.startsWith('/resources/') ? 4 : 3);
  if (method === 'GET') return [read];
  if (method === 'POST' && !isDeep) return [create];
  const rules = new Set([isDeep || method === 'PUT' ? update : remove, read]);
  rules.delete('everyone');
  return [...rules];
}

describe('a role with exactly one rule', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const routes: string[] = [];
  let admin: { authorization: string };
  let person: { authorization: string };
  let companyId = '';
  let roleId = '';
  let closed: readonly string[] = [];
  let url = '';
  const live = createWatcher(() => url);

  const reaches = async (route: string): Promise<boolean> => {
    const [method, path] = route.split(' ') as ['GET', string];
    const { statusCode } = await api.app.inject({
      method,
      url: `/api${path}`.replaceAll(/:\w+/g, uuidv7()),
      headers: person,
      ...(method !== 'GET' && { payload: {} }),
    });
    expect(statusCode, route).toBeLessThan(500);
    expect(statusCode, route).not.toBe(401);
    return statusCode !== 403;
  };
  const give = async (role: object) => {
    const answer = await api.app.inject({
      method: 'PUT',
      url: `/api/roles/${roleId}`,
      headers: admin,
      payload: role,
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const filterAsync = async (all: readonly string[]) => {
    const through: string[] = [];
    for (const route of all) if (await reaches(route)) through.push(route);
    return through;
  };

  beforeAll(async () => {
    const onRoute = ({ method, url: path, config }: RouteOptions & { config?: { scope?: string } }) => {
      // For other systems: no role opens it.
      if (config?.scope !== undefined) return;
      for (const one of [method].flat())
        if (
          path.startsWith('/api/') &&
          !/^\/api\/(docs|auth)(\/|$)/.test(path) &&
          one !== 'HEAD' &&
          one !== 'OPTIONS'
        )
          routes.push(`${one} ${path.slice('/api'.length)}`);
    };
    api = await startTestApi({ onRoute });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
    const ours = await api.company('Ours');
    companyId = ours.companyId;
    admin = await api.signIn(ours.email);
    const post = async (path: string, payload: object) => {
      const answer = await api.app.inject({ method: 'POST', url: `/api${path}`, headers: admin, payload });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<{ id: string }>().id;
    };
    roleId = await post('/roles', { name: 'Papel' });
    const email = `p-${companyId}@example.org`;
    await post('/users', { name: 'Bruno', email, password, roleId });
    person = await api.signIn(email);
    const through = new Set(await filterAsync(routes));
    closed = routes.filter((route) => !through.has(route));
  }, 60_000);
  afterAll(async () => {
    await live.close();
    await api.close();
  });

  it('is refused more than sixty routes without any, and those of super users with all', async () => {
    expect(closed.length).toBeGreaterThan(60);
    await give({ rules: ruleNames.filter((rule) => rule !== 'tickets:everyQueue'), queueScope: 'all' });
    const through = new Set(await filterAsync(closed));
    // One of them has ended it.
    admin = await api.signIn(`${companyId}@example.org`);
    const ofPlatform = (route: string) =>
      ofSuperUsers.includes(route) || rulesOfRecord(route)?.includes('super');
    expect(closed.filter((route) => !through.has(route))).toEqual(closed.filter(ofPlatform));
    // And all of them are closed without.
    const open = routes.filter(
      (route) =>
        !closed.includes(route) && !/^(GET \/plans\/(list|register)|POST \/announcements\/read)$/.test(route),
    );
    const asks = (route: string) =>
      named.has(route) || rulesOfRecord(route)?.some((rule) => rule !== 'everyone');
    expect(open.filter(asks)).toEqual([]);
    // Each stands in a table above, or is a record's: a new one cannot be forgotten.
    expect(closed.filter((route) => !named.has(route) && rulesOfRecord(route) === undefined)).toEqual([]);
  }, 60_000);

  it.each(ruleNames)(
    '%s reaches what that rule opens, and nothing else',
    async (rule) => {
      await give(
        rule === 'tickets:everyQueue'
          ? { rules: [], queueScope: 'all' }
          : { rules: [rule], queueScope: 'own' },
      );
      const opens = (route: string) => opened[rule]?.includes(route) || rulesOfRecord(route)?.join() === rule;
      expect(await filterAsync(closed)).toEqual(closed.filter(opens));
      const { authorization } = person;
      for (const { name, channel = name, access } of records) {
        const { errors } = await live.watch(authorization.replace('Bearer ', ''), [
          channels.record(companyId, channel),
        ]);
        expect([name, errors.length === 0]).toEqual([
          name,
          access.read === 'everyone' || access.read === rule,
        ]);
        await live.leave();
      }
    },
    30_000,
  );
});
