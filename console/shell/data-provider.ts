import simpleRest from 'ra-data-simple-rest';
import { apiResponse } from './api.ts';

/** The generated screens' records, through the one API client, so that refresh and sign-out are the same everywhere. */
export const dataProvider = simpleRest('/resources', async (url, options = {}) => {
  const method = options.method as 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  const response = await apiResponse(url, {
    ...(method && { method }),
    ...(typeof options.body === 'string' && { body: JSON.parse(options.body) as unknown }),
  });
  const body = await response.text();
  const json: unknown = body === '' ? undefined : JSON.parse(body);
  return { status: response.status, headers: response.headers, body, json };
});
