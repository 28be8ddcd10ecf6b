import { longestText } from '../../channels/known.ts';

/**
 * The most that is taken from a messaging network, whose clients may be anybody's: longer things are cut, more things
 * are left out. Lengths in UTF-16 units.
 */
export const inboundLimits = {
  body: longestText,
  name: 100,
  /** Of a message, an address, a card's number: the networks' own are far shorter. */
  id: 128,
  number: 32,
  addresses: 8,
  mime: 100,
  place: 300,
  cards: 100,
  /** Of a card as it was written, a picture in it included. */
  card: 200_000,
  /** Options of a poll, buttons and rows under a text; the app's own are fewer. */
  options: 30,
  /** A poll's option, a button, a title, a footer. */
  label: 300,
  address: 2_000,
  /** One more than the longest there is: what is longer is none. */
  emoji: 33,
  detail: 500,
  /** Seconds of a recording, pixels of a side, bytes: what is beyond is not believed. */
  seconds: 7 * 24 * 3_600,
  pixels: 100_000,
  /** How far a sender's clock may be ahead, milliseconds. */
  aheadMs: 24 * 3_600_000,
} as const;
