import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const post = async (payload: object) => {
  const answer = await api.app.inject({ method: 'POST', url: '/graphql', payload });
  return { status: answer.statusCode, text: answer.body };
};

it('answers a query over HTTP', async () => {
  expect(await post({ query: '{ version }' })).toEqual({ status: 200, text: '{"data":{"version":"0.0.0"}}' });
  const { statusCode, body } = await api.app.inject({
    url: `/graphql?query=${encodeURIComponent('{version}')}&operationName=`,
  });
  expect([statusCode, body]).toEqual([200, '{"data":{"version":"0.0.0"}}']);
});

it('takes no document as a tree in JSON: no limit holds for that, and a wrong one is no defect of ours', async () => {
  const { parse } = await import('graphql');
  for (const query of ['1e+21', 'null', '[]', '{"kind":"Document"}', JSON.stringify(parse('{ version }'))]) {
    const { status, text } = await post({ query });
    expect([status, JSON.parse(text).errors[0].extensions]).toEqual([
      400,
      { code: 'ERR_VALIDATION', errors: { query: 'invalid' } },
    ]);
  }
});

it('refuses what is no query, what it does not know, and subscriptions, in words that tell nothing of the inside', async () => {
  const queries = [
    {},
    { query: '' },
    { query: 7 },
    { query: '{ nothing }' },
    { query: '{' },
    { query: 'subscription { changes(channels: ["company-x-ticket"]) { seq items } }' },
    { query: `{ ${'a '.repeat(600)} }` },
  ];
  for (const query of queries) {
    const { status, text } = await post(query);
    expect([200, 400], JSON.stringify(query).slice(0, 80)).toContain(status);
    expect(text).toMatch(/"errors":\[\{|"error":/);
    expect(text).not.toMatch(/undefined|Cannot read|node_modules|at .*\.ts/);
  }
});

it.each([
  ['a name that no operation has', '{ version }', 'other', { operationName: 'invalid' }],
  [
    'two operations and no name',
    'query a { version } query b { version }',
    '',
    { operationName: 'required' },
  ],
  ['a subscription', 'subscription { changes(channels: ["company-x-ticket"]) { seq items } }', '', undefined],
])(
  'asked for by GET, %s is a mistake of who asks, and no defect of ours',
  async (_name, query, operationName, errors) => {
    for (const _isKept of [false, true]) {
      const { statusCode, body } = await api.app.inject({ url: '/graphql', query: { query, operationName } });
      expect([statusCode, JSON.parse(body).errors[0].extensions]).toEqual([
        400,
        { code: 'ERR_VALIDATION', ...(errors && { errors }) },
      ]);
    }
  },
);
