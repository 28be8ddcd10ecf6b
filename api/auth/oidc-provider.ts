import { onDemand } from '../../domain/kernel/on-demand.ts';
import type { ApiConfig } from '../deps.ts';
import { textHash } from './text-hash.ts';

export type OidcSettings = NonNullable<ApiConfig['oidc']>;

const patienceSeconds = 10;

/** Resolves with the library: where nobody signs in through a provider it is not in memory. */
const library = () => import('openid-client');

/** Who signed in at the provider, as its signed token and its own answer say. */
export interface ProviderAccount {
  /** Of its name and its own id of the person: an e-mail changes hands, this does not. */
  readonly identity: string;
  readonly issuer: string;
  /** Only where the provider has seen that it is theirs. */
  readonly verifiedEmail: string | undefined;
  /** More than one thing was asked for there. */
  readonly isMultiFactor: boolean;
}

/** What is kept between leaving for the provider and coming back. */
export interface Leaving {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type OidcProvider = ReturnType<typeof createOidcProvider>;

/**
 * Returns the one provider of the installation: authorization code with PKCE, nonce and state. It is first asked when
 * somebody goes there.
 */
export function createOidcProvider(settings: OidcSettings, redirectUri: string) {
  const { issuer, clientId, clientSecret } = settings;
  const isPlain = new URL(issuer).protocol === 'http:';
  const discover = async () => {
    const { allowInsecureRequests, ClientSecretBasic, discovery } = await library();
    return discovery(new URL(issuer), clientId, {}, ClientSecretBasic(clientSecret), {
      timeout: patienceSeconds,
      ...(isPlain && { execute: [allowInsecureRequests] }),
    });
  };
  /** Asked once; a provider that is away is asked again by the next. */
  const configuration = onDemand(discover);

  return {
    /** Returns where to send the browser, and what its way back is checked by. */
    async leave(): Promise<Leaving & { readonly url: string }> {
      const client = await library();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const verifier = client.randomPKCECodeVerifier();
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { state, nonce, verifier, url: url.href };
    },

    /**
     * Returns who came back.
     * @param query of the address that the provider sent the browser to
     * @throws where state, issuer, code, verifier, nonce or the token's signature is not what it should be
     */
    async comeBack(query: string, { state, nonce, verifier }: Leaving): Promise<ProviderAccount> {
      const client = await library();
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider gave no id token');
      const told =
        claims.email === undefined
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : claims;
      const { email, email_verified: isVerified } = told;
      const { amr } = claims;
      return {
        issuer: claims.iss,
        identity: textHash(`${claims.iss}\n${claims.sub}`),
        verifiedEmail: isVerified === true && typeof email === 'string' ? email : undefined,
        isMultiFactor: Array.isArray(amr) && amr.includes('mfa'),
      };
    },
  };
}
