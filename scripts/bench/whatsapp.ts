import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openDriver } from '../../channels/whatsapp/driver/driver.ts';
import { writePairedCredentials } from '../../channels/whatsapp/testing/crabline.ts';
import { createVault } from '../../gateway/secrets/vault.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import { deskAt, idleCpu, memory, until } from './desk-at.ts';
import { embeddedIn } from './embedded.ts';
import { type Bench, inFolder, percentile, round } from './measure.ts';
import type { Writing } from './whatsapp-network.ts';

const contacts = 200;

/**
 * Returns the figures of the real Baileys driver against a server that speaks its protocol, in another process: from
 * the socket to the feed.
 */
export const whatsapp: Bench = ({ quick }) =>
  inFolder(async (folder) => {
    const network = fork(new URL('./whatsapp-network.ts', import.meta.url).pathname, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [{ url }] = (await once(network, 'message')) as [{ url: string }];
    const desk = await deskAt(folder);
    const { state, readStore } = desk;
    const { secretKey } = embeddedIn(folder);
    const config = { secretKey, maxMediaBytes: 1_000_000 };
    const paired = (count: number) =>
      desk.connections(count, 'whatsapp', (connectionId) =>
        writePairedCredentials({ state, secretKey, connectionId }),
      );
    const delays: number[] = [];
    readStore.onCommit((notices) => {
      const now = Date.now();
      for (const notice of notices)
        if (notice.channel.endsWith('-appMessage') && notice.action === 'create')
          delays.push(now - Number((notice.document as MessageDocument).body.split(' ')[0]));
    });
    const write = async (writing: Writing, numbers: number) => {
      delays.length = 0;
      const began = performance.now();
      network.send(writing);
      await until(() => delays.length >= writing.count * numbers);
      return (writing.count * numbers) / ((performance.now() - began) / 1_000);
    };

    await paired(1);
    const gateway = desk.gateway({
      openDriver: async (_kind, context) =>
        openDriver(context, { state, config, vault: createVault(secretKey), settings: { url } }),
    });
    const up = () => gateway.status().sessions.filter(({ connected }) => connected).length;
    await gateway.start();
    await until(() => up() === 1);
    await write({ count: 200, contacts, perSecond: 0 }, 1);
    const rate = await write({ count: quick ? 1_000 : 5_000, contacts, perSecond: 0 }, 1);
    await write({ count: quick ? 200 : 1_000, contacts, perSecond: 50 }, 1);
    const calm = { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };

    const more = quick ? 19 : 99;
    const before = memory();
    const began = performance.now();
    await paired(more);
    await until(() => up() === more + 1);
    const upMs = performance.now() - began;
    const after = memory();
    const cpu = await idleCpu(quick ? 3_000 : 10_000);
    const each = quick ? 20 : 40;
    const rateOfAll = await write({ count: each, contacts, perSecond: 0 }, more + 1);
    await gateway.stop();
    network.disconnect();
    await desk.close();
    const mb = (bytes: number) => round(bytes / more / 1024 / 1024, 2);
    return [
      {
        name: 'whatsapp_inbound',
        value: Math.round(rate),
        unit: 'messages/s',
        note: `one number, ${contacts} contacts, as fast as the network writes; decrypted, journaled, recorded, on the feed`,
      },
      {
        name: 'whatsapp_inbound_p99_ms',
        value: round(calm.p99, 0),
        unit: 'ms',
        note: `socket to feed at 50 messages a second; p50 ${round(calm.p50, 0)} ms`,
      },
      {
        name: 'whatsapp_numbers_up_s',
        value: round(upMs / 1_000),
        unit: 's',
        note: `${more} more numbers paired, logged in and up`,
      },
      {
        name: 'whatsapp_number_mb',
        value: mb(after.rss - before.rss),
        unit: 'MB/number',
        note: `resident; heap ${mb(after.heap - before.heap)} MB`,
      },
      {
        name: 'whatsapp_idle_cpu',
        value: round(cpu),
        unit: '% of a core',
        note: `${more + 1} numbers at rest`,
      },
      {
        name: 'whatsapp_inbound_of_all',
        value: Math.round(rateOfAll),
        unit: 'messages/s',
        note: `over ${more + 1} numbers at once`,
      },
    ];
  });
