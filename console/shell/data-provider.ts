import simpleRest from 'ra-data-simple-rest';
import { apiResponse } from './api.ts';

/** The generated screens' records, through the one API client, so that refresh and sign-out are the same everywhere. */
export const dataProvider = simpleRest('/resources', async (url, options = {}) => {
  const method = options.method as 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  const { headers, status, body } = await apiResponse(url, {
    ...(method && { method }),
    ...(typeof options.body === 'string' && { body: JSON.parse(options.body) as unknown }),
  });
  return { status, headers, body: JSON.stringify(body), json: body };
});
