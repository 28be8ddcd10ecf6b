import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { networkOf } from '../http/network.ts';
import type { Api } from '../services.ts';
import { createAttempts } from './attempts.ts';
import { contextOfUser, whose } from './begin-and-end.ts';
import { knownDevice } from './devices.ts';
import { recordGuessing } from './guessing.ts';
import { createTotp, isTotpCode } from './totp.ts';

type Needs = Pick<Api, 'app' | 'config' | 'desk' | 'now' | 'security' | 'state' | 'vault'>;

export const wrongCode = () =>
  new DomainError('ERR_WRONG_CODE', undefined, { errors: { code: 'wrongCode' } });

/** Wrong codes in a row that are worth a line in the audit. */
const worthTelling = 3;

/** Returns what looks at codes of the second step: of the app, or one of the ten. */
export function createSecondStep(api: Needs) {
  const { desk, security, state } = api;
  const totp = createTotp(api);
  const attempts = createAttempts(state);

  /** Returns how the code was good. */
  async function take(
    request: FastifyRequest,
    user: UserDocument,
    { credentialId }: { readonly credentialId: string },
    code: string,
  ): Promise<'code' | 'recoveryCode' | undefined> {
    if (isTotpCode(code)) return (await totp.take(user.id, credentialId, code)) ? 'code' : undefined;
    const index = await totp.recoveryCode(user.id, credentialId, code);
    if (index === undefined) return undefined;
    await desk.users.spendRecoveryCode(contextOfUser(request, user), {
      userId: user.id,
      credentialId,
      code: index,
    });
    return 'recoveryCode';
  }

  return {
    totp,
    /**
     * Checks a code, and uses it up. Tries are counted as those of a password are, over all processes, before the code is
     * looked at: also over challenges, of which who knows the password may ask for many.
     * @param tries of this challenge, with this one
     * @throws ERR_WRONG_CODE, ERR_TOO_MANY_REQUESTS
     */
    async check(
      request: FastifyRequest,
      user: UserDocument,
      code: string,
      tries: number,
    ): Promise<'code' | 'recoveryCode'> {
      const device = request.signedIn
        ? `session ${request.session.sid}`
        : await knownDevice(api, request, [user.id]);
      const attempt = { email: `second step of ${user.id}`, address: networkOf(request.ip), device };
      await attempts.begin(attempt);
      const inForce = await desk.users.totpOf(user.companyId, user.id);
      const how = inForce
        ? await take(request, user, inForce, code).catch((error: unknown) => {
            if (error instanceof DomainError && error.code === 'ERR_WRONG_CODE') return undefined;
            throw error;
          })
        : undefined;
      if (how === undefined) {
        security.note('code_refused', request, whose(user));
        if (tries >= worthTelling) await recordGuessing(api, request, user, 'code', tries);
        throw wrongCode();
      }
      await attempts.succeeded(attempt);
      return how;
    },
  };
}
