/** The first bytes of a stream, beside a stream of the whole. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly wholeContent: AsyncIterable<Uint8Array>;
  /** Ends the source, when nobody is to read the whole. */
  close(): Promise<void>;
}

const join = (chunks: readonly Uint8Array[], length: number): Uint8Array => {
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
  const restOfContent = content[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const { value, done } = await restOfContent.next();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  const close = async () => {
    await restOfContent.return?.();
  };
  async function* whole() {
    try {
      yield* chunks;
      for (let step = await restOfContent.next(); !step.done; step = await restOfContent.next())
        yield step.value;
    } finally {
      // A reader that stops early (too large) must end the source too.
      await close();
    }
  }
  return { head: join(chunks, Math.min(size, length)), wholeContent: whole(), close };
}
