import {
  type DownloadableMessage,
  downloadContentFromMessage,
  getContentType,
  type MediaType,
  normalizeMessageContent,
  type WAMessage,
} from 'baileys';
import { DriverError } from '../../../gateway/driver/driver.ts';
import { codeOf } from './close-cause.ts';
import type { ProxyLine } from './proxy-line.ts';

const mediaHost = 'mmg.whatsapp.net';

/**
 * Returns where a file may be fetched from; undefined: nowhere. The sender of a message writes the address: left alone,
 * anybody could make this server fetch from its own network.
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
  const test = testServer === undefined ? undefined : new URL(testServer);
  const ofTest = test !== undefined && address?.host === test.host;
  if (test && !ofTest && directPath?.startsWith('/media/'))
    return { source: { mediaKey: mediaKey ?? null, url: `http://${test.host}${directPath}` } };
  // A path that does not begin with a slash would continue the host's name.
  if (directPath?.startsWith('/') && !ofTest)
    return {
      source: { mediaKey: mediaKey ?? null, directPath },
      host: ofWhatsapp && address ? address.hostname : mediaHost,
    };
  if (ofWhatsapp || ofTest) return { source: { mediaKey: mediaKey ?? null, url: url ?? null } };
  return undefined;
}

/** Returns what makes `fetch`, Baileys' own too, go by that line. */
export const fetchOptions = ({ dispatcher }: ProxyLine) => ({ dispatcher }) as unknown as RequestInit;

/** The server has it no more, or its address has run out. */
const expiredStatuses: ReadonlySet<number> = new Set([403, 404, 410]);

/** Returns what the phone that sent a file says when it is asked to bring it again: it has it no more, or cannot. */
const refusalOf = (cause: unknown): DriverError | undefined => {
  const code = codeOf(cause);
  if (code === 404) return new DriverError('refused', 'the phone that sent it has it no more', cause);
  return code === 412 || code === 418
    ? new DriverError('refused', 'the phone that sent it does not bring it again', cause, 'later')
    : undefined;
};

/**
 * Resolves with the decrypted file of a message, asked for anew from the sender's phone when the server no longer has
 * it.
 * @throws DriverError `refused`: the phone has it no more either
 */
export async function downloadFile(
  message: WAMessage,
  options: {
    testServer?: string | undefined;
    reupload: (message: WAMessage) => Promise<WAMessage>;
    signal: AbortSignal;
    /** Absent: it is fetched directly. */
    line?: ProxyLine | undefined;
  },
): Promise<AsyncIterable<Uint8Array>> {
  const { signal, line } = options;
  const fetchIt = async (of: WAMessage): Promise<AsyncIterable<Uint8Array>> => {
    const content = normalizeMessageContent(of.message);
    const kind = getContentType(content);
    const file = kind && (content?.[kind] as DownloadableMessage | undefined);
    if (!kind || !file?.mediaKey) throw new Error('the message has no file');
    const safe = safeSource(file, options.testServer);
    if (!safe) throw new Error('the file lies outside WhatsApp');
    const type = kind.replace('Message', '') as MediaType;
    const plain = await downloadContentFromMessage(safe.source, type, {
      ...(safe.host && { host: safe.host }),
      ...(line && { options: fetchOptions(line) }),
    });
    // Baileys' fetch takes no signal: what comes after the end is not read.
    if (signal.aborted) plain.destroy();
    else signal.addEventListener('abort', () => plain.destroy(), { once: true });
    return plain;
  };
  try {
    return await fetchIt(message);
  } catch (error) {
    if (!expiredStatuses.has(codeOf(error) ?? 0)) throw error;
    const anew = await options.reupload(message).catch((cause: unknown) => {
      throw refusalOf(cause) ?? cause;
    });
    return fetchIt(anew);
  }
}
