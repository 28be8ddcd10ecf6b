import type { FastifyReply, FastifyRequest } from 'fastify';
import { toWire } from '../../contract/wire.ts';
import type { UserOnWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { awaitSettled } from '../http/commands.ts';
import type { Api } from '../services.ts';
import { userViewOf } from './view.ts';

export type Answers = ReturnType<typeof createAnswers>;

/** Returns what finds the user that a request is about, and answers with them as they are after a command. */
export function createAnswers(api: Pick<Api, 'names' | 'reached' | 'config'>) {
  const { names } = api;

  async function find(request: FastifyRequest, userId: string): Promise<UserDocument> {
    const user = await request.read.get<UserDocument>('users', userId);
    if (!user) throw new DomainError('ERR_NO_USER_FOUND');
    return user;
  }

  async function view(request: FastifyRequest, user: Omit<UserDocument, 'passwordHash'>) {
    return toWire(userViewOf(user, await names.company(request.session.companyId), request.session));
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    ...outcomes: readonly { readonly position: number }[]
  ): Promise<UserOnWire> {
    await awaitSettled(api, reply, ...outcomes);
    // The feed may be a moment behind: what this user may do next is read from the names.
    await names.refresh(request.session.companyId, 'users', userId);
    return view(request, await find(request, userId));
  }

  return { find, view, answer };
}
