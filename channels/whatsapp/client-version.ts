import type { Logger } from 'pino';
import { z } from 'zod';
import type { StateStore } from '../../domain/ports/state-store.ts';

/** As Baileys writes one. */
type WAVersion = [number, number, number];

/** Pinned: the list of versions that Baileys would fetch lies on a host that has hung and vanished (Baileys#1634, #1990). */
export const pinnedVersion: WAVersion = [2, 3000, 1043857760];

const foundKey = 'whatsapp-version/found';
const askedKey = 'whatsapp-version/asked';
const askedMs = 10 * 60_000;
const askedByHand = 'whatsapp-version/asked-by-hand';
const byHandMs = 20_000;
const longest = 64 * 1024;
const patienceMs = 5_000;

const parseVersion = (text: string | undefined): WAVersion | undefined => {
  const parts = (text ?? '').split('.').map(Number);
  return parts.length === 3 && parts.every(Number.isSafeInteger) ? (parts as WAVersion) : undefined;
};
const isNewer = (a: WAVersion, b: WAVersion): boolean => {
  const place = a.findIndex((part, n) => part !== b[n]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
};

/** Returns the first `2.3000.x` of a page, or of an array `[2, 3000, x]`, as the lists of versions that there are write it. */
const versionIn = (text: string): WAVersion | undefined => {
  const [, revision] = /\b2[.,]\s*3000[.,]\s*(\d{6,12})\b/.exec(text) ?? [];
  return revision === undefined ? undefined : parseVersion(`2.3000.${revision}`);
};

/** Resolves with the text of a page. @throws when it does not come in time, is too long, or leads elsewhere */
async function readPage(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
  if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > longest) throw new Error('too long an answer');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The version that connections say, and where it comes from: the installation's setting, a look-up, or this build. */
export const versionInUse = z.object({ version: z.string(), source: z.enum(['set', 'found', 'built-in']) });
export type VersionInUse = z.output<typeof versionInUse>;
export type VersionSource = VersionInUse['source'];
/**
 * What a look-up brought. `current`: ours is as new as any that was found; `none`: the page names none; `failed`: it did
 * not answer; `set`: the version is set, nothing is looked up; `nowhere`: no address is set; `recent`: somebody has just looked.
 */
const lookUpOutcomes = ['newer', 'current', 'none', 'failed', 'set', 'nowhere', 'recent'] as const;
export const lookUpAnswer = versionInUse.extend({ outcome: z.enum(lookUpOutcomes) });
export type LookUpAnswer = z.output<typeof lookUpAnswer>;
export type LookUpOutcome = LookUpAnswer['outcome'];

/**
 * Returns which version of WhatsApp Web connections say they are: the one that is set, else the newer of the pinned one
 * and of the last that was looked up. Looked up only where an address is set to look at (nobody's but the
 * installation's own choice): when the network refused ours, once in ten minutes for all numbers of all gateways, and
 * when an admin asks.
 */
export function clientVersions(deps: {
  readonly state: StateStore;
  readonly set: string | undefined;
  readonly url: string | undefined;
  readonly log: Pick<Logger, 'warn'>;
}) {
  const { state, url, log } = deps;
  const setVersion = parseVersion(deps.set);
  const keptVersion = async () => parseVersion((await state.get<string>(foundKey))?.value);

  async function knownVersion(): Promise<{ readonly version: WAVersion; readonly source: VersionSource }> {
    if (setVersion) return { version: setVersion, source: 'set' };
    const found = await keptVersion();
    return found && isNewer(found, pinnedVersion)
      ? { version: found, source: 'found' }
      : { version: pinnedVersion, source: 'built-in' };
  }

  /** @param than the version that is of no use any more, or is in use */
  async function search(
    than: WAVersion,
  ): Promise<Extract<LookUpOutcome, 'newer' | 'current' | 'none' | 'failed'>> {
    try {
      const version = versionIn(await readPage(url ?? ''));
      if (!version) return 'none';
      if (!isNewer(version, than)) return 'current';
      await state.set(foundKey, version.join('.'));
      log.warn({ version: version.join('.') }, 'a newer version of WhatsApp Web was found');
      return 'newer';
    } catch (error) {
      log.warn({ err: error }, 'no newer version of WhatsApp Web could be looked up');
      return 'failed';
    }
  }

  return {
    current: async () => (await knownVersion()).version,
    /** Returns the version as it is written, and where it comes from. */
    async inUse() {
      const { version, source } = await knownVersion();
      return { version: version.join('.'), source };
    },
    /** Returns whether there is a newer version by now than the one that was refused. */
    async lookUp(refused: WAVersion): Promise<boolean> {
      if (setVersion || !url) return false;
      // Another number was refused before this one, and found it.
      const known = await keptVersion();
      if (known && isNewer(known, refused)) return true;
      if (!(await state.set(askedKey, true, { expected: null, ttlMs: askedMs }))) return false;
      return (await search(refused)) === 'newer';
    },
    /** An admin asks: at once, but not again and again. */
    async lookUpByHand(): Promise<LookUpOutcome> {
      if (setVersion) return 'set';
      if (!url) return 'nowhere';
      if (!(await state.set(askedByHand, true, { expected: null, ttlMs: byHandMs }))) return 'recent';
      return search((await knownVersion()).version);
    },
  };
}
