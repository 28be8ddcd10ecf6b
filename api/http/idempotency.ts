import { createHash, createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { EventStore, Mark } from '../../domain/kernel/event-store.ts';
import type { StateEntry } from '../../domain/ports/state-store.ts';
import type { ApiDeps, App } from '../deps.ts';
import { commandIdOf } from './commands.ts';

/** How long a key is remembered with what was asked and answered. Clients make a new key (a UUID) for each command. */
const keyTtlMs = 24 * 3_600_000;
/** A longer answer is not kept: the repeated command then answers anew, and has no second effect all the same. */
const longestAnswer = 64 * 1024;

interface Answer {
  readonly status: number;
  readonly body: string | null;
  /** Events that it speaks of: where an older copy of the log has taken their place, nothing of it is true any more. */
  readonly marks?: readonly Mark[];
}
interface Kept {
  readonly hash: string;
  readonly answer?: Answer;
}
/** A request that holds its key, from the claim until its answer is kept. */
export interface Attempt {
  readonly key: string;
  readonly hash: string;
  readonly version: number;
  /** Nobody has held the key before: neither another request of this moment, nor one that a crash cut short. */
  readonly first: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Hash of the body as it was sent, when an `Idempotency-Key` came with it. */
    bodyHash: string | null;
    attempt: Attempt | null;
  }
}

/** Not a failure: the same was asked before, and this is what was answered. */
export class AnsweredBefore extends Error {
  override readonly name = 'AnsweredBefore';
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('answered before');
    this.answer = answer;
  }
}

const deepest = 100;

/** Returns the same for the same values, in whatever order the client has written them. @throws ERR_VALIDATION: nested without end */
function canonical(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest)
    throw new DomainError('ERR_VALIDATION', 'Nested too deeply', { errors: { body: 'invalid' } });
  if (Array.isArray(value)) return value.map((one) => canonical(one, depth + 1));
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Another shape than a list's, or `{}` and `[]` would be one.
  return { entries: entries.map(([key, one]) => [key, canonical(one, depth + 1)]) };
}

export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(value)) ?? '')
    .digest('base64url');

const writes = (request: FastifyRequest) =>
  request.signedIn !== null && /^(POST|PUT|PATCH|DELETE)$/.test(request.method);

const allStand = async (eventStore: Pick<EventStore, 'stands'>, marks: readonly Mark[] = []) => {
  for (const mark of marks) if (!(await eventStore.stands(mark))) return false;
  return true;
};

/**
 * Binds the request's `Idempotency-Key` to what is asked, before anything is done. Without a key: nothing.
 * @throws ERR_IDEMPOTENCY_KEY_REUSED when the key came with another body before (the command would be taken for a
 * repetition and dropped without a word); AnsweredBefore; ERR_UNAVAILABLE
 */
export async function claimKey(
  { state, config, eventStore }: Pick<ApiDeps, 'state' | 'config' | 'eventStore'>,
  request: FastifyRequest,
  body: string,
) {
  const id = writes(request) ? commandIdOf(request) : undefined;
  if (id === undefined) return;
  const key = `idempotency/${id}`;
  // With a key of ours: a body may hold a password, and a plain hash of it could be guessed by who reads the store.
  const hash = createHmac('sha256', config.secretKey)
    .update(JSON.stringify(['idempotency', request.method, request.url, body]))
    .digest('base64url');
  try {
    for (;;) {
      const heldAnswer = await state.get<Kept>(key);
      if (heldAnswer && heldAnswer.value.hash !== hash) throw new DomainError('ERR_IDEMPOTENCY_KEY_REUSED');
      const before = heldAnswer?.value.answer;
      if (before && (await allStand(eventStore, before.marks))) throw new AnsweredBefore(before);
      // Under way, or interrupted by a crash: the command's id makes the second run the same command. It is written anew
      // all the same, so that one who is refused cannot give the key back under the other.
      const expected = heldAnswer?.version ?? null;
      const mine = await state.set<Kept>(key, { hash }, { expected, ttlMs: keyTtlMs });
      if (!mine) continue;
      request.attempt = { key, hash, version: mine.version, first: !heldAnswer };
      return;
    }
  } catch (error) {
    if (isDomainError(error) || error instanceof AnsweredBefore) throw error;
    throw new DomainError('ERR_UNAVAILABLE', undefined, { cause: error });
  }
}

/** Resolves with the answer to send, a command's answer being kept: of two who ran at once the first answer counts for both. */
async function keepAnswer(
  { state }: Pick<ApiDeps, 'state'>,
  { key, hash, version }: Attempt,
  answer: Answer,
): Promise<Answer> {
  const kept: Kept = { hash, answer };
  for (let expected: number | null = version; ; ) {
    if (await state.set(key, kept, { expected, ttlMs: keyTtlMs })) return answer;
    const now: StateEntry<Kept> | undefined = await state.get<Kept>(key);
    if (now && (now.value.answer || now.value.hash !== hash)) return now.value.answer ?? answer;
    expected = now?.version ?? null;
  }
}

/** Repeated commands over HTTP: the same key with the same body has one effect and one answer, also after a restart. */
export function idempotency(
  api: Pick<ApiDeps, 'state' | 'config' | 'log' | 'eventStore'> & { readonly app: App },
): void {
  const { app, log } = api;
  app.decorateRequest('bodyHash', null);
  app.decorateRequest('attempt', null);
  app.decorateRequest('carriedOut', null);
  // As it was sent: what a schema makes of it may change with the next version.
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      const isKept = writes(request) && !request.routeOptions.config.secretAnswer;
      if (request.headers['idempotency-key'] !== undefined && isKept && !request.isMultipart())
        request.bodyHash = hashOf(request.body);
      done();
    } catch (refusal) {
      done(refusal as Error);
    }
  });
  // What a schema refuses does not use the key up. A form claims it where it has been read.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.bodyHash === null) return done();
    claimKey(api, request, request.bodyHash).then(() => done(), done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { attempt } = request;
    if (attempt === null) return done(null, payload);
    keepAnswerOf(request, reply, attempt, payload).then((sent) => done(null, sent), done);
  });

  async function keepAnswerOf(
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: Attempt,
    payload: unknown,
  ): Promise<unknown> {
    const refused = reply.statusCode >= 400 && reply.statusCode < 500;
    // A command that was refused has not happened: its key is free for the corrected one. Not so where a part of the
    // request was done: under the same id the correction would be taken for a repetition, and dropped without a word.
    if (attempt.first && refused && request.carriedOut === null)
      await api.state.delete(attempt.key, { expected: attempt.version }).catch((err: unknown) => {
        log.warn({ err }, 'the Idempotency-Key of a refused command stays bound');
      });
    const accepted = reply.statusCode >= 200 && reply.statusCode < 300;
    if (!accepted || (payload != null && typeof payload !== 'string')) return payload;
    if (payload != null && payload.length > longestAnswer) return payload;
    try {
      const { status, body } = await keepAnswer(api, attempt, {
        status: reply.statusCode,
        body: payload ?? null,
        marks: request.carriedOut ?? [],
      });
      reply.code(status);
      return body;
    } catch (err) {
      // The command is done: its answer goes out. Repeated, it is the same command by its id.
      log.warn({ err }, 'an answer could not be kept with its Idempotency-Key');
      return payload;
    }
  }
}
