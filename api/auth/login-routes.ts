import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { consumeLink, isLinkOf } from '../../messaging/links.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { isNearby } from '../http/nearby.ts';
import { networkOf } from '../http/network.ts';
import { perMinute } from '../http/rate-limit.ts';
import type { Api } from '../services.ts';
import { createAttempts, mostAtOneDoor } from './attempts.ts';
import { type BeginAndEnd, loginAnswer, whose } from './begin-and-end.ts';
import { knownDevice } from './devices.ts';
import { recordGuessing } from './guessing.ts';
import { verifyPassword } from './passwords.ts';

type Needs = Pick<Api, 'app' | 'security' | 'readStore' | 'state' | 'config' | 'desk'>;
type Limit = (request: FastifyRequest) => Promise<void>;

/** Signing in: by password, or by a link of the demo. */
export function loginRoutes(api: Needs, { signIn }: BeginAndEnd): void {
  const limitAddress = perMinute(api.app, 120, (request) => networkOf(request.ip));
  passwordRoute(api, signIn, limitAddress);
  linkRoute(api, signIn, limitAddress);
}

function passwordRoute(api: Needs, signIn: BeginAndEnd['signIn'], limitAddress: Limit): void {
  const { app, readStore, security } = api;
  const attempts = createAttempts(api.state);

  app.post(
    '/api/auth/login',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary:
          'Log in. Ends any other session of this user. Where a second step is missing the answer is none yet: it names ' +
          'the step and the challenge to go on with.',
        body: z.object({ email: z.string().trim().min(3).max(200), password: z.string().min(1).max(200) }),
        response: { 200: loginAnswer },
      },
    },
    async (request, reply) => {
      await limitAddress(request);
      const email = request.body.email.toLowerCase();
      const users = await readStore
        .allCompanies()
        .find<UserDocument>('users', { where: { email }, limit: 5 });
      const device = await knownDevice(
        api,
        request,
        users.map(({ id }) => id),
      );
      const attempt = { email, address: networkOf(request.ip), device };
      const noteDetails = { email, knownDevice: device !== undefined };
      await attempts.begin(attempt).catch(async (error: unknown) => {
        security.note('login_locked', request, noteDetails);
        if (users[0]) await recordGuessing(api, request, users[0], 'password', mostAtOneDoor);
        throw error;
      });
      let user: UserDocument | undefined;
      for (const candidate of users.length > 0 ? users : [undefined])
        if (await verifyPassword(request.body.password, candidate?.passwordHash)) user ??= candidate;
      if (!user) {
        security.note('login_failed', request, { ...noteDetails, ...(users[0] && whose(users[0])) });
        throw new DomainError('ERR_INVALID_CREDENTIALS');
      }
      await attempts.succeeded(attempt);
      return signIn(request, reply, user, { by: 'password' }).catch((error: unknown) => {
        if (isDomainError(error))
          security.note('login_failed', request, { ...noteDetails, ...whose(user), reason: error.code });
        throw error;
      });
    },
  );
}

function linkRoute(api: Needs, signIn: BeginAndEnd['signIn'], limitAddress: Limit): void {
  const { app, config, readStore, security } = api;

  app.post(
    '/api/auth/link',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        summary: 'Log in once by a one-time link of the demo, on the machine it was printed on.',
        body: z.object({ token: z.string().min(20).max(200) }),
        response: { 200: loginAnswer },
      },
    },
    async (request, reply) => {
      await limitAddress(request);
      const link =
        config.trustProxy === false && isNearby(request)
          ? await consumeLink(api.state, 'signin', request.body.token)
          : undefined;
      const user = link && (await readStore.allCompanies().get<UserDocument>('users', link.userId));
      if (!user || !isLinkOf(link, user)) {
        security.note('link_refused', request, { ...(user && whose(user)) });
        throw new DomainError('ERR_INVALID_CREDENTIALS');
      }
      const answer = await signIn(request, reply, user, { by: 'link' });
      security.note('link_used', request, whose(user));
      return answer;
    },
  );
}
