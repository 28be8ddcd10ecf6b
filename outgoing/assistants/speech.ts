import type { Dispatcher } from 'undici';
import { AssistantError, type Voice } from '../../domain/ports/assistant.ts';

// Azure's speech service, REST version 1 (https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech).

export interface AzureVoice {
  /** `pt-BR-FranciscaNeural` */
  readonly name: string;
  readonly key: string;
  /** `brazilsouth` */
  readonly region: string;
  /** For tests: where the service is instead. */
  readonly url?: string | undefined;
}

const escapeXml = (text: string): string =>
  text.replace(/[<>&'"]/g, (sign) => `&#${sign.codePointAt(0)};`).replace(/[^\P{Cc}\n\t]/gu, ' ');

const placeOf = ({ region, url }: AzureVoice): string => {
  if (url !== undefined) return url;
  if (!/^[a-z0-9]{2,40}$/.test(region)) throw new AssistantError('keys', 'the voice has no region');
  return `https://${region}.tts.speech.microsoft.com`;
};

/** Returns a text as a voice message. @throws AssistantError */
export async function speak(
  voice: AzureVoice,
  text: string,
  { dispatcher, timeoutMs }: { readonly dispatcher: Dispatcher; readonly timeoutMs: number },
): Promise<Voice> {
  const language = voice.name.split('-', 2).join('-');
  const url = `${placeOf(voice)}/cognitiveservices/v1`;
  const { request } = await import('undici');
  try {
    const { statusCode, body } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/ssml+xml',
        'ocp-apim-subscription-key': voice.key,
        'user-agent': 'balcao',
        // What the messaging app takes for a voice message.
        'x-microsoft-outputformat': 'ogg-48khz-16bit-mono-opus',
      },
      body: `<speak version='1.0' xml:lang='${language}'><voice name='${escapeXml(voice.name)}'>${escapeXml(text)}</voice></speak>`,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = new Uint8Array(await body.arrayBuffer());
    if (statusCode !== 200 || bytes.length === 0)
      throw new AssistantError('refused', `the voice answers ${statusCode}`, statusCode);
    return { name: 'voz.ogg', mime: 'audio/ogg', bytes };
  } catch (error) {
    if (error instanceof AssistantError) throw error;
    throw new AssistantError('unreachable', 'no voice');
  }
}
