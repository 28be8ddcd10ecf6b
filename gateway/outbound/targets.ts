import type { MessageTarget, OutboundMessage } from '../driver/driver.ts';
import type { MessageState } from './message-state.ts';
import { addressOf, outboundMessage } from './outbound-message.ts';
import type { OutboundScope, OutboundWork } from './scope.ts';

/** Returns where messages of ours go to or lie on the network, and what they are there. */
export function createTargets({ companyId, driver, media, reader, addressing, settled }: OutboundScope) {
  /** Undefined: nobody knows under which id it is on the network, if it is there. */
  const idOf = (work: OutboundWork, state: MessageState): string | undefined =>
    state.externalId ?? driver.externalIdOf?.(work.messageId);

  const targetOf = (work: OutboundWork, externalId: string): Promise<MessageTarget> =>
    addressOf(reader, work.contactId, { externalId, addressing, whenSettled: settled });

  return {
    idOf,
    targetOf,
    messageOf: async (work: OutboundWork, state: MessageState): Promise<OutboundMessage> =>
      outboundMessage(
        { reader, media, companyId, contactId: work.contactId, driver },
        await targetOf(work, idOf(work, state) ?? work.messageId),
        state.content,
      ),
  };
}
export type Targets = ReturnType<typeof createTargets>;
