import {
  type DownloadableMessage,
  downloadContentFromMessage,
  getContentType,
  type MediaType,
  normalizeMessageContent,
  type WAMessage,
} from 'baileys';
import { codeOf } from './close-cause.ts';

const mediaHost = 'mmg.whatsapp.net';

/**
 * Where a file may be fetched from. The sender of a message writes the address: left alone, anybody could make this
 * server fetch from its own network.
 * @param testServer a messaging server other than the real one, whose host is then allowed too
 */
export function safeSource(
  file: DownloadableMessage,
  testServer: string | undefined,
): { source: DownloadableMessage; host?: string } | undefined {
  const { mediaKey, directPath, url } = file;
  const address = url && URL.canParse(url) ? new URL(url) : undefined;
  const ofWhatsapp =
    address?.protocol === 'https:' && /(^|\.)whatsapp\.net$/.test(address.hostname) && !address.port;
  const ofTest = testServer !== undefined && address?.host === new URL(testServer).host;
  // A path that does not begin with a slash would continue the host's name.
  if (directPath?.startsWith('/') && !ofTest)
    return {
      source: { mediaKey: mediaKey ?? null, directPath },
      host: ofWhatsapp && address ? address.hostname : mediaHost,
    };
  if (ofWhatsapp || ofTest) return { source: { mediaKey: mediaKey ?? null, url: url ?? null } };
  return undefined;
}

/** The decrypted file of a message, asked for anew from the sender's phone when the server no longer has it. */
export async function downloadFile(
  message: WAMessage,
  options: { testServer?: string | undefined; reupload: (message: WAMessage) => Promise<WAMessage> },
): Promise<AsyncIterable<Uint8Array>> {
  const fetchIt = async (of: WAMessage): Promise<AsyncIterable<Uint8Array>> => {
    const content = normalizeMessageContent(of.message);
    const kind = getContentType(content);
    const file = kind && (content?.[kind] as DownloadableMessage | undefined);
    if (!kind || !file?.mediaKey) throw new Error('the message has no file');
    const safe = safeSource(file, options.testServer);
    if (!safe) throw new Error('the file lies outside WhatsApp');
    const type = kind.replace('Message', '') as MediaType;
    return downloadContentFromMessage(safe.source, type, safe.host ? { host: safe.host } : {});
  };
  try {
    return await fetchIt(message);
  } catch (error) {
    if (codeOf(error) !== 404 && codeOf(error) !== 410) throw error;
    return fetchIt(await options.reupload(message));
  }
}
