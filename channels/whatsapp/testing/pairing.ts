import { randomBytes } from 'node:crypto';
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  getBinaryNodeChild,
  hkdf,
  hmacSign,
  proto,
} from 'baileys';

const server = 's.whatsapp.net';
const node = (tag: string, attrs: BinaryNode['attrs'], content?: BinaryNode['content']): BinaryNode =>
  content === undefined ? { tag, attrs } : { tag, attrs, content };
const bytes = (parent: BinaryNode, tag: string): Buffer =>
  Buffer.from(getBinaryNodeChild(parent, tag)?.content as Uint8Array);

/**
 * Returns what makes a companion one of this number: the phone vouches for its key, and proves that it knows their secret.
 * @param identity the phone's own key
 */
function acceptanceOf(
  companion: Uint8Array,
  secret: Uint8Array,
  number: string,
  identity: ReturnType<typeof Curve.generateKeyPair>,
): BinaryNode {
  const details = proto.ADVDeviceIdentity.encode({ rawId: 1, timestamp: 1, keyIndex: 1 }).finish();
  const account = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: identity.public,
    accountSignature: Curve.sign(identity.private, Buffer.concat([Buffer.from([6, 0]), details, companion])),
  }).finish();
  const signed = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: account,
    hmac: hmacSign(account, Buffer.from(secret)),
  }).finish();
  return node('iq', { id: 'paired', type: 'set', from: server }, [
    node('pair-success', {}, [
      node('device-identity', {}, Buffer.from(signed)),
      node('device', { jid: `${number}:1@${server}`, lid: `9${number}:1@lid` }),
      node('platform', { name: 'android' }),
    ]),
  ]);
}

/**
 * The phone that reads a QR code: the companion's key and their secret stand in it, beside the network's reference.
 * @param code `https://wa.me/settings/linked_devices#reference,noise key,identity key,secret,platform`
 */
export function phoneThatReads(code: string) {
  const [reference = '', , companion = '', secret = ''] = code.slice(code.indexOf('#') + 1).split(',');
  return {
    reference,
    acceptance: (number: string): BinaryNode =>
      acceptanceOf(
        Buffer.from(companion, 'base64'),
        Buffer.from(secret, 'base64'),
        number,
        Curve.generateKeyPair(),
      ),
  };
}

/**
 * The phone into which a code is typed, as the network sees it: from the code both sides make keys that nobody in
 * between knows, and the phone vouches for its new companion.
 * @param hello what the companion asked with: `link_code_companion_reg`
 */
export async function phoneWithCode(hello: BinaryNode, code: string) {
  const wrapped = bytes(hello, 'link_code_pairing_wrapped_companion_ephemeral_pub');
  const theirKey = await derivePairingCodeKey(code, wrapped.subarray(0, 32));
  const companionEphemeral = aesDecryptCTR(wrapped.subarray(48, 80), theirKey, wrapped.subarray(32, 48));
  const ephemeral = Curve.generateKeyPair();
  const identity = Curve.generateKeyPair();
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const ours = aesEncryptCTR(Buffer.from(ephemeral.public), await derivePairingCodeKey(code, salt), iv);
  const shared = Curve.sharedKey(ephemeral.private, companionEphemeral);
  return {
    /** Tells the companion that its code was typed. */
    greeting: node('notification', { id: 'code-1', from: server, type: 'link_code_companion_reg', t: '1' }, [
      node('link_code_companion_reg', { stage: 'primary_hello' }, [
        node('link_code_pairing_ref', {}, Buffer.from('ref')),
        node('primary_identity_pub', {}, Buffer.from(identity.public)),
        node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, Buffer.concat([salt, iv, ours])),
      ]),
    ]),
    /** What makes it a companion of this number; `finish` is its answer to the greeting. */
    acceptance(finish: BinaryNode, number: string): BinaryNode {
      const bundle = bytes(finish, 'link_code_pairing_wrapped_key_bundle');
      const key = hkdf(shared, 32, {
        salt: bundle.subarray(0, 32),
        info: 'link_code_pairing_key_bundle_encryption_key',
      });
      const plain = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0));
      const [companion, random] = [plain.subarray(0, 32), plain.subarray(64, 96)];
      const secret = hkdf(Buffer.concat([shared, Curve.sharedKey(identity.private, companion), random]), 32, {
        info: 'adv_secret',
      });
      return acceptanceOf(companion, secret, number, identity);
    },
  };
}
