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
  /** The other address of somebody; undefined: there is none that is known. @throws when nobody can be asked now */
  readonly otherAddress: (jid: string) => Promise<string | undefined>;
}) {
  const withOthers = async (known: readonly string[]): Promise<readonly string[]> =>
    personJids(...known, ...(await Promise.all(known.map(deps.otherAddress))));
  return {
    /** As the message itself names them. */
    named: ({ key }: WAMessage): readonly string[] =>
      key.fromMe
        ? deps.self()
        : personJids(key.participant || key.remoteJid, key.participantAlt || key.remoteJidAlt),
    /**
     * Returns what the first pair of addresses gives that opens what was sealed for one of each, their other ones asked for
     * only where these do not; undefined: none does.
     * @throws where another may, and nobody can be asked for it now
     */
    async unseal<T>(
      authors: readonly string[],
      sealers: readonly string[],
      open: (author: string, sealer: string) => T,
    ): Promise<T | undefined> {
      const tried = new Set<string>();
      const firstOf = (
        some: readonly string[],
        others: readonly string[],
      ): { readonly opened: T } | undefined => {
        for (const author of some)
          for (const sealer of others) {
            const pair = `${author} ${sealer}`;
            if (tried.has(pair)) continue;
            tried.add(pair);
            try {
              return { opened: open(author, sealer) };
            } catch {
              // Sealed for another pair of addresses: the next one is tried.
            }
          }
        return undefined;
      };
      const found =
        firstOf(authors, sealers) ?? firstOf(await withOthers(authors), await withOthers(sealers));
      return found?.opened;
    },
  };
}
export type Writers = ReturnType<typeof createWriters>;
