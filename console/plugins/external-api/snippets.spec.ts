import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { snippetOf } from './snippets.ts';

const call = {
  url: 'https://balcao.example/api/messages/send',
  number: '5511955500142',
  body: `Oi D'Ávila! "Pedido" $HOME \\ pronto\n`,
  key: 'pedido-1',
  file: undefined,
};
const said = { number: call.number, body: call.body };

it('curl’s arguments are what was typed, whatever a shell makes of such letters', () => {
  const line = snippetOf('curl', call).replace('curl -X POST', `printf '%s\\0'`);
  const words = execFileSync('bash', ['-c', line], { env: { BALCAO_TOKEN: 'blc_x' } })
    .toString()
    .split('\0');
  expect(words[0]).toBe(call.url);
  expect(words).toContain('Authorization: Bearer blc_x');
  expect(words).toContain('Idempotency-Key: pedido-1');
  expect(JSON.parse(words[words.indexOf('-d') + 1]!)).toEqual(said);
});

it('JavaScript sends what was typed', async () => {
  const asked: [string, RequestInit][] = [];
  const fetched = async (url: string, init: RequestInit) => {
    asked.push([url, init]);
    return new Response('{}');
  };
  const run = new Function(
    'fetch',
    'process',
    'console',
    `return (async () => {${snippetOf('JavaScript', call)}})()`,
  );
  await run(fetched, { env: { BALCAO_TOKEN: 'blc_x' } }, { log: () => {} });
  const [url, { headers, body }] = asked[0]!;
  expect(url).toBe(call.url);
  expect(headers).toMatchObject({ Authorization: 'Bearer blc_x', 'Idempotency-Key': 'pedido-1' });
  expect(JSON.parse(String(body))).toEqual(said);
});

it('a file goes as a form, in each language', () => {
  const withFile = { ...call, file: 'nota.pdf' };
  expect(snippetOf('curl', withFile)).toContain(`-F 'medias=@nota.pdf'`);
  expect(snippetOf('JavaScript', withFile)).toContain(`openAsBlob("nota.pdf")`);
  expect(snippetOf('Python', withFile)).toContain(`files={"medias": open("nota.pdf", "rb")}`);
});
