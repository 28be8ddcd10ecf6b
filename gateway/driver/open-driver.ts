import type { Channel } from '../../channels/channel.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { Driver, DriverContext } from './driver.ts';
import type { OpenDriver } from './driver-deps.ts';

/**
 * Whether something is not there: a package, or (found without asking the disk, `server/start.mjs`) a file of ours.
 */
const isMissing = (error: unknown) =>
  ['ERR_MODULE_NOT_FOUND', 'ENOENT'].includes((error as { code?: string }).code ?? '');

/**
 * Returns the driver of a connection. Loaded only when a connection needs it: the library of a channel may be left out
 * of a build, for its licence for one.
 */
export async function openDriver(
  deps: GatewayDeps & { readonly vault: Vault },
  { kind }: Channel,
  context: DriverContext,
): Promise<Driver> {
  if (deps.openDriver) return deps.openDriver(kind, context);
  const driver = (await import(`../../channels/${kind}/driver/driver.ts`).catch((error: unknown) => {
    throw isMissing(error)
      ? new Error(`this build has no driver for ${kind}: an optional package is not installed`, {
          cause: error,
        })
      : error;
  })) as { readonly openDriver: OpenDriver };
  const { state, media, vault, config } = deps;
  return driver.openDriver(context, { state, media, vault, config, settings: config.channels?.[kind] ?? {} });
}
