/** How others are asked over HTTP: whole answers up to a size and a time, no redirects, no private addresses. */

import type { Readable } from 'node:stream';
import type { buildConnector } from 'undici';

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form, where there is no `body`. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The text as JSON; undefined: it is none. */
  readonly body: unknown;
}

/** `private`: it lies where nobody of a company may send us; `large`: it answers more than is read; `odd`: in what nobody unpacks. */
type Failure = 'unreachable' | 'slow' | 'large' | 'private' | 'insecure' | 'odd';

/** No answer came. Says what failed, and nothing of what was sent: it is logged. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly failure: Failure;
  /** Whether no line was opened: nothing of what was asked got there. */
  readonly isUnbegun: boolean;
  constructor(failure: Failure, message: string, isUnbegun = false) {
    super(message);
    this.failure = failure;
    this.isUnbegun = isUnbegun;
  }
}

export type Ask = (asked: Asked) => Promise<Answer>;

/** How long the rest of an answer is waited for whose status is what counts. */
const restMs = 1_000;

const slowCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const noLineCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function failureOf(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const { code, name, syscall } = (error ?? {}) as {
    readonly code?: unknown;
    readonly name?: string;
    readonly syscall?: string;
  };
  const said = typeof code === 'string' ? code : (name ?? 'unknown');
  if (name === 'TimeoutError' || slowCodes.has(said)) return new OutgoingError('slow', 'no answer in time');
  if (said === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new OutgoingError('large', 'it answers too much');
  return new OutgoingError(
    'unreachable',
    `no answer: ${said}`,
    noLineCodes.has(said) || syscall === 'connect',
  );
}

const packings = /\b(x-)?(gzip|compress|deflate|br|zstd)\b/i;
/**
 * Whether an answer is compressed, though nobody asked for that: as text it would be nobody's words. Of a header that names no such
 * coding, as some servers write their alphabet there, nothing is.
 */
const isPacked = (encoding: string | readonly string[] | undefined): boolean =>
  [encoding ?? []].flat().some((one) => packings.test(one));

/** Returns how others are asked over HTTP: whole answers up to a size and a time, and no redirect is followed. */
export function createAsk(options: {
  readonly connect: buildConnector.BuildOptions | buildConnector.connector;
  readonly timeoutMs: number;
  /** An answer that is longer is none. */
  readonly mostBytes: number;
  /** Of a longer answer, and of one that breaks off, the beginning is read instead: its status is what counts. */
  readonly cuts?: boolean;
}): Ask {
  const { connect, timeoutMs, mostBytes, cuts = false } = options;
  // With the library, when somebody is asked for the first time.
  const open = async () => {
    const { Agent, request } = await import('undici');
    return { request, dispatcher: new Agent({ connect, ...(!cuts && { maxResponseSize: mostBytes }) }) };
  };
  let opened: ReturnType<typeof open> | undefined;

  return async ({ method, url, headers, body, form }) => {
    opened ??= open();
    const { request, dispatcher } = await opened;
    const sentBody = body === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(body);
    const type = body === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
    try {
      const answer = await request(url, {
        dispatcher,
        method,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          // Firewalls turn away who does not say who calls.
          'user-agent': 'balcao',
          ...(sentBody !== undefined && { 'content-type': type }),
          ...headers,
        },
        ...(sentBody !== undefined && { body: sentBody }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = cuts ? await beginningOf(answer.body, mostBytes) : await answer.body.text();
      if (!cuts && text !== '' && isPacked(answer.headers['content-encoding']))
        throw new OutgoingError('odd', 'it answers in packed bytes');
      return { status: answer.statusCode, text, body: parseText(text) };
    } catch (error) {
      throw failureOf(error);
    }
  };
}

/**
 * Resolves with so much of an answer at most, or what came of it before it broke off or a moment was over; what follows is
 * not waited for, and its line is closed.
 */
async function beginningOf(body: Readable, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), restMs);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= mostBytes) break;
    }
  } catch {
    // The status has come: were it no answer, what is done already would be asked for again.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, mostBytes).toString();
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
