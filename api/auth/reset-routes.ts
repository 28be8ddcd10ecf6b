import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { hasPasswordClasses } from '../../domain/user/password-classes.ts';
import { normalizeEmail } from '../../domain/user/user.ts';
import { languageOf } from '../../messaging/mail/letters.ts';
import { postMail } from '../../messaging/mail/outbox.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { ofRequest } from '../http/carried-out.ts';
import { awaitSettled } from '../http/commands.ts';
import { networkOf } from '../http/network.ts';
import { perMinute } from '../http/rate-limit.ts';
import type { Api } from '../services.ts';
import { deviceOnReset, forgetDevices, knownDevice } from './devices.ts';
import { passwordLink } from './login-notice.ts';
import { checkPassword } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { codeMinutes, issueResetCode, type Requester, tryResetCode } from './reset-codes.ts';

type Needs = Pick<
  Api,
  'app' | 'config' | 'desk' | 'reached' | 'readStore' | 'security' | 'sessions' | 'state' | 'vault'
>;

const resetAnswer = z.object({ status: z.number().int() });
const email = z.string().trim().min(3).max(200).transform(normalizeEmail);
const resetInput = z.object({
  email,
  token: z.string().trim().min(1).max(20),
  newPassword: z.string().min(1).max(200),
});
const tenMinutesMs = 10 * 60_000;

/** Of a new password that a code sets; what every password must be is looked at besides. */
function checkClasses(password: string): void {
  if (!hasPasswordClasses(password))
    throw new DomainError('ERR_VALIDATION', 'A capital, a small letter and a digit', {
      errors: { newPassword: 'tooSimple' },
    });
}

/** The refusal names the field as this call does. */
const atNewPassword = (error: unknown): never => {
  const problem = error instanceof DomainError ? error.errors?.password : undefined;
  if (problem === undefined) throw error;
  throw new DomainError('ERR_VALIDATION', (error as Error).message, { errors: { newPassword: problem } });
};

type Limit = (request: FastifyRequest) => Promise<void>;

/** A new password by a code that is mailed. */
export function resetRoutes(api: Needs): void {
  const limitAddress = perMinute(api.app, 20, (request) => networkOf(request.ip), tenMinutesMs);
  codeRoute(api, limitAddress);
  newPasswordRoutes(api, limitAddress);
}

/** Resolves with who has this address; nobody whose company is deleted, for they could not sign in with any password. */
async function accountOf(readStore: Needs['readStore'], address: string): Promise<UserDocument | undefined> {
  const query = { where: { email: address }, limit: 1 };
  const [user] = await readStore.allCompanies().find<UserDocument>('users', query);
  const company = user && (await readStore.allCompanies().get<CompanyDocument>('companies', user.companyId));
  return company?.deletedAt === null ? user : undefined;
}

async function requesterOf(
  api: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string | undefined,
): Promise<Requester> {
  const isKnown = userId !== undefined && (await knownDevice(api, request, [userId])) !== undefined;
  return { browser: deviceOnReset(api, request, reply), network: networkOf(request.ip), isKnown };
}

function codeRoute(api: Needs, limitAddress: Limit): void {
  const { app, readStore, security } = api;
  const askedFor = (request: FastifyRequest) => (request.params as { email: string }).email.toLowerCase();
  // Each who asks is counted for themselves: nobody can use up what is the owner's.
  const limitRequester = perMinute(
    app,
    3,
    (request) => `${askedFor(request)} ${networkOf(request.ip)}`,
    tenMinutesMs,
  );
  // Their mailbox is not to be filled either, whoever has many addresses.
  const limitStrangers = perMinute(app, 12, askedFor, tenMinutesMs);

  app.post(
    '/api/forgetpassword/:email',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Mails a code to set a new password with: six digits, half an hour, five tries.',
        params: z.object({ email }),
        response: { 200: resetAnswer },
      },
    },
    async (request, reply) => {
      await limitAddress(request);
      await limitRequester(request);
      const address = request.params.email;
      const user = await accountOf(readStore, address);
      if (!user) {
        security.note('reset_refused', request, { email: address, reason: 'unknown' });
        throw new DomainError('ERR_NO_USER_FOUND');
      }
      const { id: userId, companyId, passwordSetBy = null } = user;
      const requester = await requesterOf(api, request, reply, userId);
      if (!requester.isKnown) await limitStrangers(request);
      const code = await issueResetCode(api, address, { userId, passwordSetBy }, requester);
      await postMail(api, {
        id: newId(),
        to: user.email,
        letter: 'resetCode',
        values: { name: user.name, code, minutes: String(codeMinutes) },
        language: languageOf(request.headers['accept-language']),
        usefulMs: codeMinutes * 60_000,
      });
      security.note('reset_requested', request, { userId, companyId });
      return { status: 200 };
    },
  );
}

function newPasswordRoutes(api: Needs, limitAddress: Limit): void {
  const { app, config, desk, readStore, security, sessions, state } = api;

  async function reset(
    request: FastifyRequest,
    reply: FastifyReply,
    { email: address, token, newPassword }: z.infer<typeof resetInput>,
  ) {
    await limitAddress(request);
    const asked = await accountOf(readStore, address);
    const requester = await requesterOf(api, request, reply, asked?.id);
    const heldCode = await tryResetCode(api, address, token, requester);
    const user = heldCode && (await readStore.allCompanies().get<UserDocument>('users', heldCode.userId));
    if (
      !heldCode ||
      !user ||
      user.email !== address ||
      (user.passwordSetBy ?? null) !== heldCode.passwordSetBy
    ) {
      security.note('reset_refused', request, { email: address, reason: 'code' });
      throw new DomainError('ERR_VALIDATION', 'The code is wrong, was used, or is too old', {
        errors: { token: 'wrongCode' },
      });
    }
    const { id: userId, companyId } = user;
    let passwordHash: string;
    try {
      checkClasses(newPassword);
      await checkPassword(newPassword, user).catch(atNewPassword);
      passwordHash = await hashPassword(newPassword);
    } catch (error) {
      await heldCode.giveBack();
      throw error;
    }
    if (!(await heldCode.use()))
      throw new DomainError('ERR_VALIDATION', 'The code was used', { errors: { token: 'wrongCode' } });
    await forgetDevices(state, userId);
    const changeOutcome = await desk.users.changePassword(
      { companyId, actor: { kind: 'user', id: userId, name: user.name }, ...ofRequest(request) },
      { userId, passwordHash, cause: 'reset' },
    );
    // Who reads the code has the address.
    const confirmOutcomes = user.unconfirmed
      ? [
          await desk.users.confirmEmail(
            { companyId, actor: { kind: 'user', id: userId, name: user.name }, ...ofRequest(request) },
            { userId },
          ),
        ]
      : [];
    await awaitSettled(api, reply, changeOutcome, ...confirmOutcomes);
    await sessions.endAll(userId);
    await postMail(api, {
      id: newId(),
      to: user.email,
      letter: 'passwordChanged',
      values: { name: user.name, link: passwordLink(config) },
      language: languageOf(request.headers['accept-language']),
    });
    security.note('password_changed', request, { userId, companyId, reason: 'reset' });
    return { status: 200 };
  }

  app.post(
    '/api/resetpasswords',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Sets a new password with the code that was mailed; ends the sessions of this user.',
        body: resetInput,
        response: { 200: resetAnswer },
      },
    },
    (request, reply) => reset(request, reply, request.body),
  );

  app.post(
    '/api/resetpasswords/:email/:token/:newPassword',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary:
          'As POST /resetpasswords. Only for who cannot send a body: paths are written down by whatever lies between.',
        deprecated: true,
        params: resetInput,
        response: { 200: resetAnswer },
      },
    },
    (request, reply) => reset(request, reply, request.params),
  );
}
