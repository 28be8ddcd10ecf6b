/** What is read in a tab of this browser; the name ends with the ticket's id. */
const readingName = 'balcao:reading:';
/** A tab is in sight. */
const inSightName = 'balcao:in-sight';
/** A tab is in sight, and is heard. */
const heardName = 'balcao:heard';
/** The others hear of the same news within this. */
const TOLD_MS = 5_000;

/** Returns the browser's locks; undefined: plain http on another host knows none, and each tab speaks for itself. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Returns the way out; until then the other tabs see the name. */
function show(name: string): () => void {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Refused, the others know nothing of this one and speak as well.
  locks()
    ?.request(name, { mode: 'shared' }, () => ended)
    .catch(() => undefined);
  return end;
}

/** Returns the way out; until then the other tabs know that this one is looked at, and what is read in it. */
export function showInSight(ticketId: string | undefined): () => void {
  const ends = [show(inSightName), ...(ticketId === undefined ? [] : [show(readingName + ticketId)])];
  return () => {
    for (const end of ends) end();
  };
}

/** Returns the way out; until then the others leave the bell to this one, which is looked at. */
export const showHeard = (): (() => void) => show(heardName);

/** Resolves with whether any tab is looked at, whether one that is heard is, and which tickets are read in one. */
export async function tabsInSight(): Promise<{
  readonly any: boolean;
  readonly heard: boolean;
  readonly reading: ReadonlySet<string>;
}> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => undefined)) ?? {};
  const names = held.flatMap(({ name }) => name ?? []);
  const read = names.filter((name) => name.startsWith(readingName));
  return {
    any: names.includes(inSightName),
    heard: names.includes(heardName),
    reading: new Set(read.map((name) => name.slice(readingName.length))),
  };
}

/** Resolves with whether this tab is the first to tell of something, and is to do it. */
export async function isFirstToTell(news: string): Promise<boolean> {
  const manager = locks();
  if (manager === undefined) return true;
  return new Promise((resolve) => {
    manager
      .request(`balcao:told:${news}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock !== null) await new Promise((done) => setTimeout(done, TOLD_MS));
      })
      // A browser that gives no locks: each tab speaks for itself.
      .catch(() => resolve(true));
  });
}

interface Told {
  readonly ticket: { readonly id: string };
  /** What all tabs know it by. */
  readonly id: string;
  /** It is said although its ticket is read. */
  readonly always?: boolean;
}

/** Resolves with those of what is not read in any tab that this one is the first to tell of in a way. */
async function firstTold<News extends Told>(
  way: 'ring' | 'note',
  news: readonly News[],
): Promise<readonly News[]> {
  const firsts = await Promise.all(news.map(({ id }) => isFirstToTell(`${way}:${id}`)));
  return news.filter((_, index) => firsts[index]);
}

const unread = <News extends Told>(news: readonly News[], reading: ReadonlySet<string>): readonly News[] =>
  news.filter(({ ticket, always }) => always || !reading.has(ticket.id));

/**
 * Resolves with what this tab is to ring for: nothing where another that is heard is looked at instead of it, and nothing
 * where it would not be heard, which is left to one that is.
 */
export async function newsToRingFor<News extends Told>(
  news: readonly News[],
  visible: boolean,
  canRing: () => Promise<boolean>,
): Promise<readonly News[]> {
  const { heard, reading } = await tabsInSight();
  const own = unread(news, reading);
  if (own.length === 0 || (!visible && heard) || !(await canRing())) return [];
  return firstTold('ring', own);
}

/** Resolves with what this tab, which is out of sight, is to show on the desktop: nothing where another is looked at. */
export async function newsToShow<News extends Told>(news: readonly News[]): Promise<readonly News[]> {
  const { any, reading } = await tabsInSight();
  return any ? [] : firstTold('note', unread(news, reading));
}
