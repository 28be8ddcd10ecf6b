import type { GrantView } from '../../contract/sign-in.ts';
import { answerFromWire, bodyToWire } from '../../contract/wire.ts';
import { noteServerTime } from './server-time.ts';
import { beginSession, endReason, endSession } from './session-store.ts';
import { readStored } from './storage.ts';

/** A refusal as the API words it; `errors` names fields by code, `status` 0 means that no answer came, 408 not in time. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly errors: Readonly<Record<string, string>> | undefined;
  /** ra-core reads field errors from here; it asks `hasOwnProperty('body')`, so that a getter would lose them. */
  readonly body: { error: string; message: string; errors?: Readonly<Record<string, string>> };
  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: Record<string, unknown>; errors?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.errors = more.errors;
    this.body = { error: code, message, ...(more.errors ? { errors: more.errors } : {}) };
  }
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
export interface ApiOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as multipart (or url-encoded, if it is URLSearchParams). */
  readonly form?: FormData | URLSearchParams;
  readonly signal?: AbortSignal;
  /** It may take as long as it takes, as a file does. Default: whatever is no read. */
  readonly slow?: boolean;
  /** Makes a repeated request the same command. */
  readonly idempotencyKey?: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
}

const address = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, String(value)]],
  );
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return `/api${path}${search}`;
};

/** A read that is not there by then never will be: on a line that died without a word it would be waited for for ever. */
const readMs = 30_000;

/** Returns what a call without an answer throws: to who gave it up themselves, just that. */
const unanswered = (error: unknown, signal?: AbortSignal): unknown => {
  if (signal?.aborted) return error;
  const { name, message } = error as Error;
  return new ApiError(name === 'TimeoutError' ? 408 : 0, 'ERR_NETWORK', message);
};

/** Returns an answer's text. Throws ApiError when the line dies in the middle of it. */
export const textOf = (answer: Response, signal?: AbortSignal): Promise<string> =>
  answer.text().catch((error: unknown) => {
    throw unanswered(error, signal);
  });

const send = async (path: string, options: ApiOptions, token: string | null): Promise<Response> => {
  const { body, form, signal, idempotencyKey, query, headers } = options;
  const { method = body === undefined && form === undefined ? 'GET' : 'POST' } = options;
  const { slow = method !== 'GET' } = options;
  const signals = [signal ?? [], slow ? [] : AbortSignal.timeout(readMs)].flat();
  try {
    const answer = await fetch(address(path, query), {
      method,
      credentials: 'same-origin',
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      body: body === undefined ? form : JSON.stringify(bodyToWire(body)),
    });
    noteServerTime(answer.headers.get('date'));
    return answer;
  } catch (error) {
    throw unanswered(error, signal);
  }
};

const refusal = async (response: Response): Promise<ApiError> => {
  const text = await textOf(response);
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Not our API's words (a proxy's page): the status is what there is to say.
  }
  const code =
    typeof body.error === 'string' ? body.error : response.status >= 500 ? 'ERR_INTERNAL' : 'ERR_HTTP';
  const message = typeof body.message === 'string' ? body.message : response.statusText;
  return new ApiError(response.status, code, message, {
    details: answerFromWire(body.details) as Record<string, unknown> | undefined,
    errors: answerFromWire(body.errors) as Record<string, string> | undefined,
  });
};

/**
 * Returns why the session ended. Whichever comes first, this answer or the end of the socket: who signed in elsewhere
 * is told so.
 */
const reasonOf = (error: ApiError) => endReason(error.details?.reason);

/** Without the Web Locks API (plain http on another host) one tab still refreshes once. */
let ownRefresh: Promise<string> | undefined;
const runAlone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('balcao:refresh', work) : work();

/**
 * Returns a new access token by the refresh cookie. Tabs share the cookie: the one that gets the lock later finds the
 * newer token in the storage and takes it, so two tabs that expire together refresh once and neither is signed out.
 */
export const refreshToken = (used: string | null): Promise<string> => {
  ownRefresh ??= runAlone(async () => {
    const newer = readStored('token');
    if (newer !== null && newer !== used) return newer;
    const response = await send('/auth/refresh_token', { method: 'POST', slow: false }, null);
    if (!response.ok) {
      const error = await refusal(response);
      if (error.status === 401 || error.status === 403) endSession(reasonOf(error));
      throw error;
    }
    const { token, user } = answerFromWire(JSON.parse(await textOf(response))) as GrantView;
    beginSession(user, token);
    return token;
  }).finally(() => {
    ownRefresh = undefined;
  });
  return ownRefresh;
};

/** Returns the answer itself, for callers that need headers (`Content-Range`) or a blob. Throws ApiError when refused. */
export const apiResponse = async (path: string, options: ApiOptions = {}): Promise<Response> => {
  const token = readStored('token');
  const first = await send(path, options, token);
  if (first.ok) return first;
  const error = await refusal(first);
  if (error.status === 403 && error.code === 'ERR_SESSION_EXPIRED' && token !== null) {
    const second = await send(path, options, await refreshToken(token));
    if (second.ok) return second;
    throw await refusal(second);
  }
  // A refused login is an answer to the form, not the end of a session that does not exist. And a 401 for a token that
  // another tab has replaced since says nothing about the new one.
  if (error.status === 401 && token !== null && readStored('token') === token) endSession(reasonOf(error));
  throw error;
};

/**
 * Resolves with the answer of a call, JSON or undefined for an empty one: every call of the console is one of these.
 * `path` is relative to /api.
 */
export const api = async <T>(path: string, options: ApiOptions = {}): Promise<T> => {
  const response = await apiResponse(path, options);
  const text = response.status === 204 ? '' : await textOf(response, options.signal);
  return (text === '' ? undefined : answerFromWire(JSON.parse(text))) as T;
};
