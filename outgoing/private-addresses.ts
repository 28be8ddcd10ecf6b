import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { buildConnector } from 'undici';
import { OutgoingError } from './ask.ts';

/** Host names and networks that the operator lets companies reach although they are private: `ixc.intern`, `10.1.0.0/16`. */
export type AllowedPrivate = readonly string[];

type Network = ReturnType<typeof ipaddr.parseCIDR>;

const networkOf = (text: string): Network | undefined => {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!isIP(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

const isHost = (text: string): boolean => /^[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_-]+)*$/i.test(text);

/** Returns whether a list's entry is to be read: a host name, an address or a network. */
export const isAllowedPrivate = (text: string): boolean => networkOf(text) !== undefined || isHost(text);

/** Returns whether nobody may be sent to an address: it is no public one, however it is spelt, and stands in no network of the list. */
function isForbidden(text: string, networks: readonly Network[]): boolean {
  const address = ipaddr.process(text);
  if (address.range() === 'unicast') return false;
  return !networks.some(([net, bits]) => net.kind() === address.kind() && address.match(net, bits));
}

const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/**
 * Returns how lines to others are opened on behalf of a company. The name is looked up here and only what was looked at is gone to:
 * asked again, it might lead elsewhere. Without TLS only what the list names is gone to, for keys go over the line.
 */
export function publicLines(allowed: AllowedPrivate, resolve = lookup): buildConnector.connector {
  const networks = allowed.map(networkOf).filter((network) => network !== undefined);
  const hosts = new Set(allowed.map((text) => text.toLowerCase()));

  async function addressesOf(host: string, isPlain: boolean) {
    const addresses = await resolve(host, { all: true });
    const isListed = hosts.has(host);
    if (!isListed && addresses.some(({ address }) => isForbidden(address, networks)))
      throw new OutgoingError('private', 'it lies in a private network');
    const isPrivate = ({ address }: { address: string }) => isForbidden(address, []);
    if (isPlain && !isListed && !addresses.every(isPrivate))
      throw new OutgoingError('insecure', 'it is reached without encryption');
    return addresses;
  }

  return (options, callback) => {
    const host = bareHost(options.hostname);
    void Promise.all([import('undici'), addressesOf(host, options.protocol === 'http:')]).then(
      ([{ buildConnector }, addresses]) => {
        const [first] = addresses;
        const knownLookup: LookupFunction = (_host, asked, answer) =>
          asked.all ? answer(null, addresses) : answer(null, first?.address ?? '', first?.family ?? 4);
        buildConnector({ lookup: knownLookup })(
          { ...options, hostname: isIP(host) ? (first?.address ?? host) : options.hostname },
          callback,
        );
      },
      (error: Error) => callback(error, null),
    );
  };
}
