import type { DataProvider } from 'ra-core';
import simpleRest from 'ra-data-simple-rest';
import { api, apiResponse } from './api.ts';

const rest = simpleRest('/resources', async (url, options = {}) => {
  const method = options.method as 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  const response = await apiResponse(url, {
    ...(method && { method }),
    ...(typeof options.body === 'string' && { body: JSON.parse(options.body) as unknown }),
  });
  const body = await response.text();
  const json: unknown = body === '' ? undefined : JSON.parse(body);
  return { status: response.status, headers: response.headers, body, json };
});

/** The generated screens' records, through the one API client, so that refresh and sign-out are the same everywhere. */
export const dataProvider: DataProvider = {
  ...rest,
  /** With `meta.idempotencyKey` asking again, after an answer that got lost, is not asking for a second record. */
  create: async (resource, { data, meta }) => ({
    data: await api(`/resources/${resource}`, { body: data, idempotencyKey: meta?.idempotencyKey }),
  }),
};
