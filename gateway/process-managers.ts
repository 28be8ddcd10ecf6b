import type { StateStore } from '../domain/ports/state-store.ts';
import type { Vault } from '../domain/ports/vault.ts';
import { createAssistant } from './assistant/assistant.ts';
import { createRenewal } from './billing/renewal.ts';
import { createBot } from './bot/bot.ts';
import { createInvoiceLookUp } from './bot/invoice-look-up.ts';
import { createLeaving } from './campaigns/leaving.ts';
import { createPlanChanges } from './companies/plan-changes.ts';
import { createListKeys } from './contact-lists/keys.ts';
import { createListMoves } from './contact-lists/moves.ts';
import type { GatewayDeps } from './gateway-config.ts';
import { createCompanyLetters } from './mail/company-letters.ts';
import { createEmailNotices } from './mail/email-notices.ts';
import type { ProcessManager } from './process/process-manager.ts';
import { createAnswered } from './schedules/answers.ts';
import { createDeletedConnections } from './secrets/deleted-connections.ts';
import { createDeletedRecords } from './secrets/deleted-records.ts';
import { createTelling } from './webhooks/telling.ts';

type Deps = GatewayDeps & { readonly state: StateStore; readonly vault: Vault };

/** Returns every process manager of the product: a bot or a webhook adds its line here. */
export function processManagersOf(deps: Deps): readonly ProcessManager[] {
  const letters = deps.mail && createCompanyLetters({ ...deps, publicUrl: deps.config.publicUrl });
  const lookUp = createInvoiceLookUp(deps);
  const { assistants } = deps;
  return [
    createBot({ ...deps, lookUp }),
    ...(assistants
      ? [createAssistant({ ...deps, assistants, settleMs: deps.config.assistantSettleMs })]
      : []),
    createRenewal({ ...deps, letters }),
    createLeaving(deps),
    createAnswered({ ...deps, now: () => new Date() }),
    createPlanChanges(deps),
    createTelling(deps),
    createEmailNotices(deps),
    createDeletedConnections(deps),
    createDeletedRecords(deps),
    createListMoves(deps),
    ...(deps.contactKeys ? [createListKeys({ ...deps, contactKeys: deps.contactKeys })] : []),
  ];
}
