import { createCalls } from '../inbound/calls.ts';
import { createFiles } from '../inbound/files.ts';
import { createInbound } from '../inbound/inbound.ts';
import { programTypes, refusalOf } from '../inbound/media-intake.ts';
import { createPictures } from '../inbound/pictures.ts';
import { createPacing } from '../scheduling/pacing.ts';
import type { Outgoing } from './outgoing.ts';
import type { SessionScope } from './scope.ts';

/** Whether what is written in groups is taken in, as the company has set it this very moment. */
export const takesGroups = ({ setting }: Pick<SessionScope, 'setting'>): boolean =>
  setting('CheckMsgIsGroup') !== 'enabled';

/** Returns what comes into a session: messages and what changes them, their files, the pictures of who writes. */
export function createIncoming(
  scope: SessionScope,
  { pacer, whenPrimed }: Pick<Outgoing, 'pacer' | 'whenPrimed'>,
) {
  const { addressing, config, setting, facts } = scope;
  const limits = {
    maxBytes: config.maxMediaBytes,
    refusedTypes: config.refusedMediaTypes ?? programTypes,
  };
  const pictures = createPictures({ ...scope, everyMs: config.picturesEveryMs });
  const files = createFiles({
    ...scope,
    ...limits,
    slots: scope.fileSlots,
    pacing: createPacing(config.inboundFilesPerMinute ?? 0),
    timeoutMs: config.mediaTimeoutMs ?? 60_000,
    tries: config.fileTries ?? 6,
    retryMs: config.fileRetryMs ?? 3_000,
    everyMs: config.filesEveryMs ?? 60_000,
  });
  const inbound = createInbound({
    ...scope,
    queueId: () => {
      const [only, ...others] = facts().queueIds;
      return only !== undefined && others.length === 0 ? only : null;
    },
    takesGroups: () => takesGroups(scope),
    calls: createCalls({ ...scope, written: addressing.written, text: () => setting('callTemplate') }),
    files,
    refusalOf: (claim) => refusalOf(claim, limits),
    onMet: pacer.heard,
    considerPicture: (contactId, address, isGroup) =>
      pictures.consider(contactId, address && addressing.written(address), isGroup),
    whenPrimed,
  });
  return { inbound, files };
}
