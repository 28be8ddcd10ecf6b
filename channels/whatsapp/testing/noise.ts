import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from 'baileys';

// The server's half of the Noise handshake (Baileys has the client's half only), and the frames after it.

/** WhatsApp's own chain of certificates, as any client is shown it: Baileys checks that it is signed by WhatsApp. */
const certificates = Buffer.from(
  'CncKMwjjAhADGiCRKg7Kg1iu4CSulwLBaxX51Tefw6VXGgZqcr5OEbXIRiDQ04bOBijQjZ/TBhJA34Bj82jAHhLpCWBNVBlGnFDieamd8+138S57uMt9' +
    'ke9mrn5r4+VepwBPKEgHjob6bR70rlCmWDkxZv+CfVjIAxJ2CjIIAxAAGiAcUamsMDmUxsjQuS6hh4pTNHZZnMWZ++o1mX2aqQzOYiCAka6+Bij/3rfc' +
    'BhJAJw8pRkhTn+1IcOJQVN1OlZg6uikYnCumyO7acFVVX3U3QPXsGSq2TCbCbWrebSC593Su43EgprIDlfU8ZgWFBw==',
  'base64',
);
const nothing = Buffer.alloc(0);

const nonce = (counter: number): Buffer => {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(counter, 8);
  return iv;
};

export function createServerNoise() {
  let hash: Buffer = Buffer.from(NOISE_MODE);
  let salt = hash;
  let key = hash;
  let counter = 0;
  let buffered: Buffer = nothing;
  let introduced = false;
  let transport: { encrypt: Buffer; decrypt: Buffer; sent: number; received: number } | undefined;
  const ephemeral = Curve.generateKeyPair();
  const own = Curve.generateKeyPair();

  const authenticate = (data: Uint8Array) => {
    hash = sha256(Buffer.concat([hash, data]));
  };
  const derive = (data: Uint8Array): [Buffer, Buffer] => {
    const derived = Buffer.from(hkdf(Buffer.from(data), 64, { salt, info: '' }));
    return [derived.subarray(0, 32), derived.subarray(32)];
  };
  const mix = (data: Uint8Array) => {
    [salt, key] = derive(data);
    counter = 0;
  };
  const encrypt = (plain: Uint8Array) => {
    const sealed = aesEncryptGCM(plain, key, nonce(counter++), hash);
    authenticate(sealed);
    return sealed;
  };
  const decrypt = (sealed: Uint8Array) => {
    const plain = aesDecryptGCM(sealed, key, nonce(counter++), hash);
    authenticate(sealed);
    return plain;
  };
  const frame = (data: Uint8Array): Buffer => {
    const size = Buffer.alloc(3);
    size.writeUIntBE(data.byteLength, 0, 3);
    return Buffer.concat([size, data]);
  };
  authenticate(NOISE_WA_HEADER);

  return {
    /** The whole frames that are there now; a part of one waits for its rest. */
    frames(data: Buffer): Buffer[] {
      buffered = Buffer.concat([buffered, data]);
      if (!introduced) {
        // 'ED', two bytes, a length of three: where the last server told the client to knock.
        const routing = buffered.subarray(0, 2).toString() === 'ED' ? 7 + buffered.readUIntBE(4, 3) : 0;
        buffered = buffered.subarray(routing + NOISE_WA_HEADER.length);
        introduced = true;
      }
      const whole: Buffer[] = [];
      while (buffered.length >= 3) {
        const size = buffered.readUIntBE(0, 3);
        if (buffered.length < size + 3) break;
        whole.push(buffered.subarray(3, size + 3));
        buffered = buffered.subarray(size + 3);
      }
      return whole;
    },
    /** The answer to the client's hello. */
    hello(first: Buffer): Buffer {
      const theirs = proto.HandshakeMessage.decode(first).clientHello!.ephemeral!;
      authenticate(theirs);
      authenticate(ephemeral.public);
      mix(Curve.sharedKey(ephemeral.private, theirs));
      const sealed = encrypt(own.public);
      mix(Curve.sharedKey(own.private, theirs));
      const serverHello = { ephemeral: ephemeral.public, static: sealed, payload: encrypt(certificates) };
      return frame(proto.HandshakeMessage.encode({ serverHello }).finish());
    },
    /** Who logs in. From here on frames are `open`ed and `seal`ed. */
    finish(second: Buffer): proto.ClientPayload {
      const { static: sealed, payload } = proto.HandshakeMessage.decode(second).clientFinish!;
      mix(Curve.sharedKey(ephemeral.private, decrypt(sealed!)));
      const login = proto.ClientPayload.decode(decrypt(payload!));
      const [theirs, ours] = derive(nothing);
      transport = { encrypt: ours, decrypt: theirs, sent: 0, received: 0 };
      return login;
    },
    open: (sealed: Buffer): Buffer =>
      aesDecryptGCM(sealed, transport!.decrypt, nonce(transport!.received++), nothing),
    seal: (plain: Uint8Array): Buffer =>
      frame(aesEncryptGCM(plain, transport!.encrypt, nonce(transport!.sent++), nothing)),
  };
}
