import type { WASocket } from 'baileys';
import type { Logger } from 'pino';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import { DriverError } from '../../../gateway/driver/driver.ts';
import { addressOf, jidOf } from './addresses.ts';
import { asDriverError } from './as-driver-error.ts';
import { lookUpNumber } from './number-answers.ts';

type Asked = Pick<WASocket, 'getUSyncDevices' | 'executeUSyncQuery'>;

/**
 * Returns what knows under which address a number is reached. The network takes a message to a number that it does not
 * know, or knows by another spelling (a Brazilian one with a ninth digit), and delivers it to nobody: one tick for ever. Asked once
 * for each, with the question that sending asks anyway.
 */
export function createRecipients({ log }: { readonly log: Logger }) {
  const knownJids = boundedCache<string>(10_000);

  const hasDevices = async (link: Asked, jid: string): Promise<boolean> =>
    (await link.getUSyncDevices([jid], true, false)).length > 0;

  async function look(link: Asked, jid: string): Promise<string> {
    const isReached = await hasDevices(link, jid).catch((error: unknown) => {
      if (asDriverError(error).failure === 'limited') throw error;
      log.info({ err: error }, 'the devices of a number are not told');
      return false;
    });
    if (isReached) return jid;
    const known = await lookUpNumber(link, addressOf(jid) ?? '');
    if (known === undefined)
      throw new DriverError('refused', 'the number is not on WhatsApp', undefined, 'absent');
    const found = jidOf(known, false);
    if (await hasDevices(link, found)) return found;
    // Baileys would send it to nobody.
    throw new DriverError('unknown', 'the network names no phone of the number');
  }

  return {
    /** @throws DriverError `refused` (code `absent`) when the network says that it does not know it */
    async jidOf(link: Asked, { to, isGroup }: { readonly to: string; readonly isGroup: boolean }) {
      const jid = jidOf(to, isGroup);
      if (isGroup || jid.endsWith('@lid')) return jid;
      const known = knownJids.get(jid) ?? (await look(link, jid));
      knownJids.set(jid, known);
      return known;
    },
  };
}
