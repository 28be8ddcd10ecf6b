import type { HeldReason } from '../connection/pace.ts';
import { laterOf } from '../kernel/instants.ts';
import type { FileFacts } from './files.ts';

/** What a side did to a message, and the messaging app's instant of it: what comes late does not take its place. */
export interface Mark {
  readonly value: string;
  readonly sentAt: string;
}
/** By side, see `sideOf`. */
export type Marks = Readonly<Record<string, Mark>>;

/** What decisions need to know of a message. `body` is kept only by a wide fold (null otherwise). */
export interface MessageFacts {
  readonly fromMe: boolean;
  readonly status: 'received' | 'queued' | 'sent' | 'failed';
  readonly ack: number;
  readonly deleted: boolean;
  /** Its content went with its contact. */
  readonly erased?: true;
  readonly externalId: string | null;
  /** Of one that came with a file; absent: without, or with the file at once. */
  readonly file?: FileFacts;
  /** It waits its turn. */
  readonly held?: { readonly until: string; readonly reason: HeldReason };
  /** It came and could not be read; it may come again. */
  readonly unreadable?: boolean;
  /** Options of a poll. */
  readonly options?: number;
  readonly reactions?: Marks;
  readonly votes?: Marks;
  /** The company's reaction did not reach the messaging app: the same one may be asked for again. */
  readonly reactionFailed?: boolean;
  /** Revisions of the last edit, deletion and reaction carried out on the messaging app; -1: none. */
  /** Its deletion was given up, for nobody knew whether it had gone out: that may become known. */
  readonly deletionInDoubt?: boolean;
  readonly settled: { readonly edit: number; readonly delete: number; readonly react: number };
  readonly body: string | null;
  /** The messaging app's instant, and ours. */
  readonly sentAt: string;
  readonly at: string;
}

/** Whether the messaging app has taken it and no phone has seen it: it may still say that it will not deliver it. */
export const mayStillFail = ({ status, ack }: MessageFacts): boolean => status === 'sent' && ack <= 1;

export const unsettledChanges = { edit: -1, delete: -1, react: -1 };

interface Version {
  readonly facts: MessageFacts;
  /** How many writes came before this one: a state sees the versions below its own count. */
  readonly index: number;
  readonly older: Version | undefined;
}

interface Shared {
  readonly versions: Map<string, Version>;
  /** The messaging app's id of what we sent → our id: an echo of it is no new message. */
  readonly external: Map<string, string>;
  writes: number;
}

/**
 * The last messages of a ticket. All states of one fold share the same maps, so that an event costs no copy of a
 * thousand entries; a state sees only what was written before it. Only the newest state writes to the shared maps:
 * evolving an older one (a branch, as in tests) copies first.
 */
export interface Messages {
  readonly shared: Shared;
  readonly writes: number;
  readonly capacity: number;
  readonly bodies: boolean;
  /** Newest instants of the messages no longer kept; '' while all are. */
  readonly forgotten: { readonly sentAt: string; readonly at: string };
}

export interface Keep {
  readonly capacity: number;
  readonly bodies: boolean;
}
export const lastThousand: Keep = { capacity: 1000, bodies: false };
export const everything: Keep = { capacity: Number.POSITIVE_INFINITY, bodies: true };

export const noMessages = (keep: Keep): Messages => ({
  shared: { versions: new Map(), external: new Map(), writes: 0 },
  writes: 0,
  ...keep,
  forgotten: { sentAt: '', at: '' },
});

const visibleVersion = (version: Version | undefined, writes: number): Version | undefined => {
  let seen = version;
  while (seen !== undefined && seen.index >= writes) seen = seen.older;
  return seen;
};

export const findMessage = (messages: Messages, id: string): MessageFacts | undefined =>
  visibleVersion(messages.shared.versions.get(id), messages.writes)?.facts;

/** Returns our id of a message that we sent, by the messaging app's id. */
export const findSent = (messages: Messages, externalId: string): string | undefined => {
  const id = messages.shared.external.get(externalId);
  return id !== undefined && findMessage(messages, id)?.externalId === externalId ? id : undefined;
};

/** Returns the messages that are kept, oldest first. */
export const everyMessage = (messages: Messages): readonly (readonly [string, MessageFacts])[] =>
  [...messages.shared.versions].flatMap(([id, version]) => {
    const facts = visibleVersion(version, messages.writes)?.facts;
    return facts === undefined ? [] : [[id, facts] as const];
  });

export const countMessages = (messages: Messages): number => messages.shared.versions.size;

const copy = (messages: Messages): Shared => {
  const sharedVersions: Shared = { versions: new Map(), external: new Map(), writes: 0 };
  for (const [id, version] of messages.shared.versions) {
    const facts = visibleVersion(version, messages.writes)?.facts;
    if (facts === undefined) continue;
    sharedVersions.versions.set(id, { facts, index: sharedVersions.writes, older: undefined });
    if (facts.fromMe && facts.externalId !== null) sharedVersions.external.set(facts.externalId, id);
    sharedVersions.writes += 1;
  }
  return sharedVersions;
};

export const writeMessage = (messages: Messages, id: string, facts: MessageFacts): Messages => {
  const sharedVersions = messages.writes === messages.shared.writes ? messages.shared : copy(messages);
  sharedVersions.versions.set(id, {
    facts,
    index: sharedVersions.writes,
    older: sharedVersions.versions.get(id),
  });
  if (facts.fromMe && facts.externalId !== null) sharedVersions.external.set(facts.externalId, id);
  sharedVersions.writes += 1;
  let forgottenBefore = messages.forgotten;
  if (sharedVersions.versions.size > messages.capacity) {
    const [oldest, version] = sharedVersions.versions.entries().next().value!;
    sharedVersions.versions.delete(oldest);
    if (version.facts.externalId !== null) sharedVersions.external.delete(version.facts.externalId);
    forgottenBefore = {
      sentAt: laterOf(forgottenBefore.sentAt, version.facts.sentAt),
      at: laterOf(forgottenBefore.at, version.facts.at),
    };
  }
  return { ...messages, shared: sharedVersions, writes: sharedVersions.writes, forgotten: forgottenBefore };
};
