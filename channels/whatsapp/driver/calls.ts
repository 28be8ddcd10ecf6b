import { areJidsSameUser, type BinaryNode, proto, type WACallEvent, type WAMessage } from 'baileys';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import type { MessageExtra } from '../../../domain/ticket/extra.ts';

export type CallOutcome = NonNullable<NonNullable<MessageExtra['call']>['outcome']>;

const { CALL_MISSED_VOICE, CALL_MISSED_VIDEO, CALL_MISSED_GROUP_VOICE, CALL_MISSED_GROUP_VIDEO } =
  proto.WebMessageInfo.StubType;
const stubs = new Set<number>([
  ...[CALL_MISSED_VOICE, CALL_MISSED_VIDEO, CALL_MISSED_GROUP_VOICE, CALL_MISSED_GROUP_VIDEO],
]);
const outcomes = new Set<string>(['missed', 'cancelled', 'rejected', 'answered', 'refused']);

/** Why the network says that a call ended, as its own words tell. */
const endings: Readonly<Record<string, CallOutcome>> = {
  timeout: 'missed',
  busy: 'missed',
  accepted_elsewhere: 'answered',
  rejected_elsewhere: 'rejected',
};

/** Returns a call as a message tells of it. Undefined: it tells of none. */
export function readCall({ messageStubType, messageStubParameters }: WAMessage): MessageExtra['call'] {
  if (!messageStubType || !stubs.has(messageStubType)) return undefined;
  const said = messageStubParameters?.[0] ?? '';
  const outcome = (outcomes.has(said) ? said : 'missed') as CallOutcome;
  const video = messageStubType === CALL_MISSED_VIDEO || messageStubType === CALL_MISSED_GROUP_VIDEO;
  return { missed: outcome === 'missed' || outcome === 'cancelled', video, outcome };
}

/** Whether it is Baileys' own entry of a missed call: it knows one end of several, and not who called. */
export const isBareCall = ({ messageStubType, messageStubParameters }: WAMessage): boolean =>
  messageStubType !== undefined &&
  messageStubType !== null &&
  stubs.has(messageStubType) &&
  !outcomes.has(messageStubParameters?.[0] ?? '');

/**
 * Returns what makes one entry of all that the network tells of a call: rang and not taken, hung up by who called,
 * refused or taken on the phone, or refused by us because the company takes none. Calls in groups ring for everybody:
 * they are nobody's to answer.
 * @param deps.take takes the entry as a message that came
 */
export function createCalls(deps: {
  readonly take: (message: WAMessage) => void;
  readonly refuses: () => boolean;
  readonly refuse: (callId: string, from: string) => Promise<unknown>;
  readonly isSelf: (jid: string) => boolean;
  /** How long the end of a call is waited for, milliseconds. */
  readonly ringsMs?: number;
}) {
  const toldCalls = boundedCache<true>(5_000);
  const reasons = boundedCache<string>(1_000);
  const ringing = new Map<string, NodeJS.Timeout>();

  function settle(call: WACallEvent, outcome: CallOutcome): void {
    clearTimeout(ringing.get(call.id));
    ringing.delete(call.id);
    if (toldCalls.has(call.id)) return;
    toldCalls.set(call.id, true);
    deps.take({
      key: {
        remoteJid: call.chatId,
        id: call.id,
        fromMe: false,
        ...(call.callerPn && !areJidsSameUser(call.callerPn, call.chatId) && { remoteJidAlt: call.callerPn }),
      },
      messageTimestamp: Math.floor(call.date.getTime() / 1_000),
      messageStubType: call.isVideo ? CALL_MISSED_VIDEO : CALL_MISSED_VOICE,
      messageStubParameters: [outcome],
    } as WAMessage);
  }

  return {
    /** The stanza itself: Baileys keeps why a call ended to itself. */
    heard(stanza: BinaryNode): void {
      const [child] = Array.isArray(stanza.content) ? stanza.content : [];
      const callId = child?.attrs['call-id'];
      if (child?.tag === 'terminate' && callId && child.attrs.reason) reasons.set(callId, child.attrs.reason);
    },
    told(call: WACallEvent): void {
      if (call.isGroup || deps.isSelf(call.from)) return;
      switch (call.status) {
        case 'offer':
          if (deps.refuses()) {
            void deps.refuse(call.id, call.from);
            settle(call, 'refused');
            return;
          }
          if (toldCalls.has(call.id) || ringing.has(call.id)) return;
          // Who is not told of its end, for the line fell meanwhile, was not there to take it.
          ringing.set(call.id, setTimeout(() => settle(call, 'missed'), deps.ringsMs ?? 120_000).unref());
          return;
        case 'accept':
          settle(call, 'answered');
          return;
        case 'reject':
          settle(call, 'rejected');
          return;
        case 'timeout':
          settle(call, 'missed');
          return;
        case 'terminate':
          settle(call, endings[reasons.get(call.id) ?? ''] ?? 'cancelled');
      }
    },
    stop(): void {
      for (const timer of ringing.values()) clearTimeout(timer);
      ringing.clear();
    },
  };
}
