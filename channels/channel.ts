/**
 * Messaging networks, a folder each. What one declares of itself has its types in this file: gateway, API and console
 * read that alone.
 */

import type { z } from 'zod';
import type { Pace } from '../domain/connection/pace.ts';
import type { SettingValue } from '../domain/connection/settings.ts';

/** The languages of the screens: every text of a channel is said in each of them. */
export type Texts = Readonly<Record<'pt' | 'en' | 'es', Readonly<Record<string, string>>>>;

/**
 * How addresses are written on a channel that has its own. They are stored with the channel's kind before them
 * (`kind:address`), for the same digits are somebody else on another.
 */
export interface Addresses {
  /** Returns the one spelling of an address that is stored; '' for what is none. */
  normalise(raw: string, isGroup: boolean): string;
  /** Returns a normalised address as people read it. */
  display(address: string): string;
}

/** How a connection comes to act for an account: a code its phone reads, a code typed into it, a secret, or nothing. */
export type Pairing = 'qr' | 'code' | 'token' | 'none';

/** What can be done on a channel. What cannot is offered by no screen and refused by the API. */
export interface Capabilities {
  /** Of a text. The words below a file stay as they were sent: no driver brings a change of them to every phone. */
  readonly edit: boolean;
  /** Deletion for everyone. */
  readonly delete: boolean;
  readonly quote: boolean;
  readonly reaction: boolean;
  /** 'Is typing' and 'is recording', shown to the contact. */
  readonly typing: boolean;
  /** Tells the contact that their message was read. */
  readonly read: boolean;
  /** Whether the contact is online. */
  readonly presence: boolean;
  readonly groups: boolean;
  /** The network can be asked whether an address is there. */
  readonly numberCheck: boolean;
  readonly profilePicture: boolean;
  readonly addressBook: boolean;
  readonly templates: boolean;
  readonly buttons: boolean;
}

export interface Limits {
  /** Of a message's text, a signature included, in UTF-16 units. */
  readonly text: number;
  readonly fileBytes: number;
  /** For how long after a message was sent the contact's phone takes an edit, or a deletion for everyone; null: always. */
  readonly changeMinutes: { readonly edit: number | null; readonly delete: number | null };
}

/** Returns whether it is too late for a change of a message that was sent at `sentAt`, milliseconds since the epoch. */
export const isTooLate = (
  { changeMinutes }: Pick<Limits, 'changeMinutes'>,
  change: 'edit' | 'delete',
  sentAt: number,
  now: number,
): boolean => {
  const minutes = changeMinutes[change];
  return minutes !== null && now - sentAt > minutes * 60_000;
};

export interface EnvironmentVariable {
  readonly variable: string;
  readonly pattern: RegExp;
  /** An example, for whoever got it wrong. */
  readonly like: string;
}

/** A value that a connection of this channel needs and an admin types; its label is the text `field.<name>`. */
export interface ChannelField {
  readonly name: string;
  readonly required: boolean;
  /** `proxy`: checked as `domain/connection/proxy.ts` reads it, and shown as host and port; else nothing of it is. */
  readonly holds?: 'proxy';
}

/**
 * What each connection of this channel may be set to besides what every connection has. Its label is the text
 * `setting.<name>`, a word more about it `setting.<name>.hint`, an option's name `setting.<name>.<option>`.
 */
export interface ChannelSetting {
  readonly name: string;
  /**
   * The form asks for it by this: a line, a number, a box to tick, one of several. Made with the zod of whoever checks:
   * the console reads channels in its first load, which has none.
   */
  readonly schema: (zod: typeof z) => z.ZodString | z.ZodNumber | z.ZodBoolean | z.ZodEnum;
  /** What a connection has that says nothing; one that was there before the setting too. */
  readonly usual: SettingValue;
}

/** Returns how a connection is set in all that its channel declares. */
export const settingsOf = (
  { settings }: Pick<Channel, 'settings'>,
  own: Readonly<Record<string, SettingValue>> = {},
): Readonly<Record<string, SettingValue>> =>
  Object.fromEntries(settings.map(({ name, usual }) => [name, own[name] ?? usual]));

/**
 * A folder of a channel beside `driver/`, which others load by its name: `routes/routes.ts` adds to the API
 * (`api/channels/routes.ts`), `console/plugin.ts` to the screens, as any plugin does, `pretend-customers/customers.ts`
 * writes in the demo.
 */
export const parts = ['routes', 'console', 'pretend-customers'] as const;
export type Part = (typeof parts)[number];

/**
 * What a messaging network is to the rest of the product. Data and pure functions only: gateway, API and console read
 * it. Its driver is `channels/<kind>/driver/driver.ts`.
 */
export interface Channel {
  /** Stands in stored events and in addresses: once released it keeps its name and its meaning. */
  readonly kind: string;
  /**
   * `telephone`: numbers as `domain/contact/address.ts` has them, stored bare. Channels that have them share them, so
   * that a person is one contact on all of these.
   */
  readonly addresses: 'telephone' | Addresses;
  /** Whose id a message of ours bears: one derived from our own, the same however often it is sent, or the network's. */
  readonly ids: 'derived' | 'given';
  readonly limits: Limits;
  readonly can: Capabilities;
  /** How fast a number writes to new people where nobody set another; null: nobody minds how fast. */
  readonly pace: Pace | null;
  /** Hours after the contact's last message in which any text may be sent; null: always. */
  readonly windowHours: number | null;
  /** The ways an admin may choose from; the first is the usual one. */
  readonly pairing: readonly [Pairing, ...Pairing[]];
  readonly settings: readonly ChannelSetting[];
  /** Of each connection, sealed in the vault and never shown again. */
  readonly secrets: readonly ChannelField[];
  /** Of the whole installation: the driver's name of a setting → the environment variable it is read from. */
  readonly environment: Readonly<Record<string, EnvironmentVariable>>;
  /** What its folder has besides declaration and driver. */
  readonly parts: readonly Part[];
  /**
   * `name`, `option` (as it is chosen for a new connection), `field.<name>`, `setting.<name>`, `first` (how somebody connects their first
   * one, if it is the usual channel), and, where what the product says of every
   * network is not enough, `cause.<cause>` of a link that closed and `refused.<code>` of a message.
   */
  readonly texts: Texts;
}
