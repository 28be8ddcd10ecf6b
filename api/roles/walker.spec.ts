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
  'quick-messages:own': [
    'POST /quick-messages',
    'PUT /quick-messages/:id',
    'DELETE /quick-messages/:id',
    'POST /resources/quickMessages',
    'PUT /resources/quickMessages/:id',
    'DELETE /resources/quickMessages/:id',
    'POST /resources/quickMessages/:id/files/mediaPath',
    'DELETE /resources/quickMessages/:id/files/mediaPath',
    'POST /quick-messages/:id/media-upload',
    'DELETE /quick-messages/:id/media-upload',
  ],
  'contacts-page:mergeContacts': ['POST /contacts/:id/merge'],
  'contacts-page:import': ['POST /contacts/upload', 'POST /contacts/import', 'GET /contacts/imports/:id'],
  'contacts-page:export': ['GET /contacts/export'],
  'contacts-page:exportContact': ['GET /contacts/:id/export'],
  'contacts-page:deleteContact': ['DELETE /contacts/:id'],
  'contacts-page:eraseContact': ['POST /contacts/:id/erase', 'GET /contacts/:id/erasure', 'GET /erasures'],
  'tags:manage': ['DELETE /tags/:id', 'DELETE /resources/tags/:id'],
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
    'GET /roles',
    'GET /roles/:id',
    'GET /resources/roles',
    'GET /resources/roles/:id',
  ],
  'roles:manage': ['POST /roles/:id/replacement', 'POST /roles', 'POST /resources/roles'],
  'dashboard:view': ['GET /dashboard', 'GET /dashboard/ticketsUsers', 'GET /dashboard/ticketsDay'],
  'queues:manage': [
    'POST /queue',
    'PUT /queue/:id',
    'DELETE /queue/:id',
    'POST /resources/queues',
    'PUT /resources/queues/:id',
    'DELETE /resources/queues/:id',
    'POST /resources/queues/:id/files/mediaPath',
    'DELETE /resources/queues/:id/files/mediaPath',
    'POST /queue/:id/media-upload',
    'DELETE /queue/:id/media-upload',
    'POST /queue-options',
    'PUT /queue-options/:id',
    'DELETE /queue-options/:id',
    'POST /resources/queueOptions',
    'PUT /resources/queueOptions/:id',
    'DELETE /resources/queueOptions/:id',
    'POST /resources/queueOptions/:id/files/mediaPath',
    'DELETE /resources/queueOptions/:id/files/mediaPath',
    'POST /queue-options/:id/media-upload',
    'DELETE /queue-options/:id/media-upload',
    'PUT /queue/:id/tree',
  ],
  'settings:manage': [
    'GET /usage',
    'PUT /settings/:key',
    'GET /settings/integrations',
    'POST /settings/integrations/:kind/test',
  ],
  'audit:view': [
    'GET /audit',
    'GET /audit/csv',
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
  'POST /helps',
  'PUT /helps/:id',
  'DELETE /helps/:id',
  'POST /resources/helps',
  'PUT /resources/helps/:id',
  'DELETE /resources/helps/:id',
  'GET /plans/all',
  'GET /plans',
  'GET /plans/:id',
  'POST /plans',
  'PUT /plans/:id',
  'DELETE /plans/:id',
  'GET /resources/plans',
  'GET /resources/plans/:id',
  'POST /resources/plans',
  'PUT /resources/plans/:id',
  'DELETE /resources/plans/:id',
];

/** What asks for two rules: to change a role one reads it. */
const ofTwoRules = [
  'PUT /roles/:id',
  'DELETE /roles/:id',
  'PUT /resources/roles/:id',
  'DELETE /resources/roles/:id',
];

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
    const onRoute = ({ method, url: path }: RouteOptions) => {
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
    expect(closed.filter((route) => !through.has(route))).toEqual(ofSuperUsers);
    const named = new Set([...Object.values(opened).flat(), ...ofSuperUsers]);
    expect(closed.filter((route) => !named.has(route))).toEqual(ofTwoRules);
  }, 60_000);

  it.each(ruleNames)(
    '%s reaches what that rule opens, and nothing else',
    async (rule) => {
      await give(
        rule === 'tickets:everyQueue'
          ? { rules: [], queueScope: 'all' }
          : { rules: [rule], queueScope: 'own' },
      );
      expect(await filterAsync(closed)).toEqual(opened[rule] ?? []);
      const { authorization } = person;
      for (const { name, access } of records) {
        const { errors } = await live.watch(authorization.replace('Bearer ', ''), [
          channels.record(companyId, name),
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
