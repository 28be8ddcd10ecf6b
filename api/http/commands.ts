import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import { uuidOf } from '../../domain/kernel/ids.ts';
import type { ApiDeps } from '../deps.ts';
import { ofRequest } from './carried-out.ts';
import { writtenAt } from './own-writes.ts';

/** For an answer that can also be made from the log. */
const briefPatienceMs = 2_000;
/** For an answer that only the read models give: a new record would seem not to be there, a changed one as it was. */
const patienceMs = 10_000;

/** Returns a stable id in UUID form (version 8: made by the application) of these parts. */
export const derivedId = (...parts: readonly string[]): string =>
  uuidOf(hash('sha256', JSON.stringify(parts)), 8);

/** Returns the command id that an `Idempotency-Key` stands for: scoped by company, user and call, so that no two share one. */
export function commandIdOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 1 || key.length > 200)
    throw new DomainError('ERR_VALIDATION', 'Idempotency-Key: 1 to 200 characters', {
      errors: { 'Idempotency-Key': 'invalid' },
    });
  const { companyId, userId } = request.session;
  return derivedId(companyId, userId, request.method, request.url.split('?')[0]!, key);
}

/**
 * Returns in whose name and under which id a request's command is carried out.
 * @param part tells apart the commands of one request, so that each has an id of its own
 */
export function contextOf(request: FastifyRequest, part?: string): Context {
  const { companyId, userId, name, scope, integration } = request.session;
  const commandId = commandIdOf(request);
  return {
    companyId,
    actor: { kind: integration ? 'integration' : 'user', id: userId, name },
    scope,
    ...ofRequest(request),
    ...(commandId && { commandId: part === undefined ? commandId : derivedId(commandId, part) }),
  };
}

type Settling = Pick<ApiDeps, 'reached' | 'config'>;
type Outcomes = readonly { readonly position: number }[];

/**
 * Resolves with whether the read models have reached a command's position, so that users read their own writes. After
 * 10 s the answer goes out all the same, with `X-Behind`; what it would show and is not there yet is then
 * ERR_UNAVAILABLE. What this process knows, another learns a moment later: the answer names its position, for the next
 * request may go there.
 */
export const awaitSettled = (api: Settling, reply: FastifyReply, ...outcomes: Outcomes): Promise<boolean> =>
  wait(api, reply, outcomes, patienceMs);

/** Resolves like `awaitSettled`, within 2 s: who asks has another way to answer. */
export const settledSoon = (api: Settling, reply: FastifyReply, ...outcomes: Outcomes): Promise<boolean> =>
  wait(api, reply, outcomes, briefPatienceMs);

async function wait(api: Settling, reply: FastifyReply, outcomes: Outcomes, ms: number): Promise<boolean> {
  const position = Math.max(0, ...outcomes.map((outcome) => outcome.position));
  const there = await api.reached(position, ms);
  if (position > 0) writtenAt(api.config, reply, position);
  // What an earlier wait of this request was for is there with it; what stands further on is not known to be.
  const behindBefore = Number(reply.getHeader(behindHeader) ?? 0);
  if (!there) reply.header(behindHeader, String(Math.max(behindBefore, position)));
  else if (behindBefore <= position) reply.removeHeader(behindHeader);
  return there;
}

/** Work that takes longer is done without waiting: a file is not read for ever. */
const longestPacedMs = 8 * 60_000;

/**
 * Returns what a long piece of work waits for behind each of its steps: that the read models show it. What others write meanwhile would
 * come behind all that is not shown yet. Where they do not get on it waits once, and then no more.
 * @param signal whose abortion ends the waiting
 */
export function createPace(
  { reached }: Pick<ApiDeps, 'reached'>,
  signal?: AbortSignal,
): (position: number) => Promise<void> {
  let pacedUntil = performance.now() + longestPacedMs;
  const stopped = new Promise<false>((resolve) =>
    signal?.addEventListener('abort', () => resolve(false), { once: true }),
  );
  return async (position) => {
    if (performance.now() >= pacedUntil) return;
    if (!(await Promise.race([reached(position, patienceMs), stopped]))) pacedUntil = 0;
  };
}

const behindHeader = 'x-behind';

/** Whether the answer to a command is made before the read models have reached it. */
export const isBehind = (reply: FastifyReply): boolean => reply.hasHeader(behindHeader);
