import type { BaileysEventMap, BinaryNode, WAMessage, WASocket } from 'baileys';
import type { Logger } from 'pino';
import type { createCalls } from './calls.ts';
import type { CurrentLink } from './current-link.ts';
import { heedRefusals } from './number-answers.ts';
import { createOwnChats } from './own-chats.ts';
import type { createReading } from './reading.ts';
import { skipStatuses } from './statuses.ts';
import { unavailableMessage } from './unavailable.ts';
import { createUsedKeys } from './used-keys.ts';

/** Returns what takes messages off a link, those too that Baileys makes nothing of. */
export function createHearing(deps: {
  readonly currentLink: CurrentLink;
  readonly reading: Pick<ReturnType<typeof createReading>, 'heard'>;
  readonly calls: Pick<ReturnType<typeof createCalls>, 'heard'>;
  readonly isWanted: (message: WAMessage) => boolean;
  readonly take: (message: WAMessage) => void;
  readonly log: Logger;
}) {
  const { currentLink, reading, calls, isWanted, take, log } = deps;
  const usedKeys = createUsedKeys();
  const ownChats = createOwnChats();

  function heard(link: WASocket, stanza: BinaryNode): void {
    reading.heard(stanza);
    // `user` is who it was when the link was made: by its lid it may be known only since it logged in.
    const { me } = link.authState.creds;
    const message = currentLink.is(link) && me && unavailableMessage(stanza, me);
    if (message && isWanted(message)) take(ownChats.complete(message));
  }

  return {
    makeSignalRepository: usedKeys.makeSignalRepository,
    /**
     * Takes messages of a link before Baileys gathers events: gathered, an edit is laid over what it edits, whoever made
     * it, and what was confirmed to the network long ago is lost with the process. 'append' is what was missed while
     * offline, 'notify' what comes now: both are messages (OpenWA#1660).
     */
    listen(link: WASocket): void {
      skipStatuses(link, log);
      heedRefusals(link);
      // Before Baileys, which begins to decrypt in a listener of its own.
      link.ws.on('frame', usedKeys.heard);
      link.ws.on('frame', ownChats.heard);
      link.ws.on('CB:message', (stanza: BinaryNode) => heard(link, stanza));
      link.ws.on('CB:call', (stanza: BinaryNode) => {
        if (currentLink.is(link)) calls.heard(stanza);
      });
      const emit = link.ev.emit;
      link.ev.emit = (name, data) => {
        if (name === 'messages.upsert' && currentLink.is(link))
          for (const message of (data as BaileysEventMap['messages.upsert']).messages) {
            usedKeys.taken(message);
            if (isWanted(message)) take(ownChats.complete(message));
          }
        return emit(name, data);
      };
    },
  };
}
