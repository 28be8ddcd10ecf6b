import { startNetwork } from '../../channels/whatsapp/testing/network.ts';

/** The network of the bench in a process of its own: its cost is not ours. Told by IPC how much to write, how fast. */
export interface Writing {
  readonly count: number;
  readonly contacts: number;
  /** A second; 0: as fast as it can. */
  readonly perSecond: number;
}

const network = await startNetwork();
let written = 0;
process.on('message', async ({ count, contacts, perSecond }: Writing) => {
  const began = performance.now();
  for (let n = 0; n < count; n++) {
    const due = perSecond === 0 ? 0 : (n / perSecond) * 1_000 - (performance.now() - began);
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    else if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    network.write({
      id: `3EB0${(written++).toString(16).toUpperCase().padStart(18, '0')}`,
      from: `55119${String(10_000_000 + (n % contacts)).padStart(8, '0')}`,
      name: `Contato ${n % contacts}`,
      message: { conversation: `${Date.now()} chegou tudo certinho, muito obrigada!` },
    });
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: network.url });
