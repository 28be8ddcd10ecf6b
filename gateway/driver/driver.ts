import type { Logger } from 'pino';
import type { Doing } from '../../contract/presence.ts';
import type { SettingValue } from '../../domain/connection/settings.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { Media, MediaType } from '../../domain/ticket/events.ts';
import type { MessageExtra } from '../../domain/ticket/extra.ts';
import type { Group } from '../../messaging/groups.ts';
import type { PairingKind } from '../../messaging/pairing.ts';
import type { PhoneBookEntry } from '../../messaging/phone-book.ts';
import type { GatewayConfig } from '../gateway-config.ts';

/** A message as the messaging app hands it over. */
export interface DriverMessage {
  /** No other message of the connection has it: where a network counts by conversation, the driver names that too. */
  readonly externalId: string;
  /** Addresses of the conversation's other side, best first, as the channel writes them. */
  readonly addresses: readonly string[];
  readonly name: string;
  readonly isGroup: boolean;
  /** Written on the company's own phone. */
  readonly fromMe: boolean;
  readonly participant?: { readonly name: string; readonly number: string };
  readonly body: string;
  readonly mediaType: MediaType;
  /** What the sender claims about a file; `handle` is what its driver fetches it by, also another day: see `downloadMedia`. */
  readonly media?: {
    readonly name: string;
    readonly mime: string;
    readonly size?: number;
    readonly seconds?: number;
    readonly width?: number;
    readonly height?: number;
    readonly handle: string;
  };
  readonly extra?: MessageExtra;
  readonly quotedExternalId?: string;
  readonly sentAt: string;
}

/**
 * Why a link closed. `logged-out`: the phone ended the pairing; `replaced`: another session took over;
 * `restart`: the network asks for a new link at once; `unpaired`: nobody scanned the codes; `banned`, `suspended`: the
 * network shut the number out, for good or for a time; `outdated`: it wants a newer client; `multi-device`: the phone has
 * no linked devices; `bad-session`: it cannot make sense of ours; `deaf`: open, and
 * without an answer; `proxy`: its proxy does not answer, `proxy-login`: refuses its user, `proxy-private`: lies where
 * nobody may go; `lost`: anything else.
 */
export type CloseCause =
  | 'logged-out'
  | 'replaced'
  | 'restart'
  | 'unpaired'
  | 'banned'
  | 'suspended'
  | 'outdated'
  | 'multi-device'
  | 'bad-session'
  | 'deaf'
  | 'proxy'
  | 'proxy-login'
  | 'proxy-private'
  | 'lost';

/** Who changes which message. The id is the changer's claim; the rest is what the network itself says of them. */
export interface DriverChange {
  /** Of the conversation the change was made in. */
  readonly addresses: readonly string[];
  readonly externalId: string;
  /** Made on the company's own phone. */
  readonly fromMe: boolean;
  /** Addresses of the member of a group who made it. */
  readonly author?: readonly string[];
}

/** Whoever did something to a message of either side; in a group a member, with the name the network gives them. */
export interface Marking extends DriverChange {
  readonly authorName?: string;
  /** ISO instant, of the network. */
  readonly sentAt: string;
}

export type DriverEvent =
  /** What pairs a phone: a code to be scanned (`qr`), or typed into it. */
  | { readonly type: 'qr'; readonly code: string; readonly attempt: number; readonly kind?: PairingKind }
  /** The network gives no code for the number that is to be paired. */
  | { readonly type: 'unpairable'; readonly detail: string }
  | { readonly type: 'status'; readonly status: 'opening' | 'pairing' }
  | { readonly type: 'status'; readonly status: 'connected'; readonly number: string }
  | {
      readonly type: 'status';
      readonly status: 'closed';
      readonly cause: CloseCause;
      readonly detail?: string;
      /** The network's own, where it gave one. */
      readonly code?: number;
    }
  | { readonly type: 'message'; readonly message: DriverMessage }
  /** A message of which the driver could make nothing: set aside for a person, never dropped without a trace. */
  | {
      readonly type: 'unread';
      readonly addresses: readonly string[];
      readonly externalId: string;
      readonly error: unknown;
    }
  /** Somebody edited or deleted, for everyone, what they say to have written. */
  | ({ readonly type: 'edit'; readonly body: string } & DriverChange)
  | ({ readonly type: 'delete' } & DriverChange)
  /** `emoji` '': a reaction is taken back. */
  | ({ readonly type: 'reaction'; readonly emoji: string } & Marking)
  /** Places of the options somebody chose in a poll: all they choose now. */
  | ({ readonly type: 'vote'; readonly choices: readonly number[] } & Marking)
  /** People in the phone's address book: all of them after a pairing, then those that change. */
  | { readonly type: 'addressBook'; readonly entries: readonly PhoneBookEntry[] }
  /** Addresses of one person: a number and a hidden id, of which the network tells that they are one. */
  | { readonly type: 'identity'; readonly addresses: readonly string[] }
  /** The network lets this number send nothing, or nothing to new contacts, until then; null: it does again. */
  | { readonly type: 'limit'; readonly what: 'new' | 'all'; readonly until: Date | null }
  /** What a contact does at this moment; undefined: nothing. */
  | { readonly type: 'presence'; readonly addresses: readonly string[]; readonly doing: Doing | undefined }
  /** A group has another name than the driver last told (`formerName`); absent: it was not known. */
  | { readonly type: 'group'; readonly group: Group; readonly formerName?: string }
  /** The network says, after it took a message of ours, that it will not deliver it. */
  | { readonly type: 'refused'; readonly externalId: string; readonly code?: string }
  /** `ack`: 1-2 sent, 3 delivered, 4-5 read. */
  | { readonly type: 'receipt'; readonly externalIds: readonly string[]; readonly ack: number };

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
   * often it is sent, also after a restart. `told`: how far it is, 0 to 1. Absent: there is no such thing.
   * @throws DriverError
   */
  prepare?(message: OutboundMessage, told: (fraction: number) => void): Promise<void>;
  /**
   * Returns the id that a message of ours bears on the network, made of our own: the same however often it is sent.
   * Absent: the network gives ids.
   */
  externalIdOf?(messageId: string): string;
  /**
   * Resolves when the network took the message: its own answer, not the end of our writing. Gives the network's id of it
   * where it is the network that gives ids; a driver of such a network tells nobody of what it sent itself.
   * @throws DriverError
   */
  send(message: OutboundMessage, told?: (fraction: number) => void): Promise<string | undefined>;
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

/** What a driver stands on, the same for every connection of its channel. */
export interface DriverDeps {
  readonly state: StateStore;
  readonly media: MediaStore;
  /** Of what must not be readable in the state store; `sealed-store.ts` fences it too. */
  readonly vault: Vault;
  readonly config: GatewayConfig;
  readonly settings: ChannelSettings;
}

/** `channels/<kind>/driver/driver.ts` exports one. */
export type OpenDriver = (context: DriverContext, deps: DriverDeps) => Driver;

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
