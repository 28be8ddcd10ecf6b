const stepMs = 30_000;
/** Steps before and after the present one whose codes are taken: clocks of phones are not ours. */
const window = 1;
const issuer = 'Balcão';

/** Returns how a secret is asked; the library is loaded with the first. */
async function openLibrary() {
  const { Secret, TOTP } = await import('otpauth');
  return {
    newSecret: () => new Secret({ size: 20 }).base32,
    totpOf: (secret: string, label = '') =>
      new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: stepMs / 1000, digits: 6 }),
  };
}

/** Returns a new secret, as text and as the address that an authenticator app reads. */
export async function newEnrolment(
  email: string,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { newSecret, totpOf } = await openLibrary();
  const secret = newSecret();
  return { secret, uri: totpOf(secret, email).toString() };
}

/** Returns what tells the step that a code belongs to under a secret, of those about `at`. */
export async function stepsOf(code: string, at: Date): Promise<(secret: string) => number | undefined> {
  const { totpOf } = await openLibrary();
  const timestamp = at.getTime();
  return (secret) => {
    const delta = totpOf(secret).validate({ token: code, timestamp, window });
    return delta === null ? undefined : Math.floor(timestamp / stepMs) + delta;
  };
}
