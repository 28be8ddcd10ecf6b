import { type AuthenticationCreds, DEFAULT_CONNECTION_CONFIG, jidDecode, type SocketConfig } from 'baileys';

type Make = SocketConfig['makeSignalRepository'];
type Keys = Parameters<Make>[0]['keys'];

const userOf = (jid: string | null | undefined) => jidDecode(jid ?? undefined)?.user;

/**
 * Returns Baileys' Signal repository, for which our own number is nobody's but our own. Of what the company's phone writes
 * Baileys takes our address for the other one of whom it writes to: everybody it wrote to would be known by our number, and
 * our session with the phone be theirs. What was written down so is not read.
 */
export const makeSignalRepository: Make = (auth, ...more) => {
  // Ours are the whole ones, and say who we are once that is known.
  const { creds } = auth as { readonly creds: Partial<AuthenticationCreds> };
  const isOurs = (user: string | undefined) =>
    user !== undefined && [userOf(creds.me?.id), userOf(creds.me?.lid)].includes(user);
  const areOnePersons = (one: string | undefined, other: string | undefined) => isOurs(one) === isOurs(other);

  const get: Keys['get'] = async (type, ids) => {
    const found = await auth.keys.get(type, ids);
    if (type !== 'lid-mapping') return found;
    const kept = Object.entries(found).filter(([id, user]) =>
      areOnePersons(id.replace(/_reverse$/, ''), String(user)),
    );
    return Object.fromEntries(kept) as typeof found;
  };
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    { ...auth, keys: { ...auth.keys, get } },
    ...more,
  );
  const { lidMapping, migrateSession } = repository;
  const store = lidMapping.storeLIDPNMappings.bind(lidMapping);
  lidMapping.storeLIDPNMappings = (pairs) =>
    store(pairs.filter(({ lid, pn }) => areOnePersons(userOf(lid), userOf(pn))));
  repository.migrateSession = async (from, to) =>
    areOnePersons(userOf(from), userOf(to))
      ? migrateSession(from, to)
      : { migrated: 0, skipped: 0, total: 0 };
  return repository;
};
