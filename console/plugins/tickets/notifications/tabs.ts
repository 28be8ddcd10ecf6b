/** What is read in a tab of this browser; the name ends with the ticket's id. */
const readingName = 'balcao:reading:';
/** A tab is in sight. */
const inSightName = 'balcao:in-sight';
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
  void locks()?.request(name, { mode: 'shared' }, () => ended);
  return end;
}

/** Returns the way out; until then the other tabs know that this one is looked at, and what is read in it. */
export function showInSight(ticketId: string | undefined): () => void {
  const ends = [show(inSightName), ...(ticketId === undefined ? [] : [show(readingName + ticketId)])];
  return () => {
    for (const end of ends) end();
  };
}

/** Resolves with whether any tab is looked at, and which tickets are read in one. */
export async function tabsInSight(): Promise<{
  readonly any: boolean;
  readonly reading: ReadonlySet<string>;
}> {
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = held.flatMap(({ name }) => name ?? []);
  const read = names.filter((name) => name.startsWith(readingName));
  return {
    any: names.includes(inSightName),
    reading: new Set(read.map((name) => name.slice(readingName.length))),
  };
}

/** Resolves with whether this tab is the first to tell of something, and is to do it. */
export async function isFirstToTell(news: string): Promise<boolean> {
  const manager = locks();
  if (manager === undefined) return true;
  return new Promise((resolve) => {
    void manager.request(`balcao:told:${news}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock !== null) await new Promise((done) => setTimeout(done, TOLD_MS));
    });
  });
}
