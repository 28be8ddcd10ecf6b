/** Of the raw library, which comes without types, what is used here. A pointer is a place in `HEAPU8`. */
declare module 'libsodium' {
  type Pointer = number;
  interface Libsodium {
    /** The library's whole memory; another array once it has grown. */
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    /** Returns 0 when there is no room. */
    _malloc(bytes: number): Pointer;
    /** Lengths of 64 bits come in two halves. Returns 0. */
    _crypto_aead_chacha20poly1305_ietf_encrypt(
      to: Pointer,
      toLength: 0,
      text: Pointer,
      textLength: number,
      textLengthHigh: 0,
      bound: Pointer,
      boundLength: number,
      boundLengthHigh: 0,
      unused: 0,
      nonce: Pointer,
      key: Pointer,
    ): number;
    /** Returns 0, or -1 when it does not open. */
    _crypto_aead_chacha20poly1305_ietf_decrypt(
      to: Pointer,
      toLength: 0,
      unused: 0,
      sealed: Pointer,
      sealedLength: number,
      sealedLengthHigh: 0,
      bound: Pointer,
      boundLength: number,
      boundLengthHigh: 0,
      nonce: Pointer,
      key: Pointer,
    ): number;
  }
  const create: () => Promise<Libsodium>;
  export = create;
}
