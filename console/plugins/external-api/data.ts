import { queryOptions } from '@tanstack/react-query';
import type { ApiTokenView, NewApiToken } from '../../../contract/api-token.ts';
import type { OffWire } from '../../../contract/wire.ts';
import { ApiError, api } from '../../shell/api.ts';

// Every call of the page; nothing else in this plugin names an address.

export type Token = OffWire<ApiTokenView>;
export interface NewToken {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly connectionId: string | null;
  readonly expiresAt: string | null;
}

export const tokensQuery = queryOptions({
  queryKey: ['apiTokens'],
  queryFn: ({ signal }) => api<{ tokens: readonly Token[] }>('/tokens', { signal }),
});
export const createToken = (body: NewToken) => api<OffWire<NewApiToken>>('/tokens', { method: 'POST', body });
export const revokeToken = (id: string) =>
  api<void>(`/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** What is tried out: a text, or a file. */
export interface Trial {
  readonly token: string;
  readonly number: string;
  readonly body: string;
  readonly key: string;
  readonly file: File | undefined;
}
export interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly body: unknown;
  /** What is left of the minute's calls; null: it was not said. */
  readonly left: string | null;
  readonly of: string | null;
}

/**
 * Resolves with what the server answered to a message that was sent for real, as another system would: by the token,
 * not as who is signed in.
 */
export async function tryOut({ token, number, body, key, file }: Trial): Promise<Answer> {
  const form = new FormData();
  form.append('number', number);
  form.append('body', body);
  if (file) form.append('medias', file);
  const began = performance.now();
  const answer = await fetch('/api/messages/send', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(key !== '' && { 'idempotency-key': key }),
      ...(!file && { 'content-type': 'application/json' }),
    },
    body: file ? form : JSON.stringify({ number, body }),
  }).catch((error: unknown) => {
    throw new ApiError(0, 'ERR_NETWORK', String(error));
  });
  const text = await answer.text();
  const ms = Math.round(performance.now() - began);
  const { headers } = answer;
  return {
    status: answer.status,
    ms,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    left: headers.get('x-ratelimit-remaining'),
    of: headers.get('x-ratelimit-limit'),
  };
}
