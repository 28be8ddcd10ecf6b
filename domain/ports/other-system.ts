/**
 * What comes of asking a system of somebody else's. `keys`: it does not know us; `refused`: it answers with an error; `odd`: with what
 * it does not document; the others: nothing came, or nobody may be asked there.
 */
export const systemFailures = [
  'keys',
  'refused',
  'odd',
  'unreachable',
  'slow',
  'large',
  'private',
  'insecure',
  'busy',
] as const;
export type SystemFailure = (typeof systemFailures)[number];

/** No answer to be used. Says nothing of what was asked, nor of any key: it is logged. */
export abstract class OtherSystemError extends Error {
  readonly failure: SystemFailure;
  /** HTTP's, where there was one. */
  readonly status: number | undefined;
  /** Whether nothing of what was asked for was begun, surely: who asks again has nothing done twice. */
  readonly isUnbegun: boolean;
  constructor(failure: SystemFailure, message: string, status?: number, isUnbegun = status === 429) {
    super(message);
    this.failure = failure;
    this.status = status;
    this.isUnbegun = isUnbegun;
  }
}
