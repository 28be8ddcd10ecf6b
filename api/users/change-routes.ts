import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toWire } from '../../contract/wire.ts';
import { userOnWire } from '../../contract/wire-views.ts';
import { mayGive } from '../../domain/access/grant.ts';
import { covers } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { normalizeEmail, roleAfter } from '../../domain/user/user.ts';
import { dropSecrets, userSecrets } from '../../messaging/secrets.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { demandCover, demandStandIn } from '../auth/grants.ts';
import { inviteUser } from '../auth/invites.ts';
import { checkPassword } from '../auth/password-rule.ts';
import { hashPassword } from '../auth/passwords.ts';
import { awaitSettled, contextOf, derivedId } from '../http/commands.ts';
import { perMinute } from '../http/rate-limit.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import type { Answers } from './answers.ts';
import { createConfirmSelf } from './confirm-self.ts';
import { allowedChanges, changesRights, readChanges, readCreation, type UserInput } from './input.ts';
import { isInvited, shownQueues } from './view.ts';

type Needs = Pick<
  Api,
  'app' | 'names' | 'sessions' | 'security' | 'desk' | 'state' | 'reached' | 'config' | 'readStore' | 'vault'
>;
type LimitEmails = (request: FastifyRequest) => Promise<void>;

const tags = ['users'];
const emailsAnHour = 60;
const body = z
  .record(z.string(), z.unknown())
  .describe(
    'name 2-50, email, password 8-50 (not a common one), currentPassword, profile user | supervisor | admin, roleId (a role of the company’s own, in its place), queueIds, whatsappId, allTicket',
  );

/** Creating, changing and deleting a user. */
export function userChangeRoutes(api: Needs, answers: Answers): void {
  // Whether an e-mail is taken is told over all companies: nobody may ask it of a whole list.
  const limitEmails = perMinute(api.app, emailsAnHour, ({ session }) => session.userId, 3_600_000);
  createRoute(api, answers, limitEmails);
  inviteRoute(api, answers, limitEmails);
  updateRoute(api, answers, limitEmails);
  deleteRoute(api, answers);
}

function definedFields({ name, email }: UserInput) {
  return { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
}

function whose(user: Pick<UserDocument, 'id' | 'companyId'>) {
  return { userId: user.id, companyId: user.companyId };
}

/** What a user refers to from now on must be of this company. @throws ERR_VALIDATION naming the field */
async function checkReferences(
  request: FastifyRequest,
  { queueIds, connectionId }: UserInput,
  before?: UserDocument,
): Promise<void> {
  const queues = queueIds && (await request.read.getMany('queues', queueIds));
  // What they had may have been deleted since: that is no reason to refuse another change.
  const newConnectionId = connectionId === before?.connectionId ? undefined : connectionId;
  const connection = newConnectionId && (await request.read.get('connections', newConnectionId));
  const errors = {
    ...(queues && queues.length < new Set(queueIds).size && { queueIds: 'not_found' }),
    ...(newConnectionId && !connection && { connectionId: 'not_found' }),
  };
  if (Object.keys(errors).length > 0) throw new DomainError('ERR_VALIDATION', 'No such record', { errors });
}

/**
 * Nobody gives somebody, or themselves, a right or a queue that they do not have.
 * @throws ERR_NO_PERMISSION naming the field, ERR_ROLE_NOT_FOUND at `roleId`
 */
async function checkGiven(
  { session, read }: FastifyRequest,
  givenUser: UserInput,
  before?: UserDocument,
): Promise<void> {
  const { scope } = session;
  const roleId = roleAfter(givenUser, before?.roleId ?? null);
  // By the store: a role of this very moment may be new to the names.
  const role = roleId ? await read.get<RecordDocument>('roles', roleId) : undefined;
  if (roleId && !role && givenUser.roleId !== undefined)
    throw new DomainError('ERR_ROLE_NOT_FOUND', undefined, { errors: { roleId: 'ERR_ROLE_NOT_FOUND' } });
  const profile = givenUser.profile ?? before?.profile ?? 'user';
  const isSuper = before?.super ?? false;
  const known = new Set(before?.queueIds);
  const isBeyond = (id: string) => scope.queueIds !== 'all' && !known.has(id) && !scope.queueIds.includes(id);
  const errors = {
    ...(!role && !covers(session, { profile, super: isSuper }) && { profile: 'ERR_NO_PERMISSION' }),
    // The one that they have already is theirs: they are asked of as a whole.
    ...(role && roleId !== before?.roleId && !mayGive(session, role) && { roleId: 'ERR_NO_PERMISSION' }),
    ...(givenUser.queueIds?.some(isBeyond) && { queueIds: 'ERR_NO_PERMISSION' }),
    ...(givenUser.allTicket && !before?.allTicket && !scope.noQueue && { allTicket: 'ERR_NO_PERMISSION' }),
  };
  if (Object.keys(errors).length > 0)
    throw new DomainError('ERR_NO_PERMISSION', 'more than their own rights', { errors });
}

/** Returns who may be an admin beside this one: each is looked up in their own events before they count. */
function otherAdmins(request: FastifyRequest): Promise<readonly string[]> {
  return request.read.ids('users', { where: { profile: 'admin' }, limit: 200 });
}

function createRoute(api: Needs, { answer }: Answers, limitEmails: LimitEmails): void {
  const { app, desk, security } = api;
  app.post(
    '/api/users',
    {
      config: { rule: 'users:manage' },
      schema: {
        tags,
        summary: 'Without a password: a link to set one is mailed to them.',
        body,
        response: { 201: userOnWire },
      },
    },
    async (request, reply) => {
      const { password, currentPassword: _, profile = 'user', ...fields } = readCreation(request.body);
      await checkReferences(request, fields);
      await checkGiven(request, { ...fields, profile });
      await limitEmails(request);
      if (password !== undefined) await checkPassword(password, fields);
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      const creation = await desk.users.create(contextOf(request), {
        ...toWire(fields),
        profile,
        passwordHash,
      });
      const { companyId, userId: by } = request.session;
      security.note('user_created', request, { userId: creation.userId, companyId, by, profile });
      reply.code(201);
      const userAnswer = await answer(request, reply, creation.userId, creation);
      if (password === undefined)
        await inviteUser(api, request, {
          ...fields,
          email: normalizeEmail(fields.email),
          id: creation.userId,
          companyId,
        });
      return userAnswer;
    },
  );
}

function inviteRoute(api: Needs, { find }: Answers, limitEmails: LimitEmails): void {
  const { app, security } = api;

  app.post(
    '/api/users/:id/invite',
    {
      config: { rule: 'users:manage' },
      schema: {
        tags,
        summary: 'Mails the link to set the first password with again.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const user = await find(request, request.params.id);
      if (!isInvited(user)) throw new DomainError('ERR_LINK_EXPIRED', 'They have a password');
      await limitEmails(request);
      await inviteUser(api, request, user, String(request.headers['idempotency-key'] ?? request.id));
      security.note('user_invited', request, { ...whose(user), by: request.session.userId });
      return reply.code(204).send(null);
    },
  );
}

function updateRoute(api: Needs, { find, answer }: Answers, limitEmails: LimitEmails): void {
  const { app, desk, names, security, sessions } = api;
  const confirmSelf = createConfirmSelf(api);

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
      // An admin of the platform's company is not a super user, and must not become one by setting that one's password.
      await demandCover(names, session, user);
      const shownQueueIds = shownQueues(user, await names.company(session.companyId)).map(({ id }) => id);
      const { password, currentPassword, ...change } = allowedChanges(
        session,
        user,
        readChanges(request.body),
        shownQueueIds,
      );
      await checkReferences(request, change, user);
      await checkGiven(request, change, user);
      const newEmail = change.email !== undefined && normalizeEmail(change.email) !== user.email;
      const own = user.id === session.userId;
      // By their e-mail, too, one gets a new password.
      const entries = [...(newEmail ? ['email'] : []), ...(password === undefined ? [] : ['password'])];
      if (entries.length > 0) await demandStandIn(names, session, user, entries);
      if (own && (newEmail || password !== undefined))
        await confirmSelf(request, user, { currentPassword, password });
      if (newEmail) await limitEmails(request);
      if (password !== undefined) await checkPassword(password, { ...user, ...definedFields(change) });
      const context = contextOf(request, 'fields');
      // First, for it may be refused (too many at once), and nothing may be half done then.
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      const updateOutcome = await desk.users.update(context, {
        // Its events were written under the spec's name.
        ...toWire(change),
        userId: user.id,
        otherAdmins: await otherAdmins(request),
      });
      const noteDetails = { ...whose(user), by: session.userId };
      if (changesRights(user, change)) security.note('rights_changed', request, noteDetails);
      if (newEmail) security.note('email_changed', request, { ...noteDetails, email: change.email });
      if (passwordHash === undefined) return answer(request, reply, user.id, updateOutcome);
      const setBy = context.commandId ? derivedId(context.commandId, 'password') : newId();
      // A new password ends the sessions begun under the old one; the one that sets it goes on.
      if (own) await sessions.outlive(user.id, session.sid, setBy);
      const changed = await desk.users.changePassword(
        { ...contextOf(request), commandId: setBy },
        { userId: user.id, passwordHash },
      );
      security.note('password_changed', request, noteDetails);
      return answer(request, reply, user.id, updateOutcome, changed);
    },
  );
}

function deleteRoute(api: Needs, { find }: Answers): void {
  const { app, desk, names, security, sessions } = api;

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
      await demandCover(names, session, user);
      const deleted = await desk.users.delete(contextOf(request), {
        userId: user.id,
        otherAdmins: await otherAdmins(request),
      });
      await awaitSettled(api, reply, deleted);
      // Nobody can act as who is not there; this only clears away what is left.
      await sessions.endAll(user.id);
      await dropSecrets(api.state, userSecrets(user.id));
      security.note('user_deleted', request, { ...whose(user), by: session.userId });
      await names.refresh(session.companyId, 'users', user.id);
      return reply.code(204).send(null);
    },
  );
}
