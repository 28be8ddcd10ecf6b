import { type BinaryNode, buildAckStanza, isJidStatusBroadcast, type WASocket } from 'baileys';
import type { Logger } from 'pino';

/**
 * Takes statuses off the line before Baileys sees them: nobody here reads them. One that it cannot decrypt it would refuse,
 * and the network then hands that one over first at every login and holds back whatever waits behind it (Baileys#2779).
 */
export function skipStatuses(link: Pick<WASocket, 'ws' | 'sendNode' | 'user'>, log: Logger): void {
  const { ws } = link;
  const emit = ws.emit.bind(ws);
  ws.emit = (name: string | symbol, ...given: unknown[]) => {
    const stanza = given[0] as BinaryNode;
    if (name !== 'CB:message' || !isJidStatusBroadcast(stanza.attrs.from ?? '')) return emit(name, ...given);
    link
      .sendNode(buildAckStanza(stanza, undefined, link.user?.id))
      .catch((error: unknown) => log.debug({ err: error }, 'a status was not taken: it comes again'));
    return true;
  };
}
