import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine can make certificates; said where it cannot. */
export const hasOpenssl = (): boolean => {
  try {
    return execFileSync('openssl', ['version']).length > 0;
  } catch {
    console.warn('no openssl on this machine: nothing over TLS is tried');
    return false;
  }
};

/** Returns a folder in which authorities and certificates are made for one test, good for two days. */
export function createCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const file = (name: string) => join(folder, name);
  const make = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  return {
    file,
    read: (name: string) => readFileSync(file(name)),
    /** Makes `name`.crt and `name`.key. */
    authority(name: string): void {
      const made = ['-keyout', `${name}.key`, '-out', `${name}.crt`, '-days', '2', '-subj', `/CN=${name}`];
      make('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made);
    },
    /** Makes `name`.crt and `name`.key, of this machine and signed by an authority. */
    signed(name: string, authority: string): void {
      const asked = ['-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`];
      make('req', '-newkey', 'rsa:2048', '-nodes', ...asked);
      const by = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
      make(
        'x509',
        '-req',
        '-in',
        `${name}.csr`,
        '-out',
        `${name}.crt`,
        '-days',
        '2',
        ...by,
        '-extfile',
        'names',
      );
    },
    /** Makes `name`.p12 of `name`.crt and `name`.key. */
    bundled(name: string, password: string): void {
      const parts = ['-inkey', `${name}.key`, '-in', `${name}.crt`, '-out', `${name}.p12`];
      make('pkcs12', '-export', ...parts, '-passout', `pass:${password}`);
    },
    dispose: () => rmSync(folder, { recursive: true }),
  };
}
export type Certificates = ReturnType<typeof createCertificates>;
