import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { GatewayConfig, GatewayDeps } from '../../../gateway/gateway-config.ts';
import { createVault } from '../../../gateway/secrets/vault.ts';
import { openDiskMediaStore } from '../../../stores/media-store/disk.ts';
import { ana, companyId, startTestGateway } from '../../../testing/gateway.ts';
import { openDriver } from '../driver/driver.ts';
import { writePairedCredentials } from './crabline.ts';
import { secretKey } from './number.ts';

/** The whole desk with a paired number at a network: stores, projector, and as many gateways as a test starts. */
export async function deskAt(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-desk-'));
  const media = await openDiskMediaStore({ path: folder });
  const test = await startTestGateway({ media });
  const { state, connectionId, eventStore } = test;
  await writePairedCredentials({ state, secretKey, connectionId });
  return {
    ...test,
    companyId,
    media,
    /** A gateway whose number is connected. */
    async gateway(
      more: {
        eventStore?: GatewayDeps['eventStore'];
        state?: GatewayDeps['state'];
        config?: Partial<GatewayConfig>;
      } = {},
      at = url,
    ) {
      const own = more.state ?? state;
      const config = { secretKey, maxMediaBytes: 1_000_000, leaseMs: 5_000, ...more.config };
      const gateway = await test.startGateway({
        eventStore: more.eventStore ?? eventStore,
        state: own,
        config,
        openDriver: async (_channel, context) =>
          openDriver(context, {
            state: own,
            vault: createVault(secretKey),
            config,
            settings: { url: at },
          }),
      });
      await expect.poll(() => gateway.status().sessions[0]?.connected).toBe(true);
      return gateway;
    },
    bodies: async () => (await test.messages()).map(({ body }) => body),
    send: async (body: string, more: object = {}) => {
      const [ticket] = await test.tickets();
      const { messageId } = await test.desk.tickets.send(ana, { ticketId: ticket!.id, body, ...more });
      return messageId;
    },
    message: async (id: string) => (await test.messages()).find((one) => one.id === id),
    async close() {
      await test.close();
      await media.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type TestDesk = Awaited<ReturnType<typeof deskAt>>;
