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
import type { SealedStore } from '../../../gateway/secrets/sealed-store.ts';

const revive = (plain: string): unknown => JSON.parse(plain, BufferJSON.reviver);
const freeze = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer);
const nameOf = (type: string, id: string) => `${type}/${encodeURIComponent(id)}`;

/** Returns Baileys' credentials and Signal keys, kept encrypted and fenced. `saveCreds` writes one after the other. */
export async function openAuthState(store: SealedStore): Promise<{
  readonly state: AuthenticationState;
  saveCreds(): Promise<void>;
}> {
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
      const writes: Promise<void>[] = [];
      for (const [type, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values ?? {}))
          writes.push(
            value === null || value === undefined
              ? store.remove(nameOf(type, id))
              : store.write(nameOf(type, id), freeze(value)),
          );
      await Promise.all(writes);
    },
  };

  let saving: Promise<void> = Promise.resolve();
  return {
    state: { creds, keys },
    saveCreds() {
      const save = () => store.write('creds', freeze(creds));
      saving = saving.then(save, save);
      return saving;
    },
  };
}
