import { randomBytes, randomUUID } from 'node:crypto';
import type { Network } from '../../channels/whatsapp/testing/network.ts';

/** What a customer wrote, and what the network knows of it. */
export interface Carried {
  readonly id: string;
  readonly from: string;
  readonly body: string;
  /** What its file says; undefined: it has none. */
  readonly file?: Buffer;
  /** When the network learned that it had arrived; then it is never handed over again. */
  confirmedAt?: number;
}

type Message = Parameters<Network['write']>[0]['message'];

/**
 * Returns the part of the network that a test network lacks: what is not confirmed is kept, and handed over again, in
 * its order, to whoever logs in.
 */
export function createCarrier(network: Network) {
  const carried: { entry: Carried; message: Message }[] = [];
  const byId = new Map<string, Carried>();
  let read = 0;
  let logins = network.logins.length;

  const hand = ({ id, from }: Carried, message: Message, offline: boolean) =>
    network.write({
      id,
      from,
      name: `Cliente ${from.slice(-4)}`,
      message,
      ...(offline && { attrs: { offline: '1' } }),
    });

  const look = () => {
    for (; read < network.received.length; read++) {
      const { tag, attrs } = network.received[read]!;
      const entry = tag === 'receipt' ? byId.get(attrs.id ?? '') : undefined;
      if (entry) entry.confirmedAt ??= Date.now();
    }
    if (network.logins.length === logins) return;
    logins = network.logins.length;
    for (const { entry, message } of carried) if (entry.confirmedAt === undefined) hand(entry, message, true);
  };
  const timer = setInterval(look, 5);

  return {
    carried: (): readonly Carried[] => carried.map(({ entry }) => entry),
    logins: () => network.logins.length,
    unconfirmed: () => carried.filter(({ entry }) => entry.confirmedAt === undefined).length,
    async write(from: string, body: string, withFile: boolean): Promise<void> {
      const id = randomUUID().replaceAll('-', '').toUpperCase();
      const file = withFile ? Buffer.from(`${body} ${randomBytes(20_000).toString('hex')}`) : undefined;
      const image = file && (await network.media.offer(network.url, file, 'image'));
      const message: Message = image
        ? { imageMessage: { ...image, mimetype: 'text/plain', caption: body } }
        : { conversation: body };
      const entry: Carried = { id, from, body, ...(file && { file }) };
      byId.set(id, entry);
      carried.push({ entry, message });
      hand(entry, message, false);
    },
    stop: () => clearInterval(timer),
  };
}
export type Carrier = ReturnType<typeof createCarrier>;
