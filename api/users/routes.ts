import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toWire } from '../../contract/wire.ts';
import { type UserOnWire, userOnWire } from '../../contract/wire-views.ts';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { normalizeEmail } from '../../domain/user/user.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { createAttempts } from '../auth/attempts.ts';
import { checkPassword } from '../auth/password-rule.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import { contextOf, derivedId, settled } from '../http/commands.ts';
import { perMinute } from '../http/rate-limit.ts';
import { idParams, pageNumber, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { allowedChanges, changesRights, readChanges, readCreation, type UserInput } from './input.ts';
import { foundByName } from './query.ts';
import { userViewOf } from './view.ts';

type Needs = Pick<Api, 'app' | 'names' | 'sessions' | 'security' | 'desk' | 'state' | 'reached' | 'config'>;

const tags = ['users'];
const pageSize = 20;
const emailsAnHour = 60;
const body = z
  .record(z.string(), z.unknown())
  .describe(
    'name 2-50, email, password 8-50 (not a common one), currentPassword, profile user | supervisor | admin, queueIds, whatsappId, allTicket',
  );

const defined = ({ name, email }: UserInput) => ({
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email }),
});

/** The people of a company. Admins manage them; everybody corrects their own name, e-mail and password. */
export function userRoutes(api: Needs): void {
  const { app, desk, names, security, sessions } = api;
  const attempts = createAttempts(api.state);
  // Whether an e-mail is taken is told over all companies: nobody may ask it of a whole list.
  const limitEmails = perMinute(app, emailsAnHour, ({ session }) => session.userId, 3_600_000);

  const find = async (request: FastifyRequest, userId: string): Promise<UserDocument> => {
    const user = await request.read.get<UserDocument>('users', userId);
    if (!user) throw new DomainError('ERR_NO_USER_FOUND');
    return user;
  };
  const viewed = async (request: FastifyRequest, user: Omit<UserDocument, 'passwordHash'>) =>
    toWire(userViewOf(user, await names.company(request.session.companyId), request.session));

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    ...outcomes: readonly { readonly position: number }[]
  ): Promise<UserOnWire> {
    await settled(api, reply, ...outcomes);
    // The feed may be a moment behind: what this user may do next is read from the names.
    await names.refresh(request.session.companyId, 'users', userId);
    return viewed(request, await find(request, userId));
  }

  /** What a user refers to must be of this company. @throws ERR_VALIDATION naming the field */
  async function checkReferences(
    request: FastifyRequest,
    { queueIds, connectionId }: UserInput,
  ): Promise<void> {
    const queues = queueIds && (await request.read.getMany('queues', queueIds));
    const connection = connectionId && (await request.read.get('connections', connectionId));
    const errors = {
      ...(queues && queues.length < new Set(queueIds).size && { queueIds: 'not_found' }),
      ...(connectionId && !connection && { connectionId: 'not_found' }),
    };
    if (Object.keys(errors).length > 0) throw new DomainError('ERR_VALIDATION', 'No such record', { errors });
  }

  /**
   * Before somebody changes their own password or e-mail: a screen left open must not be enough to take an account over.
   * @throws ERR_VALIDATION, ERR_WRONG_PASSWORD naming the field, ERR_TOO_MANY_REQUESTS
   */
  async function confirmSelf(
    request: FastifyRequest,
    user: UserDocument,
    { currentPassword: given, password }: UserInput,
  ): Promise<void> {
    if (given === undefined)
      throw new DomainError('ERR_VALIDATION', 'The present password is needed', {
        errors: { currentPassword: 'required' },
      });
    const { email } = user;
    const attempt = { email, address: request.ip, device: `session ${request.session.sid}` };
    await attempts.begin(attempt);
    // A repeated request whose first half was done shows the password before; its own is in force already.
    const candidates = password === undefined ? [given] : [given, password];
    let known = false;
    for (const one of candidates) known ||= await verifyPassword(one, user.passwordHash);
    if (!known) {
      security.note('login_failed', request, { ...whose(user), email, reason: 'currentPassword' });
      throw new DomainError('ERR_WRONG_PASSWORD', undefined, {
        errors: { currentPassword: 'ERR_WRONG_PASSWORD' },
      });
    }
    await attempts.succeeded(attempt);
  }
  const whose = (user: Pick<UserDocument, 'id' | 'companyId'>) => ({
    userId: user.id,
    companyId: user.companyId,
  });

  /** Who may be an admin beside this one: each is looked up in their own events before they count. */
  const otherAdmins = (request: FastifyRequest): Promise<readonly string[]> =>
    request.read.ids('users', { where: { profile: 'admin' }, limit: 200 });

  app.get(
    '/api/users',
    {
      schema: {
        tags,
        summary:
          '20 users a page, by name; `searchParam` finds by words of the name, for admins of the e-mail too.',
        querystring: z.object({ searchParam, pageNumber, companyId: z.string().optional() }),
        response: { 200: z.object({ users: z.array(userOnWire), count: z.number(), hasMore: z.boolean() }) },
      },
    },
    async (request) => {
      const { searchParam: search, pageNumber: page } = request.query;
      const company = await names.company(request.session.companyId);
      const view = (user: Omit<UserDocument, 'passwordHash'>) =>
        toWire(userViewOf(user, company, request.session));
      const skip = (page - 1) * pageSize;
      if (!can(request.session, 'users:manage')) {
        // Who may not see e-mails must not find out by searching whose they are.
        const found = foundByName(company.all('users'), search ?? '');
        return {
          users: found.slice(skip, skip + pageSize).map(view),
          count: found.length,
          hasMore: found.length > skip + pageSize,
        };
      }
      const query = search ? { search } : {};
      const [found, count] = await Promise.all([
        request.read.find<UserDocument>('users', { ...query, sort: ['sortName'], skip, limit: pageSize + 1 }),
        request.read.count('users', query),
      ]);
      return { users: found.slice(0, pageSize).map(view), count, hasMore: found.length > pageSize };
    },
  );

  app.get(
    '/api/users/:id',
    { schema: { tags, params: idParams, response: { 200: userOnWire } } },
    async (request) => viewed(request, await find(request, request.params.id)),
  );

  app.post(
    '/api/users',
    { config: { rule: 'users:manage' }, schema: { tags, body, response: { 201: userOnWire } } },
    async (request, reply) => {
      const { password, currentPassword: _, profile = 'user', ...given } = readCreation(request.body);
      await checkReferences(request, given);
      await limitEmails(request);
      await checkPassword(password, given);
      const passwordHash = await hashPassword(password);
      const created = await desk.users.create(contextOf(request), {
        ...toWire(given),
        profile,
        passwordHash,
      });
      const { companyId, userId: by } = request.session;
      security.note('user_created', request, { userId: created.userId, companyId, by, profile });
      reply.code(201);
      return answer(request, reply, created.userId, created);
    },
  );

  app.put(
    '/api/users/:id',
    {
      schema: {
        tags,
        summary:
          'What is absent stays. Anybody corrects their own name, e-mail and password; the rest is for admins.',
        params: idParams,
        body,
        response: { 200: userOnWire },
      },
    },
    async (request, reply) => {
      const { session } = request;
      const user = await find(request, request.params.id);
      const { password, currentPassword, ...change } = allowedChanges(
        session,
        user,
        readChanges(request.body),
      );
      await checkReferences(request, change);
      const newEmail = change.email !== undefined && normalizeEmail(change.email) !== user.email;
      const own = user.id === session.userId;
      if (own && (newEmail || password !== undefined))
        await confirmSelf(request, user, { currentPassword, password });
      if (newEmail) await limitEmails(request);
      if (password !== undefined) await checkPassword(password, { ...user, ...defined(change) });
      const context = contextOf(request, 'fields');
      // First, for it may be refused (too many at once), and nothing may be half done then.
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      const updated = await desk.users.update(context, {
        // Its events were written under the spec's name.
        ...toWire(change),
        userId: user.id,
        otherAdmins: await otherAdmins(request),
      });
      const told = { ...whose(user), by: session.userId };
      if (changesRights(user, change)) security.note('rights_changed', request, told);
      if (newEmail) security.note('email_changed', request, { ...told, email: change.email });
      if (passwordHash === undefined) return answer(request, reply, user.id, updated);
      const setBy = context.commandId ? derivedId(context.commandId, 'password') : newId();
      // A new password ends the sessions begun under the old one; the one that sets it goes on.
      if (own) await sessions.outlive(user.id, session.sid, setBy);
      const changed = await desk.users.changePassword(
        { ...contextOf(request), commandId: setBy },
        { userId: user.id, passwordHash },
      );
      security.note('password_changed', request, told);
      return answer(request, reply, user.id, updated, changed);
    },
  );

  app.delete(
    '/api/users/:id',
    {
      config: { rule: 'users:manage' },
      schema: {
        tags,
        summary: 'Ends their sessions at once and gives their open tickets back to the queues.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { session } = request;
      const user = await find(request, request.params.id);
      if (user.id === session.userId) throw new DomainError('ERR_OWN_USER');
      if (user.super && !session.super) throw new DomainError('ERR_NO_PERMISSION');
      const deleted = await desk.users.delete(contextOf(request), {
        userId: user.id,
        otherAdmins: await otherAdmins(request),
      });
      await settled(api, reply, deleted);
      // Nobody can act as who is not there; this only clears away what is left.
      await sessions.endAll(user.id);
      security.note('user_deleted', request, { ...whose(user), by: session.userId });
      await names.refresh(session.companyId, 'users', user.id);
      return reply.code(204).send(null);
    },
  );
}
