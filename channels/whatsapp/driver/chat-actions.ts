import type { Driver } from '../../../gateway/driver/driver.ts';
import { jidOf } from './addresses.ts';
import type { CurrentLink } from './current-link.ts';
import { fetchOptions } from './download.ts';
import { lookUpNumber } from './number-answers.ts';
import type { ProxyLine } from './proxy-line.ts';

const chatStates = { text: 'composing', audio: 'recording', none: 'paused' } as const;

/** Returns what is done about people without writing to them: shown that somebody types, asked who they are, looked at. */
export function chatActions(
  { attempt, connectedLink }: Pick<CurrentLink, 'attempt' | 'connectedLink'>,
  line: () => Promise<ProxyLine | undefined>,
): Pick<Driver, 'probe' | 'typing' | 'read' | 'watch' | 'online' | 'checkNumber' | 'profilePicture'> {
  return {
    // Beyond the ping, which the line itself answers.
    probe: () => attempt(async (link) => void (await link.fetchBlocklist())),

    typing: ({ to, isGroup }, kind) =>
      attempt((link) => link.sendPresenceUpdate(chatStates[kind], jidOf(to, isGroup))),

    read: ({ to, isGroup, messages }) =>
      attempt((link) =>
        link.readMessages(
          messages.map(({ externalId, author }) => ({
            remoteJid: jidOf(to, isGroup),
            id: externalId,
            fromMe: false,
            ...(author && { participant: jidOf(author, false) }),
          })),
        ),
      ),

    watch: ({ to, isGroup }) => attempt((link) => link.presenceSubscribe(jidOf(to, isGroup))),

    online: (is) => attempt((link) => link.sendPresenceUpdate(is ? 'available' : 'unavailable')),

    checkNumber: (number) =>
      attempt(async (link) => {
        const known = await lookUpNumber(link, number.replace(/\D/g, ''));
        return known === undefined ? { exists: false } : { exists: true, number: known };
      }),

    async profilePicture(address, isGroup = false) {
      const link = connectedLink();
      const url = await link
        .profilePictureUrl(jidOf(address, isGroup), 'preview', 10_000)
        .catch(() => undefined);
      // The address comes from WhatsApp's server; nothing else is fetched.
      if (!url || !/^https:\/\/[a-z0-9.-]+\.whatsapp\.net\//.test(url)) return undefined;
      const proxy = await line();
      const answer = await fetch(url, {
        ...(proxy && fetchOptions(proxy)),
        signal: AbortSignal.timeout(10_000),
        redirect: 'error',
      });
      return answer.ok && answer.body ? (answer.body as unknown as AsyncIterable<Uint8Array>) : undefined;
    },
  };
}
