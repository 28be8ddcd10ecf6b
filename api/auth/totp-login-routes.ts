import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { enrolment, recoveryCodesView } from '../../contract/sign-in.ts';
import { type GrantOnWire, grantOnWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { awaitSettled } from '../http/commands.ts';
import { networkOf } from '../http/network.ts';
import { perMinute } from '../http/rate-limit.ts';
import type { Api } from '../services.ts';
import { type BeginAndEnd, contextOfUser, whose } from './begin-and-end.ts';
import { type Challenge, endChallenge, readChallenge, tryChallenge } from './challenges.ts';
import { createSecondStep, wrongCode } from './second-step.ts';

type Needs = Pick<
  Api,
  'app' | 'config' | 'desk' | 'now' | 'reached' | 'readStore' | 'security' | 'state' | 'vault'
>;
type SecondStep = ReturnType<typeof createSecondStep>;
type Limit = (request: FastifyRequest) => Promise<void>;

const challenge = z.string().min(20).max(200);
export const typedCode = z.string().trim().min(6).max(40);

/**
 * Resolves with the recovery codes of a new second step that is in force. Nothing counts before the event; what is left
 * of earlier ones goes after it.
 */
export async function enable(
  { desk, security }: Pick<Needs, 'desk' | 'security'>,
  totp: SecondStep['totp'],
  request: FastifyRequest,
  user: UserDocument,
  code: string,
) {
  const confirmed = await totp.confirm(user.id, code);
  if (confirmed === 'earlier')
    throw new DomainError('ERR_WRONG_CODE', 'a newer secret was begun', { errors: { code: 'newerCode' } });
  if (!confirmed) throw wrongCode();
  const { codes, credentialId } = confirmed;
  const context = contextOfUser(request, user);
  const outcome = await desk.users.enableTotp(context, { userId: user.id, credentialId });
  await totp.forget(user.id, credentialId);
  security.note('totp_enabled', request, whose(user));
  return { codes: [...codes], outcome };
}

/** Signing in where a password alone is not enough: with a code, or by setting an app up first. */
export function totpLoginRoutes(api: Needs, { signIn }: BeginAndEnd): void {
  const limit = perMinute(api.app, 120, (request) => networkOf(request.ip));
  const step = createSecondStep(api);
  codeRoute(api, step, signIn, limit);
  enrolRoutes(api, step, signIn, limit);
}

/** Returns who was challenged, as long as they are who they were then. @throws ERR_CHALLENGE_OVER */
async function challengedUser(
  { readStore }: Pick<Needs, 'readStore'>,
  { userId, passwordSetBy, step }: Challenge,
  wanted: Challenge['step'],
): Promise<UserDocument> {
  const user = await readStore.allCompanies().get<UserDocument>('users', userId);
  if (!user || step !== wanted || (user.passwordSetBy ?? null) !== passwordSetBy)
    throw new DomainError('ERR_CHALLENGE_OVER');
  return user;
}

function codeRoute(api: Needs, step: SecondStep, signIn: BeginAndEnd['signIn'], limit: Limit): void {
  const { app, state } = api;

  app.post(
    '/api/auth/totp',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'The second step of a login: a code of the app, or a recovery code. Five tries a challenge.',
        body: z.object({ challenge, code: typedCode, trust: z.boolean().default(false) }),
        response: { 200: grantOnWire },
      },
    },
    async (request, reply) => {
      await limit(request);
      const { challenge: token, code, trust } = request.body;
      const there = await tryChallenge(state, token);
      const user = await challengedUser(api, there, 'code');
      const secondStep = await step.check(request, user, code, there.tries);
      await endChallenge(state, token);
      return (await signIn(request, reply, user, { by: there.by, secondStep, trust })) as GrantOnWire;
    },
  );
}

function enrolRoutes(api: Needs, step: SecondStep, signIn: BeginAndEnd['signIn'], limit: Limit): void {
  const { app, desk, state } = api;

  app.post(
    '/api/auth/totp/enrolment',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'A secret for the authenticator app of who may not sign in without one; shown once.',
        body: z.object({ challenge }),
        response: { 200: enrolment },
      },
    },
    async (request) => {
      await limit(request);
      const there = await readChallenge(state, request.body.challenge);
      const user = await challengedUser(api, there, 'enrol');
      return step.totp.begin(user.id, user.email);
    },
  );

  async function confirm(
    request: FastifyRequest,
    reply: FastifyReply,
    { challenge: token, code }: { challenge: string; code: string },
  ) {
    const there = await tryChallenge(state, token);
    const user = await challengedUser(api, there, 'enrol');
    // Somebody else who knows the password was faster: this one has to show a code of theirs.
    if (await desk.users.totpOf(user.companyId, user.id)) throw new DomainError('ERR_CHALLENGE_OVER');
    const { codes, outcome } = await enable(api, step.totp, request, user, code);
    await endChallenge(state, token);
    await awaitSettled(api, reply, outcome);
    const body = await signIn(request, reply, user, { by: there.by, secondStep: 'code' });
    return { codes, ...(body as GrantOnWire) };
  }

  app.post(
    '/api/auth/totp/confirmation',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Shows a first code of the app: signs in, and gives ten recovery codes, once.',
        body: z.object({ challenge, code: typedCode }),
        response: { 200: grantOnWire.extend(recoveryCodesView.shape) },
      },
    },
    async (request, reply) => {
      await limit(request);
      return confirm(request, reply, request.body);
    },
  );
}
