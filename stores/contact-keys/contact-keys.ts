import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import { UnavailableError } from '../../domain/kernel/event-store.ts';
import type { ContactKey, ContactKeys, FoundKey } from '../../domain/ports/contact-keys.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { contactKey, keyObject, openBytes, sealBytes } from './box.ts';

/** Begins the names of the keys in the state store. */
export const keyPrefix = 'contact-key/';

/** Returns what the keys of contacts are wrapped under. */
export const masterOf = (secretKey: string): KeyObject =>
  keyObject(Buffer.from(hkdfSync('sha256', secretKey, 'balcao', 'contact keys v1', 32)));

/** As it lies in the state store. `key`: the contact's key, wrapped. Without it: destroyed, and the mark of that. */
export interface Kept {
  readonly v: 1;
  readonly madeAt: string | null;
  readonly key?: string;
  /** When nothing more was to be written with it. */
  readonly closedAt?: string;
}

interface Remembered {
  readonly found: FoundKey;
  readonly writable: boolean;
}

const nameOf = (companyId: string, contactId: string) => `${keyPrefix}${companyId}/${contactId}`;

/** Returns what is kept of keys, by name. Away, the store is waited for like the log itself: UnavailableError. */
function keptKeys(state: Pick<StateStore, 'get' | 'set'>) {
  const answered = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((cause: unknown) => {
      throw new UnavailableError('the keys of contacts cannot be asked for', { cause });
    });
  const entryOf = (name: string) => answered(state.get<Kept>(name));
  const write = (name: string, value: Kept, expected: number | null) =>
    answered(state.set(name, value, { expected }));
  return {
    get: async (name: string): Promise<Kept | undefined> => (await entryOf(name))?.value,
    /** False: somebody else's is there. */
    make: (name: string, value: Kept) => write(name, value, null),
    /** Writes what `next` makes of what is kept, until nobody else wrote meanwhile. Undefined: it may stay as it is. */
    async change(name: string, next: (kept: Kept | undefined) => Kept | undefined): Promise<Kept> {
      for (;;) {
        const entry = await entryOf(name);
        const value = next(entry?.value);
        if (value === undefined) return entry!.value;
        if (await write(name, value, entry?.version ?? null)) return value;
      }
    },
  };
}

/**
 * Returns the keys of contacts in the state store, each wrapped (AES-256-GCM, bound to its name) under a key derived
 * from `secretKey`. Made by compare-and-set: of two processes that meet a contact at once both go on with one key.
 * @param options.rememberedMs how long this process goes on with what it has read; default 10 s
 * @param options.most keys remembered at a time; default 20 000, about 12 MB
 */
export const createContactKeys = (options: {
  readonly state: Pick<StateStore, 'get' | 'set'>;
  readonly secretKey: string;
  readonly rememberedMs?: number;
  readonly most?: number;
  /** Milliseconds that only grow, for tests. */
  readonly clock?: () => number;
}): ContactKeys => {
  const { rememberedMs = 10_000, most = 20_000, clock = () => performance.now() } = options;
  const master = masterOf(options.secretKey);
  const rememberedKeys = boundedCache<Remembered & { readonly until: number }>(most);

  const keyStore = keptKeys(options.state);

  const freshKey = (name: string): Remembered | undefined => {
    const one = rememberedKeys.get(name);
    return one !== undefined && one.until > clock() ? one : undefined;
  };
  const remember = (name: string, one: Remembered): Remembered => {
    rememberedKeys.set(name, { ...one, until: clock() + rememberedMs });
    return one;
  };
  const unwrap = (name: string, wrapped: string): ContactKey => {
    try {
      return contactKey(openBytes(master, wrapped, name));
    } catch (cause) {
      // Thrown where it is used: one damaged key must not stop what is read beside it.
      const refuse = (): never => {
        throw new Error(`${name} does not open: damaged, or SECRET_KEY is another than it was made under`, {
          cause,
        });
      };
      return { seal: refuse, open: refuse };
    }
  };
  const readKey = (name: string, { key, closedAt }: Kept): Remembered => {
    if (key === undefined) return { found: 'erased', writable: false };
    // Remembered before, and the same still: a new key object would be a new cost.
    const before = rememberedKeys.peek(name)?.found;
    const found = typeof before === 'object' ? before : unwrap(name, key);
    return { found, writable: closedAt === undefined };
  };
  const ask = async (name: string): Promise<Remembered | undefined> => {
    const one = await keyStore.get(name);
    return one && remember(name, readKey(name, one));
  };

  const now = () => new Date().toISOString();

  return {
    rememberedMs,
    known: (companyId, contactId) => freshKey(nameOf(companyId, contactId))?.found,
    find: async (companyId, contactId) => {
      const name = nameOf(companyId, contactId);
      return (freshKey(name) ?? (await ask(name)))?.found ?? 'missing';
    },
    ensure: async (companyId, contactId) => {
      const name = nameOf(companyId, contactId);
      let one = freshKey(name) ?? (await ask(name));
      while (one === undefined) {
        const bytes = randomBytes(32);
        if (await keyStore.make(name, { v: 1, madeAt: now(), key: sealBytes(master, bytes, name) }))
          one = remember(name, { found: contactKey(bytes), writable: true });
        else one = await ask(name);
      }
      return one.writable ? (one.found as ContactKey) : 'erased';
    },
    close: async (companyId, contactId) => {
      const name = nameOf(companyId, contactId);
      await keyStore.change(name, (one) => {
        if (one === undefined) return { v: 1, madeAt: null, closedAt: now() };
        return one.key === undefined || one.closedAt !== undefined ? undefined : { ...one, closedAt: now() };
      });
      rememberedKeys.delete(name);
    },
    destroy: async (companyId, contactId) => {
      const name = nameOf(companyId, contactId);
      const { madeAt } = await keyStore.change(name, (one) => {
        if (one !== undefined && one.key === undefined) return undefined;
        return { v: 1, madeAt: one?.madeAt ?? null, closedAt: one?.closedAt ?? now() };
      });
      rememberedKeys.delete(name);
      return { madeAt };
    },
    forget: (companyId, contactId) => void rememberedKeys.delete(nameOf(companyId, contactId)),
  };
};
