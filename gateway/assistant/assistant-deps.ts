import type { Logger } from 'pino';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { Assistants } from '../../outgoing/assistants/open.ts';
import type { GatewayDeps } from '../gateway-config.ts';

export type AssistantDeps = Pick<GatewayDeps, 'desk' | 'readStore' | 'media' | 'reached' | 'newId'> & {
  readonly assistants: Assistants;
  readonly state: StateStore;
  readonly vault: Vault;
  readonly log: Logger;
  readonly now?: () => Date;
  /** Who writes three messages at once gets one reply: how long the end of them is waited for, milliseconds. */
  readonly settleMs?: number | undefined;
};
