import type { ConnectionView } from '../../../contract/connection.ts';

/** Ends of a link that somebody can do something about; the gateway names them, with the network's code behind. */
const namedCauses = [
  ...(['logged-out', 'replaced', 'unpaired', 'banned', 'suspended'] as const),
  ...(['outdated', 'multi-device', 'bad-session', 'deaf', 'unpairable'] as const),
  ...(['proxy', 'proxy-login', 'proxy-private'] as const),
];
/** What the network does to a number, or to its session: a state of its own. */
const imposedCauses = ['banned', 'suspended', 'outdated', 'multi-device', 'bad-session'] as const;
/** Why a connection is down, in the words of `connections.cause.*`. */
export type Cause = (typeof namedCauses)[number] | 'unreachable' | 'lost';

/** What systems and libraries say when they cannot get through to the network at all. */
const noWay =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ETIMEDOUT|certificate|getaddrinfo/i;

/**
 * Returns why it does not work; undefined while nothing is known to be wrong. What drivers say in their own words is
 * kept for whoever helps.
 */
export const causeOf = ({ status, reason }: Pick<ConnectionView, 'status' | 'reason'>): Cause | undefined => {
  if (status !== 'DISCONNECTED' && status !== 'TIMEOUT') return undefined;
  const name = namedCauses.find((one) => reason === one || reason?.startsWith(`${one} (`));
  if (name !== undefined) return name;
  if (status === 'TIMEOUT') return 'unpaired';
  if (reason === null || reason === '') return undefined;
  return noWay.test(reason) ? 'unreachable' : 'lost';
};

/** Whether nothing happens any more until somebody does something. */
export const waitsForPeople = (cause: Cause | undefined): boolean =>
  cause === 'logged-out' ||
  cause === 'replaced' ||
  cause === 'unpaired' ||
  cause === 'unpairable' ||
  cause === 'banned';

/** Returns the key of `connections.status.*` that says in a word how a connection is. */
export const stateOf = (
  { status }: Pick<ConnectionView, 'status'>,
  cause: Cause | undefined,
): ConnectionView['status'] | (typeof imposedCauses)[number] =>
  imposedCauses.find((one) => one === cause) ?? status;
