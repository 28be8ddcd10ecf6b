import { createSecureContext } from 'node:tls';

/** The certificate that Efí gave for this application, as it stands in its file: PKCS #12, or PEM with certificate and key. */
export interface Certificate {
  readonly bytes: Buffer;
  readonly password?: string | undefined;
}

/** Returns the certificate as TLS takes it. */
export const tlsOf = ({ bytes, password }: Certificate) => ({
  ...(bytes.includes('-----BEGIN ') ? { cert: bytes, key: bytes } : { pfx: bytes }),
  ...(password !== undefined && { passphrase: password }),
});

/** @throws what OpenSSL says of a certificate, key or password that are not to be used */
export function checkCertificate(certificate: Certificate): void {
  createSecureContext(tlsOf(certificate));
}
