import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { GatewayConfig } from '../gateway-config.ts';
import type { ChannelSettings, Driver, DriverContext } from './driver.ts';

/** What a driver stands on, the same for every connection of its channel. */
export interface DriverDeps {
  readonly state: StateStore;
  readonly media: MediaStore;
  /** Of what must not be readable in the state store; `sealed-store.ts` fences it too. */
  readonly vault: Vault;
  readonly config: GatewayConfig;
  readonly settings: ChannelSettings;
}

/** `channels/<kind>/driver/driver.ts` exports one. */
export type OpenDriver = (context: DriverContext, deps: DriverDeps) => Driver;
