import type { MessageExtra } from '../../domain/ticket/extra.ts';

/** Returns what can be read in a message beside its body, for the search; undefined: nothing. */
export function wordsOf(extra: MessageExtra | null | undefined): string | undefined {
  if (!extra) return undefined;
  const { poll, interactive, ad, invite, event } = extra;
  const words = [
    ...(poll?.options ?? []),
    ...[interactive?.title, ...(interactive?.buttons ?? []), interactive?.footer],
    ...[ad?.title, ad?.text, invite?.group, event?.name, event?.place],
  ].filter((text) => text !== undefined && text !== '');
  return words.length > 0 ? words.join('\n') : undefined;
}
