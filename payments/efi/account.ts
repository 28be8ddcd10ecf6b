import { z } from 'zod';
import { retry } from '../../domain/kernel/retry.ts';
import { PaymentError } from '../../domain/ports/payments.ts';
import { type Answer, type Ask, createAsk, OutgoingError } from '../../outgoing/ask.ts';
import { type Certificate, tlsOf } from './certificate.ts';

/** An application of an account at Efí, as the operator has set it up there. */
export interface EfiSettings {
  /** `https://pix.api.efipay.com.br`, or the one for trials. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly certificate: Certificate;
  /** Who vouches for the server, where that is nobody whom the system knows. */
  readonly ca?: string | undefined;
}

export interface Call {
  readonly method: 'GET' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What of this is answered, milliseconds: one question, and all tries of one together. */
const timeoutMs = 8_000;
const tries = 3;
/** Answers are a few KB. */
const mostBytes = 1024 * 1024;
/** A token is renewed so long before it ends: a question that is under way must not meet its end. */
const spareMs = 60_000;

const grantedToken = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.number().positive(),
});
const refusal = z.object({ nome: z.string().regex(/^[a-z_]{1,60}$/) });

/** Returns Efí's own name of a refusal (`txid_duplicado`), which holds nothing of anybody. */
export const nameOf = ({ body }: Answer): string | undefined => refusal.safeParse(body).data?.nome;

/** @throws PaymentError always: what was asked, and what Efí says of it */
export function refuseAnswer({ method, path }: Call, answer: Answer): never {
  const [, , what] = path.split('/');
  throw new PaymentError(`Efí: ${method} ${what} ${answer.status} ${nameOf(answer) ?? ''}`.trim());
}

/** Whether another try may go better: nobody answered, or whoever did is out of breath. */
class TryAgain extends Error {
  readonly answer: Answer | undefined;
  constructor(answer?: Answer, cause?: unknown) {
    super('try again', { cause });
    this.answer = answer;
  }
}

/** Returns how Efí is asked: with a token that is renewed before it ends, or when Efí says that it has; what did not come through again. */
export function createAccount(
  { url, clientId, clientSecret, certificate, ca }: EfiSettings,
  now: () => Date,
  wait: { readonly firstMs?: number; readonly timeoutMs?: number } = {},
) {
  const ask: Ask = createAsk({
    connect: { ...tlsOf(certificate), ...(ca !== undefined && { ca }) },
    timeoutMs: wait.timeoutMs ?? timeoutMs,
    mostBytes,
  });
  let token: { readonly value: Promise<string>; readonly until: () => number } | undefined;

  async function insist(once: () => Promise<Answer>): Promise<Answer> {
    const attempt = async () => {
      const answer = await once().catch((error: unknown) => {
        throw error instanceof OutgoingError ? new TryAgain(undefined, error) : error;
      });
      if (answer.status >= 500 || answer.status === 429) throw new TryAgain(answer);
      return answer;
    };
    try {
      return await retry(attempt, {
        firstMs: wait.firstMs ?? 300,
        giveUp: (error, failures) => !(error instanceof TryAgain) || failures >= tries,
      });
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error;
      const { answer, cause } = error;
      throw new PaymentError(answer ? `Efí: ${answer.status}` : `Efí: ${(cause as OutgoingError).message}`);
    }
  }

  function tokenOf(): Promise<string> {
    if (token && now().getTime() < token.until()) return token.value;
    // Whoever asks meanwhile waits for the same one.
    let until = Number.POSITIVE_INFINITY;
    const value = insist(() =>
      ask({
        method: 'POST',
        url: `${url}/oauth/token`,
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
        body: { grant_type: 'client_credentials' },
      }),
    ).then((answer) => {
      const given = grantedToken.safeParse(answer.body);
      if (answer.status !== 200 || !given.success)
        throw new PaymentError(`Efí gives no token: ${answer.status}`);
      until = now().getTime() + given.data.expires_in * 1_000 - spareMs;
      return given.data.access_token;
    });
    const own = { value, until: () => until };
    token = own;
    value.catch(() => {
      if (token === own) token = undefined;
    });
    return value;
  }

  /** Returns what Efí answers, refusals too. @throws PaymentError when it does not, or knows us no more */
  return async ({ path, ...call }: Call): Promise<Answer> => {
    const once = async () => {
      const authorization = `Bearer ${await tokenOf()}`;
      return ask({ ...call, url: url + path, headers: { ...call.headers, authorization } });
    };
    const answer = await insist(once);
    if (answer.status !== 401) return answer;
    token = undefined;
    return insist(once);
  };
}
export type Account = ReturnType<typeof createAccount>;
