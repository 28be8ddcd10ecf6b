/** A provider of OpenID Connect, for tests of the login by one: who signs in next is said beforehand. */

import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Who signs in next at the provider. */
export interface OpenidPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly amr?: readonly string[];
}

export const openidClient = { clientId: 'balcao', clientSecret: 'a secret of the provider and of ours' };

/**
 * A real OpenID provider on a port of this machine, where whoever comes is the person that was set, without being asked.
 * @param inIdToken who they are stands in the id token already; default: it is to be asked for with the access token
 */
export async function startOpenidProvider(redirectUri: string, inIdToken = false) {
  let person: OpenidPerson = { sub: 'nobody' };
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider?.interactionFinished(request, response, {
        login: { accountId: person.sub, ...(person.amr && { amr: person.amr }) },
      });
    else void provider?.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const made = new Provider(issuer, {
    clients: [
      {
        client_id: openidClient.clientId,
        client_secret: openidClient.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    jwks: { keys: [{ ...key, kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['of the test'] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !inIdToken,
    pkce: { required: () => true },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...person, sub: accountId }),
    }),
    // Nobody is asked whether we may know who they are.
    loadExistingGrant: async (context: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) => {
      const { client, session } = context.oidc;
      const grant = new made.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider = made;

  /** Follows the provider's redirects as a browser would, with its cookies; returns the address that leads back to us. */
  async function visit(url: string): Promise<string> {
    const cookies = new Map<string, string>();
    for (let at = url, hops = 0; hops < 10; hops++) {
      const answer = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`${answer.status} ${await answer.text()}`);
      at = new URL(next, at).href;
      if (!at.startsWith(issuer)) return at;
    }
    throw new Error('the provider leads nowhere');
  }

  return {
    issuer,
    visit,
    signsIn: (next: OpenidPerson) => {
      person = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
