import type { GatewayDeps } from '../gateway-config.ts';
import type { ProcessManager } from './process-manager.ts';

/** Returns every process manager of the product: a bot or a webhook adds its line here. */
export function processManagersOf(_deps: GatewayDeps): readonly ProcessManager[] {
  return [];
}
