import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Desk } from '../domain/desk/desk.ts';
import { newId } from '../domain/kernel/ids.ts';
import { acquireLease } from '../projections/projector/lease.ts';
import type { Config } from './config.ts';
import type { Stores } from './stores.ts';
import { endFirstStart, ensureSuperUser, firstStartTurn, isFirstStart } from './super-user.ts';

/** How long a process that died while it set up keeps the others waiting. */
const turnMs = 5_000;

/** A password that was set now: by a setting, or `random` and to be shown. */
export interface MadePassword {
  readonly random: string | undefined;
}

export interface Prepared {
  /** The platform admin's; undefined: the account was there. */
  readonly admin: MadePassword | undefined;
  /** That of the demo's accounts; undefined: they were there, or there is no demo. */
  readonly demo: MadePassword | undefined;
  /** Once it has been shown: the first start is over, and the next process may look. */
  done(): Promise<void>;
}

/**
 * Resolves with the passwords made now once accounts and demo data are there, made by one process at a time: two apis
 * that start together on new stores would each set a password of their own, of which one counts, and would replay the
 * demo's conversations into one another.
 */
export async function prepareFirstStart(
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'demo' | 'demoPassword'>,
  desk: Desk,
  stores: Pick<Stores, 'eventStore' | 'state' | 'media'>,
): Promise<Prepared> {
  const { state, media } = stores;
  const isSeeded = async () => !config.demo || (await state.get('demo/done')) !== undefined;
  if (!(await isFirstStart(stores)) && (await isSeeded())) {
    const { setDemoAccess } = await import('./demo/access.ts');
    await setDemoAccess(desk, stores, config.demo);
    return { admin: undefined, demo: undefined, done: async () => undefined };
  }
  const turn = await acquireLease({
    state,
    key: firstStartTurn,
    owner: `${hostname()}/${process.pid}/${newId()}`,
    leaseMs: turnMs,
    signal: new AbortController().signal,
  });
  try {
    const firstStart = await ensureSuperUser(config, desk, stores);
    const demoPassword = config.demoPassword ?? randomBytes(9).toString('base64url');
    const seeding = config.demo && !(await isSeeded());
    if (seeding) {
      const { seedDemo } = await import('./demo/seed.ts');
      await seedDemo({
        desk,
        state,
        media,
        now: new Date(),
        password: demoPassword,
      });
    }
    return {
      admin: firstStart && { random: firstStart.random ? firstStart.password : undefined },
      demo: seeding ? { random: config.demoPassword === undefined ? demoPassword : undefined } : undefined,
      async done() {
        if (firstStart) await endFirstStart(stores);
        await turn?.release();
      },
    };
  } catch (error) {
    await turn?.release();
    throw error;
  }
}
