import { hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { opensKeptKeys } from '../stores/contact-keys/kept-under.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import { firstStartTurn, isFirstStart } from './super-user.ts';

const name = 'installation';

/** Which log and which key a state store belongs to, as it lies there: a storage format. */
interface Installation {
  readonly v: 1;
  readonly logId: string;
  /** Derived from the secret key and says nothing of it. */
  readonly key: string;
}

const markOf = (secretKey: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, 'balcao', 'installation v1', 16)).toString('base64url');

const wrongKey =
  'Wrong setting. SECRET_KEY (or secret.key of DATA_DIR) is not the one that these data were made with: put that one back. With another nobody’s personal data can be read, and what is unique is not found';
const wrongLog =
  'the event log is not the one that the state store belongs to: put back the log from a backup (docs/operations.md, Backup), or begin with both empty';
const lostState =
  'the state store is empty and the event log is not: it held the keys that the log’s personal data are sealed with. Put it back from a backup (docs/operations.md, Backup)';

type Settings = Pick<Config, 'secretKey' | 'adoptStores'>;
interface Given {
  readonly storedEvents: Pick<EventStore, 'logId' | 'readAll'>;
  readonly state: Pick<StateStore, 'get' | 'set' | 'list'>;
}

/** Resolves with what does not belong together, in a sentence; undefined: nothing. */
async function mismatch(
  { storedEvents, state }: Given,
  secretKey: string,
  kept: Installation | undefined,
  now: Installation,
): Promise<string | undefined> {
  if (kept) {
    if (kept.key !== now.key) return wrongKey;
    return kept.logId === now.logId ? undefined : wrongLog;
  }
  // Of a release that wrote down nothing: what it left tells whose it is.
  const opens = await opensKeptKeys(state, secretKey);
  if (opens === false) return wrongKey;
  const begun = !(await isFirstStart({ state }));
  const [first] = await storedEvents.readAll({ after: 0, limit: 1 });
  if (first) return begun || opens ? undefined : lostState;
  return begun ? wrongLog : undefined;
}

/** How long a first start of another process is waited for: one that lives renews its turn as long as it takes. */
const firstStartMs = 120_000;
const lookEveryMs = 200;

/** Resolves once no other process makes its first start on these stores, or after so long. */
async function firstStartEnded(state: Given['state'], mostMs: number): Promise<void> {
  const until = performance.now() + mostMs;
  while ((await state.get(firstStartTurn)) && performance.now() < until) await sleep(lookEveryMs);
}

/**
 * Resolves where log, state and key are of one installation; else they are refused before anything is written: a start with
 * another key or beside another's log looks well, and what it writes can be mended by nobody. ADOPT_STORES takes them as
 * they are from here on, and says so.
 * @throws ConfigError saying which does not belong to the others
 */
export async function checkInstallation(
  { secretKey, adoptStores }: Settings,
  given: Given,
  log: Pick<Logger, 'warn'>,
  mostMs = firstStartMs,
): Promise<void> {
  const { storedEvents, state } = given;
  const now: Installation = { v: 1, logId: await storedEvents.logId(), key: markOf(secretKey) };
  let judgedAgain = false;
  for (;;) {
    const entry = await state.get<Installation>(name);
    const wrong = await mismatch(given, secretKey, entry?.value, now);
    if (wrong === lostState && !judgedAgain) {
      // Another may have written it down since and begun; one of an older release writes only that it is done.
      await firstStartEnded(state, mostMs);
      judgedAgain = true;
      continue;
    }
    if (wrong !== undefined) {
      if (!adoptStores) throw new ConfigError(wrong);
      log.warn({ wrong }, 'ADOPT_STORES: taken as it is from here on');
    }
    if (entry && wrong === undefined) return;
    // Of several that begin together on new stores one writes it down, and the others compare.
    if (await state.set(name, now, { expected: entry?.version ?? null })) return;
  }
}
