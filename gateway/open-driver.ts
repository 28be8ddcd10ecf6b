import { simulatorDriver } from '../channels/simulator/driver/driver.ts';
import type { ChannelKind } from '../domain/connection/events.ts';
import type { Driver, DriverContext } from './driver.ts';
import type { GatewayDeps } from './gateway.ts';

const isMissing = (error: unknown) =>
  (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND' && String(error).includes("'baileys'");

/**
 * The driver of a channel. Baileys is loaded only when a connection needs it: its Signal library is GPL-3.0, and a
 * build without it must work.
 */
export async function openDriver(
  deps: GatewayDeps,
  channel: ChannelKind,
  context: DriverContext,
): Promise<Driver> {
  if (deps.openDriver) return deps.openDriver(channel, context);
  switch (channel) {
    case 'simulator':
      return simulatorDriver(context, { phones: deps.phones, media: deps.media });
    case 'whatsapp': {
      const { baileysDriver } = await import('../channels/whatsapp/driver/driver.ts').catch(
        (error: unknown) => {
          throw isMissing(error)
            ? new Error('this build has no WhatsApp driver: the optional package baileys is not installed')
            : error;
        },
      );
      return baileysDriver(context, { state: deps.state, config: deps.config });
    }
  }
}
