/** The port that a channel's driver implements, and what is taken from a network at most. */

import type { Logger } from 'pino';
import type { SettingValue } from '../../domain/connection/settings.ts';
import type { Media, MediaType } from '../../domain/ticket/events.ts';
import type { MessageExtra } from '../../domain/ticket/extra.ts';
import type { DriverEvent } from './driver-event.ts';

export type { CloseCause, DriverChange, DriverEvent, DriverMessage, Marking } from './driver-event.ts';

/** Resolves when the event has been handled durably: only then may the driver forget it. */
export type DriverHandler = (event: DriverEvent) => Promise<void>;

export interface OutboundMessage {
  /** As `externalIdOf` gives it; of a network that gives ids, our own message id: the same however often it is sent. */
  readonly externalId: string;
  /** As the channel writes addresses. */
  readonly to: string;
  readonly isGroup: boolean;
  readonly body: string;
  readonly mediaType: MediaType;
  readonly media?: Media & { open(): Promise<AsyncIterable<Uint8Array>> };
  readonly extra?: MessageExtra;
  readonly quoted?: {
    /** Our own id of the quoted message. */
    readonly messageId: string;
    readonly externalId: string;
    readonly fromMe: boolean;
    readonly body: string;
    /** In a group: the address of the member who wrote it, where it was not us. */
    readonly author?: string;
  };
}

/** A conversation: digits of a number, a hidden id, or a group's id. */
export interface ChatTarget {
  readonly to: string;
  readonly isGroup: boolean;
}

/** A message already on the other side's phone. */
export interface MessageTarget extends ChatTarget {
  readonly externalId: string;
}

/** A message of either side. `author`: in a group, the member who wrote it. */
export interface ReactionTarget extends MessageTarget {
  readonly fromMe: boolean;
  readonly author?: string;
  readonly emoji: string;
}

/** One messaging-app number. `connect` starts a link whose fate arrives as status events. */
export interface Driver {
  /** False: a message of which nobody knows whether it was sent must not be sent again (`UNKNOWN_OUTCOME`). */
  readonly idempotentSend: boolean;
  connect(): Promise<void>;
  /** Ends the link and its listeners. `logout` also ends the pairing and forgets the credentials. */
  disconnect(options?: { logout?: boolean }): Promise<void>;
  /** For good, after `disconnect`: what was not handled is left to the next owner. */
  close?(): void;
  /**
   * Does what takes long before `send`: brings the message's file to the network. Done once for a message, however
   * often it is sent, also after a restart. `onProgress`: how far it is, 0 to 1. Absent: there is no such thing.
   * @throws DriverError
   */
  prepare?(message: OutboundMessage, onProgress: (fraction: number) => void): Promise<void>;
  /**
   * Returns the id that a message of ours bears on the network, made of our own: the same however often it is sent.
   * Absent: the network gives ids.
   */
  externalIdOf?(messageId: string): string;
  /**
   * Resolves when the network took the message: its own answer, not the end of our writing. Gives the network's id of it
   * where it is the network that gives ids; a driver of such a network tells nobody of what it sent itself.
   * @throws DriverError `refused` with code `absent`: the network does not know whom it is for
   */
  send(message: OutboundMessage, onProgress?: (fraction: number) => void): Promise<string | undefined>;
  /** Absent, as what follows: this network cannot. The channel's declaration says the same to everybody else. */
  edit?(target: MessageTarget & { readonly body: string }): Promise<void>;
  delete?(target: MessageTarget): Promise<void>;
  /** In the number's name; `emoji` '' takes it back. */
  react?(target: ReactionTarget): Promise<void>;
  /** When the network last handed anything over by itself, milliseconds since the epoch: answers to our own questions are none. */
  heardAt?(): number;
  /** Resolves when the network answers a question that changes nothing. @throws when it does not */
  probe?(): Promise<void>;
  /** Shows the contact that somebody types (`audio`: records); the message that follows ends it. */
  typing?(target: ChatTarget, kind: 'text' | 'audio' | 'none'): Promise<void>;
  /** Tells the contact that these messages were read. */
  read?(
    chat: ChatTarget & {
      /** `author`: in a group, the address of the member who wrote it. */
      readonly messages: readonly { readonly externalId: string; readonly author?: string }[];
    },
  ): Promise<void>;
  /** From now on, for a while, the network is to tell what a contact does (`presence`). */
  watch?(target: ChatTarget): Promise<void>;
  /** Whether the number is shown as online. */
  online?(is: boolean): Promise<void>;
  /** Whether the number is on the messaging app, and under which address. */
  checkNumber?(number: string): Promise<{ readonly exists: boolean; readonly number?: string }>;
  /** Absent: this network has no profile pictures. Undefined: this contact shows none. */
  profilePicture?(address: string, isGroup?: boolean): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * The file of a message that came, by its `handle`; the signal ends whatever is under way for it.
   * @throws DriverError `offline`: only with a link; `refused`: it is gone for good, or (code `later`) will not come
   * unless somebody asks again
   */
  downloadMedia(handle: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** What a driver is given: one connection, whose lease it is bound by. */
export interface DriverContext {
  readonly companyId: string;
  readonly connectionId: string;
  readonly log: Logger;
  readonly handler: DriverHandler;
  /** A message of ours that somebody of that conversation could not read and asks for again; undefined: none of theirs. */
  readonly sentMessage: (
    externalId: string,
    addresses: readonly string[],
  ) => Promise<OutboundMessage | undefined>;
  /** False: what is written in groups is left out, and nothing need be known of them. Absent: it is taken. */
  readonly takesGroups?: () => boolean;
  /** The number whose phone is to be paired by a code that is typed into it; undefined: by one that it scans. */
  readonly pairingNumber?: () => Promise<string | undefined>;
  /** False: calls are refused at once. Absent: they ring. */
  readonly takesCalls?: () => boolean;
  /** How the connection is set at this moment in what its channel declares; undefined: it declares no such thing. */
  readonly setting?: (name: string) => SettingValue | undefined;
  /** A secret of the connection that an admin typed, by the name its channel declares; absent: there are none. */
  readonly secret?: (name: string) => Promise<string | undefined>;
  /** Fencing number of the lease; grows with every new owner. */
  readonly fence: number;
  /** False when the lease may have passed to another gateway: nothing may be sent or written. */
  readonly mayAct: () => boolean;
}

/** What the installation sets for a channel, by the names its declaration gives. */
export type ChannelSettings = Readonly<Record<string, string | undefined>>;

/**
 * `refused`: the network said no; `limited`: no for now, for there was too much of anything; `offline`: not sent, there
 * is no link; `unknown`: nobody knows.
 */
export type DriverFailure = 'refused' | 'limited' | 'offline' | 'unknown';

export class DriverError extends Error {
  override readonly name = 'DriverError';
  readonly failure: DriverFailure;
  /** The network's own, of a refusal. */
  readonly code: string | undefined;
  constructor(failure: DriverFailure, message: string, cause?: unknown, code?: string) {
    super(message, cause === undefined ? undefined : { cause });
    this.failure = failure;
    this.code = code;
  }
}
