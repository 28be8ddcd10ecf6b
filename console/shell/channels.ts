import { channelOf } from '../../channels/known.ts';
import { channels } from '../../channels/registry.ts';
import type { Locale, Messages } from './locale.ts';

/** Returns what the channels say of themselves in one language, as `channel.<kind>.<text>`. */
export const channelMessages = (locale: Locale): Messages =>
  Object.fromEntries(
    channels.flatMap(({ kind, texts }) =>
      Object.entries(texts[locale]).map(([key, text]) => [`channel.${kind}.${key}`, text]),
    ),
  );

type T = (key: string, values?: Record<string, unknown>) => string;

/** Returns a channel's name; of one that a newer release may know, that it is not known here. */
export const channelName = (t: T, kind: string): string =>
  channelOf(kind) ? t(`channel.${kind}.name`) : t('shell.unknownChannel', { kind });

/** Returns what a channel says in words of its own; undefined: it has none for it. */
export const ownText = (t: T, kind: string, key: string): string | undefined =>
  channelOf(kind)?.texts.pt[key] === undefined ? undefined : t(`channel.${kind}.${key}`);

/** Returns what the channel says in words of its own, or what is said of every channel. */
export const channelText = (t: T, kind: string, key: string, usual: string): string =>
  ownText(t, kind, key) ?? t(usual, { channel: channelName(t, kind) });
