import type { MessageKind } from '../../../../domain/ticket/kind.ts';

type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Returns the reader's word for a kind of message; of one that cannot be shown, the word for what it is where there is one. */
export function kindWord(kind: MessageKind, unknown: string | undefined, t: Translate): string {
  const usual = t(`tickets.kind.${kind}`);
  if (kind !== 'unknown' || unknown === undefined) return usual;
  const key = `tickets.unknown.${unknown}`;
  const known = t(key, { _: '' });
  return known === '' || known === key ? usual : known;
}
