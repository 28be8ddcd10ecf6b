import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from 'baileys';
import { retry } from '../../../domain/kernel/retry.ts';
import { type SealedStore, SupersededError } from '../../../gateway/secrets/sealed-store.ts';

const revive = (plain: string): unknown => JSON.parse(plain, BufferJSON.reviver);
const freeze = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer);
const nameOf = (type: string, id: string) => `${type}/${encodeURIComponent(id)}`;

/**
 * Returns Baileys' credentials and Signal keys, kept encrypted and fenced. `saveCreds` writes one after the other, each
 * until the store has taken it: a pairing is told once.
 */
export async function openAuthState(
  store: SealedStore,
  {
    signal,
    onFailure,
  }: { readonly signal?: AbortSignal; readonly onFailure?: (error: unknown) => void } = {},
): Promise<{
  readonly state: AuthenticationState;
  /** @throws SupersededError when another gateway has the connection; StoppedError */
  saveCreds(): Promise<void>;
  /** Resolves when all that was to be saved is, or never will be: what is read before that is older. */
  settled(): Promise<void>;
  /** Nothing is written from now on; resolves when nothing is under way any more. */
  end(): Promise<void>;
}> {
  const ender = new AbortController();
  const ended = signal ? AbortSignal.any([signal, ender.signal]) : ender.signal;
  const pendingWrites = new Set<Promise<unknown>>();
  const plain = await store.read('creds');
  const creds = plain === undefined ? initAuthCreds() : (revive(plain) as AuthenticationCreds);

  const keys: SignalKeyStore = {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const foundKeys: { [id: string]: SignalDataTypeMap[T] } = {};
      await Promise.all(
        ids.map(async (id) => {
          const value = await store.read(nameOf(type, id));
          if (value === undefined) return;
          const revived = revive(value);
          // Plain objects here made every later app-state sync fail (evolution-api#2685).
          foundKeys[id] = (
            type === 'app-state-sync-key'
              ? proto.Message.AppStateSyncKeyData.fromObject(revived as object)
              : revived
          ) as SignalDataTypeMap[T];
        }),
      );
      return foundKeys;
    },
    async set(data: SignalDataSet) {
      if (ender.signal.aborted) return;
      const writes: Promise<void>[] = [];
      for (const [type, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values ?? {}))
          writes.push(
            value === null || value === undefined
              ? store.remove(nameOf(type, id))
              : store.write(nameOf(type, id), freeze(value)),
          );
      for (const write of writes) {
        const done = () => pendingWrites.delete(write);
        pendingWrites.add(write);
        write.then(done, done);
      }
      await Promise.all(writes);
    },
  };

  let saving: Promise<void> = Promise.resolve();
  const settled = async () => {
    for (let waited: typeof saving | undefined; waited !== saving; ) {
      waited = saving;
      await waited.catch(() => {});
    }
  };
  return {
    state: { creds, keys },
    saveCreds() {
      const save = () =>
        retry(() => store.write('creds', freeze(creds)), {
          signal: ended,
          ...(onFailure && { onFailure }),
          giveUp: (error) => error instanceof SupersededError,
        });
      saving = saving.then(save, save);
      return saving;
    },
    settled,
    async end() {
      ender.abort();
      await Promise.all([settled(), Promise.allSettled(pendingWrites)]);
    },
  };
}
