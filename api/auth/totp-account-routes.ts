import { z } from 'zod';
import { enrolment, recoveryCodesView, securityView } from '../../contract/sign-in.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { createConfirmSelf } from '../users/confirm-self.ts';
import { whose } from './begin-and-end.ts';
import { demandStandIn } from './grants.ts';
import { createSecondStep, wrongCode } from './second-step.ts';
import { enable, typedCode } from './totp-login-routes.ts';
import { isTotpRequired } from './totp-rule.ts';
import { trustNoDevice } from './trusted-devices.ts';

type Needs = Pick<
  Api,
  'app' | 'config' | 'desk' | 'names' | 'now' | 'reached' | 'security' | 'state' | 'vault'
>;

const tags = ['account'];
const currentPassword = z.string().min(1).max(200);
/** The second step of who is signed in, and how an admin takes away a colleague's whose phone is gone. */
export function totpAccountRoutes(api: Needs): void {
  const step = createSecondStep(api);
  readRoute(api);
  enrolRoutes(api, step);
  codesRoute(api, step);
  offRoute(api, step);
  resetRoute(api, step);
}

async function find(read: CompanyReader, id: string): Promise<UserDocument> {
  const user = await read.get<UserDocument>('users', id);
  if (!user) throw new DomainError('ERR_NO_USER_FOUND');
  return user;
}

function readRoute({ app }: Needs): void {
  app.get(
    '/api/account/security',
    {
      schema: {
        tags,
        summary: 'How this account is signed in to. Secrets and codes are never shown again.',
        response: { 200: securityView },
      },
    },
    async (request) => {
      const user = await find(request.read, request.session.userId);
      const company = await request.read.get<CompanyDocument>('companies', user.companyId);
      const { totp, identity } = user;
      return {
        totp: totp ? { since: totp.since, codesLeft: totp.codesLeft } : null,
        required: company !== undefined && isTotpRequired(request.session, company),
        linked: Boolean(identity),
      };
    },
  );
}

function enrolRoutes(api: Needs, { totp }: ReturnType<typeof createSecondStep>): void {
  const { app, desk } = api;
  const confirmSelf = createConfirmSelf(api);

  app.post(
    '/api/account/totp/enrolment',
    {
      config: { secretAnswer: true },
      schema: {
        tags,
        summary: 'A secret for an authenticator app; nothing is in force before a code of it is shown.',
        body: z.object({ currentPassword }),
        response: { 200: enrolment },
      },
    },
    async (request) => {
      const user = await find(request.read, request.session.userId);
      await confirmSelf(request, user, { currentPassword: request.body.currentPassword });
      if (await desk.users.totpOf(user.companyId, user.id)) throw new DomainError('ERR_TOTP_ENABLED');
      return totp.begin(user.id, user.email);
    },
  );

  app.post(
    '/api/account/totp',
    {
      config: { secretAnswer: true },
      schema: {
        tags,
        summary: 'Puts the second step in force with a first code; gives ten recovery codes, once.',
        body: z.object({ code: typedCode }),
        response: { 200: recoveryCodesView },
      },
    },
    async (request, reply) => {
      const user = await find(request.read, request.session.userId);
      if (await desk.users.totpOf(user.companyId, user.id)) throw new DomainError('ERR_TOTP_ENABLED');
      const { codes, outcome } = await enable(api, totp, request, user, request.body.code);
      await awaitSettled(api, reply, outcome);
      return { codes };
    },
  );
}

function codesRoute(api: Needs, step: ReturnType<typeof createSecondStep>): void {
  const { app, desk, security } = api;
  const confirmSelf = createConfirmSelf(api);

  app.post(
    '/api/account/totp/codes',
    {
      config: { secretAnswer: true },
      schema: {
        tags,
        summary: 'Ten new recovery codes, once; those before are good no more. The app stays as it is.',
        body: z.object({ currentPassword, code: typedCode }),
        response: { 200: recoveryCodesView },
      },
    },
    async (request, reply) => {
      const user = await find(request.read, request.session.userId);
      await confirmSelf(request, user, { currentPassword: request.body.currentPassword });
      await step.check(request, user, request.body.code, 1);
      const inForce = await desk.users.totpOf(user.companyId, user.id);
      const renewed = inForce && (await step.totp.renewCodes(user.id, inForce.credentialId));
      if (!inForce || !renewed) throw wrongCode();
      const { credentialId, codes } = renewed;
      // Each call gives other codes, and is a command of its own: taken for a repetition, it would leave none that are good.
      const context = { ...contextOf(request), commandId: credentialId };
      const outcome = await desk.users.enableTotp(context, {
        userId: user.id,
        credentialId,
        insteadOf: inForce.credentialId,
      });
      await step.totp.forget(user.id, credentialId);
      security.note('totp_enabled', request, whose(user));
      await awaitSettled(api, reply, outcome);
      return { codes: [...codes] };
    },
  );
}

function offRoute(api: Needs, step: ReturnType<typeof createSecondStep>): void {
  const { app, desk, security, state } = api;
  const confirmSelf = createConfirmSelf(api);

  app.post(
    '/api/account/totp/off',
    {
      schema: {
        tags,
        summary: 'Turns the second step off, with password and code; refused where the company asks for one.',
        body: z.object({ currentPassword, code: typedCode }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const user = await find(request.read, request.session.userId);
      const company = await request.read.get<CompanyDocument>('companies', user.companyId);
      if (company && isTotpRequired(request.session, company)) throw new DomainError('ERR_TOTP_REQUIRED');
      await confirmSelf(request, user, { currentPassword: request.body.currentPassword });
      await step.check(request, user, request.body.code, 1);
      const off = await desk.users.disableTotp(contextOf(request), { userId: user.id });
      await step.totp.forget(user.id);
      await trustNoDevice(state, user.id);
      security.note('totp_disabled', request, whose(user));
      await awaitSettled(api, reply, off);
      return reply.code(204).send(null);
    },
  );
}

function resetRoute(api: Needs, step: ReturnType<typeof createSecondStep>): void {
  const { app, desk, names, security, state } = api;

  app.delete(
    '/api/users/:id/totp',
    {
      config: { rule: 'users:manage' },
      schema: {
        tags: ['users'],
        summary: 'Takes away the second step of a colleague whose phone is gone; one’s own needs a code.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { session } = request;
      const user = await find(request.read, request.params.id);
      if (user.id === session.userId) throw new DomainError('ERR_OWN_USER');
      await demandStandIn(names, session, user);
      const off = await desk.users.disableTotp(contextOf(request), { userId: user.id });
      await step.totp.forget(user.id);
      await trustNoDevice(state, user.id);
      security.note('totp_disabled', request, { ...whose(user), by: session.userId });
      await awaitSettled(api, reply, off);
      await names.refresh(session.companyId, 'users', user.id);
      return reply.code(204).send(null);
    },
  );
}
