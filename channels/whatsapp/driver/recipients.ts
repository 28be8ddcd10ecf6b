import type { WASocket } from 'baileys';
import type { Logger } from 'pino';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import { DriverError } from '../../../gateway/driver/driver.ts';
import { addressOf, jidOf } from './addresses.ts';

type Asked = Pick<WASocket, 'getUSyncDevices' | 'onWhatsApp'>;

/**
 * Returns what knows under which address a number is reached. The network takes a message to a number that it does not
 * know, or knows by another spelling (a Brazilian one with a ninth digit), and delivers it to nobody: one tick for ever. Asked once
 * for each, with the question that sending asks anyway.
 */
export function createRecipients({ log }: { readonly log: Logger }) {
  const knownJids = boundedCache<string>(10_000);

  async function look(link: Asked, jid: string): Promise<string> {
    const devices = await link.getUSyncDevices([jid], true, false).catch((error: unknown) => {
      log.info({ err: error }, 'the devices of a number are not told');
      return [];
    });
    if (devices.length > 0) return jid;
    const answer = await link.onWhatsApp(addressOf(jid) ?? '');
    // No answer says nothing of it: whoever sends learns more.
    if (!answer) return jid;
    const [found] = answer;
    if (!found) throw new DriverError('refused', 'the number is not on WhatsApp', undefined, 'absent');
    return jidOf(addressOf(found.jid) ?? '', false);
  }

  return {
    /** @throws DriverError `refused` (code `absent`) when the network does not know it */
    async jidOf(link: Asked, { to, isGroup }: { readonly to: string; readonly isGroup: boolean }) {
      const jid = jidOf(to, isGroup);
      if (isGroup || jid.endsWith('@lid')) return jid;
      const known = knownJids.get(jid) ?? (await look(link, jid));
      knownJids.set(jid, known);
      return known;
    },
  };
}
