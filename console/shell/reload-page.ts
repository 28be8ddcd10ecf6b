import { sleep } from '../../domain/kernel/retry.ts';
import { tabStorage } from './storage.ts';

const reloadedKey = 'reloadedAt';
/** Where a file does not come though the server answers, the page is not opened anew over and over. */
const reloadEveryMs = 60_000;
const askEveryMs = 3_000;

async function doesAnswer(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Resolves with whether the server answers; then the page is opened anew: browsers remember, for as long as a page is
 * open, that one of its files did not come.
 */
export async function reloadPage(): Promise<boolean> {
  const isThere = await doesAnswer();
  if (isThere) location.reload();
  return isThere;
}

/** Returns what gives it up that the page is opened anew as soon as the server answers, at most once a minute. */
export function reloadOnceThere(): () => void {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const look = async () => {
    if (Date.now() - Number(tabStorage.getItem(reloadedKey)) < reloadEveryMs) return;
    while (!signal.aborted && !(await doesAnswer())) await sleep(askEveryMs, signal);
    if (signal.aborted) return;
    // A tab that cannot remember it would do so over and over: there somebody has to ask for it.
    if (tabStorage.setItem(reloadedKey, String(Date.now()))) location.reload();
  };
  void look();
  return () => giveUp.abort();
}
