import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invitationView, limitedGrant } from '../../contract/sign-in.ts';
import { DomainError } from '../../domain/errors.ts';
import { normalizeEmail } from '../../domain/user/user.ts';
import { consumeLink, isLinkOf, type LinkPurpose, readLink } from '../../messaging/links.ts';
import { languageOf } from '../../messaging/mail/letters.ts';
import { postConfirmation } from '../../messaging/signup/confirmation.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { ofRequest } from '../http/carried-out.ts';
import { awaitSettled, derivedId } from '../http/commands.ts';
import { consoleUrl } from '../http/console-url.ts';
import { networkOf } from '../http/network.ts';
import { perMinute } from '../http/rate-limit.ts';
import type { Api } from '../services.ts';
import { grantBilling } from './billing-token.ts';
import { withGrant } from './grants.ts';
import { checkPassword } from './password-rule.ts';
import { hashPassword } from './passwords.ts';

type Needs = Pick<
  Api,
  'app' | 'config' | 'desk' | 'names' | 'now' | 'reached' | 'readStore' | 'security' | 'state' | 'vault'
>;
type Limit = (request: FastifyRequest) => Promise<void>;

const tenMinutesMs = 10 * 60_000;
const token = z.string().min(20).max(200);
const doneAnswer = z.object({ status: z.number().int() });
const whose = (user: UserDocument) => ({ userId: user.id, companyId: user.companyId });
const byThemselves = (request: FastifyRequest, user: UserDocument) => ({
  companyId: user.companyId,
  actor: { kind: 'user' as const, id: user.id, name: user.name },
  ...ofRequest(request),
});

/** What a link in a letter is good for: a first password, and that an address is one's own. */
export function mailedLinkRoutes(api: Needs): void {
  const limitAddress = perMinute(api.app, 60, (request) => networkOf(request.ip), tenMinutesMs);
  inviteRoutes(api, limitAddress);
  confirmRoutes(api, limitAddress);
  billingRoute(api, limitAddress);
}

/** Returns the user that a link was mailed to. @throws ERR_LINK_EXPIRED: it was used, is too old, or the account has changed since */
async function ownerOf(
  { readStore, security, state }: Needs,
  request: FastifyRequest,
  purpose: LinkPurpose,
  given: string,
): Promise<UserDocument> {
  const link = await readLink(state, purpose, given);
  const user = link && (await readStore.allCompanies().get<UserDocument>('users', link.userId));
  // Who came by the provider meanwhile needs no password, and whoever finds the letter is to set none.
  const isNeeded = purpose !== 'invite' || !user?.identity;
  if (user && isNeeded && isLinkOf(link, user)) return user;
  security.note('link_refused', request, { purpose, ...(user && whose(user)) });
  throw new DomainError('ERR_LINK_EXPIRED');
}

function inviteRoutes(api: Needs, limitAddress: Limit): void {
  const { app, desk, readStore, security, state } = api;

  app.post(
    '/api/auth/invite/look',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Who a mailed invitation is for; it stays as it is.',
        body: z.object({ token }),
        response: { 200: invitationView },
      },
    },
    async (request) => {
      await limitAddress(request);
      const { name, email, companyId } = await ownerOf(api, request, 'invite', request.body.token);
      const company = await readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
      return { name, email, company: company?.name ?? '' };
    },
  );

  app.post(
    '/api/auth/invite',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Sets the first password of who was invited, once.',
        body: z.object({ token, password: z.string().min(1).max(200) }),
        response: { 200: doneAnswer },
      },
    },
    async (request, reply) => {
      await limitAddress(request);
      const { token: givenToken, password } = request.body;
      const user = await ownerOf(api, request, 'invite', givenToken);
      await checkPassword(password, user);
      const passwordHash = await hashPassword(password);
      // The stream decides which of two comes first; the link is gone only when a password is there.
      const changed = await desk.users.changePassword(byThemselves(request, user), {
        userId: user.id,
        passwordHash,
        isFirst: true,
        cause: 'invite',
      });
      await consumeLink(state, 'invite', givenToken);
      await awaitSettled(api, reply, changed);
      security.note('password_changed', request, { ...whose(user), reason: 'invite' });
      return { status: 200 };
    },
  );
}

function confirmRoutes(api: Needs, limitAddress: Limit): void {
  const { app, config, desk, readStore, security, state } = api;
  const limitAccount = perMinute(
    app,
    3,
    (request) => normalizeEmail((request.body as { email: string }).email),
    tenMinutesMs,
  );

  app.post(
    '/api/auth/confirm',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Says that the address a link was mailed to is its owner’s: they can sign in from here on.',
        body: z.object({ token }),
        response: { 200: doneAnswer.extend(invitationView.pick({ email: true }).shape) },
      },
    },
    async (request, reply) => {
      await limitAddress(request);
      const user = await ownerOf(api, request, 'confirm', request.body.token);
      const confirmed = await desk.users.confirmEmail(byThemselves(request, user), { userId: user.id });
      await consumeLink(state, 'confirm', request.body.token);
      await awaitSettled(api, reply, confirmed);
      security.note('email_confirmed', request, whose(user));
      return { status: 200, email: user.email };
    },
  );

  app.post(
    '/api/auth/confirm/again',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary:
          'Mails the link to confirm an address with again. Answers the same whether or not there is anything to confirm.',
        body: z.object({ email: z.string().trim().min(3).max(200) }),
        response: { 200: doneAnswer },
      },
    },
    async (request) => {
      await limitAddress(request);
      await limitAccount(request);
      const email = normalizeEmail(request.body.email);
      const [user] = await readStore
        .allCompanies()
        .find<UserDocument>('users', { where: { email }, limit: 1 });
      if (user?.unconfirmed) {
        const company = await readStore
          .forCompany(user.companyId)
          .get<CompanyDocument>('companies', user.companyId);
        await postConfirmation(api, user, {
          id: derivedId(user.id, request.id),
          company: company?.name ?? '',
          url: consoleUrl(config, request),
          language: languageOf(request.headers['accept-language']),
        });
      }
      return { status: 200 };
    },
  );
}

function billingRoute(api: Needs, limitAddress: Limit): void {
  const { app, security, state } = api;

  app.post(
    '/api/auth/billing/link',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary:
          'A token of 15 minutes for invoices and checkout, and nothing else, by a link of a letter; once.',
        body: z.object({ token }),
        response: { 200: limitedGrant },
      },
    },
    async (request) => {
      await limitAddress(request);
      const user = await ownerOf(api, request, 'billing', request.body.token);
      const granted = grantBilling(api, withGrant(await api.names.company(user.companyId), user), 'link');
      // Of two who open it at once one gets nothing; who is no admin any more gets nothing either.
      if (!granted || !(await consumeLink(state, 'billing', request.body.token)))
        throw new DomainError('ERR_LINK_EXPIRED');
      security.note('link_used', request, { ...whose(user), purpose: 'billing' });
      return granted;
    },
  );
}
