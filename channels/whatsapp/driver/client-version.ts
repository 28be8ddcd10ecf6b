import type { WAVersion } from 'baileys';
import type { Logger } from 'pino';
import type { StateStore } from '../../../domain/ports/state-store.ts';

/** Pinned: the list of versions that Baileys would fetch lies on a host that has hung and vanished (Baileys#1634, #1990). */
export const pinnedVersion: WAVersion = [2, 3000, 1043857760];

const found = 'whatsapp-version/found';
const asked = 'whatsapp-version/asked';
const askedMs = 10 * 60_000;
const longest = 64 * 1024;
const patienceMs = 5_000;

const parsed = (text: string | undefined): WAVersion | undefined => {
  const parts = (text ?? '').split('.').map(Number);
  return parts.length === 3 && parts.every(Number.isSafeInteger) ? (parts as WAVersion) : undefined;
};
const isNewer = (a: WAVersion, b: WAVersion): boolean => {
  const place = a.findIndex((part, n) => part !== b[n]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
};

/** The first `2.3000.x` of a page, or of an array `[2, 3000, x]`, as the lists of versions that there are write it. */
const versionIn = (text: string): WAVersion | undefined => {
  const [, revision] = /\b2[.,]\s*3000[.,]\s*(\d{6,12})\b/.exec(text) ?? [];
  return revision === undefined ? undefined : parsed(`2.3000.${revision}`);
};

/** @throws when it does not come in time, is too long, or leads elsewhere */
async function read(url: string): Promise<string> {
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

/**
 * Which version of WhatsApp Web connections say they are: the one that is set, else the newer of the pinned one and of
 * the last that was looked up. Looked up only when the network refused ours, where an address is set to look at (nobody's
 * but the installation's own choice), once in ten minutes for all numbers of all gateways.
 */
export function clientVersions(deps: {
  readonly state: StateStore;
  readonly set: string | undefined;
  readonly url: string | undefined;
  readonly log: Logger;
}) {
  const { state, url, log } = deps;
  const set = parsed(deps.set);
  const kept = async () => parsed((await state.get<string>(found))?.value);

  async function current(): Promise<WAVersion> {
    if (set) return set;
    const known = await kept();
    return known && isNewer(known, pinnedVersion) ? known : pinnedVersion;
  }

  return {
    current,
    /** Returns whether there is a newer version by now than the one that was refused. */
    async lookUp(refused: WAVersion): Promise<boolean> {
      if (set || !url) return false;
      // Another number was refused before this one, and found it.
      const known = await kept();
      if (known && isNewer(known, refused)) return true;
      if (!(await state.set(asked, true, { expected: null, ttlMs: askedMs }))) return false;
      try {
        const version = versionIn(await read(url));
        if (!version || !isNewer(version, refused)) return false;
        await state.set(found, version.join('.'));
        log.warn({ version: version.join('.') }, 'WhatsApp refused our version: a newer one was found');
        return true;
      } catch (error) {
        log.warn({ err: error }, 'WhatsApp refused our version, and no newer one could be looked up');
        return false;
      }
    },
  };
}
