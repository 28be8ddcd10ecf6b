import { z } from 'zod';
import type { Doing } from '../../contract/presence.ts';
import { fileClaim, mediaType } from '../../domain/ticket/events.ts';
import { messageExtra } from '../../domain/ticket/extra.ts';
import { group } from '../../messaging/groups.ts';
import { pairingKind } from '../../messaging/pairing.ts';
import { phoneBookEntry } from '../../messaging/phone-book.ts';

// What drivers tell, written once. A driver's events are typed, not parsed: `clean-event.ts` makes what strangers wrote
// fit before anything else sees it. What is kept of them and read again (`fileRecipe`) is parsed there.

/** As the channel writes them, best first. */
const addresses = z.array(z.string()).readonly();

/** What fetching a file takes; `handle` is what its driver fetches it by, also another day: see `downloadMedia`. */
export const fileRecipe = z.object({ mediaType, claim: fileClaim, handle: z.string() }).readonly();
export type FileRecipe = z.output<typeof fileRecipe>;

/** A message as the messaging app hands it over. */
export const driverMessage = z
  .object({
    /** No other message of the connection has it: where a network counts by conversation, the driver names that too. */
    externalId: z.string(),
    /** Of the conversation's other side. */
    addresses,
    name: z.string(),
    isGroup: z.boolean(),
    /** Written on the company's own phone. */
    fromMe: z.boolean(),
    participant: z.object({ name: z.string(), number: z.string() }).readonly().optional(),
    body: z.string(),
    mediaType,
    /** What the sender claims about a file. */
    media: fileClaim.extend({ handle: z.string() }).readonly().optional(),
    extra: messageExtra.optional(),
    quotedExternalId: z.string().optional(),
    /** ISO instant. */
    sentAt: z.string(),
  })
  .readonly();
export type DriverMessage = z.output<typeof driverMessage>;

/**
 * Why a link closed. `logged-out`: the phone ended the pairing; `replaced`: another session took over;
 * `restart`: the network asks for a new link at once; `unpaired`: nobody scanned the codes; `banned`, `suspended`: the
 * network shut the number out, for good or for a time; `outdated`: it wants a newer client; `multi-device`: the phone has
 * no linked devices; `bad-session`: it cannot make sense of ours; `deaf`: open, and
 * without an answer; `proxy`: its proxy does not answer, `proxy-login`: refuses its user, `proxy-private`: lies where
 * nobody may go; `lost`: anything else.
 */
const closeCause = z.enum([
  'logged-out',
  'replaced',
  'restart',
  'unpaired',
  'banned',
  'suspended',
  'outdated',
  'multi-device',
  'bad-session',
  'deaf',
  'proxy',
  'proxy-login',
  'proxy-private',
  'lost',
]);
export type CloseCause = z.output<typeof closeCause>;

const change = z.object({
  /** Of the conversation the change was made in. */
  addresses,
  externalId: z.string(),
  /** Made on the company's own phone. */
  fromMe: z.boolean(),
  /** Addresses of the member of a group who made it. */
  author: addresses.optional(),
});
/** Who changes which message. The id is the changer's claim; the rest is what the network itself says of them. */
export type DriverChange = Readonly<z.output<typeof change>>;

const mark = change.extend({
  authorName: z.string().optional(),
  /** ISO instant, of the network. */
  sentAt: z.string(),
});
/** Whoever did something to a message of either side; in a group a member, with the name the network gives them. */
export type Marking = Readonly<z.output<typeof mark>>;

const doings = ['typing', 'recording'] as const satisfies readonly Doing[];
const type = <T extends string>(name: T) => ({ type: z.literal(name) });
const status = <T extends string>(name: T) => ({ ...type('status'), status: z.literal(name) });

export const driverEvent = z.union([
  /** What pairs a phone: a code to be scanned (`qr`), or typed into it. */
  z.object({ ...type('qr'), code: z.string(), attempt: z.number(), kind: pairingKind.optional() }).readonly(),
  /** The network gives no code for the number that is to be paired. */
  z.object({ ...type('unpairable'), detail: z.string() }).readonly(),
  z.object({ ...type('status'), status: z.enum(['opening', 'pairing']) }).readonly(),
  z.object({ ...status('connected'), number: z.string() }).readonly(),
  z
    .object({
      ...status('closed'),
      cause: closeCause,
      detail: z.string().optional(),
      /** The network's own, where it gave one. */
      code: z.number().optional(),
    })
    .readonly(),
  z.object({ ...type('message'), message: driverMessage }).readonly(),
  /** A message of which the driver could make nothing: set aside for a person, never dropped without a trace. */
  z.object({ ...type('unread'), addresses, externalId: z.string(), error: z.unknown() }).readonly(),
  /** Somebody edited or deleted, for everyone, what they say to have written. */
  change.extend({ ...type('edit'), body: z.string() }).readonly(),
  change.extend(type('delete')).readonly(),
  /** `emoji` '': a reaction is taken back. */
  mark.extend({ ...type('reaction'), emoji: z.string() }).readonly(),
  /** Places of the options somebody chose in a poll: all they choose now. */
  mark.extend({ ...type('vote'), choices: z.array(z.number()).readonly() }).readonly(),
  /** People in the phone's address book: all of them after a pairing, then those that change. */
  z.object({ ...type('addressBook'), entries: z.array(phoneBookEntry).readonly() }).readonly(),
  /** Addresses of one person: a number and a hidden id, of which the network tells that they are one. */
  z.object({ ...type('identity'), addresses }).readonly(),
  /**
   * The network lets this number send nothing (`all`), or nothing to new contacts, until then: it locked it (`new`), or
   * its count of them is used up (`quota`), two things of which either alone holds. Null: that one no longer does.
   */
  z
    .object({ ...type('limit'), what: z.enum(['new', 'quota', 'all']), until: z.date().nullable() })
    .readonly(),
  /** What a contact does at this moment; undefined: nothing. */
  z.object({ ...type('presence'), addresses, doing: z.enum(doings).or(z.undefined()) }).readonly(),
  /** A group has another name than the driver last told (`formerName`); absent: it was not known. */
  z.object({ ...type('group'), group, formerName: z.string().optional() }).readonly(),
  /** The network says, after it took a message of ours, that it will not deliver it. */
  z.object({ ...type('refused'), externalId: z.string(), code: z.string().optional() }).readonly(),
  /** `ack`: 1-2 sent, 3 delivered, 4-5 read. */
  z.object({ ...type('receipt'), externalIds: z.array(z.string()).readonly(), ack: z.number() }).readonly(),
]);
export type DriverEvent = z.output<typeof driverEvent>;
