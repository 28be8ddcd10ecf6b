import type { z } from 'zod';
import type { OtherSystemError } from '../domain/ports/other-system.ts';
import { type Answer, type Ask, type Asked, OutgoingError } from './ask.ts';

/**
 * Values of an answer, all that is in lists and objects counted. Half a megabyte has room for a quarter of a million, each of which
 * would be checked, and told of where it is wrong: a second in which nobody is answered.
 */
const mostValues = 20_000;

function hasTooMany(body: unknown): boolean {
  const looked: unknown[] = [body];
  let count = 0;
  for (let value = looked.pop(); count <= mostValues; value = looked.pop()) {
    if (typeof value === 'object' && value !== null) {
      const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
      count += inner.length;
      if (count <= mostValues) looked.push(...inner);
    }
    if (looked.length === 0) break;
  }
  return count > mostValues;
}

type Failed = new (...given: ConstructorParameters<typeof OtherSystemError>) => OtherSystemError;

/** Returns what asks systems of one kind, and reads what they answer; each throws that kind's error. */
export const demandingAs = (Failed: Failed) => ({
  /** Returns the answer. @throws the kind's error where there is none, or it is a refusal */
  async demand(ask: Ask, asked: Asked): Promise<Answer> {
    let answer: Answer;
    try {
      answer = await ask(asked);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new Failed(error.failure, error.message, undefined, error.isUnbegun);
    }
    const { status } = answer;
    if (status === 401 || status === 403) throw new Failed('keys', 'it does not know us', status);
    if (status < 200 || status > 299) throw new Failed('refused', `it answers ${status}`, status);
    return answer;
  },

  /** Returns the answer, read. @throws the kind's error: it has more than is read, or is not of the documented form */
  readAs<T>(schema: z.ZodType<T>, { body, status }: Answer): T {
    if (hasTooMany(body)) throw new Failed('large', `it answers more than ${mostValues} values`, status);
    const read = schema.safeParse(body);
    if (read.success) return read.data;
    const path = read.error.issues[0]?.path.join('.') ?? '';
    throw new Failed('odd', `the answer is unlike its documents at '${path}'`, status);
  },
});
