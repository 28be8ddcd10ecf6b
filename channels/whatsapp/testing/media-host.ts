import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getMediaKeys, type MediaType } from 'baileys';

// Where files lie. They are fetched over HTTP from the messaging server's own host, and sent here over HTTPS, for Baileys
// uploads to nothing else.

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUEfGFbz6PRVGjxR2Qfe9zAvQolAcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMjA4NTA1OFoYDzIxMjYxMDI5
MDg1MDU4WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS7AWPl9DGPw3qZs+MKah/X8c+UKXhnq90KIWOu2E92GvFkGK7GQIYd
Ep1SENEWasxwTbcRfen4NrGBNnEFRjfro2QwYjAdBgNVHQ4EFgQUFrq85kgN7PJv
k4q2sai9tlNAQ3YwHwYDVR0jBBgwFoAUFrq85kgN7PJvk4q2sai9tlNAQ3YwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQC+caPxhGBzwWmWEz3D2dQofbK17K4V9taJveSnb5WG2gIhALoQhb6ujkT7nFY+
uRxui5jmr3OblKRqBAtX5T+kdkHD
-----END CERTIFICATE-----`;
/** Guards nothing: of a server on the loopback address of a test. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghIdtrJu6bjz62QRm
hEJN2oCEcXEc3Fwe7hnzvE+px1OhRANCAAS7AWPl9DGPw3qZs+MKah/X8c+UKXhn
q90KIWOu2E92GvFkGK7GQIYdEp1SENEWasxwTbcRfen4NrGBNnEFRjfr
-----END PRIVATE KEY-----`;

/** `slow`: taken, but the answer comes after two seconds. `drip`: taken a little at a time. */
export type Upload = 'take' | 'slow' | 'drip' | 'refuse' | 'hang';

export async function createMediaHost() {
  const files = new Map<string, Buffer>();
  const uploads: string[] = [];
  const held: (() => void)[] = [];
  const rules = { upload: (_nth: number): Upload => 'take', hold: (_path: string): boolean => false };
  const usual = { ...rules };
  let asked = 0;

  const server = createServer({ key, cert: certificate }, (request, response) => {
    const fate = rules.upload(uploads.push(request.url ?? ''));
    if (fate === 'drip')
      request.on('data', () => {
        request.pause();
        setTimeout(() => request.resume(), 5);
      });
    else request.resume();
    if (fate === 'hang') return;
    request.on('end', () => {
      if (fate === 'refuse') return response.writeHead(503).end('{}');
      const url = 'https://mmg.whatsapp.net/v/uploaded';
      const answer = () => response.end(JSON.stringify({ url, direct_path: '/v/uploaded' }));
      if (fate === 'slow') return setTimeout(answer, 2_000);
      answer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const trusted = globalAgent.options.ca;
  globalAgent.options.ca = certificate;

  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    rules,
    /** Paths of the files that were sent here, one a try. */
    uploads,
    /** How often a file was asked for. */
    asked: () => asked,
    /** Puts a file there; gives what a message says of it. `base` is the messaging server's address. */
    async offer(base: string, content: string | Uint8Array, type: MediaType, of: { missing?: boolean } = {}) {
      const mediaKey = randomBytes(32);
      const { cipherKey, iv, macKey } = await getMediaKeys(mediaKey, type);
      const plain = Buffer.from(content);
      const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      const mac = createHmac('sha256', macKey!).update(iv).update(sealed).digest().subarray(0, 10);
      const whole = Buffer.concat([sealed, mac]);
      const path = `/media/${randomBytes(8).toString('hex')}`;
      if (!of.missing) files.set(path, whole);
      const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
      return {
        url: `http://${new URL(base).host}${path}`,
        mediaKey,
        fileLength: plain.length,
        fileSha256: sha(plain),
        fileEncSha256: sha(whole),
      };
    },
    serve(request: IncomingMessage, response: ServerResponse): void {
      asked++;
      const path = request.url ?? '';
      const answer = () => {
        const file = files.get(path);
        if (file) response.end(file);
        else response.writeHead(404).end();
      };
      if (rules.hold(path)) held.push(answer);
      else answer();
    },
    /** Answers the requests that were held. */
    release(): void {
      for (const answer of held.splice(0)) answer();
    },
    reset(): void {
      Object.assign(rules, usual);
      uploads.length = 0;
      asked = 0;
      held.length = 0;
      files.clear();
    },
    async close(): Promise<void> {
      globalAgent.options.ca = trusted;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
