import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type SessionView, sessionView } from '../../contract/session.ts';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { collectionPages } from '../../projections/ports/collection-pages.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { awaitSettled } from '../http/commands.ts';
import type { Api } from '../services.ts';
import type { BeginAndEnd } from './begin-and-end.ts';
import { coversUser } from './grants.ts';
import type { Session } from './subject.ts';
import { browserOf } from './user-agent.ts';

type Needs = Pick<Api, 'app' | 'config' | 'lastSeen' | 'names' | 'online' | 'reached' | 'sessions'>;
interface Held {
  readonly user: UserDocument;
  readonly sid: string;
}

const tags = ['sessions'];

/** Who is signed in: admins see their company's and may end them, everybody else their own. */
export function sessionsRoutes(api: Needs, { end }: BeginAndEnd): void {
  listRoute(api);
  endRoutes(api, end);
}

const mayEnd = async (names: Api['names'], viewer: Session, user: UserDocument): Promise<boolean> =>
  user.id === viewer.userId || (can(viewer, 'users:manage') && (await coversUser(names, viewer, user)));

/** Returns who may be signed in, as far as the viewer may see them. */
async function seenUsers({ read, session }: FastifyRequest): Promise<readonly UserDocument[]> {
  if (!can(session, 'users:manage')) {
    const own = await read.get<UserDocument>('users', session.userId);
    return own ? [own] : [];
  }
  const users: UserDocument[] = [];
  // Whoever signed out, or never signed in, has no session: of them nothing is asked.
  for await (const some of collectionPages<UserDocument>(read, 'users', { sort: ['sortName'] }))
    users.push(...some.filter(({ id, sessionId }) => sessionId || id === session.userId));
  return users;
}

/** Returns those signed in, with what is kept of their sessions. */
async function heldSessions({ sessions }: Needs, request: FastifyRequest) {
  const all = await Promise.all(
    (await seenUsers(request)).map(async (user) => {
      const session = await sessions.of(user);
      return session ? [{ ...session, user }] : [];
    }),
  );
  return all.flat();
}

function listRoute(api: Needs): void {
  const { app, lastSeen, online } = api;

  app.get(
    '/api/sessions',
    {
      schema: {
        tags,
        summary: 'Who is signed in, since when and from where; for who does not manage users their own.',
        response: { 200: z.array(sessionView) },
      },
    },
    async (request) => {
      const viewer = request.session;
      const all = await heldSessions(api, request);
      const statuses = await online.statuses(
        viewer.companyId,
        all.map(({ user }) => user.id),
      );
      const views = await Promise.all(
        all.map(async ({ user, sid, startedAt, from }): Promise<SessionView> => {
          const { browser, version, system } = browserOf(from?.agent);
          return {
            id: sid,
            user: { id: user.id, name: user.name },
            address: from?.address ?? '',
            browser: `${browser} ${version}`.trim(),
            system,
            since: startedAt,
            lastSeen: (await lastSeen.of(user.id, sid)) ?? startedAt,
            online: statuses.get(user.id) !== 'offline',
            secondStep: Boolean(from?.secondStep),
            current: sid === viewer.sid,
            mayEnd: await mayEnd(api.names, viewer, user),
          };
        }),
      );
      return views.sort((a, b) => Number(b.current) - Number(a.current) || (a.since < b.since ? 1 : -1));
    },
  );
}

function endRoutes(api: Needs, end: BeginAndEnd['end']): void {
  const { app } = api;

  const endOne = (request: FastifyRequest, { user, sid }: Held) => {
    const { userId: id, name } = request.session;
    const reason = user.id === id ? 'ended' : 'by_admin';
    return end(request, { sub: user.id, cid: user.companyId, sid }, reason, { id, name });
  };

  app.delete(
    '/api/sessions/:id',
    {
      schema: {
        tags,
        summary: 'Ends a session at once, in every process; a newer one of the same person stays.',
        params: z.object({ id: z.string().max(100) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const found = (await heldSessions(api, request)).find(({ sid }) => sid === request.params.id);
      if (!found) throw new DomainError('ERR_NOT_FOUND');
      if (!(await mayEnd(api.names, request.session, found.user))) throw new DomainError('ERR_NO_PERMISSION');
      const outcome = await endOne(request, found);
      if (outcome) await awaitSettled(api, reply, outcome);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/sessions',
    {
      config: { rule: 'users:manage' },
      schema: {
        tags,
        summary: 'Ends every session of the company but the one that asks.',
        response: { 200: z.object({ ended: z.number() }) },
      },
    },
    async (request, reply) => {
      const { session } = request;
      const outcomes = [];
      for (const one of await heldSessions(api, request))
        if (one.sid !== session.sid && (await mayEnd(api.names, session, one.user)))
          outcomes.push(await endOne(request, one));
      const done = outcomes.filter((outcome) => outcome !== undefined);
      await awaitSettled(api, reply, ...done);
      return { ended: done.length };
    },
  );
}
