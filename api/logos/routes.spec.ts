import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { startTestApi } from '../../testing/api.ts';
import { icon, png } from '../../testing/images.ts';

const head = '<head><link rel="icon" href="/icon.svg" type="image/svg+xml" /></head>';

/** The specification's, written out: a list of the code's own would follow whatever becomes of it. */
const refs = ['signup', 'login', 'interno', 'favicon', 'favicon-256x256', 'apple-touch-icon'];

describe('images of the installation', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let page: string;
  let path: string;
  let root: { authorization: string };
  let admin: { authorization: string };
  beforeAll(async () => {
    page = mkdtempSync(join(tmpdir(), 'balcao-page-'));
    path = mkdtempSync(join(tmpdir(), 'balcao-logos-'));
    writeFileSync(join(page, 'index.html'), `<!doctype html><html>${head}<body></body></html>`);
    api = await startTestApi({ publicDir: page, path });
    root = await api.root();
    admin = await api.signIn((await api.company('Ours')).email);
  });
  afterAll(async () => {
    await api.close();
    for (const folder of [page, path]) rmSync(folder, { recursive: true });
  });

  const send = async (
    file: Buffer | undefined,
    ref: string = 'login',
    headers: Record<string, string> = root,
    name = 'logo.png',
  ) => {
    const form = new FormData();
    if (file) form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), name);
    else form.append('other', 'x');
    const body = new Response(form);
    const answer = await api.app.inject({
      method: 'POST',
      url: `/api/settings/media-upload?ref=${ref}`,
      headers: { ...headers, 'content-type': body.headers.get('content-type')! },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown> & { url: string }>() };
  };
  const files = () => readdir(join(path, 'media', platformCompanyId)).catch(() => []);
  const get = (url: string, headers = {}) => api.app.inject({ url, headers });

  it('are the product’s own until there is another', async () => {
    const { body } = await get('/api/logos');
    expect(JSON.parse(body)).toContainEqual({ ref: 'favicon', own: true, url: '/icon.svg' });
    const answer = await get('/api/logos/apple-touch-icon');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/apple-touch-icon.png']);
    expect((await get('/login')).body).toContain(head);
  });

  it.each(refs)('are shown to everybody once they are sent: %s', async (ref) => {
    const image = png(20, 10);
    const { status, body } = await send(image, ref);
    expect([status, body.mensagem, body.ref]).toEqual([200, 'Arquivo Anexado', ref]);
    const answer = await get(body.url);
    expect([answer.statusCode, answer.rawPayload.equals(image)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('have another address when they are others; the bare one is asked for anew each time', async () => {
    const first = (await send(png(1, 2))).body.url;
    const second = (await send(png(2, 1))).body.url;
    expect(second).not.toBe(first);
    const bare = await get('/api/logos/login');
    expect([bare.headers['cache-control'], bare.rawPayload.equals(png(2, 1))]).toEqual(['no-cache', true]);
    // Of a page that was open meanwhile: the image that is, and nothing that would stay.
    const old = await get(first);
    expect([old.headers['cache-control'], old.rawPayload.equals(png(2, 1))]).toEqual(['no-cache', true]);
    const again = await get(second, { 'if-none-match': bare.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('stand in the page and in its manifest', async () => {
    const { url } = (await send(icon(png(16, 16)), 'favicon')).body;
    const large = (await send(png(512, 512), 'favicon-256x256')).body.url;
    const touch = (await send(png(180, 180), 'apple-touch-icon')).body.url;
    const inside = (await send(png(160, 40), 'interno')).body.url;
    const { body, headers } = await get('/tickets');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(body).not.toContain('/icon.svg');
    expect(body).toContain(`<link rel="icon" href="${url}" type="image/x-icon" />`);
    expect(body).toContain(`<link rel="icon" href="${large}" type="image/png" sizes="256x256" />`);
    expect(body).toContain(`<link rel="apple-touch-icon" href="${touch}" type="image/png" />`);
    expect(body).toContain(`<meta name="logo-interno" content="${inside}" />`);
    const manifest = await get('/api/logos/manifest.webmanifest');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    expect(manifest.json().icons).toEqual([
      { src: large, type: 'image/png', sizes: '512x512' },
      { src: touch, type: 'image/png', sizes: '180x180' },
    ]);
  });

  it('are taken back: the product’s own is shown again', async () => {
    const { url } = (await send(png(3, 3), 'signup')).body;
    const removed = await api.app.inject({
      method: 'DELETE',
      url: '/api/settings/media-upload?ref=signup',
      headers: root,
    });
    expect([removed.statusCode, removed.json()]).toEqual([200, { ref: 'signup', url: '/icon.svg' }]);
    expect((await get(url)).statusCode).toBe(302);
    expect((await get('/')).body).not.toContain('logo-signup');
  });

  it('are harmless when they are drawings', async () => {
    const { url } = (
      await send(
        Buffer.from(
          '<svg viewBox="0 0 1 1" onload="alert(1)"><script>alert(1)</script><foreignObject/>' +
            '<image href="https://evil.example/x.png"/><path d="M0 0h1"/></svg>',
        ),
        'login',
        root,
        'logo.svg',
      )
    ).body;
    const { body, headers } = await get(url);
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(body).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image/><path d="M0 0h1"/></svg>',
    );
  });

  it.each<[string, Buffer | undefined, string, number, string, object]>([
    [
      'a page called PNG',
      Buffer.from('<!doctype html><p>'),
      'login',
      415,
      'ERR_MEDIA_TYPE',
      { file: 'invalid' },
    ],
    ['a GIF', Buffer.from('GIF89a;'), 'login', 415, 'ERR_MEDIA_TYPE', { file: 'invalid' }],
    [
      'too many pixels',
      png(60_000, 60_000, deflateSync(Buffer.alloc(9))),
      ...(['login', 415, 'ERR_MEDIA_TYPE', { file: 'tooLong' }] as const),
    ],
    ['too many bytes', Buffer.alloc(1024 * 1024 + 1), 'login', 413, 'ERR_TOO_LARGE', { file: 'tooLong' }],
    ['nothing', Buffer.alloc(0), 'login', 400, 'ERR_VALIDATION', { file: 'empty' }],
    ['no file', undefined, 'login', 400, 'ERR_VALIDATION', { file: 'required' }],
    ['no such place', png(1, 1), 'nowhere', 400, 'ERR_VALIDATION', { ref: 'invalid' }],
    ['no place', png(1, 1), '', 400, 'ERR_VALIDATION', { ref: 'required' }],
    ['a path', png(1, 1), '..%2f..%2fetc%2fpasswd', 400, 'ERR_VALIDATION', { ref: 'invalid' }],
    ['a name of every object', png(1, 1), '__proto__', 400, 'ERR_VALIDATION', { ref: 'invalid' }],
  ])('are not changed by %s', async (_what, file, ref, status, code, errors) => {
    const before = await Promise.all([files(), get('/api/logos').then(({ body }) => body)]);
    const answer = await send(file, ref);
    expect([answer.status, answer.body.error, answer.body.errors]).toEqual([status, code, errors]);
    expect(await Promise.all([files(), get('/api/logos').then(({ body }) => body)])).toEqual(before);
  });

  it('are changed by super users alone', async () => {
    const before = (await get('/api/logos')).body;
    expect((await send(png(1, 1), 'login', admin)).status).toBe(403);
    expect((await send(png(1, 1), 'login', {})).status).toBe(401);
    const url = '/api/settings/media-upload?ref=login';
    for (const [headers, status] of [
      [admin, 403],
      [{}, 401],
    ] as const)
      expect((await api.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(status);
    expect((await get('/api/logos')).body).toBe(before);
  });

  it.each(['..%2f..%2fpackage.json', '%2e%2e', 'LOGIN', '__proto__', 'login%00'])(
    'of no such name are none: %s',
    async (name) => {
      const answer = await get(`/api/logos/${name}`);
      expect([400, 404], answer.body).toContain(answer.statusCode);
    },
  );

  it('sent again under the same Idempotency-Key are the one of the first time', async () => {
    const key = { ...root, 'idempotency-key': 'logo-1' };
    const first = await send(png(11, 3), 'interno', key);
    const stored = await files();
    const again = await send(png(11, 3), 'interno', key);
    expect([again.status, again.body.url]).toEqual([200, first.body.url]);
    expect(await files()).toEqual(stored);
    // Another image under it is a mistake of whoever sends it.
    expect((await send(png(12, 3), 'interno', key)).status).toBe(422);
    expect((await get(first.body.url)).rawPayload.equals(png(11, 3))).toBe(true);
  });

  it('sent at once are one of them, whole', async () => {
    const images = [5, 6, 7, 8].map((width) => png(width, 4));
    const answers = await Promise.all(images.map((image) => send(image, 'favicon')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const shown = await get('/api/logos/favicon');
    expect(images.filter((image) => image.equals(shown.rawPayload))).toHaveLength(1);
  });
});
