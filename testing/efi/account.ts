/** A double of Efí's Pix API with certificates on both sides, and an account there. */

import { createCertificates } from '../certificates.ts';
import { efiApplication, startEfi } from './server.ts';

/** Returns the double with certificates of both sides, and what an installation is told of its account there. */
export async function openEfiAccount(now: () => Date) {
  const certificates = createCertificates();
  for (const name of ['ca', 'other-ca']) certificates.authority(name);
  for (const name of ['server', 'ours']) certificates.signed(name, 'ca');
  certificates.signed('strangers', 'other-ca');
  certificates.bundled('ours', 'of the file');
  const { read, file } = certificates;
  const double = await startEfi(
    { key: read('server.key'), cert: read('server.crt'), ca: read('ca.crt') },
    now,
  );
  const pem = (name: string) => ({ bytes: Buffer.concat([read(`${name}.crt`), read(`${name}.key`)]) });
  return {
    double,
    file,
    /** A certificate of another authority. */
    strange: pem('strangers'),
    pem: pem('ours'),
    settings: {
      ...efiApplication,
      url: double.url,
      certificate: { bytes: read('ours.p12'), password: 'of the file' },
      ca: read('ca.crt').toString(),
      pixKey: 'financeiro@example.org',
    },
    dispose: async () => {
      await double.stop();
      certificates.dispose();
    },
  };
}
export type EfiAccount = Awaited<ReturnType<typeof openEfiAccount>>;
