import { z } from 'zod';
import { type Assistant, AssistantError, type DialogflowRegion } from '../../domain/ports/assistant.ts';
import type { Ask } from '../ask.ts';
import { demand, readAs, sayable, wordsOf } from './asking.ts';

// Dialogflow ES, version 2 (https://cloud.google.com/dialogflow/es/docs/reference/rest), as a service account.

export interface DialogflowSettings {
  readonly projectName: string;
  readonly language: string;
  readonly region: DialogflowRegion;
  /** The service account's key file. */
  readonly credential: string;
}

export interface DialogflowPlaces {
  readonly api: (region: DialogflowRegion) => string;
  /** Where a signed assertion becomes a token. The key file names one too, which nobody need believe. */
  readonly token: string;
}
export const googlePlaces: DialogflowPlaces = {
  api: (region) => `https://${region === 'global' ? '' : `${region}-`}dialogflow.googleapis.com`,
  token: 'https://oauth2.googleapis.com/token',
};
const scope = 'https://www.googleapis.com/auth/dialogflow';

const account = z.object({
  client_email: z.string().min(3).max(300),
  private_key: z.string().min(50).max(10_000),
  private_key_id: z.string().max(200).optional(),
});
const grantedToken = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.number().positive(),
});
const detectedIntent = z.object({
  queryResult: z.object({
    fulfillmentText: z.string().optional(),
    fulfillmentMessages: z
      .array(z.object({ text: z.object({ text: z.array(z.string()).optional() }).optional() }))
      .optional(),
    intent: z
      .object({ endInteraction: z.boolean().optional(), liveAgentHandoff: z.boolean().optional() })
      .optional(),
  }),
});

/** Returns the service account that a key names. @throws AssistantError `keys`: it is no service account's key file */
function readAccount(credential: string) {
  try {
    return account.parse(JSON.parse(credential));
  } catch {
    throw new AssistantError('keys', 'the credential is no key file of a service account');
  }
}

async function assertionOf(credential: string, audience: string): Promise<string> {
  const { client_email, private_key, private_key_id } = readAccount(credential);
  const { SignJWT, importPKCS8 } = await import('jose');
  try {
    return await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) })
      .setIssuer(client_email)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(await importPKCS8(private_key, 'RS256'));
  } catch {
    throw new AssistantError('keys', 'the credential’s private key cannot be used');
  }
}

/** Without a token nothing of a question is asked. */
function unbegun(error: unknown): never {
  if (!(error instanceof AssistantError)) throw error;
  throw new AssistantError(error.failure, error.message, error.status, true);
}

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export function createDialogflow(
  { projectName, language, region, credential }: DialogflowSettings,
  ask: Ask,
  places = googlePlaces,
): Assistant {
  const tokenOf = async () => {
    const assertion = await assertionOf(credential, places.token);
    const answer = await demand(ask, {
      method: 'POST',
      url: places.token,
      form: { grant_type: grantType, assertion },
    });
    return readAs(grantedToken, answer).access_token;
  };
  return {
    async reply({ ticketId, heard, history }) {
      const token = await tokenOf().catch(unbegun);
      const isWordless = heard.every(({ body }) => body.trim() === '');
      const text = heard.map(wordsOf).join('\n').slice(0, 256).toWellFormed();
      // Where nothing was written yet, its event for greetings is what begins it. A picture later on is no new beginning: its
      // fallback says that it was not understood.
      const input =
        isWordless && (heard.length === 0 || history.length === 0)
          ? { event: { name: 'WELCOME', languageCode: language } }
          : { text: { text, languageCode: language } };
      const project = `projects/${encodeURIComponent(projectName)}`;
      const agent = region === 'global' ? `${project}/agent` : `${project}/locations/${region}/agent`;
      const answer = await demand(ask, {
        method: 'POST',
        url: `${places.api(region)}/v2/${agent}/sessions/${encodeURIComponent(ticketId)}:detectIntent`,
        headers: { authorization: `Bearer ${token}` },
        body: { queryInput: input },
      });
      const {
        fulfillmentMessages = [],
        fulfillmentText = '',
        intent,
      } = readAs(detectedIntent, answer).queryResult;
      const texts = fulfillmentMessages.flatMap((one) => one.text?.text ?? []);
      return {
        say: sayable(texts.length > 0 ? texts : [fulfillmentText]),
        over: intent?.liveAgentHandoff || intent?.endInteraction ? 'chosen' : undefined,
        tokens: 0,
      };
    },
  };
}
