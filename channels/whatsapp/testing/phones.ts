import {
  addTransactionCapability,
  type BinaryNode,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeBigEndian,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
  xmppPreKey,
  xmppSignedPreKey,
} from 'baileys';
import { pino } from 'pino';

// The phones of the people on the other side: their Signal keys, with which they read what they are sent.

const silent = pino({ level: 'silent' });
/** One phone number has one lid. */
export const lidOf = (number: string): string => `7${number}`;
const numberOf = (jid: string): string => {
  const [user = '', server] = jid.split('@');
  const plain = user.split(':')[0] ?? '';
  return server === 'lid' ? plain.slice(1) : plain;
};

function createPhone() {
  const creds = initAuthCreds();
  const preKey = Curve.generateKeyPair();
  const kept = new Map<string, unknown>();
  const keys = addTransactionCapability(
    {
      async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        for (const id of ids) {
          // Never used up: every connection of a test is given the same one.
          const value = type === 'pre-key' ? preKey : kept.get(`${type}/${id}`);
          if (value !== undefined) found[id] = value as SignalDataTypeMap[T];
        }
        return found;
      },
      async set(data: SignalDataSet) {
        for (const [type, values] of Object.entries(data))
          for (const [id, value] of Object.entries(values ?? {}))
            kept.set(`${type}/${id}`, value ?? undefined);
      },
    },
    silent,
    { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
  );
  const signal: SignalRepositoryWithLIDStore = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    { creds, keys },
    silent,
    async () => [],
  );
  return {
    signal,
    /** What a sender needs to write to this phone. */
    bundle: (jid: string): BinaryNode => ({
      tag: 'user',
      attrs: { jid },
      content: [
        { tag: 'registration', attrs: {}, content: encodeBigEndian(creds.registrationId) },
        { tag: 'type', attrs: {}, content: Buffer.from([5]) },
        { tag: 'identity', attrs: {}, content: creds.signedIdentityKey.public },
        xmppSignedPreKey(creds.signedPreKey),
        xmppPreKey(preKey, 1),
      ],
    }),
  };
}

export function createPhones() {
  const phones = new Map<string, ReturnType<typeof createPhone>>();
  const readers = new Map<string, string>();
  const phoneOf = (jid: string) => {
    const number = numberOf(jid);
    const known = phones.get(number) ?? createPhone();
    phones.set(number, known);
    return known;
  };

  const read = async (jid: string, from: string, enc: BinaryNode): Promise<proto.IMessage> => {
    const type = enc.attrs.type as 'pkmsg' | 'msg';
    const { signal } = phoneOf(jid);
    const plain = await signal.decryptMessage({ jid: from, type, ciphertext: enc.content as Uint8Array });
    return proto.Message.decode(unpadRandomMax16(plain));
  };

  return {
    bundle: (jid: string) => phoneOf(jid).bundle(jid),
    /** What one of those it was sent to reads. Undefined: it is sent to nobody but the sender's own phone. */
    async decrypt(stanza: BinaryNode, from: string): Promise<proto.IMessage | undefined> {
      const own = numberOf(from);
      const direct = getBinaryNodeChild(stanza, 'enc');
      const to = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'participants'), 'to').filter(
        ({ attrs }) => numberOf(attrs.jid ?? '') !== own,
      );
      let first: proto.IMessage | undefined;
      for (const node of to) first ??= await read(node.attrs.jid!, from, getAllBinaryNodeChildren(node)[0]!);
      if (!direct) return first;
      if (direct.attrs.type !== 'skmsg') return read(stanza.attrs.to!, from, direct);
      // A group's key is handed out once: who got it then reads what comes later.
      const group = stanza.attrs.to!;
      const reader = readers.get(group) ?? to[0]!.attrs.jid!;
      readers.set(group, reader);
      const { signal } = phoneOf(reader);
      const item = first?.senderKeyDistributionMessage;
      if (item) await signal.processSenderKeyDistributionMessage({ item, authorJid: from });
      const msg = direct.content as Uint8Array;
      const plain = await signal.decryptGroupMessage({ group, authorJid: from, msg });
      return proto.Message.decode(unpadRandomMax16(plain));
    },
  };
}
export type Phones = ReturnType<typeof createPhones>;
