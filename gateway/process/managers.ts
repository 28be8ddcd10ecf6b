import { createBot } from '../bot/bot.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { ProcessManager } from './process-manager.ts';

/** Returns every process manager of the product: a bot or a webhook adds its line here. */
export function processManagersOf(deps: GatewayDeps): readonly ProcessManager[] {
  return [createBot(deps)];
}
