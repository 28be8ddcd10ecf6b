import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createPhoneNetwork } from '../../channels/simulator/phone-network.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { readConfig } from '../../server/config.ts';
import { letHelpersStandBack, letThreadsHaveOwnLimits } from '../../server/helper-threads.ts';
import { farQuotas } from '../../server/quota-settings.ts';
import { startRoles } from '../../server/roles.ts';

/** What the server's process is asked for: so many messages a second, for so long. */
export interface Traffic {
  readonly connectionId: string;
  readonly perSecond: number;
  readonly seconds: number;
}

const contacts = 400;

// A server of its own process, so that its memory and processor time are its alone, with the pretend customers in it: from
// another process the simulator would hear of their messages only twice a second.
const config = readConfig(
  {
    ...farQuotas,
    DATA_DIR: process.argv[2],
    PORT: '0',
    LOG_LEVEL: 'error',
    DEMO: '0',
    PATH: process.env.PATH,
  },
  { demo: false },
);
letHelpersStandBack();
letThreadsHaveOwnLimits();
const running = await startRoles(config, pino({ level: 'error' }), { prepare: async () => {} });
const phones = createPhoneNetwork({ state: running.stores.state, newId, now: () => new Date() });

async function write({ connectionId, perSecond, seconds }: Traffic): Promise<void> {
  const began = performance.now();
  let sent = 0;
  while (performance.now() - began < seconds * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
    const wave = [];
    while (sent < due) {
      const number = sent++ % contacts;
      wave.push(
        phones.deliver(connectionId, {
          number: `55119${10_000_000 + number}`,
          name: `Contato ${number}`,
          body: String(Date.now()),
        }),
      );
    }
    await Promise.all(wave);
    await sleep(4);
  }
}

process.on('message', (traffic: Traffic) => void write(traffic).then(() => process.send?.('written')));
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
// Its parent has ended before it.
process.once('disconnect', () => process.exit(1));
process.send?.({ port: running.port });
