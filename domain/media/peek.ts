/** The first bytes of a stream, beside a stream of the whole. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly whole: AsyncIterable<Uint8Array>;
  /** Ends the source, when nobody is to read the whole. */
  close(): Promise<void>;
}

const joined = (chunks: readonly Uint8Array[], length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, length - at);
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
};

/** Returns the first `length` bytes of a stream (fewer where it has fewer), beside the whole. */
export async function peek(content: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> {
  const rest = content[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const { value, done } = await rest.next();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  const close = async () => {
    await rest.return?.();
  };
  async function* whole() {
    try {
      yield* chunks;
      for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
    } finally {
      // A reader that stops early (too large) must end the source too.
      await close();
    }
  }
  return { head: joined(chunks, Math.min(size, length)), whole: whole(), close };
}
