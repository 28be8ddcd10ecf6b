import { jidNormalizedUser, type WAMessage } from 'baileys';

/** Returns addresses as what is sealed names them: of a person, whatever device they write on; each once. */
const personJids = (...given: readonly (string | null | undefined)[]): readonly string[] => [
  ...new Set(given.filter((jid): jid is string => Boolean(jid)).map((jid) => jidNormalizedUser(jid))),
];

/**
 * Returns who wrote a message, by every address under which they may have sealed what they wrote: a phone seals by its
 * number or by its lid, whichever the chat has at that moment.
 */
export function createWriters(deps: {
  /** The number itself, as messages may name it: by number and by lid. */
  readonly self: () => readonly string[];
  /** The other address of somebody, where it is known. */
  readonly otherAddress: (jid: string) => Promise<string | undefined>;
}) {
  return {
    /** As the message itself names them. */
    named: ({ key }: WAMessage): readonly string[] =>
      key.fromMe
        ? deps.self()
        : personJids(key.participant || key.remoteJid, key.participantAlt || key.remoteJidAlt),
    async withOthers(known: readonly string[]): Promise<readonly string[]> {
      const others = await Promise.all(known.map((jid) => deps.otherAddress(jid).catch(() => undefined)));
      return personJids(...known, ...others);
    },
  };
}
export type Writers = ReturnType<typeof createWriters>;
