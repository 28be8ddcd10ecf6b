import { areJidsSameUser, type WAMessage } from 'baileys';
import type { Logger } from 'pino';
import type { DriverContext } from '../../../gateway/driver/driver.ts';
import type { DriverDeps } from '../../../gateway/driver/driver-deps.ts';
import { isGroup } from './addresses.ts';
import { asDriverError } from './as-driver-error.ts';
import { createCalls, isBareCall } from './calls.ts';
import type { CurrentLink } from './current-link.ts';
import { createGroups } from './groups.ts';
import { createHearing } from './hearing.ts';
import { createIdentify } from './identify.ts';
import { openInbox } from './inbox.ts';
import { createIntake } from './intake.ts';
import { openPolls } from './polls.ts';
import { createReading } from './reading.ts';
import { openSealedEdits } from './sealed-edits.ts';
import { createWriters } from './writers.ts';

/** Returns what reads what people write to a number, and all that it takes: who is who, groups, polls, calls. */
export function createIncoming(
  context: Pick<DriverContext, 'connectionId' | 'handler' | 'takesGroups' | 'takesCalls'>,
  { state, vault, config }: Pick<DriverDeps, 'state' | 'vault' | 'config'>,
  parts: {
    readonly currentLink: CurrentLink;
    /** The number itself, by number and by lid. */
    readonly self: () => readonly string[];
    readonly log: Logger;
    readonly signal: AbortSignal;
  },
) {
  const { connectionId, handler } = context;
  const { currentLink, self, log, signal } = parts;
  const reading = createReading();
  const groups = createGroups({
    state,
    connectionId,
    log,
    signal,
    ask: (jid) => currentLink.connectedLink().groupMetadata(jid),
    tell: (group, formerName) =>
      handler({ type: 'group', group, ...(formerName !== undefined && { formerName }) }),
    everyMs: config.groupEveryMs ?? 3_000,
  });
  const identify = createIdentify({
    numberOf: async (lid) => currentLink.socket?.signalRepository.lidMapping.getPNForLID(lid),
    groupName: groups.heard,
    log,
  });
  const writers = createWriters({
    self,
    otherAddress: async (jid) => {
      // The number of a lid is in the own memory; for the lid of a number the network is asked, once it has let us in.
      const isLid = jid.endsWith('@lid');
      const link = (isLid && currentLink.socket) || currentLink.connectedLink();
      const { lidMapping } = link.signalRepository;
      try {
        return (await (isLid ? lidMapping.getPNForLID(jid) : lidMapping.getLIDForPN(jid))) ?? undefined;
      } catch (error) {
        if (asDriverError(error).failure !== 'refused') throw error;
        return undefined;
      }
    },
  });
  const polls = openPolls({ state, vault, connectionId, writers, log });
  const edits = openSealedEdits({ state, vault, connectionId, writers, log });
  const eventOf = async (message: WAMessage, groupName: string | undefined) => {
    if (polls.isVote(message)) return polls.read(message);
    const said = edits.isSealed(message) ? await edits.open(message) : message;
    return said && reading.read(said, groupName);
  };
  const intake = createIntake({
    inbox: openInbox({ state, vault, connectionId }),
    handle: async (message) => {
      // Beside each other: what waited for its secret to be kept would come behind what was written after it.
      const kept = Promise.all([polls.remember(message), edits.remember(message)]);
      // Awaited below; should the store be away before that, the process must not end for it.
      kept.catch(() => {});
      const { message: known, groupName } = await identify(message);
      const event = await eventOf(known, groupName);
      await Promise.all([kept, event && handler(event)]);
    },
    log,
    everyMs: config.inboxEveryMs ?? 60_000,
  });
  const calls = createCalls({
    take: (message) => {
      if (reading.read(message)) intake.take(message);
    },
    refuses: () => context.takesCalls?.() === false,
    refuse: (callId, from) =>
      currentLink
        .attempt((link) => link.rejectCall(callId, from))
        .catch((error: unknown) => log.warn({ err: error }, 'a call was not refused')),
    isSelf: (jid) => self().some((own) => areJidsSameUser(jid, own)),
    ringsMs: config.callRingsMs ?? 120_000,
  });

  const isWanted = (message: WAMessage): boolean =>
    (!isGroup(message.key.remoteJid) || context.takesGroups?.() !== false) &&
    !isBareCall(message) &&
    (polls.isVote(message) || edits.isSealed(message) || reading.read(message) !== undefined);

  return {
    groups,
    identify,
    intake,
    calls,
    ...createHearing({ currentLink, reading, calls, isWanted, take: intake.take, log }),
  };
}
