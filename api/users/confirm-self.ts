import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { createAttempts } from '../auth/attempts.ts';
import { verifyPassword } from '../auth/passwords.ts';
import type { Api } from '../services.ts';
import type { UserInput } from './input.ts';

export function createConfirmSelf({ state, security }: Pick<Api, 'state' | 'security'>) {
  const attempts = createAttempts(state);

  /**
   * Before somebody changes their own password or e-mail: a screen left open must not be enough to take an account over.
   * @throws ERR_VALIDATION, ERR_WRONG_PASSWORD naming the field, ERR_TOO_MANY_REQUESTS
   */
  async function confirmSelf(
    request: FastifyRequest,
    user: UserDocument,
    { currentPassword: givenPassword, password }: UserInput,
  ): Promise<void> {
    if (givenPassword === undefined)
      throw new DomainError('ERR_VALIDATION', 'The present password is needed', {
        errors: { currentPassword: 'required' },
      });
    const { email } = user;
    const attempt = { email, address: request.ip, device: `session ${request.session.sid}` };
    await attempts.begin(attempt);
    // A repeated request whose first half was done shows the password before; its own is in force already.
    const candidates = password === undefined ? [givenPassword] : [givenPassword, password];
    let known = false;
    for (const one of candidates) known ||= await verifyPassword(one, user.passwordHash);
    if (!known) {
      security.note('login_failed', request, {
        userId: user.id,
        companyId: user.companyId,
        email,
        reason: 'currentPassword',
      });
      throw new DomainError('ERR_WRONG_PASSWORD', undefined, {
        errors: { currentPassword: 'ERR_WRONG_PASSWORD' },
      });
    }
    await attempts.succeeded(attempt);
  }

  return confirmSelf;
}
