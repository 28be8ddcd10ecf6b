import type { Channel } from './channel.ts';
import { channels } from './registry.ts';

/** Returns what this build knows of a channel; undefined: a newer build's, or one that was taken out. */
export const channelOf = (kind: string | undefined): Channel | undefined =>
  channels.find((channel) => channel.kind === kind);

/** What a new connection is when nobody says which: what calls from before there was a choice mean. */
export const usualChannel: Channel = channels[0];

/** Whose other side is pretended: what the demo runs on. Undefined: this build has none. */
export const pretendChannel: Channel | undefined = channels.find(({ parts }) =>
  parts.includes('pretend-customers'),
);

/** The most that a text may hold on any channel. */
export const longestText = Math.max(...channels.map(({ limits }) => limits.text));
