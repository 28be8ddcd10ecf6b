import type { FastifyRequest } from 'fastify';
import type { UserDocument } from '../../projections/users/document.ts';
import { ofRequest } from '../http/carried-out.ts';
import type { Api } from '../services.ts';

const hourMs = 3_600_000;

/** Writes into the user's events that somebody guesses, once an hour: whoever guesses without end must not fill the log. */
export async function recordGuessing(
  { desk, state }: Pick<Api, 'desk' | 'state'>,
  request: FastifyRequest,
  { id: userId, companyId }: Pick<UserDocument, 'id' | 'companyId'>,
  step: 'password' | 'code',
  tries: number,
): Promise<void> {
  const isFirst = await state.set(`login-refused/${step}/${userId}`, true, {
    expected: null,
    ttlMs: hourMs,
  });
  if (!isFirst) return;
  // Nobody is signed in: who guesses is not known.
  const actor = { kind: 'system', id: 'login' } as const;
  await desk.users
    .loginRefused({ companyId, actor, ...ofRequest(request) }, { userId, step, tries })
    .catch((err: unknown) => request.log.warn({ err }, 'guessing was not recorded'));
}
