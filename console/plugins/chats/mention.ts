import { protocolAsked } from '../../../domain/ticket/protocol.ts';

/** A ticket's number as it is written: `#2EK7A0B1`. */
const writtenMention = /#(\d[0-9A-Za-z]{7})(?![0-9A-Za-z])/g;

export type Part = { readonly text: string } | { readonly protocol: string };

/** Returns a message in parts: texts, and the tickets that it mentions. */
export function partsOf(message: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: whole, index } of message.matchAll(writtenMention)) {
    const protocol = protocolAsked(whole);
    if (protocol === undefined) continue;
    if (index > from) parts.push({ text: message.slice(from, index) });
    parts.push({ protocol });
    from = index + whole.length;
  }
  if (from < message.length) parts.push({ text: message.slice(from) });
  return parts;
}

/** Returns what is sought behind a `#` right before the caret, and where that stands; undefined: nothing is. */
export function soughtAt(
  text: string,
  caret: number,
): { readonly search: string; readonly from: number } | undefined {
  const found = /(?:^|\s)#([^\s#]{1,40})$/.exec(text.slice(0, caret));
  return found ? { search: found[1]!, from: caret - found[1]!.length - 1 } : undefined;
}
