import type { Agent } from 'node:https';
import {
  type AuthenticationState,
  makeCacheableSignalKeyStore,
  makeWASocket,
  type SocketConfig,
  type WASocket,
  type WAVersion,
} from 'baileys';
import type { Logger } from 'pino';
import { fetchOptions } from './download.ts';
import type { Companion } from './pairing.ts';
import type { ProxyLine } from './proxy-line.ts';

/** Returns a link to the network (`url`: another one than WhatsApp's) as a linked device that is not shown as online. */
export function openSocket(options: {
  readonly auth: AuthenticationState;
  readonly version: WAVersion;
  readonly companion: Companion;
  readonly url: string | undefined;
  readonly proxy: ProxyLine | undefined;
  /** A message that a phone could not read and asks for again. */
  readonly again: (
    link: WASocket,
    key: Parameters<SocketConfig['getMessage']>[0],
  ) => ReturnType<SocketConfig['getMessage']>;
  readonly cachedGroupMetadata: SocketConfig['cachedGroupMetadata'];
  readonly makeSignalRepository: SocketConfig['makeSignalRepository'];
  readonly log: Logger;
}): WASocket {
  const { auth, version, companion, url, proxy, cachedGroupMetadata, makeSignalRepository, log } = options;
  const link: WASocket = makeWASocket({
    auth: { creds: auth.creds, keys: makeCacheableSignalKeyStore(auth.keys, log) },
    version,
    ...(url && { waWebSocketUrl: url }),
    ...(proxy && {
      agent: (url?.startsWith('ws:') ? proxy.http : proxy.https) as Agent,
      fetchAgent: proxy.https,
      options: fetchOptions(proxy),
    }),
    logger: log,
    browser: companion,
    markOnlineOnConnect: false,
    syncFullHistory: false,
    generateHighQualityLinkPreview: false,
    // What we send comes back to us in no other way than what others send.
    emitOwnEvents: false,
    // Undefined on a miss: an empty message would be sent (evolution-api#2705).
    getMessage: (key) => options.again(link, key),
    cachedGroupMetadata,
    makeSignalRepository,
  });
  return link;
}
